import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { data, launch, Scope, Tab } from './harness.js';

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

const box = (/** @type {Tab} */ tab) => tab.page.getByRole('combobox', { name: 'Filter frames' });
const numbers = (/** @type {Tab} */ tab) =>
  tab.page
    .locator('[role=row][data-n]')
    .evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-n'))));

test('a filter is completed, applied while it is typed, and in the address', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames');
  await tab.row(1).waitFor();
  await tab.page.keyboard.press('/');
  await tab.page.keyboard.type('kind:req');
  await tab.page.getByRole('option', { name: /^request/ }).waitFor();
  await tab.page.keyboard.press('Tab');
  await tab.until(async () => (await numbers(tab)).join() === '1,3,6,45,53,105');
  await tab.page.getByText('6 of 118').waitFor();
  await tab.isAt('/r/1/frames?filter=kind%3Arequest');
  await tab.page.keyboard.type('dir:ag');
  await tab.page.getByRole('option', { name: /^agent/ }).waitFor();
  await tab.page.keyboard.press('Tab');
  await tab.until(async () => (await numbers(tab)).join() === '45,53');
  await tab.page.keyboard.press('Escape');
  await tab.page.keyboard.press('Escape');
  await tab.page.keyboard.press('j');
  await tab.selects(45);
  await tab.page.keyboard.press('j');
  await tab.selects(53);
  await tab.isAt('/r/1/frames?frame=53&filter=kind%3Arequest+dir%3Aagent');
  await tab.page.reload();
  await tab.selects(53);
  assert.equal(await box(tab).inputValue(), 'kind:request dir:agent');
  await tab.page.getByRole('button', { name: 'Clear the filter' }).click();
  await tab.isAt('/r/1/frames?frame=53');
  await tab.row(52).waitFor();
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('a fault is underlined and can be mended', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames');
  await tab.row(1).waitFor();
  await box(tab).fill('dir:agent kind:eror');
  await tab.page.locator('.behind .fault').getByText('eror').waitFor();
  assert.equal(await box(tab).getAttribute('aria-invalid'), 'true');
  await tab.page.getByRole('button', { name: 'Write error' }).click();
  await tab.isAt('/r/1/frames?filter=dir%3Aagent+kind%3Aerror');
  await tab.close();
});

test('when nothing passes, the page says why', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames?filter=kind%3Abatch+kind%3Arequest');
  await tab.page.getByRole('heading', { name: 'No frame passes' }).waitFor();
  await tab.page.getByText('0 by itself').waitFor();
  await tab.page.getByRole('button', { name: 'Leave it out: 6' }).click();
  await tab.isAt('/r/1/frames?filter=kind%3Arequest');
  await tab.row(45).waitFor();
  await tab.close();
});

test('pieces of one text are a row that opens', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames');
  await tab.row(11).getByText('11–19').waitFor();
  await tab.row(11).getByText('×9').waitFor();
  assert.equal(await tab.row(12).count(), 0);
  await tab.row(11).locator('[data-run=folded]').click();
  await tab.row(19).waitFor();
  assert.equal(await tab.row(11).locator('[aria-expanded]').getAttribute('aria-expanded'), 'true');
  await tab.row(14).click();
  await tab.selects(14);
  await tab.page.keyboard.press('ArrowUp');
  await tab.selects(13);
  await tab.page.keyboard.press('ArrowUp');
  await tab.page.keyboard.press('ArrowUp');
  await tab.selects(11);
  await tab.page.keyboard.press('ArrowLeft');
  await tab.row(12).waitFor({ state: 'detached' });
  await tab.page.keyboard.press('j');
  await tab.selects(20);
  // A link to a frame inside of a run opens it.
  await tab.page.goto(scope.at('/r/1/frames?frame=15'));
  await tab.selects(15);
  await tab.page.getByRole('button', { name: 'Fold pieces of one text' }).click();
  await tab.isAt('/r/1/frames?frame=15&runs=open');
  await tab.row(24).waitFor();
  await tab.selects(15);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('several frames are selected, copied and exported', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames');
  await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await tab.row(3).click();
  await tab.selects(3);
  await tab.row(5).click({ modifiers: ['Shift'] });
  await tab.page.getByText('3 frames selected').waitFor();
  await tab.row(11).click({ modifiers: ['ControlOrMeta'] });
  await tab.page.getByText('12 frames selected').waitFor();
  await tab.page.getByRole('button', { name: 'Export…' }).click();
  const asked = tab.page.getByRole('dialog', { name: 'Export the selected frames' });
  const link = asked.getByRole('link', { name: 'Export' });
  const href = await link.getAttribute('href');
  assert.equal(href, '/api/recordings/1/export?frames=3-5%2C11-19');
  await tab.page.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });
  const file = await tab.page.evaluate(async (a) => (await fetch(a ?? '')).text(), href);
  assert.equal(file.trim().split('\n').length, 1 + 12);
  await tab.page.keyboard.press('ControlOrMeta+c');
  await tab.until(async () => {
    const text = await tab.page.evaluate(() => navigator.clipboard.readText());
    return text.split('\n').length === 12 && text.includes('"session/new"');
  });
  await tab.page.keyboard.press('Escape');
  await tab.page.getByText('frames selected').waitFor({ state: 'detached' });
  await tab.page.keyboard.press('Shift+ArrowDown');
  await tab.page.getByText('2 frames selected').waitFor();
  await tab.close();
});

test('marks and notes stay, and can be filtered', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames?frame=6');
  const other = await Tab.open(browser, scope, '/r/1/frames');
  await tab.selects(6);
  await other.row(6).waitFor();
  await tab.page.keyboard.press('b');
  await tab.row(6).getByRole('img', { name: 'marked' }).waitFor();
  await other.row(6).getByRole('img', { name: 'marked' }).waitFor();
  const note = tab.inspector.getByRole('textbox', { name: 'Note on this frame' });
  await note.fill('the prompt that broke it');
  await note.press('Enter');
  await tab.page.goto(scope.at('/r/1/frames?filter=is%3Amarked'));
  await tab.until(async () => (await numbers(tab)).join() === '6');
  await tab.row(6).click();
  await tab.until(async () => (await note.inputValue()) === 'the prompt that broke it');
  await tab.inspector.getByRole('button', { name: 'Mark this frame' }).click();
  await tab.page.getByRole('heading', { name: 'No frame passes' }).waitFor();
  await other.row(6).getByRole('img', { name: 'marked' }).waitFor({ state: 'detached' });
  assert.deepEqual(tab.complaints, []);
  await other.close();
  await tab.close();
});

test('a filter is kept by name, put in force and forgotten', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames?filter=kind%3Arequest');
  await tab.row(1).waitFor();
  const button = tab.page.getByRole('button', { name: 'Kept filters' });
  const sheet = tab.page.getByRole('region', { name: 'Kept filters' });
  await button.click();
  await sheet.getByText('No filter is kept yet.').waitFor();
  await sheet.getByRole('textbox', { name: 'Name for this filter' }).fill('only requests');
  await tab.page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: /^only requests/ }).waitFor();
  await tab.page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  // Another browser has it, too.
  const other = await Tab.open(browser, scope, '/r/1/frames');
  await other.row(2).waitFor();
  await other.page.getByRole('button', { name: 'Kept filters' }).click();
  const there = other.page.getByRole('region', { name: 'Kept filters' });
  await there.getByRole('button', { name: /^only requests/ }).click();
  await other.isAt('/r/1/frames?filter=kind%3Arequest');
  // The palette has it, from any view.
  await other.page.goto(scope.at('/r/1/state'));
  await other.page.getByText('Protocol version').waitFor();
  await other.page.keyboard.press('Control+k');
  await other.page.keyboard.type('only req');
  await other.page.getByRole('option', { name: /only requests/ }).waitFor();
  await other.page.keyboard.press('Enter');
  await other.isAt('/r/1/frames?filter=kind%3Arequest');
  await other.page.getByRole('button', { name: 'Kept filters' }).click();
  await there.getByRole('button', { name: 'Forget only requests' }).click();
  await there.getByText('No filter is kept yet.').waitFor();
  assert.deepEqual([...tab.complaints, ...other.complaints], []);
  await other.close();
  await tab.close();
});

test('what was searched for is set off in rows and in the JSON', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames?filter=README');
  await tab.page.locator('[role=row] mark').getByText('README').first().waitFor();
  const [first = 0] = await numbers(tab);
  await tab.row(first).click();
  await tab.inspector.locator('.cm-hit').getByText('README').first().waitFor();
  await tab.close();
});

test('a frame is explained and copied in several forms', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames?frame=45&tab=explain');
  await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const words = tab.inspector.getByRole('region', { name: 'What this frame means' });
  await words.getByText('The agent asks the user before a tool runs').waitFor();
  await words.getByText('Yes, this time.').waitFor();
  await words.getByText('What may come next').waitFor();
  await tab.inspector.getByRole('button', { name: 'Copy as' }).click();
  await tab.inspector.getByRole('menuitem', { name: /Markdown/ }).click();
  await tab.until(async () => {
    const text = await tab.page.evaluate(() => navigator.clipboard.readText());
    return text.startsWith('**Frame 45** of Claude Agent') && text.includes('```json');
  });
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});
