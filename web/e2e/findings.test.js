import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { data, launch, Scope, Tab } from './harness.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** How long a judgement of a few frames may take. */
const JUDGED_WITHIN = 5000;

const session = 's1';
const update = (/** @type {object} */ u) => ({
  method: 'session/update',
  params: { sessionId: session, update: { toolCallId: 't1', ...u } },
});
const prompt = [{ type: 'text', text: 'Hello' }];
/** Three frames break the protocol: an answer to nothing, a status and a stop reason of its own. */
const UNASKED = 3;
const STATUS = 8;
const STOP = 9;
const info = { name: 'test', version: '1' };
const hello = { protocolVersion: 1, clientCapabilities: {}, clientInfo: info };
const agentCapabilities = { mcpCapabilities: { http: true } };
const welcome = { protocolVersion: 1, agentCapabilities, agentInfo: info, authMethods: [] };
const FRAMES = /** @type {const} */ ([
  ['c2a', { id: 1, method: 'initialize', params: hello }],
  ['a2c', { id: 1, result: welcome }],
  ['a2c', { id: 99, result: {} }],
  ['c2a', { id: 2, method: 'session/new', params: { cwd: '/work', mcpServers: [] } }],
  ['a2c', { id: 2, result: { sessionId: session } }],
  ['c2a', { id: 3, method: 'session/prompt', params: { sessionId: session, prompt } }],
  ['a2c', update({ sessionUpdate: 'tool_call', title: 'Read', kind: 'read', status: 'pending' })],
  ['a2c', update({ sessionUpdate: 'tool_call_update', status: 'done' })],
  ['a2c', { id: 3, result: { stopReason: 'finished' } }],
]);

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;
/** @type {string} */ let folder;
let judged = false;

before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'acp-scope-findings-'));
  const capture = join(folder, 'broken.acp.jsonl');
  const lines = FRAMES.map(([dir, message], i) =>
    JSON.stringify({ t: i / 10, dir, raw: JSON.stringify({ jsonrpc: '2.0', ...message }) }),
  );
  await writeFile(capture, `${lines.join('\n')}\n`);
  scope = await Scope.start([data('claude-tools.jsonl'), capture]);
  judged = await isJudged();
});
after(async () => {
  await browser?.close();
  await scope?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function isJudged() {
  const tab = await Tab.open(browser, scope);
  const end = Date.now() + JUDGED_WITHIN;
  for (;;) {
    const answer = await tab.page.request.get(new URL('/api/recordings', scope.url).href);
    const list = /** @type {{ found: object | null }[]} */ (await answer.json());
    const done = list.every((r) => r.found !== null);
    if (done || Date.now() > end) {
      await tab.close();
      return done;
    }
    await new Promise((next) => setTimeout(next, 100));
  }
}

/**
 * A test of what only a judged recording shows.
 * @param {string} name @param {(tab: Tab) => Promise<void>} look @param {string} path
 * @param {object} [options]
 */
const onJudged = (name, look, path, options) =>
  test(name, async (t) => {
    if (!judged) {
      t.skip('this acp-scope has not judged the recording within 5 s');
      return;
    }
    const tab = await Tab.open(browser, scope, path, options);
    await look(tab);
    assert.deepEqual(tab.complaints, []);
    await tab.close();
  });

const faults = (/** @type {Tab} */ tab) => tab.inspector.locator('[class^="cm-fault-"]');

onJudged(
  'rail, tab and rows say how much is wrong, and where',
  async (tab) => {
    const current = tab.rail.locator('a[aria-current=true]');
    await current.getByRole('img', { name: /^\d+ errors?$/ }).waitFor();
    await tab.page.getByRole('link', { name: /^Findings.*\d errors?/ }).waitFor();
    await tab.row(STOP).getByRole('img', { name: 'error', exact: true }).waitFor();
    await tab.row(UNASKED).getByRole('img', { name: 'error', exact: true }).waitFor();
    assert.equal(await tab.row(5).locator('.mark').innerText(), '');
  },
  '/r/2/frames',
);

onJudged(
  'f goes from finding to finding, and the value at fault is underlined',
  async (tab) => {
    await tab.row(1).waitFor();
    const press = (/** @type {string} */ key) => tab.page.keyboard.press(key);
    await press('f');
    await tab.selects(UNASKED);
    await faults(tab).getByText('99').waitFor();
    await press('f');
    await tab.selects(STATUS);
    await faults(tab).getByText('"done"').waitFor();
    await press('f');
    await tab.selects(STOP);
    await faults(tab).getByText('"finished"').waitFor();
    await press('f');
    await tab.foot.getByText('No finding after this').waitFor();
    await press('Shift+F');
    await tab.selects(STATUS);
    await tab.isAt(`/r/2/frames?frame=${STATUS}`);
  },
  '/r/2/frames',
);

onJudged(
  'the inspector says what is wrong, who, where, and what to do',
  async (tab) => {
    const list = tab.inspector.getByRole('list', { name: 'Findings about this frame' });
    const item = list.getByRole('listitem').filter({ hasText: '/result/stopReason' });
    await item.getByText('test at fault').waitFor();
    await item.locator('summary').click();
    await item.getByText('What has to be so', { exact: true }).waitFor();
    const link = item.getByRole('link');
    assert.match((await link.getAttribute('href')) ?? '', /^https:\/\//);
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow');
    // Asking leads to the value from another tab too.
    await tab.inspector.getByRole('tab', { name: 'Raw' }).click();
    await item.getByRole('button').first().click();
    await faults(tab).getByText('"finished"').waitFor();
    await tab.isAt(`/r/2/frames?frame=${STOP}`);
  },
  `/r/2/frames?frame=${STOP}`,
);

onJudged(
  'findings by rule, filtered by severity, lead to their frames',
  async (tab) => {
    const rules = tab.page.locator('main section');
    await rules.first().waitFor();
    const all = await rules.count();
    assert.ok(all >= 3, `${all} rules`);
    const filter = tab.page.getByRole('group', { name: 'Show findings by severity' });
    await filter.getByRole('button', { name: /error/ }).click();
    await tab.until(async () => (await rules.count()) < all);
    await filter.getByRole('button', { name: /error/ }).click();
    await tab.until(async () => (await rules.count()) === all);
    await tab.page.getByRole('button', { name: new RegExp(`^Frame ${STOP}\\b`) }).click();
    await tab.isAt(`/r/2/findings?frame=${STOP}`);
    await faults(tab).getByText('"finished"').waitFor();
    // Keys go on from here, without leaving the view.
    await tab.page.keyboard.press('Shift+F');
    await tab.isAt(`/r/2/findings?frame=${STATUS}`);
    const heading = rules.first().getByRole('heading').getByRole('button');
    await heading.press('Enter');
    assert.equal(await heading.getAttribute('aria-expanded'), 'false');
  },
  '/r/2/findings',
);

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  onJudged(
    `axe finds nothing about findings, ${colorScheme}`,
    async (tab) => {
      await faults(tab).first().waitFor();
      await tab.page.locator('main section').first().waitFor();
      await tab.page.addScriptTag({ path: AXE });
      const found = await tab.page.evaluate(async () =>
        (await /** @type {any} */ (window).axe.run()).violations.map(
          (/** @type {any} */ v) => v.id,
        ),
      );
      assert.deepEqual(found, []);
    },
    `/r/2/findings?frame=${STOP}`,
    { colorScheme, bypassCSP: true },
  );
}

test('before a recording is judged, and where nothing is wrong, there is a sentence', async () => {
  const tab = await Tab.open(browser, scope, '/r/2/frames');
  await tab.row(1).waitFor();
  // The page's own states, whatever this acp-scope finds.
  for (const [found, title] of /** @type {const} */ ([
    [null, 'Not judged yet'],
    [{ errors: 0, warnings: 0, infos: 0 }, 'No findings'],
  ])) {
    await tab.page.route('**/api/live', (route) => route.abort());
    await tab.page.route('**/api/recordings', async (route) => {
      const answer = await route.fetch();
      const list = /** @type {object[]} */ (await answer.json());
      await route.fulfill({ json: list.map((r) => ({ ...r, found })) });
    });
    await tab.page.goto(scope.at('/r/2/findings'));
    await tab.page.getByRole('heading', { name: title }).waitFor();
    await tab.page.unrouteAll();
  }
  await tab.close();
});
