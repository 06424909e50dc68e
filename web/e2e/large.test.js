// A frame of fifty megabytes: it folds, it is read as far as it is looked at, and the page stays alive meanwhile.

import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, Scope, Tab } from './harness.js';

const ROWS = 500_000;
/** What the page may be busy with at a stretch, and how long the first rows may take: far above what is measured. */
const BUSY = 3_000;
const FIRST = 10_000;

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;
/** @type {string} */ let folder;

before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'acp-scope-large-'));
  const file = join(folder, 'large.acp.jsonl');
  const out = createWriteStream(file);
  // One line, written in pieces; quotation marks inside of the string that holds the frame.
  out.write(
    '{"t":0,"dir":"a2c","raw":"{\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"_x/rows\\",\\"params\\":{\\"rows\\":[',
  );
  for (let i = 0; i < ROWS; i += 1) {
    const row = `{\\"n\\":${i},\\"text\\":\\"${'the same words again and again '.repeat(2)}\\",\\"ok\\":true}`;
    if (!out.write(i === 0 ? row : `,${row}`)) await once(out, 'drain');
  }
  out.end(']}}"}\n');
  await once(out, 'finish');
  scope = await Scope.start([file]);
});
after(async () => {
  await browser?.close();
  await scope?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('all of a frame of fifty megabytes is a tree that is read as it is opened', async (t) => {
  const tab = await Tab.open(browser, scope, '/r/1/frames?frame=1');
  tab.page.on('crash', () => tab.complaints.push('the page has crashed'));
  const tree = tab.inspector.getByRole('region', { name: 'JSON of the frame' });
  // The longest stretch for which the page answered to nothing.
  await tab.page.evaluate(() => {
    let last = performance.now();
    const w = /** @type {any} */ (window);
    w.busy = 0;
    setInterval(() => {
      const now = performance.now();
      w.busy = Math.max(w.busy, now - last - 20);
      last = now;
    }, 20);
  });
  const began = Date.now();
  await tab.inspector.getByRole('button', { name: 'Read all of it' }).click();
  await tree.getByText('"rows"').waitFor();
  await tree.getByRole('button', { name: 'rows', exact: true }).click();
  await tree
    .getByRole('button', { name: /show more$/ })
    .first()
    .waitFor();
  const first = Date.now() - began;
  const busy = await tab.page.evaluate(() => /** @type {any} */ (window).busy);
  const lines = await tree.locator('li').count();
  const memory = await tab.page.evaluate(
    () => /** @type {any} */ (performance).memory?.usedJSHeapSize ?? 0,
  );
  t.diagnostic(
    `first rows after ${first} ms, busy for at most ${Math.round(busy)} ms, ${lines} lines, ${Math.round(memory / 1e6)} MB of JavaScript`,
  );
  assert.ok(lines < 5_000, `${lines} lines are on the page`);
  assert.ok(busy < BUSY, `${busy} ms`);
  assert.ok(first < FIRST, `${first} ms`);
  await tree
    .getByRole('button', { name: /show more$/ })
    .first()
    .click();

  // The last row but one is found, opened and in sight; what lies before it is not on the page.
  const field = tab.inspector.getByRole('searchbox', { name: 'Find in the frame' });
  const searched = Date.now();
  await field.fill(`"n":${ROWS - 2},`);
  await tab.inspector.getByText('1 of 1', { exact: true }).waitFor();
  const sought = tree.locator('.sought');
  await sought.getByText(`${ROWS - 2}`, { exact: true }).waitFor();
  t.diagnostic(`found after ${Date.now() - searched} ms`);
  assert.ok(await sought.evaluate((e) => e.getBoundingClientRect().bottom < innerHeight));
  assert.ok((await tree.locator('li').count()) < 5_000);
  await field.fill('the same words');
  await tab.inspector.getByText('1 of 10000 or more').waitFor();
  await field.press('Shift+Enter');
  await tab.inspector.getByText('10000 of 10000 or more').waitFor();
  await sought.locator('mark').first().waitFor();
  assert.ok((await tree.locator('li').count()) < 5_000);

  // All of the bytes can be looked at, one page of them at a time.
  await tab.inspector.getByRole('tab', { name: 'Raw' }).click();
  const exact = tab.inspector.getByRole('region', { name: 'Exact bytes' });
  await exact.getByText('{"jsonrpc":"2.0","method":"_x/rows"').waitFor();
  await tab.inspector.getByRole('button', { name: 'Next page' }).click();
  await tab.inspector.getByText('bytes 65536–131071').waitFor();
  await tab.inspector.getByRole('button', { name: 'End', exact: true }).click();
  await exact.getByText(`{"n":${ROWS - 1},`).waitFor();
  assert.match(await exact.innerText(), /"ok":true\}\]\}\}$/);
  assert.ok((await exact.innerText()).length <= 65_536);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});
