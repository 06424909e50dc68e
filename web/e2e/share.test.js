// What leaves the page: copies and exports, without secrets unless they are asked for.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { accessible } from './axe.js';
import { launch, Scope, Tab } from './harness.js';

const SECRET = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const EVIL = 'http://evil.example/x.png';
const ATTACK = `<script>window.pwned=1</script><img src="${EVIL}" onerror="window.pwned=2"> ![x](${EVIL}) </style></pre></script> \u202e\u0000`;
const say = (/** @type {object} */ update) => ({
  method: 'session/update',
  params: { sessionId: ATTACK, update },
});
const info = { name: ATTACK, title: ATTACK, version: ATTACK };
const FRAMES = /** @type {const} */ ([
  ['c2a', { id: 1, method: 'initialize', params: { protocolVersion: 1, clientInfo: info } }],
  ['a2c', { id: 1, result: { protocolVersion: 1, agentInfo: info, agentCapabilities: {} } }],
  [
    'c2a',
    { id: 2, method: 'session/new', params: { cwd: `/home/anna/${ATTACK}`, mcpServers: [] } },
  ],
  ['a2c', { id: 2, result: { sessionId: ATTACK } }],
  [
    'c2a',
    {
      id: 3,
      method: 'session/prompt',
      params: { sessionId: ATTACK, prompt: [{ type: 'text', text: `my key is ${SECRET}` }] },
    },
  ],
  ['a2c', say({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: ATTACK } })],
  ['a2c', say({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: ATTACK } })],
  [
    'a2c',
    say({
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: ATTACK,
      kind: ATTACK,
      status: ATTACK,
      content: [{ type: 'diff', path: ATTACK, oldText: ATTACK, newText: SECRET }],
    }),
  ],
  ['a2c', say({ sessionUpdate: 'plan', entries: [{ content: ATTACK, status: ATTACK }] })],
  ['a2c', { id: 3, result: { stopReason: ATTACK } }],
]);

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;
/** @type {string} */ let folder;

before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'acp-scope-share-'));
  const capture = join(folder, 'secret.acp.jsonl');
  const lines = FRAMES.map(([dir, message], i) =>
    JSON.stringify({ t: i / 10, dir, raw: JSON.stringify({ jsonrpc: '2.0', ...message }) }),
  );
  await writeFile(capture, `${lines.join('\n')}\n`);
  scope = await Scope.start([capture]);
});
after(async () => {
  await browser?.close();
  await scope?.stop();
  await rm(folder, { recursive: true, force: true });
});

const dialog = (/** @type {Tab} */ tab) => tab.page.getByRole('dialog', { name: /^Export/ });

/** @param {Tab} tab @param {string} form @param {boolean} secrets */
async function exported(tab, form, secrets) {
  await tab.page.getByRole('button', { name: 'Export this recording' }).click();
  await dialog(tab).getByText('2 secrets replaced').waitFor();
  await dialog(tab).getByRole('radio', { name: form }).check();
  if (secrets) await dialog(tab).getByRole('checkbox', { name: 'With secrets' }).check();
  const [download] = await Promise.all([
    tab.page.waitForEvent('download'),
    dialog(tab)
      .getByRole('link', { name: /^Export/ })
      .click(),
  ]);
  await dialog(tab).waitFor({ state: 'detached' });
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  return file;
}

test('an export has no secrets, and the page says which were replaced where', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames');
  await tab.row(1).waitFor();
  await tab.page.getByRole('button', { name: 'Export this recording' }).click();
  const replaced = dialog(tab).getByRole('list', { name: 'What is replaced' });
  await replaced.getByText('REDACTED-token-1').waitFor();
  await replaced.getByText('2 times in frames 5, 8').waitFor();
  await tab.page.keyboard.press('Escape');
  for (const [form, name] of /** @type {const} */ ([
    ['Capture file', 'recording-1.acp.jsonl'],
    ['Page', 'recording-1.html'],
    ['Markdown', 'recording-1.md'],
  ])) {
    const file = await exported(tab, form, false);
    assert.ok(file.endsWith(name), file);
    const text = await readFile(file, 'utf8');
    assert.ok(!text.includes(SECRET) && text.includes('REDACTED-token-1'), form);
    assert.ok((await readFile(await exported(tab, form, true), 'utf8')).includes(SECRET), form);
  }
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`the page that is exported runs nothing and loads nothing, ${colorScheme}`, async () => {
    const tab = await Tab.open(browser, scope, '/r/1/frames', { colorScheme, bypassCSP: true });
    await tab.row(1).waitFor();
    await tab.page.getByRole('button', { name: 'Export this recording' }).click();
    await dialog(tab).getByText('2 secrets replaced').waitFor();
    await accessible(tab, 'export');
    await tab.page.keyboard.press('Escape');
    const file = await exported(tab, 'Page', false);
    await tab.close();
    // Under no policy but its own, and then without one: neither is needed.
    for (const bypassCSP of [false, true]) {
      const context = await browser.newContext({ colorScheme, bypassCSP });
      const reader = new Tab(await context.newPage());
      await reader.page.goto(pathToFileURL(file).href);
      for (const summary of await reader.page.locator('summary').all()) await summary.click();
      const found = await reader.page.evaluate(() => ({
        pwned: /** @type {any} */ (window).pwned,
        scripts: document.querySelectorAll('script, img, iframe, link, object, embed, form').length,
        wide: document.documentElement.scrollWidth > innerWidth,
        styles: document.querySelectorAll('style').length,
        looks: [...document.styleSheets].filter((sheet) => sheet.cssRules.length > 0).length,
      }));
      assert.deepEqual(found, { pwned: undefined, scripts: 0, wide: false, styles: 1, looks: 1 });
      assert.deepEqual(
        reader.requests.filter((url) => !url.startsWith('file:')),
        [],
      );
      assert.deepEqual(reader.complaints, []);
      await reader.page.getByRole('heading', { name: 'Turn 1' }).waitFor();
      if (bypassCSP) await accessible(reader, 'the exported page');
      await context.close();
    }
  });
}

test('a frame is copied without secrets, or with them by a switch', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/frames?frame=5');
  await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await tab.selects(5);
  const copied = () => tab.page.evaluate(() => navigator.clipboard.readText());
  const menu = tab.inspector.getByRole('button', { name: 'Copy as' });
  await menu.click();
  await tab.inspector.getByRole('menuitem', { name: /The line/ }).click();
  await tab.until(async () => (await copied()).includes('REDACTED-token-1'));
  assert.ok(!(await copied()).includes(SECRET));
  await menu.click();
  await tab.inspector.getByRole('menuitemcheckbox', { name: 'With secrets' }).click();
  await tab.inspector.getByRole('menuitem', { name: /The line/ }).click();
  await tab.until(async () => (await copied()).includes(SECRET));
  await tab.page.getByText('Copied with secrets').waitFor();
  await tab.close();
});
