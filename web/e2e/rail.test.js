// The list of recordings: names, tags, files that are dropped.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { accessible } from './axe.js';
import { data, launch, Scope, Tab } from './harness.js';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;
/** @type {string} */ let folder;

before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'acp-scope-rail-'));
  scope = await Scope.start([data('claude-tools.jsonl'), data('gemini-tools.jsonl')]);
});
after(async () => {
  await browser?.close();
  await scope?.stop();
  await rm(folder, { recursive: true, force: true });
});

const entries = (/** @type {Tab} */ tab) => tab.rail.locator('.list').getByRole('listitem');
const dialog = (/** @type {Tab} */ tab) => tab.page.getByRole('dialog', { name: 'Name and tags' });

test('a recording is named and tagged, other pages are told, and it is found by its tag', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/timeline');
  const other = await Tab.open(browser, scope, '/r/2/timeline');
  await other.rail.getByText('Gemini CLI').waitFor();
  await tab.rail.getByRole('link', { name: /Claude Agent/ }).focus();
  await tab.page.keyboard.press('F2');
  await dialog(tab).getByRole('textbox', { name: 'Name' }).fill('the one that hangs');
  await dialog(tab).getByRole('textbox', { name: /^Tags/ }).fill('Zed,  bug , zed');
  await tab.page.keyboard.press('Enter');
  await dialog(tab).waitFor({ state: 'detached' });
  for (const one of [tab, other]) {
    const entry = one.rail.getByRole('link', { name: /the one that hangs/ });
    await entry.getByText('bug', { exact: true }).waitFor();
    await one.until(async () => (await entry.locator('.tag').count()) === 2);
  }
  await tab.rail.getByRole('searchbox').fill('BUG');
  await tab.until(async () => (await entries(tab).count()) === 1);
  await tab.rail.getByRole('searchbox').fill('');
  // A tag of one recording is offered for another.
  await tab.page.keyboard.press('Escape');
  await tab.rail.getByRole('listitem').filter({ hasText: 'Gemini' }).hover();
  await tab.rail.getByRole('button', { name: /^Name and tags of Gemini/ }).click();
  await dialog(tab).getByRole('button', { name: 'Zed' }).click();
  await dialog(tab).getByRole('button', { name: 'Save' }).click();
  // The rail hears of it on its own way, before or after the dialog does.
  await dialog(tab).waitFor({ state: 'detached' });
  await tab.rail
    .getByRole('link', { name: /Gemini/ })
    .getByText('Zed', { exact: true })
    .waitFor();
  await tab.page.keyboard.press('Control+k');
  await tab.page.keyboard.type('name and tags');
  await tab.page.keyboard.press('Enter');
  await dialog(tab).getByRole('textbox', { name: 'Name' }).fill('');
  await dialog(tab).getByRole('button', { name: 'Save' }).click();
  await tab.rail.getByRole('link', { name: /Claude Agent/ }).waitFor();
  assert.deepEqual(tab.complaints, []);
  await other.close();
  await tab.close();
});

test('the recording that is open is in sight in a long list', async () => {
  const many = await Scope.start(Array.from({ length: 16 }, () => data('gemini-tools.jsonl')));
  const tab = await Tab.open(browser, many, '/r/1/timeline');
  const current = tab.rail.locator('.item.current');
  await current.waitFor();
  const inSight = () =>
    current.evaluate((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      const list = item.closest('.list')?.getBoundingClientRect();
      return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
    });
  await tab.until(inSight);
  assert.ok(await tab.rail.locator('.list').evaluate((list) => list.scrollTop > 0));
  // And when something else than the list opens another.
  await tab.page.keyboard.press('Control+k');
  await tab.page.keyboard.type('#16 gemini');
  await tab.page.keyboard.press('Enter');
  await tab.until(async () => tab.page.url().includes('/r/16/'));
  await tab.until(inSight);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
  await many.stop();
});

/** Drops files on the page. @param {Tab} tab @param {{ name: string; text: string }[]} files */
async function drop(tab, files) {
  const transfer = await tab.page.evaluateHandle((given) => {
    const all = new DataTransfer();
    for (const { name, text } of given) all.items.add(new File([text], name));
    return all;
  }, files);
  await tab.page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer });
  await tab.page.getByText('Drop to import').waitFor();
  await tab.page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  await tab.page.getByText('Drop to import').waitFor({ state: 'detached' });
}

test('a file that is dropped becomes a recording; one that is damaged leaves nothing', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/timeline');
  await entries(tab).nth(1).waitFor();
  const text = await readFile(data('story.jsonl'), 'utf8');
  const damaged = `${text.split('\n').slice(0, 20).join('\n')}\n{"t": "broken"}\n`;
  await drop(tab, [
    { name: 'damaged.jsonl', text: damaged },
    { name: 'story.jsonl', text },
  ]);
  await tab.isAt('/r/3/timeline');
  await tab.until(async () => (await entries(tab).count()) === 3);
  const alert = tab.rail.getByRole('alert');
  await alert.filter({ hasText: /^damaged\.jsonl:21: .*nothing was imported/ }).waitFor();
  await tab.rail.getByRole('button', { name: 'Dismiss' }).click();
  await alert.waitFor({ state: 'detached' });
  // By the button, too; and a file of another tool.
  const file = join(folder, 'bare.jsonl');
  await writeFile(
    file,
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\n{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}\n',
  );
  const [chooser] = await Promise.all([
    tab.page.waitForEvent('filechooser'),
    tab.rail.getByRole('button', { name: 'Import files' }).click(),
  ]);
  await chooser.setFiles(file);
  await tab.isAt('/r/4/timeline');
  // The failure is the only thing that a browser may complain of.
  assert.deepEqual(
    tab.complaints.filter((c) => !/422/.test(c)),
    [],
  );
  await tab.close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing, ${colorScheme}`, async () => {
    const tab = await Tab.open(browser, scope, '/r/1/timeline', { colorScheme, bypassCSP: true });
    await tab.rail.getByRole('link', { name: /Gemini/ }).focus();
    await tab.page.keyboard.press('F2');
    await dialog(tab).waitFor();
    await accessible(tab, 'name and tags');
    await tab.page.keyboard.press('Escape');
    await drop(tab, [{ name: 'damaged.jsonl', text: 'no' }]);
    await tab.rail.getByRole('alert').waitFor();
    await accessible(tab, 'a file that was refused');
    await tab.close();
  });
}
