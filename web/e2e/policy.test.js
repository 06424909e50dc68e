// The page's content policy: nothing of ours is kept off by it, and it is looked after that this would be seen.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FIREFOX, Firefox } from './firefox.js';
import { data, launch, Scope, Tab, tellViolations } from './harness.js';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;

before(async () => {
  browser = await launch();
  scope = await Scope.start([data('claude-tools.jsonl')]);
});
after(async () => {
  await browser?.close();
  await scope?.stop();
});

/** A style in the markup is kept off. */
const BREAK = `document.body.insertAdjacentHTML('beforeend', '<i id="loud" style="color: rgb(1, 2, 3)">x</i>')`;
const COLOUR = `getComputedStyle(document.getElementById('loud')).color`;

test('the editor has its look, and what has not the nonce has none', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames?frame=2');
  const line = tab.inspector.locator('.cm-line').first();
  await line.waitFor();
  const looks = () => line.evaluate((e) => getComputedStyle(e).paddingRight);
  assert.equal(await looks(), '12px');
  assert.deepEqual(tab.complaints, []);
  await tab.page.evaluate(BREAK);
  assert.notEqual(await tab.page.evaluate(COLOUR), 'rgb(1, 2, 3)');
  await tab.until(async () =>
    tab.complaints.some((c) => c.startsWith('content policy: style-src')),
  );
  await assert.rejects(tab.close(), /content policy was violated/);
});

test('who has no token sees a page that has its look', async () => {
  const context = await browser.newContext();
  await context.addInitScript(tellViolations);
  const tab = new Tab(await context.newPage());
  await tab.page.goto(new URL('/', scope.url).href);
  const heading = tab.page.getByRole('heading', { name: /Open the link/ });
  assert.equal(await heading.evaluate((e) => getComputedStyle(e).fontSize), '20px');
  // That the answer is a 401 is told on the console.
  assert.deepEqual(
    tab.complaints.filter((c) => !c.includes('401')),
    [],
  );
  await tab.close();
});

const skip = FIREFOX === null ? 'no Firefox was found: install firefox-esr, or set FIREFOX' : false;

test('Firefox tells what the policy keeps off', { skip }, async () => {
  const firefox = await Firefox.start(FIREFOX ?? '');
  try {
    await firefox.goto(scope.at('/r/1/frames?frame=2'));
    await firefox.shows('"protocolVersion"', '.inspector');
    assert.deepEqual(firefox.complaints, []);
    await firefox.evaluate(BREAK);
    assert.notEqual(await firefox.evaluate(COLOUR), 'rgb(1, 2, 3)');
    const end = Date.now() + 10_000;
    while (firefox.complaints.length === 0 && Date.now() < end) {
      await new Promise((done) => setTimeout(done, 20));
    }
    assert.match(firefox.complaints.join(), /content policy: style-src/);
  } finally {
    await firefox.stop();
  }
});
