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

const MAIN = 'sess_044ef662-1152-448f';
const feed = (/** @type {Tab} */ tab) => tab.page.getByRole('region', { name: 'Timeline' });
/** The row of an item. */
const item = (/** @type {Tab} */ tab, /** @type {number} */ n) =>
  feed(tab).locator(`article[data-item="${n}"]`);
const selected = (/** @type {Tab} */ tab) => feed(tab).locator('article.selected');
/** Brings an item into sight by its address. */
const at = (/** @type {number} */ n, more = '') => `/r/2/timeline?session=${MAIN}&item=${n}${more}`;

test('opens on the session where something was said, and says how its turns ended', async () => {
  const tab = await Tab.open(browser, scope);
  await feed(tab).getByText('Thanks. Write two lines to notes.txt.').waitFor();
  const sessions = tab.page.getByRole('navigation', { name: 'Sessions' });
  assert.equal(await sessions.locator('[aria-current=true]').innerText(), 'Edit the README\n2');
  const turn = feed(tab)
    .getByRole('banner', { name: 'Turn 1' })
    .or(feed(tab).locator('[aria-label="Turn 1"]'));
  assert.match(
    await turn.first().innerText(),
    /end_turn[\s\S]*first update 900 ms[\s\S]*total 1\.24 s/,
  );
  await turn
    .first()
    .getByRole('img', { name: /Where the time went: Agent/ })
    .waitFor();
  await feed(tab).getByText('Replay, from session/load, not live').waitFor();
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('an address leads to its item, which stands in sight and stays there', async () => {
  for (const n of [12, 16, 20, 25]) {
    const tab = await Tab.open(browser, scope, at(n));
    await selected(tab).waitFor();
    const inSight = () =>
      selected(tab).evaluate((row) => {
        const [box, list] = [row, row.closest('.scroller') ?? row].map((e) =>
          e.getBoundingClientRect(),
        );
        return (
          box !== undefined &&
          list !== undefined &&
          box.top >= list.top &&
          box.bottom <= list.bottom
        );
      });
    await tab.until(inSight);
    // Heads of turns have come to be known, and the list has stood still since.
    await tab.until(() =>
      tab.page.evaluate(() =>
        performance.getEntriesByType('resource').some((r) => /\/turns\b/.test(r.name)),
      ),
    );
    let [still, top] = [0, NaN];
    await tab.until(async () => {
      const now = await selected(tab).evaluate((row) => row.getBoundingClientRect().top);
      [still, top] = [now === top ? still + 1 : 0, now];
      return still === 20;
    });
    assert.ok(await inSight(), `item ${n}`);
    await tab.close();
  }
});

test('a message is merged from its chunks, in Markdown', async () => {
  const tab = await Tab.open(browser, scope, at(15));
  await item(tab, 15).locator('code', { hasText: 'npm test' }).waitFor();
  assert.equal(await item(tab, 15).locator('ol li').count(), 2);
  assert.match(await item(tab, 15).innerText(), /frames 28–30/);
  await tab.close();
});

test('a tool call: statuses over time, diff, permission with its choice and wait', async () => {
  const tab = await Tab.open(browser, scope, at(16));
  const row = item(tab, 16);
  await row.getByText('waited 6.41 s').waitFor();
  await row.getByRole('region', { name: /^Difference, 1 line added, 1 line removed/ }).waitFor();
  assert.equal(await row.locator('.steps svg').count(), 2);
  assert.equal(await row.locator('.permission b').innerText(), 'Yes');
  assert.equal(await row.locator('.diff .add b').innerText(), '(edited) ');
  await row.getByRole('button', { name: 'Side by side' }).click();
  assert.ok((await row.locator('.diff.sides .pair').count()) > 0);
  await row.getByRole('button', { name: 'Side by side' }).click();
  await tab.close();
});

test('terminal output has its colours, a cancel cannot be missed, the end says what is wrong', async () => {
  const tab = await Tab.open(browser, scope, at(25));
  const output = item(tab, 25).getByRole('region', { name: 'Terminal output' });
  await output.waitFor();
  assert.equal(await output.locator('.fg-green').first().innerText(), '✔ title is kept');
  await feed(tab).getByText('The client cancelled the turn').waitFor();
  await feed(tab)
    .getByLabel('End of turn 2')
    .getByText(/stop reason must be cancelled/)
    .waitFor();
  await tab.close();
});

test('a plan tells what changed, a notice stands in the margin and is waved away here only', async () => {
  const tab = await Tab.open(browser, scope, at(14));
  await item(tab, 14).getByText('in_progress → completed at +11.07').waitFor();
  const notice = feed(tab).getByRole('complementary', { name: 'Notice, warning' });
  await notice.getByText('MCP server unavailable').waitFor();
  await notice.getByRole('button', { name: 'Dismiss here only' }).click();
  await notice.waitFor({ state: 'detached' });
  await tab.page.reload();
  await notice.waitFor();
  await tab.close();
});

test('a compaction: its summary after any patch, and what lies before it folded', async () => {
  const tab = await Tab.open(browser, scope, at(8));
  const row = feed(tab).locator('.compaction');
  await row.getByText('patch 4 of 4').waitFor();
  await row.getByText('and notes.txt holds two lines.').waitFor();
  await row.getByRole('button', { name: 'Previous patch' }).click();
  await row.getByRole('button', { name: 'Previous patch' }).click();
  await row.getByText('patch 2 of 4').waitFor();
  await tab.until(async () => !(await row.innerText()).includes('two lines'));
  await row.getByText('The README was read').waitFor();
  await row.getByRole('button', { name: 'folded' }).click();
  await feed(tab).getByText('Thanks. Write two lines').waitFor({ state: 'detached' });
  await row.getByRole('button', { name: 'dimmed' }).click();
  await feed(tab).getByText('Thanks. Write two lines').waitFor();
  await tab.close();
});

test('from an item to its frames and back; a frame leads to its item', async () => {
  const tab = await Tab.open(browser, scope, at(16));
  await item(tab, 16)
    .getByRole('link', { name: /^frames 31/ })
    .click();
  await tab.isAt(`/r/2/frames?frame=31&session=${MAIN}&item=16`);
  await tab.selects(31);
  await tab.page.goBack();
  await tab.isAt(at(16));
  await selected(tab).waitFor();
  assert.equal(await selected(tab).getAttribute('data-item'), '16');

  // Frame 33 answers the permission that was asked inside of the tool call.
  await tab.page.goto(scope.at('/r/2/frames?frame=33'));
  await tab.selects(33);
  await tab.page.keyboard.press('t');
  await tab.isAt(at(17));
  await selected(tab).waitFor();
  assert.equal(await selected(tab).getAttribute('data-item'), '16');
  await tab.page.keyboard.press('t');
  await tab.selects(32);
  await tab.close();
});

test('keys walk from item to item and over the ends of turns; the inspector follows', async () => {
  const tab = await Tab.open(browser, scope, at(6));
  await selected(tab).waitFor();
  await tab.page.keyboard.press('j');
  await tab.isAt(at(7));
  await tab.inspector.getByRole('heading', { name: 'Usage' }).waitFor();
  await tab.page.keyboard.press('j');
  await tab.isAt(`/r/2/timeline?frame=12&session=${MAIN}`);
  await tab.inspector.getByRole('heading', { name: 'Response to session/prompt' }).waitFor();
  await tab.page.keyboard.press('k');
  await tab.isAt(at(7));
  // Item 13, the notice, stands in the row of item 11.
  await tab.page.goto(scope.at(at(11)));
  await selected(tab).waitFor();
  await tab.page.keyboard.press('j');
  await tab.isAt(at(14));
  await tab.page.keyboard.press('Shift+G');
  await tab.isAt(`/r/2/timeline?frame=58&session=${MAIN}`);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('the history of an item shows each patch with before and after', async () => {
  const tab = await Tab.open(browser, scope, at(15));
  const history = tab.inspector.getByRole('region', { name: 'Patches of the item' });
  await history.getByRole('listitem').nth(2).waitFor();
  await history
    .getByRole('button', { name: /added to content/ })
    .nth(1)
    .click();
  const diff = history.getByRole('region', { name: /^Difference/ });
  await diff.waitFor();
  assert.match(await diff.locator('.add b').innerText(), /then run `npm test`/);
  await history.getByRole('button', { name: '29', exact: true }).click();
  await tab.selects(29);
  await tab.close();
});

test('an item is marked and noted, and found again by its note', async () => {
  const tab = await Tab.open(browser, scope, at(16));
  await item(tab, 16).getByText('waited 6.41 s').waitFor();
  await tab.page.keyboard.press('b');
  await item(tab, 16).getByRole('img', { name: 'marked' }).waitFor();
  const note = tab.inspector.getByRole('textbox', { name: 'Note on this item' });
  await note.fill('asked too late');
  await note.press('Enter');
  await item(tab, 16).getByText('asked too late').waitFor();
  await tab.page.goto(scope.at('/r/2/frames'));
  await tab.row(31).waitFor();
  // The mark is the item's, not its first frame's.
  assert.equal(await tab.row(31).getByRole('img', { name: 'marked' }).count(), 0);
  await tab.page.keyboard.press('Control+k');
  await tab.page.keyboard.type('too late');
  await tab.page.getByRole('option', { name: /Marks asked too late/ }).click();
  await tab.isAt(at(16));
  const file = await tab.page.evaluate(async () =>
    (await fetch('/api/recordings/2/export?secrets=include')).text(),
  );
  const [header = ''] = file.split('\n');
  assert.equal(JSON.parse(header).bookmarks[0].note, 'asked too late');
  await tab.inspector.getByRole('button', { name: 'Mark this item' }).click();
  await item(tab, 16).getByRole('img', { name: 'marked' }).waitFor({ state: 'detached' });
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test('sub-agents and messages between sessions lead to each other', async () => {
  const tab = await Tab.open(browser, scope, at(21));
  await item(tab, 21).getByRole('link', { name: 'Explorer' }).click();
  await tab.isAt('/r/2/timeline?session=sess_7c41ab90-child');
  await feed(tab).getByText('Nobody reads it but the tests.').waitFor();
  await tab.page.goBack();
  await selected(tab).waitFor();
  await tab.close();
});

test('a real recording reads as a conversation', async () => {
  const tab = await Tab.open(browser, scope, '/r/1/timeline');
  await feed(tab)
    .getByText(/Please help with this project/)
    .first()
    .waitFor();
  await tab.page.keyboard.press('Shift+G');
  await selected(tab).waitFor();
  assert.match(await selected(tab).innerText(), /Turn end/);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing, ${colorScheme}`, async () => {
    const tab = await Tab.open(browser, scope, at(16), { colorScheme, bypassCSP: true });
    await item(tab, 16).getByText('waited 6.41 s').waitFor();
    await tab.inspector.getByRole('listitem').first().waitFor();
    await accessible(tab, 'a tool call');
    await feed(tab).evaluate((e) => (e.scrollTop = 0));
    await feed(tab).getByText('Context compacted').waitFor();
    await accessible(tab, 'replay and compaction');
    await tab.page.goto(scope.at(at(25)));
    await item(tab, 25).waitFor();
    await accessible(tab, 'terminal, cancel, end');
    await tab.close();
  });
}

test('at 200 % the timeline is usable', async () => {
  const tab = await Tab.open(browser, scope, at(16), { viewport: { width: 640, height: 400 } });
  await item(tab, 16).getByText('waited 6.41 s').waitFor();
  const wide = await tab.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false);
  await tab.close();
});
