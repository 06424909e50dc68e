// The search over all recordings.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible } from './axe.js';
import { data, launch, Scope, Tab } from './harness.js';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;

before(async () => {
  browser = await launch();
  scope = await Scope.start([
    data('claude-tools.jsonl'),
    data('gemini-tools.jsonl'),
    data('story.jsonl'),
  ]);
});
after(async () => {
  await browser?.close();
  await scope?.stop();
});

const box = (/** @type {Tab} */ tab) =>
  tab.page.getByRole('combobox', { name: 'Search all recordings' });
const sections = (/** @type {Tab} */ tab) =>
  tab.page.locator('main').getByRole('region', { name: /, recording \d+$/ });

test('a key opens it, hits lead to their frames and back, and are set off there', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames?frame=6');
  await tab.selects(6);
  await tab.page.keyboard.press('s');
  await box(tab).waitFor();
  await tab.page.keyboard.type('README');
  await tab.isAt('/r/1/frames?frame=6&search=README');
  await sections(tab).nth(2).waitFor();
  await tab.page.getByText(/^\d+ frames, in 3 recordings$/).waitFor();
  assert.equal(await sections(tab).first().locator('mark').first().innerText(), 'README');
  // The newest recording comes first.
  assert.match((await sections(tab).first().getAttribute('aria-label')) ?? '', /recording 3$/);
  await tab.page.keyboard.press('Enter');
  await tab.page.keyboard.press('j');
  const hit = tab.page.locator('main a:focus');
  const n = Number(await hit.locator('.number').innerText());
  await tab.page.keyboard.press('Enter');
  await tab.isAt(`/r/3/frames?frame=${n}`);
  await tab.selects(n);
  await tab.inspector.locator('.cm-hit').getByText('README').first().waitFor();
  await tab.page.goBack();
  await tab.isAt('/r/1/frames?frame=6&search=README');
  await sections(tab).first().waitFor();
  await tab.page.keyboard.press('Escape');
  await tab.isAt('/r/1/frames?frame=6');
  await tab.selects(6);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('any filter finds; what is no filter is told; nothing found is told', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/timeline');
  await tab.page.keyboard.press('Control+k');
  await tab.page.keyboard.type('method:session/prompt kind:request');
  await tab.page.getByRole('option', { name: /Search all recordings for/ }).click();
  await sections(tab).nth(2).waitFor();
  assert.equal(await sections(tab).first().getByRole('link').count(), 2);
  await box(tab).fill('kind:eror');
  await tab.page.getByRole('button', { name: 'Write error' }).waitFor();
  await box(tab).fill('text:"this is said by nobody"');
  await tab.page.getByText(/^No frame of 3 recordings passes/).waitFor();
  await tab.close();
});

test('many hits come page by page', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/timeline?search=jsonrpc');
  await tab.page.getByText(/^50 frames so far, \d of 3 recordings searched$/).waitFor();
  await sections(tab).first().getByRole('link').first().focus();
  await tab.until(async () => {
    await tab.page.keyboard.press('End');
    return (await tab.page.getByText(/frames, in 3 recordings$/).count()) === 1;
  });
  assert.equal(await sections(tab).count(), 3);
  assert.equal(
    await tab.page.locator('main ul a').count(),
    Number((await tab.page.getByText(/frames, in 3 recordings$/).innerText()).match(/^\d+/)?.[0]),
  );
  await tab.close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing, ${colorScheme}`, async () => {
    const tab = await Tab.open(browser, scope, '/r/1/timeline?search=README', {
      colorScheme,
      bypassCSP: true,
    });
    await sections(tab).first().waitFor();
    await accessible(tab, 'search');
    await tab.close();
  });
}
