import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, Scope, Tab } from './harness.js';
import { spread } from './speed.js';
import { cpuOf, switchesOf } from './usage.js';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;

before(async () => {
  browser = await launch();
  scope = await Scope.start();
});
after(async () => {
  await browser?.close();
  await scope?.stop();
});

const top = (/** @type {Tab} */ tab) =>
  tab.page.getByRole('grid').evaluate((grid) => grid.scrollTop);

test('a recording opens by itself, is followed, paused and followed again', async (t) => {
  const tab = await Tab.open(browser, scope);
  await tab.page.getByRole('heading', { name: 'Record an agent in three steps' }).waitFor();

  const talk = scope.record();
  await talk.request('initialize', { protocolVersion: 1 });
  await tab.isAt('/r/1/timeline');
  await tab.page.getByRole('link', { name: /^Frames/ }).click();
  await tab.row(2).waitFor();
  await tab.isAt('/r/1/frames');
  await tab.rail.getByRole('link', { name: /Fake Agent/ }).waitFor();
  await tab.rail.getByRole('img', { name: 'live' }).waitFor();
  await tab.foot.getByText('Following').waitFor();

  // A frame is a request, its chunks and its response: from writing to seeing, the whole way.
  const took = [];
  for (let round = 0; round < 12; round += 1) {
    const before = 2 + round * 3;
    const start = performance.now();
    await talk.request('_test/chunks', { count: 1, from: round });
    await tab.row(before + 3).waitFor();
    took.push(performance.now() - start);
  }
  took.sort((a, b) => a - b);
  t.diagnostic(
    `write to sight: median ${took[6]?.toFixed(0)} ms, worst ${took[11]?.toFixed(0)} ms`,
  );

  await talk.request('_test/chunks', { count: 200, from: 1000 });
  const first = 2 + 12 * 3 + 202;
  await tab.row(first).waitFor();

  // Reading pauses, and nothing moves while it does.
  await tab.page.getByRole('grid').hover();
  await tab.page.mouse.wheel(0, -400);
  await tab.foot.getByText('Live, paused').waitFor();
  const before = await top(tab);
  await talk.request('_test/chunks', { count: 48, from: 2000 });
  await tab.foot.getByRole('button', { name: 'Go live, 50 new' }).waitFor();
  assert.equal(await top(tab), before);
  assert.equal(await tab.row(first + 50).count(), 0);

  await tab.foot.getByRole('button', { name: /^Go live/ }).click();
  await tab.row(first + 50).waitFor();
  await tab.page.keyboard.press('e');
  await tab.foot.getByText('Live, paused').waitFor();
  await tab.page.keyboard.press('Shift+G');
  await tab.foot.getByText('Following').waitFor();

  // A request learns of its answer though it was read before it.
  await tab
    .row(first + 1)
    .evaluate(() => undefined)
    .catch(() => undefined);
  await talk.request('session/new', { cwd: '/', mcpServers: [] });
  await tab.row(first + 52).waitFor();
  await tab.row(first + 51).click();
  await tab.until(async () =>
    /paired/.test((await tab.row(first + 52).getAttribute('class')) ?? ''),
  );

  await talk.request('_test/stderr', { text: 'a word to the wise' });
  await tab.page.getByRole('link', { name: /^Stderr 1/ }).click();
  await tab.page.getByText('a word to the wise').waitFor();

  await talk.end();
  await tab.foot.getByText('Exit code 0').waitFor();
  await tab.rail.getByRole('img', { name: 'live' }).waitFor({ state: 'detached' });
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('a lost server is told, and what is on the page stays', async () => {
  const talk = scope.record();
  await talk.request('initialize', { protocolVersion: 1 });
  const tab = await Tab.open(browser, scope);
  await tab.page.getByRole('link', { name: /^Frames/ }).click();
  await tab.row(2).waitFor();
  scope.server?.kill();
  await tab.foot.getByText('Disconnected from acp-scope').waitFor();
  assert.equal(await tab.row(2).count(), 1);
  await talk.end();
  await tab.close();
});

test('the page goes on where it was when the server comes back', async () => {
  await scope.serve();
  const talk = scope.record();
  await talk.request('initialize', { protocolVersion: 1 });
  const tab = await Tab.open(browser, scope, '/');
  await tab.page.getByRole('link', { name: /^Frames/ }).click();
  await tab.row(2).waitFor();
  const { port } = new URL(scope.url);
  const { server } = scope;
  server?.kill();
  await tab.foot.getByText('Disconnected from acp-scope').waitFor();
  // What crosses meanwhile is recorded, and shown as soon as there is a server again.
  await talk.request('_test/chunks', { count: 5, from: 0 });
  assert.equal(await tab.row(3).count(), 0);
  await scope.serve(Number(port));
  await tab.row(3).waitFor();
  await tab.foot.getByText('Following').waitFor();
  await talk.request('session/new', { cwd: '/', mcpServers: [] });
  await tab.until(async () => /session\/new/.test(await tab.page.getByRole('grid').innerText()));
  await talk.end();
  await tab.foot.getByText('Exit code 0').waitFor();
  await tab.close();
});

test('how long a frame takes to the page, and what that costs', async (t) => {
  const talk = scope.record();
  await talk.request('initialize', { protocolVersion: 1 });
  const tab = await Tab.open(browser, scope, '/');
  await tab.page.getByRole('link', { name: /^Frames/ }).click();
  await tab.row(2).waitFor();
  await tab.page.goto(`${tab.page.url()}?runs=open`);
  await tab.row(2).waitFor();
  await tab.foot.getByText('Following').waitFor();
  await tab.page.evaluate(() => {
    const took = /** @type {number[]} */ ([]);
    const seen = new Set();
    const look = () => {
      for (const row of document.querySelectorAll('[role=row][data-n]')) {
        const n = row.getAttribute('data-n');
        const sent = /sent (\d{13})/.exec(row.textContent ?? '')?.[1];
        if (sent === undefined || seen.has(n)) continue;
        seen.add(n);
        took.push(Date.now() - Number(sent));
      }
      if (!('looked' in window)) requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { took });
  });
  const tookOf = () =>
    tab.page
      .evaluate(() => /** @type {any} */ (window).took.splice(0))
      .then((/** @type {number[]} */ all) => all);
  await talk.request('_test/stream', { count: 800, perSecond: 200 });
  await tab.page.waitForTimeout(4_600);
  const at200 = await tookOf();
  t.diagnostic(`200 frames/s, from sending to the row: ${spread(at200)} (${at200.length} rows)`);
  assert.ok(at200.length > 0, 'no frame was seen as a row');

  // Looking costs, too.
  await tab.page.evaluate(() => Object.assign(window, { looked: true }) && undefined);
  const cpu = cpuOf(scope.server?.pid ?? 0);
  await talk.request('_test/stream', { count: 4_000, perSecond: 1_000 });
  await tab.page.waitForTimeout(4_200);
  t.diagnostic(`1,000 frames/s: server and browser take ${cpu()}`);

  // What has come is put into the index of texts and judged for a moment longer.
  await tab.page.waitForTimeout(4_000);
  const idle = cpuOf(scope.server?.pid ?? 0);
  const switches = switchesOf(scope.server?.pid ?? 0);
  await tab.page.waitForTimeout(5_000);
  t.diagnostic(
    `idle: server and browser take ${idle()}; the server wakes ${switches()} times a second`,
  );
  await talk.end();
  await tab.close();
});
