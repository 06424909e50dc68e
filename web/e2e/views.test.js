// The moment, the sequence diagram, what each side knows, and the palette.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible } from './axe.js';
import { data, launch, Scope, Tab } from './harness.js';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;

before(async () => {
  browser = await launch();
  scope = await Scope.start([data('claude-tools.jsonl'), data('story.jsonl')]);
});
after(async () => {
  await browser?.close();
  await scope?.stop();
});

const moment = (/** @type {Tab} */ tab) => tab.page.getByRole('slider', { name: 'Moment' });
const feed = (/** @type {Tab} */ tab) => tab.page.getByRole('region', { name: 'Timeline' });
const diagram = (/** @type {Tab} */ tab) =>
  tab.page.getByRole('application', { name: /^Sequence/ });

test('the moment is part of the address, and every view shows the world as of it', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/timeline?at=32');
  await feed(tab).getByText('goes on at this moment').waitFor();
  await feed(tab).locator('.permission').getByText('waiting').waitFor();
  assert.equal(await feed(tab).getByText('The client cancelled').count(), 0);
  assert.equal(await moment(tab).getAttribute('aria-valuenow'), '32');

  await tab.page.getByRole('link', { name: /^Frames/ }).click();
  await tab.row(33).waitFor();
  assert.match((await tab.row(33).getAttribute('class')) ?? '', /later/);
  assert.doesNotMatch((await tab.row(32).getAttribute('class')) ?? '', /later/);
  await tab.page.getByRole('link', { name: 'State' }).click();
  const open = tab.page.getByRole('region', { name: 'Open requests' });
  await open.getByText('session/request_permission').waitFor();
  assert.equal(await open.getByRole('listitem').count(), 2);
  await tab.foot.getByRole('button', { name: 'Present' }).click();
  await open.getByText('Nobody waits for an answer.').waitFor();
  await tab.isAt('/r/2/state');
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('the moment is dragged, stepped and played', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/timeline');
  await feed(tab).waitFor();
  const box = await moment(tab).boundingBox();
  assert.ok(box);
  await tab.page.mouse.move(box.x + box.width * 0.5, box.y + 40);
  await tab.page.mouse.down();
  await tab.page.mouse.move(box.x + box.width * 0.6, box.y + 40, { steps: 5 });
  await tab.page.mouse.up();
  const now = async () => Number(await moment(tab).getAttribute('aria-valuenow'));
  await tab.until(async () => (await now()) > 17 && (await now()) < 50);
  const before = await now();
  await tab.page.keyboard.press('.');
  await tab.until(async () => (await now()) === before + 1);
  await tab.page.keyboard.press(',');
  await tab.until(async () => (await now()) === before);
  await tab.page.keyboard.press('<');
  await tab.until(async () => (await now()) === 17);
  await tab.page.keyboard.press('<');
  await tab.until(async () => (await now()) === 12);
  await moment(tab).focus();
  await tab.page.keyboard.press('Home');
  await tab.until(async () => (await now()) === 1);
  // Played at four times the pace, the idle six seconds cut.
  await tab.page.getByRole('button', { name: 'Speed 1' }).click();
  await tab.page.getByRole('button', { name: 'Speed 2' }).click();
  await tab.page.getByRole('button', { name: 'Play' }).click();
  await tab.until(async () => (await now()) >= 12);
  await tab.page.getByRole('button', { name: 'Pause' }).click();
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('steps by patches follow the selected item', async () => {
  const tab = await Tab.open(
    browser,
    scope,
    '/r/2/timeline?session=sess_044ef662-1152-448f&item=16&at=31',
  );
  await feed(tab).locator('article.selected').waitFor();
  const now = async () => Number(await moment(tab).getAttribute('aria-valuenow'));
  await tab.page.keyboard.press('}');
  await tab.until(async () => (await now()) === 32);
  await tab.page.keyboard.press('}');
  await tab.until(async () => (await now()) === 36);
  await tab.page.keyboard.press('{');
  await tab.until(async () => (await now()) === 32);
  await tab.close();
});

test('the sequence diagram: keys, clicks, zoom, and times beside it', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/sequence');
  await tab.page.getByText('58 frames, silence over 2 s cut').waitFor();
  await tab.page.keyboard.press('g');
  await tab.isAt('/r/2/sequence?frame=1');
  await tab.inspector.getByRole('heading', { name: 'initialize' }).waitFor();
  await tab.page.keyboard.press('j');
  await tab.isAt('/r/2/sequence?frame=2');
  await tab.page.keyboard.press('[');
  await tab.isAt('/r/2/sequence?frame=1');
  // Three chunks are one row: from frame 28 the next is 31.
  await tab.page.goto(scope.at('/r/2/sequence?frame=28'));
  await tab.page.getByText('58 frames, silence over 2 s cut').waitFor();
  await tab.until(async () => (await diagram(tab).evaluate((e) => e.scrollTop)) > 0);
  await tab.page.keyboard.press('j');
  await tab.isAt('/r/2/sequence?frame=31');
  await diagram(tab).click({ position: { x: 300, y: 60 } });
  await tab.until(async () => !tab.page.url().includes('frame=31'));
  await tab.page.getByRole('button', { name: 'Fit' }).click();
  await tab.until(async () => diagram(tab).evaluate((e) => e.scrollHeight <= e.clientHeight + 30));
  if ((await tab.page.getByRole('region', { name: 'Times' }).count()) === 0) {
    await tab.page.getByRole('button', { name: 'Times' }).click();
  }
  const times = tab.page.getByRole('region', { name: 'Times' });
  await times.getByRole('button', { name: /session\/prompt/ }).click();
  await tab.isAt('/r/2/sequence?frame=17');
  await times.getByRole('img', { name: /Human 7\.91 s/ }).waitFor();
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('what each side knows', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/state');
  const known = tab.page.getByRole('region', { name: 'What each side knows' });
  await known.getByText('Protocol version 1').waitFor();
  await known.getByText('fs/read_text_file').waitFor();
  await known.getByRole('img', { name: /now 34400 of 200000 tokens/ }).waitFor();
  await known.getByText('/review').waitFor();
  await known.getByRole('button', { name: 'Edit the README' }).click();
  await tab.isAt('/r/2/timeline?session=sess_044ef662-1152-448f');
  await tab.close();
});

test('findings of the side at fault that is chosen', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/findings');
  const sides = tab.page.getByRole('group', { name: 'Show findings by side at fault' });
  const rules = tab.page.locator('main section');
  await sides.getByRole('button', { name: /^Zed/ }).waitFor();
  const all = await rules.count();
  assert.ok(all > 1, `${all} rules`);
  await sides.getByRole('button', { name: /^Claude Agent/ }).click();
  await tab.until(async () => (await rules.count()) === 1);
  assert.match(await rules.first().innerText(), /Zed/);
  await sides.getByRole('button', { name: /^Claude Agent/ }).click();
  await tab.until(async () => (await rules.count()) === all);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('the palette goes anywhere', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/timeline');
  await feed(tab).waitFor();
  const dialog = tab.page.getByRole('dialog', { name: 'Go to' });
  const go = async (/** @type {string} */ typed) => {
    await tab.page.keyboard.press('Control+k');
    await dialog.waitFor();
    await tab.page.keyboard.type(typed);
    await dialog.getByRole('option').first().waitFor();
    await tab.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  };
  await go('seq');
  await tab.isAt('/r/2/sequence');
  await go('33');
  await tab.isAt('/r/2/frames?frame=33');
  await go('turn 2');
  await tab.isAt('/r/2/timeline?session=sess_044ef662-1152-448f&item=9');
  await go('theme dark');
  assert.equal(await tab.page.locator('html').getAttribute('data-theme'), 'dark');
  await go('as of frame 2');
  await tab.page.keyboard.press('Control+k');
  await tab.page.keyboard.type('20');
  await tab.page.keyboard.press('ArrowDown');
  await tab.page.keyboard.press('Enter');
  await tab.until(async () => tab.page.url().includes('at=20'));
  await tab.page.keyboard.press('Control+k');
  await dialog.waitFor();
  await tab.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing, ${colorScheme}`, async () => {
    const tab = await Tab.open(browser, scope, '/r/2/sequence', { colorScheme, bypassCSP: true });
    await tab.page.getByText('58 frames, silence over 2 s cut').waitFor();
    await tab.page.getByRole('button', { name: 'Times' }).click();
    await accessible(tab, 'sequence');
    await tab.page.goto(scope.at('/r/2/state?at=32'));
    await tab.page.getByText('Protocol version').waitFor();
    await accessible(tab, 'state');
    await tab.page.goto(scope.at('/r/2/frames?at=20'));
    await tab.row(25).waitFor();
    await accessible(tab, 'frames at a moment');
    await tab.page.keyboard.press('Control+k');
    await tab.page.getByRole('dialog', { name: 'Go to' }).waitFor();
    await accessible(tab, 'palette');
    await tab.close();
  });
}
