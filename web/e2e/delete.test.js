import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { data, launch, Scope, Tab } from './harness.js';

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

test('deleting asks first, then leads on; other pages are told; the last one leads to the guide', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/frames');
  const other = await Tab.open(browser, scope, '/r/2/frames');
  await tab.row(1).waitFor();
  await other.row(1).waitFor();

  const button = (/** @type {number} */ n) =>
    tab.rail.getByRole('button', { name: new RegExp(`^Delete .*recording ${n}$`) });
  const dialog = tab.page.getByRole('dialog', { name: 'Delete this recording?' });
  await button(2).click();
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await tab.rail.getByRole('listitem').count(), 2);

  await button(2).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'detached' });
  await tab.page.getByRole('heading', { name: 'Recording 2 was deleted' }).waitFor();
  await other.page.getByRole('heading', { name: 'Recording 2 was deleted' }).waitFor();
  await tab.page.getByRole('button', { name: /^Open the newest/ }).click();
  await tab.isAt('/r/1/frames');

  await button(1).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await tab.page.goto(scope.at('/'));
  await tab.page.getByRole('heading', { name: 'Record an agent in three steps' }).waitFor();
  assert.deepEqual(tab.complaints, []);
  await tab.close();
  await other.close();
});
