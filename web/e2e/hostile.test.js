import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { data, launch, Scope, Tab } from './harness.js';
import { writeHostile } from './hostile.js';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;
/** @type {string} */ let folder;
/** What turns the direction of writing. @type {string[]} */ let turning;

before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'acp-scope-hostile-'));
  const file = join(folder, '<img src=x onerror=window.pwned=11>.acp.jsonl');
  turning = await writeHostile(file);
  scope = await Scope.start([data('claude-tools.jsonl'), file]);
});
after(async () => {
  await browser?.close();
  await scope?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A tab at which every dialog is kept. @param {string} path @param {object} [options] */
async function open(path, options = {}) {
  const tab = await Tab.open(browser, scope, path, options);
  tab.page.on('dialog', (dialog) => {
    tab.complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  tab.page.on('popup', (popup) => tab.complaints.push(`popup: ${popup.url()}`));
  return tab;
}

const squeezed = (/** @type {string} */ text) => text.replace(/\s/g, '');

/** Nothing ran, nothing was fetched, nothing lies beside its place. @param {Tab} tab @param {string} where */
async function unharmed(tab, where) {
  const { origin } = new URL(scope.url);
  const foreign = tab.requests.filter((u) => !u.startsWith(origin) && !u.startsWith('data:'));
  assert.deepEqual(foreign, [], where);
  assert.deepEqual(tab.complaints, [], where);
  const found = await tab.page.evaluate((turning) => {
    /** What sticks out of a region and is not clipped in it. */
    const sticking = [];
    for (const region of document.querySelectorAll('.page > *, dialog[open]')) {
      const box = region.getBoundingClientRect();
      if (box.width === 0) continue;
      if (box.left < -1 || box.right > innerWidth + 1) sticking.push(`${region.className} itself`);
      if (region.scrollWidth > region.clientWidth + 1) {
        sticking.push(`${region.tagName}.${region.className} scrolls`);
      }
      for (const e of region.querySelectorAll('*')) {
        const { left, right, width } = e.getBoundingClientRect();
        if (width === 0 || (left >= box.left - 1 && right <= box.right + 1)) continue;
        let up = e.parentElement;
        while (up && up !== region && getComputedStyle(up).overflowX === 'visible') {
          up = up.parentElement;
        }
        const clipped = up !== null && getComputedStyle(up).overflowX !== 'visible';
        if (!clipped) sticking.push(`${e.tagName}.${e.className} in ${region.className}`);
      }
    }
    // Overrides of the direction of writing must not reach beyond what they stand in.
    const turned = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!/[\u202a-\u202e\u2066-\u2069]/.test(text.textContent ?? '')) continue;
      for (let e = text.parentElement; e; e = e.parentElement) {
        const { display, unicodeBidi } = getComputedStyle(e);
        if (/isolate|plaintext/.test(unicodeBidi) || e.closest('pre, .markdown, .cm-editor')) break;
        if (display === 'inline' || display === 'contents') continue;
        // A paragraph by itself may turn around, but then no word of ours may stand in it.
        const words = (e.innerText ?? '').replace(/\s/g, '').replace(/^[“…]+|[”…]+$/g, '');
        if (!turning.some((t) => t.includes(words))) {
          turned.add(`${e.tagName}.${e.className}: ${e.innerText.slice(0, 80)}`);
        }
        break;
      }
    }
    return {
      pwned: /** @type {any} */ (window).pwned,
      polluted: /** @type {any} */ ({}).polluted,
      wide: document.documentElement.scrollWidth > innerWidth,
      sticking: sticking.slice(0, 5),
      turned: [...turned],
      links: [...document.querySelectorAll('a[href]')]
        .map((a) => /** @type {HTMLAnchorElement} */ (a))
        .filter((a) => a.origin !== location.origin)
        .filter((a) => !/^(https?|mailto):/.test(a.href) || !/noopener/.test(a.rel))
        .map((a) => a.href.slice(0, 100)),
      made: document.querySelectorAll(
        'main script, main iframe, main style, main link, aside script',
      ).length,
      failed: document.body.innerText.includes('This part of the page has failed'),
    };
  }, turning.map(squeezed));
  assert.deepEqual(
    found,
    {
      pwned: undefined,
      polluted: undefined,
      wide: false,
      sticking: [],
      turned: [],
      links: [],
      made: 0,
      failed: false,
    },
    where,
  );
}

/** The open panel of the inspector has read what it shows. @param {Tab} tab */
async function settled(tab) {
  await tab.until(async () => {
    const text = await tab.page.locator('body').innerText();
    return !/Reading (frame \d+)?…|^reading…$/m.test(text);
  });
}

for (const view of ['timeline', 'sequence', 'state', 'findings', 'stderr']) {
  test(`${view}: nothing runs, nothing is fetched, nothing breaks the layout`, async () => {
    const tab = await open(`/r/2/${view}`);
    const main = tab.page.locator('main');
    await main.locator('article, canvas, section, ol li').first().waitFor();
    await settled(tab);
    await unharmed(tab, 'as it opens');
    if (view === 'timeline') {
      // Through all of it, opening what can be opened.
      for (let step = 0; step < 200; step += 1) {
        await tab.page.keyboard.press('j');
        await tab.page.keyboard.press('ArrowRight');
        const inner = main.locator('article.selected details:not([open]) > summary');
        if ((await inner.count()) > 0) await inner.first().click();
        if (step % 20 === 19) await unharmed(tab, `item ${step}`);
      }
      await tab.page.keyboard.press('Shift+G');
      await main.getByLabel('End of turn 1').waitFor();
      assert.ok(tab.requests.some((u) => u.includes('/patches')));
    } else {
      for (const button of await main.locator('summary, button[aria-expanded=false]').all()) {
        await button.click({ timeout: 500 }).catch(() => undefined);
      }
      await tab.page.keyboard.press('Shift+G');
    }
    await settled(tab);
    await unharmed(tab, 'at its end');
    await tab.close();
  });
}

for (const tabName of ['explain', 'json', 'raw', 'pair']) {
  test(`frames, ${tabName}: every frame can be looked at`, async () => {
    const tab = await open(`/r/2/frames?frame=1&tab=${tabName}&runs=open`);
    await tab.selects(1);
    const last = Number((await tab.foot.innerText()).match(/of (\d+)/)?.[1]);
    assert.ok(last > 100, `${last} frames`);
    for (let n = 1; n <= last; n += 1) {
      await tab.selects(n);
      if (n % 7 === 0 || n > last - 8) {
        await settled(tab);
        await unharmed(tab, `frame ${n}`);
      }
      if (n < last) await tab.page.keyboard.press('j');
    }
    await tab.close();
  });
}

test('the narrow page, the palette and the dialogs', async () => {
  const tab = await open('/r/2/timeline', { viewport: { width: 640, height: 400 } });
  await tab.page.locator('main article').first().waitFor();
  await unharmed(tab, 'narrow');
  await tab.page.keyboard.press('Control+k');
  await tab.page.getByRole('dialog', { name: 'Go to' }).waitFor();
  for (const word of ['script', 'turn', 'finding', 'red']) {
    await tab.page.keyboard.type(word);
    await unharmed(tab, `palette, ${word}`);
    await tab.page.keyboard.press('ControlOrMeta+a');
  }
  await tab.page.keyboard.press('Escape');
  await tab.page.setViewportSize({ width: 1280, height: 800 });
  await tab.rail.getByRole('link').first().focus();
  await tab.page.keyboard.press('Delete');
  await tab.page.getByRole('dialog', { name: 'Delete this recording?' }).waitFor();
  await unharmed(tab, 'deleting');
  assert.doesNotMatch(await tab.page.title(), /\u202e/);
  await tab.close();
});

test('a frame of ten megabytes in one word is read as far as one looks', async () => {
  const tab = await open('/r/2/frames?filter=size%3A>5M');
  const row = tab.page.locator('[role=row][data-n]');
  await row.first().click();
  await tab.inspector.getByRole('button', { name: 'Read all of it' }).click();
  const tree = tab.inspector.getByRole('region', { name: 'JSON of the frame' });
  for (const key of ['update', 'content']) {
    await tree.getByRole('button', { name: key, exact: true }).click();
  }
  const length = async () => (await tree.innerText()).length;
  const before = await length();
  const more = tree.getByRole('button', { name: /^… of 10.*show more$/ });
  await more.click();
  await tab.until(async () => (await length()) === before + 50_000);
  await more.click();
  await tab.until(async () => (await length()) === before + 100_000);
  await settled(tab);
  await unharmed(tab, 'more of it');
  await tab.close();
});
