// Times as a reader meets them: measured inside of the page, from the act to what it shows.

import { Tab } from './harness.js';
/** @param {number[]} values @param {number} share */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** @param {number[]} values */
export const spread = (values) =>
  `p50 ${percentile(values, 0.5).toFixed(0)} ms, p95 ${percentile(values, 0.95).toFixed(0)} ms, worst ${Math.max(...values).toFixed(0)} ms`;

/** Frames in no order, the same each time. @param {number} count @param {number} frames */
export function someFrames(count, frames) {
  let seed = 7;
  return Array.from({ length: count }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 1 + Math.floor((seed / 2_147_483_648) * (frames - 1));
  });
}

/**
 * Waits until an expression is so. Not waitForFunction: the page's policy allows no eval.
 * @param {import('playwright-core').Page} page @param {string} shown
 */
export const until = (page, shown) =>
  page.evaluate(
    `new Promise((done, fail) => {
      const start = performance.now();
      const look = () => {
        if (${shown}) done(performance.now());
        else if (performance.now() - start > 30000) fail(new Error('waited in vain: ' + ${JSON.stringify(shown)}));
        else requestAnimationFrame(look);
      };
      look();
    })`,
  );

/**
 * Measures in the page: `act` runs, then `shown` is asked at every frame of the screen until it is so.
 * @param {import('playwright-core').Page} page
 * @param {string} act an expression
 * @param {string} shown an expression
 */
export const timed = (page, act, shown) =>
  page.evaluate(
    `new Promise((done, fail) => {
      const start = performance.now();
      const look = () => {
        const now = performance.now();
        if (${shown}) done(now - start);
        else if (now - start > 20000) fail(new Error('waited in vain: ' + ${JSON.stringify(shown)}));
        else requestAnimationFrame(look);
      };
      ${act};
      look();
    })`,
  );

/**
 * Seeks to a frame as the palette does, and waits until the view shows that moment.
 * @param {import('playwright-core').Page} page
 * @param {'timeline' | 'frames' | 'state' | 'sequence'} view
 * @param {number} frame
 */
export function seek(page, view, frame) {
  const url = `/r/1/${view}?at=${frame}`;
  const act = `history.pushState(null, '', ${JSON.stringify(url)}); dispatchEvent(new PopStateEvent('popstate'))`;
  const shown = {
    timeline: `document.querySelector('[data-at="${frame}"] [data-row]') && !document.querySelector('[data-at="${frame}"]').innerText.includes('reading…')`,
    frames: `[...document.querySelectorAll('[role=row][data-n]')].some((r) => Number(r.dataset.n) <= ${frame} && ${frame} <= Number(r.dataset.last ?? r.dataset.n) && !r.innerText.includes('reading…'))`,
    state: `document.querySelector('.state[data-at="${frame}"]')`,
    // The diagram says so when nothing in sight will look different any more.
    sequence: `document.querySelector('[role=application][data-at="${frame}"]')`,
  };
  return /** @type {Promise<number>} */ (timed(page, act, shown[view]));
}

/**
 * Seeks in the sequence diagram, and says whether it kept its word: whether the picture is the same a while later,
 * when all of the part has been read.
 * @param {import('playwright-core').Page} page
 * @param {readonly number[]} frames
 */
async function seekSequence(page, frames) {
  const picture = () => page.evaluate(`document.querySelector('canvas').toDataURL()`);
  const took = [];
  let changed = 0;
  for (const frame of frames) {
    took.push(await seek(page, 'sequence', frame));
    const then = await picture();
    await page.waitForTimeout(600);
    if ((await picture()) !== then) changed += 1;
  }
  return `${spread(took)}, ${changed} of ${frames.length} pictures changed later`;
}

/** Opens an address in a page of its own, and waits for what it shows first. @returns {Promise<number>} */
async function opened(
  /** @type {import('playwright-core').Browser} */ browser,
  /** @type {import('./harness.js').Scope} */ scope,
  /** @type {string} */ path,
  /** @type {string} */ shown,
) {
  const tab = await Tab.open(browser, scope, path);
  const took = await until(tab.page, shown);
  await tab.close();
  return /** @type {number} */ (took);
}

const ROWS = {
  timeline: `document.querySelectorAll('[data-item]').length > 3`,
  frames: `document.querySelectorAll('[role=row][data-n="1"]').length > 0 && document.querySelector('[role=row][data-n="1"]').innerText.length > 8`,
  state: `document.querySelector('.state')`,
};

/**
 * Measures the page over the first recording of a scope.
 * @param {import('playwright-core').Browser} browser
 * @param {import('./harness.js').Scope} scope
 * @param {number} frames
 * @param {(line: string) => void} say
 */
export async function measure(browser, scope, frames, say) {
  const ms = (/** @type {number} */ n) => `${n.toFixed(0)} ms`;
  // From the navigation's start, the browser's cache empty.
  say(
    `timeline opened for the first time: ${ms(await opened(browser, scope, '/r/1/timeline', ROWS.timeline))}`,
  );
  const tab = await Tab.open(browser, scope, '/r/1/timeline');
  await until(tab.page, ROWS.timeline);
  await until(tab.page, `!document.querySelector('.folding')`);
  // What has been folded is kept soon after.
  await new Promise((done) => setTimeout(done, 1_500));
  for (const view of /** @type {const} */ (['timeline', 'frames', 'state'])) {
    const took = [];
    for (let i = 0; i < 3; i += 1)
      took.push(await opened(browser, scope, `/r/1/${view}`, ROWS[view]));
    say(`${view} opened again: ${spread(took)}`);
  }

  const { page } = tab;
  for (const view of /** @type {const} */ (['timeline', 'frames', 'state'])) {
    await page.goto(scope.at(`/r/1/${view}`));
    await until(page, ROWS[view]);
    const took = [];
    for (const frame of someFrames(25, frames)) took.push(await seek(page, view, frame));
    say(`seek to any frame, ${view}: ${spread(took)}`);
  }

  await page.goto(scope.at('/r/1/timeline'));
  await until(page, ROWS.timeline);
  const jump = `document.querySelector('[aria-label=Timeline]').scrollTop = 1e9`;
  // Rows of the end stand where the reader looks, with what they say.
  const atEnd = `(() => {
    const list = document.querySelector('[aria-label=Timeline]');
    const rows = [...list.querySelectorAll('[data-row]')];
    const { top, bottom } = list.getBoundingClientRect();
    const inSight = rows.filter((r) => r.getBoundingClientRect().bottom > top && r.getBoundingClientRect().top < bottom);
    return list.scrollTop > list.scrollHeight / 2 && inSight.length > 2 && inSight.every((r) => Number(r.dataset.row) > 100) && !list.innerText.includes('reading…');
  })()`;
  say(`timeline, jump to the end: ${ms(await timed(page, jump, atEnd))}`);

  await page.goto(scope.at('/r/1/frames?runs=open'));
  await until(page, ROWS.frames);
  const end = `document.querySelector('[role=grid]').focus(); document.querySelector('[role=grid]').dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))`;
  const last = `document.querySelector('[role=row][data-n="${frames}"]')?.innerText.includes('reading…') === false`;
  say(`frames, jump to the end: ${ms(await timed(page, end, last))}`);
  const scroll = [];
  for (let i = 0; i < 30; i += 1) {
    const first = `Number(document.querySelector('[role=row][data-n]').dataset.n)`;
    const act = `window.first = ${first}; document.querySelector('[role=grid]').scrollTop -= 2400`;
    scroll.push(
      await timed(
        page,
        act,
        `${first} < window.first && !document.querySelector('[role=grid]').innerText.includes('reading…')`,
      ),
    );
  }
  say(`frames, a screen further: ${spread(scroll)}`);

  for (const filter of [
    'method:session/prompt',
    'update:tool_call* dir:agent',
    'latency:>2s',
    'text:"thing 7."',
  ]) {
    const start = performance.now();
    await page.goto(scope.at(`/r/1/frames?filter=${encodeURIComponent(filter)}`));
    await until(page, `document.querySelector('[role=row][data-n]')?.innerText.length > 8`);
    const rows = performance.now() - start;
    const all = await until(
      page,
      `document.querySelector('[role=grid]')?.getAttribute('aria-busy') !== 'true'`,
    ).then(() => performance.now() - start);
    say(`filter ${filter}: first rows ${ms(rows)}, settled ${ms(all)}`);
  }

  await page.goto(scope.at('/r/1/timeline'));
  await until(page, ROWS.timeline);
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Steps by frame' }).click();
  const steps = [];
  await seek(page, 'timeline', Math.floor(frames / 2));
  for (let i = 0; i < 10; i += 1) {
    const slider = `document.querySelector('[role=slider]').getAttribute('aria-valuenow')`;
    const act = `window.now = ${slider}; document.querySelector('[aria-label="Next turn"]').click()`;
    steps.push(
      await timed(
        page,
        act,
        `${slider} !== window.now && document.querySelector('[data-at="' + ${slider} + '"]')`,
      ),
    );
  }
  say(`a turn further: ${spread(steps)}`);

  await sequence(page, scope, frames, say);

  await page.goto(scope.at(`/r/1/timeline?at=${Math.floor(frames / 2)}`));
  await until(page, `document.querySelector('[data-at] [data-row]')`);
  // Playing: how far it comes in two seconds at each speed, and how long a screen's frame takes.
  await page.getByRole('button', { name: 'Speed 1' }).click();
  await page.getByRole('button', { name: 'Speed 2' }).click();
  await page.getByRole('button', { name: 'Speed 4' }).click();
  const played = await page.evaluate(`new Promise((done) => {
    const slider = () => Number(document.querySelector('[role=slider]').getAttribute('aria-valuenow'));
    const from = slider();
    const gaps = [];
    let before = performance.now();
    const begun = before;
    const look = (now) => {
      gaps.push(now - before);
      before = now;
      if (now - begun < 2000) requestAnimationFrame(look);
      else done({ frames: slider() - from, gaps });
    };
    document.querySelector('[aria-label=Play]').click();
    requestAnimationFrame(look);
  })`);
  const { frames: moved, gaps } = /** @type {{ frames: number; gaps: number[] }} */ (played);
  say(`playing at 8×: ${moved} frames in 2 s, a screen's frame ${spread(gaps)}`);
  await tab.close();
}

/**
 * The sequence diagram, panned and zoomed: time of the page's own scripts for each frame of the screen, apart from
 * what the browser needs to paint, which a machine without a graphics card does slowly.
 * @param {import('playwright-core').Page} page
 * @param {import('./harness.js').Scope} scope
 * @param {number} frames
 * @param {(line: string) => void} say
 */
async function sequence(page, scope, frames, say) {
  await page.goto(scope.at('/r/1/sequence'));
  const held = Math.min(frames, 200_000);
  await until(page, `document.querySelector('[role=application]')?.scrollHeight > 10000`);
  await page.waitForTimeout(3_000);
  say(
    `seek to any frame, sequence, all of it drawn: ${await seekSequence(page, someFrames(25, frames))}`,
  );
  if (frames > 200_000) {
    const within = someFrames(25, 200_000).map((frame) => frame + frames - 200_000);
    say(`seek within a part, sequence: ${await seekSequence(page, within)}`);
  }
  await page.goto(scope.at('/r/1/sequence'));
  await until(page, `document.querySelector('[role=application]')?.scrollHeight > 10000`);
  await page.waitForTimeout(3_000);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const scripts = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find((m) => m.name === 'ScriptDuration')?.value ?? 0;
  };
  for (const zoom of ['as it opens', 'all in sight']) {
    if (zoom === 'all in sight') {
      await page.evaluate(`document.querySelector('[role=application]').focus()`);
      for (let i = 0; i < 40; i += 1) await page.keyboard.press('-');
    }
    const before = await scripts();
    const gaps = /** @type {number[]} */ (
      await page.evaluate(`new Promise((done) => {
        const scroller = document.querySelector('[role=application]');
        const gaps = [];
        let before = performance.now();
        const step = (now) => {
          gaps.push(now - before);
          before = now;
          scroller.scrollTop += gaps.length % 40 < 20 ? 90 : -80;
          if (gaps.length < 80) requestAnimationFrame(step);
          else done(gaps.slice(1));
        };
        requestAnimationFrame(step);
      })`)
    );
    const own = ((await scripts()) - before) * 1000;
    say(
      `sequence of ${held} frames, panned, ${zoom}: scripts ${(own / gaps.length).toFixed(1)} ms a frame, frames ${spread(gaps)}`,
    );
  }
  const before = await scripts();
  for (let i = 0; i < 20; i += 1) await page.keyboard.press(i % 2 === 0 ? '+' : '-');
  say(
    `sequence, zoomed: scripts ${((((await scripts()) - before) * 1000) / 20).toFixed(1)} ms a step`,
  );
  await cdp.detach();
}
