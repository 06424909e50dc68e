import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, Scope, Tab } from './harness.js';

// A conversation whose every string is an attack.

const EVIL = 'http://evil.example/x.png';
const ATTACKS = [
  '<script>window.pwned = 1</script>',
  `<img src=x onerror="window.pwned = 2"><iframe src="${EVIL}"></iframe>`,
  `![a picture](${EVIL}) [click](javascript:window.pwned=3) [data](data:text/html,<script>1</script>)`,
  `<style>@import "${EVIL}"; * { background: url(${EVIL}) }</style><svg><image href="${EVIL}"/></svg>`,
  '\u202eright to left\u202c \u2066isolated\u2069 \u0000 \u0007 \u001b[31mred\u001b]8;;http://evil.example\u0007x',
  '>'.repeat(10_000),
  '['.repeat(5_000),
  'w'.repeat(500_000),
  '`'.repeat(999),
  '| a | b |\n|---|---|\n'.repeat(200),
];
const block = (/** @type {string} */ text) => ({ type: 'text', text });

/** Lists in lists, deeper than any stack. */
const deep = `${'['.repeat(8_000)}${']'.repeat(8_000)}`;

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;
/** @type {string} */ let folder;

before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'acp-scope-hostile-'));
  const lines = [JSON.stringify({ acp_scope: 1 })];
  let t = 0;
  const frame = (/** @type {string} */ dir, /** @type {object | string} */ message) => {
    t += 0.01;
    const raw =
      typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message });
    lines.push(JSON.stringify({ t, dir, raw }));
  };
  const sessionId = '<b onmouseover="window.pwned = 4">s</b>';
  const update = (/** @type {object} */ u) =>
    frame('a2c', { method: 'session/update', params: { sessionId, update: u } });
  const info = { name: ATTACKS[0], title: ATTACKS[1], version: ATTACKS[2] };
  frame('c2a', { id: 1, method: 'initialize', params: { protocolVersion: 1, clientInfo: info } });
  frame('a2c', { id: 1, result: { protocolVersion: 1, agentInfo: info, agentCapabilities: {} } });
  frame('c2a', { id: 2, method: 'session/new', params: { cwd: ATTACKS[0], mcpServers: [] } });
  frame('a2c', { id: 2, result: { sessionId } });
  frame('c2a', {
    id: 3,
    method: 'session/prompt',
    params: { sessionId, prompt: ATTACKS.map(block) },
  });
  for (const [i, attack] of ATTACKS.entries()) {
    update({ sessionUpdate: 'agent_message_chunk', messageId: `m${i}`, content: block(attack) });
    update({ sessionUpdate: 'agent_thought_chunk', content: block(attack) });
    update({
      sessionUpdate: 'tool_call',
      toolCallId: `t${i}`,
      title: attack,
      kind: attack,
      status: 'failed',
      locations: [{ path: attack, line: -1 }, 7],
      content: [
        { type: 'diff', path: attack, oldText: attack, newText: `${attack}!` },
        {
          type: 'content',
          content: { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zy8+', uri: EVIL },
        },
        { type: 'content', content: { type: 'resource_link', uri: EVIL, name: attack } },
        { type: 'content', content: { type: 'image', mimeType: 'image/png', data: 'not base64' } },
        { type: attack },
        null,
      ],
      rawInput: { __proto__: { polluted: true }, [attack.slice(0, 99)]: attack },
    });
    update({
      sessionUpdate: 'notice',
      severity: attack.slice(0, 99),
      title: attack,
      description: attack,
    });
    update({
      sessionUpdate: 'plan',
      entries: [{ content: attack, status: attack, priority: 3 }, 5],
    });
  }
  frame(
    'a2c',
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":${JSON.stringify(sessionId)},"update":{"sessionUpdate":"tool_call","toolCallId":"deep","title":"deep","rawInput":${deep},"__proto__":{"polluted":1}}}}`,
  );
  update({ sessionUpdate: ATTACKS[0] });
  update({
    sessionUpdate: 'available_commands_update',
    availableCommands: [{ name: ATTACKS[0] }, 1],
  });
  update({ sessionUpdate: 'usage_update', used: 'much', size: -1, cost: { amount: 'x' } });
  frame('a2c', { id: 3, result: { stopReason: ATTACKS[1] } });
  const file = join(folder, 'hostile.acp.jsonl');
  await writeFile(file, `${lines.join('\n')}\n`);
  scope = await Scope.start([file]);
});
after(async () => {
  await browser?.close();
  await scope?.stop();
  await rm(folder, { recursive: true, force: true });
});

for (const view of ['timeline', 'sequence', 'state']) {
  test(`${view}: nothing runs, nothing is fetched, nothing breaks the layout`, async () => {
    const tab = await Tab.open(browser, scope, `/r/1/${view}`);
    /** @type {string[]} */ const dialogs = [];
    tab.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const main = tab.page.locator('main');
    await main.locator('.timeline, canvas, .state').first().waitFor();
    // A test of rows that were never drawn would find nothing.
    if (view === 'timeline') await main.locator('article').first().waitFor();
    // Through all of it, opening what can be opened.
    for (let step = 0; step < 40; step += 1) {
      await tab.page.keyboard.press('j');
      if (view === 'timeline') {
        await tab.page.keyboard.press('ArrowRight');
        const inner = main.locator('article.selected details:not([open]) > summary');
        if ((await inner.count()) > 0) await inner.first().click();
      }
    }
    await tab.page.keyboard.press('Shift+G');
    await tab.until(async () => (await main.getByText('reading…', { exact: true }).count()) === 0);
    if (view === 'timeline') {
      await main.getByLabel('End of turn 1').waitFor();
      assert.ok(tab.requests.some((u) => u.includes('/patches')));
    }
    const { origin } = new URL(scope.url);
    const foreign = tab.requests.filter((u) => !u.startsWith(origin) && !u.startsWith('data:'));
    assert.deepEqual(foreign, []);
    assert.deepEqual(dialogs, []);
    const broken = await tab.page.evaluate(() => ({
      pwned: /** @type {any} */ (window).pwned,
      polluted: /** @type {any} */ ({}).polluted,
      wide: document.documentElement.scrollWidth > innerWidth,
      links: [...document.querySelectorAll('main a[target]')].filter(
        (a) => !/^(https?|mailto):/.test(/** @type {HTMLAnchorElement} */ (a).href),
      ).length,
      failed: document.body.innerText.includes('This part of the page has failed'),
    }));
    assert.deepEqual(broken, {
      pwned: undefined,
      polluted: undefined,
      wide: false,
      links: 0,
      failed: false,
    });
    // An image whose bytes are none complains by itself; nothing else may.
    assert.deepEqual(
      tab.complaints.filter((c) => !/ERR_INVALID_URL|data:image/.test(c)),
      [],
    );
    await tab.close();
  });
}
