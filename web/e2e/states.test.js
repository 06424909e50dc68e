// What the page looks like when things are open, empty, slow, broken, still or large: what axe says about each, that
// nothing moves for those who want less motion, and that every view can be used at 200 %.

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

/** What each view shows when it is there. @type {Record<string, string>} */
const VIEWS = {
  '/r/2/timeline': '[aria-label=Timeline] [data-item]',
  '/r/2/frames': '[role=row][data-n="1"]',
  '/r/2/sequence': '[role=application]',
  '/r/2/findings': 'main section, main h2, main h3',
  '/r/2/state': '.state',
  '/r/1/stderr': 'main',
  '/r/1/timeline?search=README': 'main mark',
};

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing on what opens, ${colorScheme}`, async () => {
    const tab = await Tab.open(browser, scope, '/r/2/frames?filter=kind%3Arequest', {
      colorScheme,
      bypassCSP: true,
    });
    await tab.row(1).waitFor();
    const kept = tab.page.getByRole('button', { name: 'Kept filters' });
    await kept.click();
    const sheet = tab.page.getByRole('region', { name: 'Kept filters' });
    await sheet.getByText('No filter is kept yet.').waitFor();
    await accessible(tab, 'no kept filters');
    await sheet.getByRole('textbox').fill('requests');
    await tab.page.keyboard.press('Enter');
    await sheet.getByRole('button', { name: /^requests/ }).waitFor();
    await accessible(tab, 'kept filters');
    await sheet.getByRole('button', { name: 'Forget requests' }).click();
    await sheet.getByText('No filter is kept yet.').waitFor();

    await tab.page.goto(scope.at('/r/2/timeline?session=sess_044ef662-1152-448f&item=16'));
    await tab.page.locator('[data-item="16"]').waitFor();
    await tab.page.keyboard.press('b');
    await tab.inspector.getByRole('textbox', { name: 'Note on this item' }).waitFor();
    await accessible(tab, 'the note of an item');
    await tab.inspector.getByRole('textbox', { name: 'Note on this item' }).fill('a note');
    await accessible(tab, 'the note of an item, written');
    await tab.page.keyboard.press('Escape');
    await tab.inspector.getByRole('button', { name: 'Mark this item' }).click();

    await tab.page.getByRole('button', { name: 'Export this recording' }).click();
    await tab.page.getByRole('dialog', { name: /^Export/ }).waitFor();
    await accessible(tab, 'export');
    await tab.page.keyboard.press('Escape');
    await tab.page.keyboard.press('Control+k');
    await tab.page.getByRole('dialog', { name: 'Go to' }).waitFor();
    await tab.page.keyboard.type('tim');
    await accessible(tab, 'palette');
    await tab.page.keyboard.press('Escape');
    await tab.page.keyboard.press('?');
    await tab.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await accessible(tab, 'shortcuts');
    await tab.close();
  });

  test(`axe finds nothing on what is empty, slow or broken, ${colorScheme}`, async () => {
    const tab = await Tab.open(browser, scope, '/r/2/frames?filter=id%3A99999', {
      colorScheme,
      bypassCSP: true,
    });
    await tab.page
      .getByText(/No frame|Nothing|no frame/)
      .first()
      .waitFor();
    await accessible(tab, 'no frame passes');
    await tab.page.goto(scope.at('/r/1/timeline?search=nothing-like-it-anywhere'));
    await tab.page
      .locator('main')
      .getByText(/nothing|no /i)
      .first()
      .waitFor();
    await accessible(tab, 'nothing is found');

    /** @type {(() => void)[]} */
    const held = [];
    const slow = /\/api\/recordings\/\d+\/(frames|sessions|timeline|state|columns|findings)\b/;
    await tab.page.route(slow, (route) =>
      new Promise((done) => held.push(() => done(undefined))).then(() =>
        route.abort().catch(() => undefined),
      ),
    );
    for (const view of ['timeline', 'frames', 'sequence', 'state', 'findings']) {
      await tab.page.goto(scope.at(`/r/2/${view}`));
      await tab.page.getByRole('heading', { level: 1 }).first().waitFor();
      await tab.until(async () => held.length > 0);
      await accessible(tab, `${view}, reading`);
      held.splice(0).forEach((done) => done());
    }
    await tab.page.unroute(slow);
    await tab.page.route(slow, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          title: 'Internal',
          status: 500,
          detail: 'The database is damaged.',
        }),
      }),
    );
    for (const view of ['timeline', 'frames', 'sequence', 'state', 'findings']) {
      await tab.page.goto(scope.at(`/r/2/${view}`));
      await tab.page.getByText('The database is damaged.').first().waitFor();
      await accessible(tab, `${view}, failed`);
    }
    await tab.close();
  });

  test(`axe finds nothing without the server, ${colorScheme}`, async () => {
    const own = await Scope.start([data('story.jsonl')]);
    const tab = await Tab.open(browser, own, '/r/1/frames', { colorScheme, bypassCSP: true });
    await tab.row(1).waitFor();
    own.server?.kill();
    await tab.foot.getByText('Disconnected from acp-scope').waitFor();
    await accessible(tab, 'disconnected');
    await tab.close();
    await own.stop();
  });
}

test('nothing moves for those who want less motion', async () => {
  const live = await Scope.start([data('story.jsonl')]);
  const talk = live.record();
  await talk.request('initialize', { protocolVersion: 1 });
  /** @param {'reduce' | 'no-preference'} reducedMotion */
  const look = async (reducedMotion) => {
    const tab = await Tab.open(browser, live, '/r/2/timeline', { reducedMotion });
    await tab.page.evaluate(() => {
      // Whoever scrolls smoothly says so.
      const smooth = /** @type {string[]} */ ([]);
      for (const name of /** @type {const} */ (['scrollIntoView', 'scrollTo', 'scrollBy'])) {
        const own = /** @type {any} */ (Element.prototype)[name];
        /** @type {any} */ (Element.prototype)[name] = function (/** @type {any[]} */ ...how) {
          if (how.some((h) => h?.behavior === 'smooth')) smooth.push(name);
          return own.apply(this, how);
        };
      }
      Object.assign(window, { smooth });
    });
    /** @type {string[]} */ const moving = [];
    const note = async (/** @type {string} */ where) => {
      const found = await tab.page.evaluate(() => {
        const out = document
          .getAnimations()
          .filter((a) => a.playState === 'running')
          .map((a) => `animation ${/** @type {any} */ (a).animationName ?? ''}`);
        for (const element of document.querySelectorAll('*')) {
          for (const pseudo of [undefined, '::before', '::after']) {
            const style = getComputedStyle(element, pseudo);
            if (style.animationName !== 'none') out.push(`animation ${style.animationName}`);
            if (/[1-9]/.test(style.transitionDuration))
              out.push(`transition on ${element.tagName}`);
          }
          if (getComputedStyle(element).scrollBehavior === 'smooth') out.push('smooth scrolling');
        }
        return [...out, .../** @type {any} */ (window).smooth];
      });
      moving.push(...found.map((/** @type {string} */ what) => `${where}: ${what}`));
    };
    await tab.rail.getByRole('img', { name: 'live' }).waitFor();
    await note('live');
    // What pulses is drawn by our own clock: a look at it over some beats.
    const beats = await tab.page.evaluate(
      () =>
        new Promise((done) => {
          const seen = new Set();
          const end = performance.now() + 2_600;
          const look = () => {
            const dot = document.querySelector('[role=img][aria-label=live]');
            if (dot) seen.add(dot.className);
            if (performance.now() < end) requestAnimationFrame(look);
            else done(seen.size);
          };
          look();
        }),
    );
    for (const view of ['frames', 'sequence', 'findings', 'state', 'stderr', 'timeline']) {
      await tab.page.locator(`nav a[href*="/${view}"]`).click();
      await note(view);
    }
    await tab.rail.getByRole('link').last().click();
    await tab.page.locator('[data-item]').first().waitFor();
    await tab.page.keyboard.press('Shift+G');
    await tab.page.keyboard.press('g');
    await note('timeline, walked');
    await tab.page.keyboard.press('Control+k');
    await tab.page.getByRole('dialog', { name: 'Go to' }).waitFor();
    await note('palette');
    await tab.page.keyboard.press('Escape');
    await tab.page.keyboard.press('?');
    await tab.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await note('shortcuts');
    await tab.close();
    return { moving, beats };
  };
  const still = await look('reduce');
  assert.deepEqual(still.moving, []);
  assert.equal(still.beats, 1, 'the dot stands still');
  const usual = await look('no-preference');
  assert.equal(usual.beats, 2, 'the dot pulses for all others');
  await talk.end();
  await live.stop();
});

for (const [path, shown] of Object.entries(VIEWS)) {
  test(`at 200 % ${path} is usable`, async () => {
    // 1280×800 at 200 %.
    const tab = await Tab.open(browser, scope, path, {
      viewport: { width: 640, height: 400 },
      deviceScaleFactor: 2,
    });
    await tab.page.locator(shown).first().waitFor();
    const found = await tab.page.evaluate(() => {
      const main = document.querySelector('main')?.getBoundingClientRect();
      const cut = [];
      // A control that can be seen in part only cannot be used; what scrolls may be scrolled to.
      for (const e of document.querySelectorAll('header.top button, header.top a, footer button')) {
        if (!e.checkVisibility({ visibilityProperty: true })) continue;
        const box = e.getBoundingClientRect();
        if (box.width === 0) continue;
        const scrolls = e.closest('nav');
        const out = box.right > innerWidth + 1 || box.left < -1 || box.bottom > innerHeight + 1;
        if (out && !(scrolls && scrolls.scrollWidth > scrolls.clientWidth))
          cut.push(e.getAttribute('aria-label') ?? e.textContent?.trim());
      }
      return {
        wide: document.documentElement.scrollWidth > innerWidth,
        tall: document.documentElement.scrollHeight > innerHeight + 1,
        main: main ? [main.width, main.height] : [0, 0],
        cut,
      };
    });
    assert.equal(found.wide, false, 'the page scrolls sideways');
    assert.equal(found.tall, false, 'the page scrolls as a whole');
    assert.deepEqual(found.cut, [], 'controls are cut');
    const [width = 0, height = 0] = found.main;
    assert.ok(width >= 600 && height >= 200, `the view has ${width}×${height}`);
    // The other views are reached from here.
    await tab.page.locator('nav a[href*="/state"]').click();
    await tab.page.locator('.state').waitFor();
    assert.deepEqual(tab.complaints, []);
    await tab.close();
  });
}
