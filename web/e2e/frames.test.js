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

test('opens on the newest recording and says so in the address', async () => {
  const tab = await Tab.open(browser, scope);
  await tab.page.getByRole('region', { name: 'Timeline' }).waitFor();
  await tab.isAt('/r/2/timeline');
  await tab.page.getByRole('link', { name: /^Frames/ }).click();
  await tab.row(1).waitFor();
  await tab.isAt('/r/2/frames');
  assert.equal(await tab.rail.locator('a[aria-current=true]').count(), 1);
  await tab.page.getByRole('heading', { level: 1 }).getByText('Claude Agent').waitFor();
  assert.match(await tab.page.title(), /Claude Agent · acp-scope/);
  assert.match(await tab.row(2).innerText(), /response[\s\S]*re initialize/);
  assert.equal(await tab.page.getByRole('grid').getAttribute('aria-rowcount'), '53');
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('a click selects a frame, tints its other half and opens it', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/frames');
  await tab.row(1).click();
  await tab.selects(1);
  await tab.page.locator('[role=row][data-n="2"].paired.by-agent').waitFor();
  await tab.inspector.getByRole('heading', { name: 'initialize' }).waitFor();
  await tab.inspector.locator('.cm-content').getByText('"protocolVersion"').waitFor();
  await tab.isAt('/r/2/frames?frame=1');
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('JSON, raw and pair', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/frames?frame=1');
  const { inspector } = tab;
  await inspector.getByRole('tab', { name: 'Raw' }).click();
  const raw = inspector.getByRole('region', { name: 'Exact bytes' });
  await raw.getByText('{"jsonrpc":"2.0","id":0,"method":"initialize"').waitFor();
  assert.match(await raw.innerText(), /then a line feed/);
  await tab.isAt('/r/2/frames?frame=1&tab=raw');

  await inspector.getByRole('tab', { name: 'Pair 2' }).click();
  await inspector.getByText(/^Claude Agent answered after/).waitFor();
  await inspector.getByRole('button', { name: '2', exact: true }).click();
  await tab.selects(2);
  await inspector.getByRole('heading', { name: 'Response to initialize' }).waitFor();
  await tab.isAt('/r/2/frames?frame=2&tab=pair');
  await tab.close();
});

test('a link opens what it says, also after a reload', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/frames?frame=100&tab=raw');
  for (let round = 0; round < 2; round += 1) {
    await tab.selects(100);
    await tab.inspector.getByText('frame 100').waitFor();
    const raw = tab.inspector.getByRole('tab', { name: 'Raw' });
    assert.equal(await raw.getAttribute('aria-selected'), 'true');
    await tab.isAt('/r/2/frames?frame=100&tab=raw');
    await tab.page.reload();
  }
  await tab.close();
});

test('back and forward retrace jumps and recordings', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/frames');
  await tab.row(3).click();
  await tab.selects(3);
  await tab.rail.getByRole('link', { name: /gemini/i }).click();
  await tab.isAt('/r/1/frames');
  await tab.page.getByRole('link', { name: /^Stderr/ }).click();
  await tab.isAt('/r/1/stderr');
  await tab.page.goBack();
  await tab.isAt('/r/1/frames');
  await tab.page.goBack();
  await tab.isAt('/r/2/frames?frame=3');
  await tab.selects(3);
  await tab.page.goForward();
  await tab.isAt('/r/1/frames');
  assert.equal(await tab.selected.count(), 0);
  await tab.close();
});

test('the agent’s stderr has a view of its own', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/stderr');
  const lines = tab.page.getByRole('region', { name: 'Lines that the agent wrote to stderr' });
  await lines.getByText('[session/create]').first().waitFor();
  assert.equal(await lines.getByRole('listitem').count(), 13);
  await tab.close();
});

test('the rail is searched by what a person remembers', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/stderr');
  await tab.rail.getByRole('link', { name: /gemini/i }).waitFor();
  await tab.page.keyboard.press('/');
  await tab.page.keyboard.type('gemini');
  await tab.until(async () => (await tab.rail.getByRole('listitem').count()) === 1);
  await tab.page.keyboard.press('Enter');
  await tab.isAt('/r/1/stderr');
  await tab.rail.getByRole('searchbox').fill('nothing like it');
  await tab.rail.getByText('No recording matches').waitFor();
  await tab.close();
});

test('a tour by keyboard', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/frames');
  await tab.row(1).waitFor();
  const press = (/** @type {string} */ key) => tab.page.keyboard.press(key);
  await press('j');
  await tab.selects(1);
  // The other half is known once the frame is read.
  const paired = (/** @type {number} */ n) =>
    tab.page.locator(`[role=row][data-n="${n}"].paired`).waitFor();
  await paired(2);
  await press(']');
  await tab.selects(2);
  await paired(1);
  await press('[');
  await tab.selects(1);
  await press('j');
  await press('ArrowDown');
  await tab.selects(3);
  await press('k');
  await press('ArrowUp');
  await tab.selects(1);
  await press('PageDown');
  await tab.until(async () => Number(await tab.selected.getAttribute('data-n')) > 20);
  await press('PageUp');
  await tab.selects(1);
  await press('Shift+G');
  await tab.selects(118);
  await press('Home');
  await tab.selects(1);
  await press('End');
  await tab.selects(118);
  await press('g');
  await tab.selects(1);
  await press('Enter');
  const focus = () => tab.page.evaluate(() => document.activeElement?.getAttribute('role'));
  assert.equal(await focus(), 'tab');
  await press('ArrowRight');
  await tab.isAt('/r/2/frames?frame=1&tab=raw');
  await press('Escape');
  assert.equal(await focus(), 'grid');
  await press('Escape');
  await tab.until(async () => (await tab.selected.count()) === 0);
  await press('?');
  await tab.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await press('j');
  assert.equal(await tab.selected.count(), 0);
  await press('Escape');
  await tab.page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('light and dark: the system’s choice, then the reader’s', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/frames', { colorScheme: 'dark' });
  await tab.row(1).waitFor();
  const canvas = () => tab.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await canvas();
  const toggle = tab.page.getByRole('button', { name: /^Theme/ });
  await toggle.click();
  const light = await canvas();
  assert.notEqual(light, dark);
  await tab.page.reload();
  await tab.row(1).waitFor();
  assert.equal(await canvas(), light);
  await tab.close();
});

test('addresses that lead nowhere say so', async () => {
  const tab = await Tab.open(browser, scope, '/r/99/frames');
  await tab.page.getByRole('heading', { name: 'There is no recording 99' }).waitFor();
  await tab.page.getByRole('button', { name: /^Open the newest/ }).click();
  await tab.isAt('/r/2/frames');
  await tab.page.goto(scope.at('/nowhere'));
  await tab.page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  await tab.page.goto(scope.at('/r/2/frames?frame=5000'));
  await tab.inspector.getByText('Frame 5000 cannot be shown').waitFor();
  await tab.close();
});

test('at 200 % the sides are drawers', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/frames', {
    viewport: { width: 640, height: 400 },
  });
  await tab.row(1).click();
  await tab.inspector.getByRole('heading', { name: 'initialize' }).waitFor();
  await tab.page.keyboard.press('Escape');
  await tab.inspector.waitFor({ state: 'hidden' });
  await tab.page.getByRole('button', { name: 'Recordings' }).click();
  await tab.rail.getByRole('link', { name: /gemini/i }).click();
  await tab.isAt('/r/1/frames');
  await tab.rail.waitFor({ state: 'hidden' });
  const wide = await tab.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false);
  await tab.close();
});
