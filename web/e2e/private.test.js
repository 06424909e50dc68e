import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible } from './axe.js';
import { data, launch, PATIENCE, Scope, Tab } from './harness.js';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;

before(async () => {
  browser = await launch();
  scope = await Scope.start([data('gemini-tools.jsonl'), data('claude-tools.jsonl')]);
});
after(async () => {
  await browser?.close();
  await scope?.stop();
});

test('without the token there is a sentence and no data', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const { origin } = new URL(scope.url);
  const answer = await page.request.get(`${origin}/api/recordings`);
  assert.equal(answer.status(), 401);
  await page.goto(`${origin}/r/2/frames`);
  await page.getByRole('heading', { name: 'Open the link that acp-scope printed' }).waitFor();
  assert.doesNotMatch(await page.innerText('body'), /Claude/);

  // The link mends it, and leaves no token behind.
  await page.goto(scope.url);
  await page.getByRole('region', { name: 'Timeline' }).waitFor();
  assert.doesNotMatch(page.url(), /token/);
  await context.close();
});

test('nothing leaves the page’s own origin, under a policy that would not let it', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/frames?frame=3');
  await tab.inspector.locator('.cm-content').waitFor();
  await tab.inspector.getByRole('tab', { name: /^Pair/ }).click();
  await tab.inspector.getByText('Request', { exact: true }).waitFor();
  const { origin } = new URL(scope.url);
  const foreign = tab.requests.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'));
  assert.deepEqual(foreign, []);
  const answer = await tab.page.request.get(scope.url);
  assert.match(answer.headers()['content-security-policy'] ?? '', /default-src 'none'/);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing, ${colorScheme}`, async () => {
    const tab = await Tab.open(browser, scope, '/r/2/frames', { colorScheme, bypassCSP: true });
    const check = (/** @type {string} */ where) => accessible(tab, where);
    await tab.row(1).waitFor();
    await check('nothing selected');
    await tab.row(1).click();
    await tab.inspector.locator('.cm-content').waitFor();
    await check('JSON');
    await tab.inspector.getByRole('tab', { name: 'Raw' }).click();
    await check('raw');
    await tab.inspector.getByRole('tab', { name: /^Pair/ }).click();
    await tab.inspector.getByText('Response', { exact: true }).waitFor();
    await check('pair');
    await tab.page.keyboard.press('?');
    await tab.page.getByRole('dialog').waitFor();
    await check('shortcuts');
    await tab.page.goto(scope.at('/r/2/stderr'));
    await tab.page.getByText('[session/create]').first().waitFor();
    await check('stderr');
    await tab.page.goto(scope.at('/r/99/frames'));
    await tab.page.getByRole('heading', { name: 'There is no recording 99' }).waitFor();
    await check('no such recording');
    await tab.close();
  });
}

test('axe finds nothing on the guide', async () => {
  const empty = await Scope.start();
  const tab = await Tab.open(browser, empty, '/', { bypassCSP: true });
  await tab.page.getByRole('heading', { name: 'Record an agent in three steps' }).waitFor();
  await accessible(tab);
  await tab.close();
  await empty.stop();
});
