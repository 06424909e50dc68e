import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, Scope, Tab, writeCapture } from './harness.js';
import { timed } from './speed.js';

// Taller than the scroll space from 333,334 rows on; set FRAMES to see that, too.
const FRAMES = Number(process.env.FRAMES ?? 100_000);

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;
/** @type {string} */ let folder;

before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'acp-scope-long-'));
  const capture = join(folder, 'long.acp.jsonl');
  await writeCapture(capture, FRAMES);
  scope = await Scope.start([capture]);
});
after(async () => {
  await browser?.close();
  await scope?.stop();
  await rm(folder, { recursive: true, force: true });
});

test(`${FRAMES} frames: to the end, by wheel, by link`, async (t) => {
  const tab = await Tab.open(browser, scope, '/r/1/frames?runs=open');
  await tab.row(1).waitFor();
  const read = async (/** @type {number} */ n) => {
    await tab.until(async () => /chunk|session/.test(await tab.row(n).innerText()));
  };

  let start = performance.now();
  await tab.page.keyboard.press('End');
  await read(FRAMES);
  t.diagnostic(`to the end: ${(performance.now() - start).toFixed(0)} ms`);
  await tab.selects(FRAMES);
  const sight = await tab.row(FRAMES).evaluate((row) => {
    const { bottom } = row.getBoundingClientRect();
    const grid = row.closest('[role=grid]')?.getBoundingClientRect();
    return grid !== undefined && bottom <= grid.bottom + 1;
  });
  assert.equal(sight, true);

  await tab.page.getByRole('grid').hover();
  const rows = () =>
    tab.page
      .locator('[data-n]')
      .evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-n'))));
  const [first = 0] = await rows();
  await tab.page.mouse.wheel(0, -24 * 30);
  await tab.until(async () => ((await rows())[0] ?? 0) === first - 30);

  start = performance.now();
  const steps = 60;
  for (let i = 0; i < steps; i += 1) await tab.page.mouse.wheel(0, -240);
  await tab.until(async () => ((await rows())[0] ?? 0) === first - 30 - steps * 10);
  t.diagnostic(`wheel step: ${((performance.now() - start) / steps).toFixed(1)} ms`);
  const count = (await rows()).length;
  t.diagnostic(`rows in the document: ${count}`);
  assert.ok(count < 100);

  const middle = Math.floor(FRAMES / 20) * 10 + 2;
  start = performance.now();
  await tab.page.goto(scope.at(`/r/1/frames?frame=${middle}`));
  await read(middle);
  t.diagnostic(`by link: ${(performance.now() - start).toFixed(0)} ms`);
  await tab.selects(middle);
  await tab.inspector.locator('.cm-content').getByText(`chunk ${middle}`).waitFor();

  await tab.page.keyboard.press('g');
  await read(1);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('End goes to the end while folded rows are still being counted', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames');
  await tab.row(1).waitFor();
  await tab.page.keyboard.press('End');
  await tab.selects(FRAMES);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('a scroll right behind End stays', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames?runs=open');
  await tab.row(1).waitFor();
  const grid = `document.querySelector('[role=grid]')`;
  const end = `${grid}.focus(); ${grid}.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))`;
  const last = `document.querySelector('[role=row][data-n="${FRAMES}"]')?.innerText.length > 8`;
  await timed(tab.page, end, last);
  // At once: the row may not be read yet, and the browser tells of the scroll only with the next frame of the screen.
  const first = `Number(document.querySelector('[role=row][data-n]').dataset.n)`;
  await timed(
    tab.page,
    `window.first = ${first}; ${grid}.scrollTop -= 2400`,
    `${first} < window.first`,
  );
  await tab.isAt(`/r/1/frames?frame=${FRAMES}&runs=open`);
  assert.ok(Number(await tab.page.evaluate(first)) < FRAMES - 90);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});
