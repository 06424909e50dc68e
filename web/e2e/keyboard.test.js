// One tour through every region and view without a mouse. At each stop the focus must be seen.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

/**
 * What has the focus, and whether a reader can see that it does: an outline of its own or of what holds it, inside of
 * the window and on top of all else.
 * @param {Tab} tab
 */
const focused = (tab) =>
  tab.page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement || at instanceof SVGElement) || at === document.body)
      return null;
    const outlined = (/** @type {Element} */ e) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(e);
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1)
        return !/, 0\)$/.test(outlineColor);
      // The fields of searches and filters have their ring around them and their icon.
      return /0px 0px 0px [1-9]\d*px inset/.test(getComputedStyle(e).boxShadow);
    };
    let seen = outlined(at);
    // A field draws the outline around itself and its icon; an editor around all of it.
    for (let e = at.parentElement, i = 0; e !== null && i < 4 && !seen; e = e.parentElement, i += 1)
      seen = outlined(e);
    const box = at.getBoundingClientRect();
    const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 2);
    const y = Math.min(Math.max(box.top + Math.min(box.height / 2, 12), 1), innerHeight - 2);
    const top = document.elementFromPoint(x, y);
    return {
      what: `${at.tagName} ${at.getAttribute('role') ?? ''} ${at.getAttribute('class') ?? ''} ${at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 60)}`,
      region:
        at.closest('dialog')?.tagName ??
        at.closest('header, aside, main, footer, nav')?.tagName ??
        '',
      seen,
      inside: box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight,
      cover:
        top !== null && (at.contains(top) || top.contains(at))
          ? null
          : `${top?.tagName} ${top?.getAttribute('class')} at ${x}, ${y}`,
    };
  });

/** @param {Tab} tab @param {string} where */
async function stands(tab, where) {
  const at = await focused(tab);
  assert.ok(at, `${where}: nothing has the focus`);
  assert.ok(at.seen, `${where}: the focus is not seen on ${at.what}`);
  assert.ok(at.inside, `${where}: the focus is out of sight on ${at.what}`);
  assert.equal(at.cover, null, `${where}: something covers the focus on ${at.what}`);
  return at;
}

/**
 * Presses Tab until something has the focus; every stop on the way must be seen, too.
 * @param {Tab} tab @param {string} selector
 */
async function tabTo(tab, selector) {
  for (let i = 0; i < 150; i += 1) {
    await tab.page.keyboard.press('Tab');
    const there = await tab.page.evaluate((s) => document.activeElement?.matches(s), selector);
    // Behind the last control the browser's own come.
    if ((await focused(tab)) !== null) await stands(tab, `on the way to ${selector}`);
    if (there) return;
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

test('all of the page is reached and used by keys alone', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/timeline');
  // Not even by accident.
  tab.page.mouse.click = tab.page.mouse.move = () => assert.fail('this tour has no mouse');
  const press = (/** @type {string} */ key) => tab.page.keyboard.press(key);
  const type = (/** @type {string} */ text) => tab.page.keyboard.type(text);
  const dialog = (/** @type {string | RegExp} */ name) => tab.page.getByRole('dialog', { name });
  const path = () => new URL(tab.page.url()).pathname;
  const param = (/** @type {string} */ name) => new URL(tab.page.url()).searchParams.get(name);
  const leads = (/** @type {() => boolean} */ what) => tab.until(async () => what());
  await tab.page.getByRole('region', { name: 'Timeline' }).waitFor();

  // Around the page once: each region has a stop.
  const regions = new Set();
  for (let i = 0; i < 150; i += 1) {
    await press('Tab');
    if ((await focused(tab)) === null) break;
    regions.add((await stands(tab, 'around the page')).region);
  }
  for (const region of ['HEADER', 'NAV', 'ASIDE', 'MAIN', 'FOOTER'])
    assert.ok(regions.has(region), `${region} is not reached: ${[...regions]}`);

  // The rail: another recording and back.
  await tabTo(tab, 'aside.rail a[href*="/r/1"]');
  await press('Enter');
  await leads(() => path() === '/r/1/timeline');
  await tabTo(tab, 'aside.rail a[href*="/r/2"]');
  await press('F2');
  await dialog('Name and tags').waitFor();
  await stands(tab, 'name and tags');
  await press('Escape');
  await dialog('Name and tags').waitFor({ state: 'detached' });
  await stands(tab, 'behind name and tags');
  await press('Enter');
  await leads(() => path() === '/r/2/timeline');

  // Timeline: an item, its tabs and its history, a frame of it, and back.
  await tab.page.getByRole('region', { name: 'Timeline' }).locator('[data-item]').first().waitFor();
  await tabTo(tab, '[aria-label=Timeline]');
  await press('ArrowDown');
  await leads(() => param('item') !== null);
  await press('ArrowDown');
  await press('t');
  await leads(() => path() === '/r/2/frames' && param('frame') !== null);
  await press('t');
  await leads(() => path() === '/r/2/timeline');

  // Frames: to a row, into the inspector, through its tabs, back, and by the filter.
  await tabTo(tab, 'nav a[href*="/frames"]');
  await press('Enter');
  await leads(() => path() === '/r/2/frames');
  await tab.row(1).waitFor();
  await tabTo(tab, '[role=grid]');
  await press('Home');
  await tab.selects(1);
  await press('Enter');
  for (const name of ['Raw', 'Pair', 'Explain', 'JSON']) {
    await stands(tab, `inspector, before ${name}`);
    await press('ArrowRight');
    await tab.inspector.locator('[role=tab][aria-selected=true]', { hasText: name }).waitFor();
  }
  await press('Escape');
  assert.match((await stands(tab, 'back in the list')).what, / grid /);
  await press('/');
  await stands(tab, 'filter');
  await type('kind:error');
  await leads(() => param('filter') === 'kind:error');
  await press('Control+a');
  await press('Backspace');
  await leads(() => param('filter') === null);
  await press('Escape');
  await tabTo(tab, 'button[aria-label="Kept filters"]');
  await press('Enter');
  await tab.page.getByRole('region', { name: 'Kept filters' }).waitFor();
  await press('Escape');
  await stands(tab, 'behind the kept filters');

  // Sequence.
  await tabTo(tab, 'nav a[href*="/sequence"]');
  await press('Enter');
  await tab.page.getByText('58 frames, silence over 2 s cut').waitFor();
  await tabTo(tab, '[role=application]');
  await press('ArrowDown');
  await leads(() => param('frame') !== null);
  await press('+');
  await press('-');
  await stands(tab, 'sequence');

  // Findings: to the frame of one.
  await tabTo(tab, 'nav a[href*="/findings"]');
  await press('Enter');
  await leads(() => path() === '/r/2/findings');
  await tab.page.locator('main').getByRole('button').first().waitFor();
  const before = param('frame');
  await press('f');
  await leads(() => param('frame') !== before);

  // State, stderr.
  await tabTo(tab, 'nav a[href*="/state"]');
  await press('Enter');
  await tab.page.getByText('Protocol version').waitFor();
  await tabTo(tab, 'main *');
  await tabTo(tab, 'nav a[href*="/stderr"]');
  await press('Enter');
  await leads(() => path() === '/r/2/stderr');

  // The moment: by the slider and by its buttons.
  await tabTo(tab, '[role=slider]');
  await press('Home');
  await leads(() => param('at') === '1');
  await press('ArrowRight');
  await leads(() => param('at') === '2');
  await press('End');
  await leads(() => param('at') === null);
  await press(',');
  await leads(() => param('at') === '57');
  await tabTo(tab, 'footer button');
  await press('e');
  await leads(() => param('at') === null);

  // Search over all recordings, to a hit, and back.
  await press('s');
  await leads(() => param('search') !== null);
  await stands(tab, 'search');
  await type('README');
  const hits = tab.page.locator('main a[href*="/frames?"]');
  await hits.first().waitFor();
  await tabTo(tab, 'main a[href*="/frames?"]');
  await press('Enter');
  await leads(() => param('search') === null && path().endsWith('/frames'));
  // A browser without a window knows no Alt and Left.
  await tab.page.goBack();
  await leads(() => param('search') === 'README');
  await press('Escape');
  await press('Escape');
  await leads(() => param('search') === null);

  // Dialogs open by keys, hold the focus, and give it back: one that another has opened, too.
  await tabTo(tab, 'aside.rail a[href*="/r/2"]');
  const left = await stands(tab, 'before the palette');
  const back = () => tab.until(async () => (await focused(tab))?.what === left.what);
  await press('Control+k');
  await dialog('Go to').waitFor();
  await stands(tab, 'palette');
  await type('export this');
  await press('Enter');
  await dialog(/^Export/).waitFor();
  for (let i = 0; i < 12; i += 1) {
    await press('Tab');
    const at = await focused(tab);
    // The browser's own controls are between the last and the first.
    if (at !== null) assert.match((await stands(tab, 'export')).region, /DIALOG/);
  }
  await press('Escape');
  await dialog(/^Export/).waitFor({ state: 'detached' });
  await back();
  await press('?');
  await dialog('Keyboard shortcuts').waitFor();
  await stands(tab, 'shortcuts');
  await press('Escape');
  await dialog('Keyboard shortcuts').waitFor({ state: 'detached' });
  await back();
  await tabTo(tab, 'header button[aria-label^="Theme"], header button[aria-label*="heme"]');
  const theme = await tab.page.locator('html').getAttribute('data-theme');
  await press('Enter');
  await tab.until(
    async () => (await tab.page.locator('html').getAttribute('data-theme')) !== theme,
  );
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});
