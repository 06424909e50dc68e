import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, Scope, Tab } from './harness.js';

// What no agent should send, and some do.
const FRAMES = [
  { raw: 'Starting agent...' },
  {
    raw: '{"jsonrpc":"2.0","id":12345678901234567890,"method":"x/y","params":{"a":1,"a":2,"n":1e400}}',
  },
  { raw_b64: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]).toString('base64') },
  { raw: '[{"jsonrpc":"2.0","id":5,"method":"a/b"},{"jsonrpc":"2.0","method":"c/d"}]' },
  {
    raw: '{"jsonrpc":"2.0","id":5,"error":{"code":-32601,"message":"Method not found"}}',
    dir: 'c2a',
  },
  { raw: '{"jsonrpc":"2.0",\t"method":"e/f",\u2028"params":"<img src=x onerror=alert(1)>"}\r' },
  { raw: `{"jsonrpc":"2.0","method":"g/h","params":{"text":"${'long '.repeat(400_000)}"}}` },
  { raw: '{"jsonrpc":"2.0","method":"i', eol: 'none' },
];

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;
/** @type {string} */ let folder;

before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'acp-scope-odd-'));
  const capture = join(folder, 'odd.acp.jsonl');
  const lines = FRAMES.map((frame, i) => JSON.stringify({ t: i, dir: 'a2c', ...frame }));
  await writeFile(capture, `${lines.join('\n')}\n`);
  scope = await Scope.start([capture]);
});
after(async () => {
  await browser?.close();
  await scope?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** @param {number} frame @param {(tab: Tab) => Promise<void>} look @param {string} [tabName] */
async function on(frame, look, tabName = 'json') {
  const tab = await Tab.open(browser, scope, `/r/1/frames?frame=${frame}&tab=${tabName}`);
  await tab.selects(frame);
  await look(tab);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
}

test('a line that is no JSON is shown with what is wrong about it', () =>
  on(1, async ({ inspector }) => {
    await inspector
      .getByRole('region', { name: 'Text of the frame' })
      .getByText('Starting')
      .waitFor();
    await inspector.getByText(/^Not JSON/).waitFor();
  }));

test('numbers and keys stay as they were sent', () =>
  on(2, async ({ inspector }) => {
    const editor = inspector.locator('.cm-content');
    await editor.getByText('12345678901234567890').waitFor();
    await editor.getByText('1e400').waitFor();
    assert.equal(await editor.getByText('"a"').count(), 2);
    await inspector.getByText(/"a"/).first().waitFor();
  }));

test('bytes that are not UTF-8 are in hex', () =>
  on(
    3,
    async ({ inspector }) => {
      await inspector.getByText('ff fe', { exact: true }).waitFor();
      await inspector.getByRole('tab', { name: 'JSON' }).click();
      await inspector.getByText('not UTF-8 text').waitFor();
    },
    'raw',
  ));

test('a batch lists its messages and leads to their answers', () =>
  on(4, async (tab) => {
    const batch = tab.inspector.getByRole('region', { name: 'Messages of the batch' });
    await batch.getByText('2 messages in one frame').waitFor();
    await batch.getByRole('button', { name: '5', exact: true }).click();
    await tab.selects(5);
    await tab.row(5).getByText('error').first().waitFor();
  }));

test('what cannot be seen is named, and content stays text', () =>
  on(
    6,
    async ({ inspector }) => {
      for (const name of ['TAB', 'CR', 'U+2028']) {
        await inspector.getByText(name, { exact: true }).waitFor();
      }
      await inspector.getByText('<img src=x onerror=alert(1)>').waitFor();
    },
    'raw',
  ));

test('of a frame of megabytes the start is laid out, and all of it can be had', () =>
  on(7, async ({ inspector, page }) => {
    await inspector.getByText('only its start is shown').waitFor();
    await inspector.locator('.cm-content').getByText('"g/h"').waitFor();
    await inspector.getByRole('button', { name: 'Read all of it' }).click();
    const tree = inspector.getByRole('region', { name: 'JSON of the frame' });
    await tree.getByText('"g/h"').waitFor();
    await tree.getByRole('button', { name: /^… of \d.*show more$/ }).waitFor();
    await inspector.getByRole('tab', { name: 'Raw' }).click();
    const link = inspector.getByRole('link', { name: 'Download exactly' }).first();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    assert.equal(download.suggestedFilename(), 'recording-1-frame-7.json');
    await inspector.getByRole('button', { name: 'End', exact: true }).click();
    await inspector.getByText(/^Page.*of \d+$/).waitFor();
    await inspector.getByRole('button', { name: 'Page before' }).click();
  }));

test('a last line without an end says so', () =>
  on(
    8,
    async ({ inspector }) => {
      await inspector.getByText('not ended by a line feed').waitFor();
    },
    'raw',
  ));
