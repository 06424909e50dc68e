import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { piecesOfText } from '../lib/raw_text';
import { finding, recording, row } from '../model/samples';
import Tabs from '../ui/Tabs.svelte';
import DeleteDialog from './DeleteDialog.svelte';
import FindingItem from './FindingItem.svelte';
import FrameRow from './FrameRow.svelte';
import JsonText from './JsonText.svelte';
import JsonTree from './JsonTree.svelte';
import RawPages from './RawPages.svelte';
import RawView from './RawView.svelte';
import RecordingItem from './RecordingItem.svelte';

afterEach(cleanup);

const frameRow = { n: 7, before: 0.5, selected: false, paired: false, domId: 'row-7' };

test('a row reads as its columns, and a response as an answer', () => {
  const frame = row(7, {
    kind: 'response',
    method: 'session/prompt',
    update: null,
    pair: 3,
    id: '2',
  });
  render(FrameRow, { ...frameRow, frame: { ...frame, latency: 0.17 } });
  const cells = screen
    .getAllByRole('gridcell')
    .map((c) => c.textContent?.replace(/\s+/g, ' ').trim());
  expect(cells).toEqual([
    '7',
    '0:00.700',
    '200 ms',
    'agent to client',
    'response',
    're session/prompt',
    '2',
    '044e',
    '226 B',
    '170 ms',
    '',
  ]);
  expect(screen.getByRole('row').getAttribute('aria-rowindex')).toBe('8');
});

test('a row that is being read keeps its place', () => {
  render(FrameRow, { ...frameRow, frame: undefined });
  expect(screen.getByRole('row').textContent).toContain('reading…');
});

test('the other half is tinted by who answers, and a problem is named', () => {
  const frame = row(7, { kind: 'request', method: 'session/request_permission', problem: 'Odd.' });
  render(FrameRow, { ...frameRow, paired: true, frame });
  expect(screen.getByRole('row').className).toContain('by-human');
  expect(screen.getByRole('img', { name: 'Odd.' })).toBeDefined();
});

test('a finding outweighs what is odd about a form', () => {
  const frame = row(7, { problem: 'Odd.', severity: 'warning' });
  render(FrameRow, { ...frameRow, frame });
  expect(screen.getByRole('img', { name: 'warning' })).toBeDefined();
  expect(screen.queryByRole('img', { name: 'Odd.' })).toBeNull();
});

test('a finding says who, where and why, and leads there', async () => {
  const onchoose = vi.fn();
  const onjump = vi.fn();
  const of = finding(7, {
    related: [3, 5],
    draft: true,
    fix: 'Say cancelled.',
    link: 'https://x.test/a',
  });
  const props = { who: 'My Agent', chosen: false, onchoose, onjump };
  const { rerender } = render(FindingItem, { ...props, finding: of });
  expect(screen.getByRole('listitem').textContent).toContain('My Agent at fault');
  expect(screen.getByText('draft')).toBeDefined();
  expect(screen.getByText('/result/stopReason').tagName).toBe('CODE');
  await fireEvent.click(screen.getByRole('button', { name: /^error/ }));
  expect(onchoose).toHaveBeenCalledOnce();
  await fireEvent.click(screen.getByRole('button', { name: '5' }));
  expect(onjump).toHaveBeenCalledWith(5);
  const link = screen.getByRole('link', { hidden: true });
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  await rerender({ ...props, finding: { ...of, link: 'javascript:alert(1)' } });
  expect(screen.queryByRole('link', { hidden: true })).toBeNull();
});

test('JSON text is numbered by lines and keeps tokens', () => {
  const { container } = render(JsonText, { text: '{"n":1e400,"s":"\\u0041"}' });
  expect(container.querySelectorAll('.line').length).toBe(4);
  expect(container.querySelector('.number')?.textContent).toBe('1e400');
});

test('text that is no JSON is shown as it is', () => {
  const { container } = render(JsonText, { text: 'oops {' });
  expect(container.textContent).toContain('oops {');
});

const raw = {
  size: 200_000,
  unterminated: false,
  download: '/raw',
  redacted: '/redacted',
  filename: 'x',
};

test('raw bytes name what cannot be seen', () => {
  render(RawView, { ...raw, size: 3, pieces: piecesOfText('a\r\u0000') });
  expect(screen.getByText('CR')).toBeDefined();
  expect(screen.getByText('NUL')).toBeDefined();
  expect(screen.getByRole('region').textContent).toContain('then a line feed');
});

test('a long frame is put on the page in parts', async () => {
  const { container } = render(RawView, { ...raw, pieces: piecesOfText('x'.repeat(200_000)) });
  expect(container.querySelector('pre')?.textContent?.length).toBe(65_536);
  await fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(container.querySelector('pre')?.textContent?.length).toBe(200_000);
});

/** A busy machine may need longer than a second. */
const patiently = (what: () => unknown): Promise<unknown> => vi.waitFor(what, { timeout: 8_000 });

test('of a frame beyond a megabyte one page is read and held', async () => {
  const whole = new TextEncoder().encode(`${'x'.repeat(65_535)}é${'y'.repeat(65_536)}z`);
  const read = vi.fn((from: number, limit: number) =>
    Promise.resolve(whole.subarray(from, from + limit)),
  );
  const { container } = render(RawPages, { ...raw, size: whole.length, read });
  const shown = (): string => container.querySelector('pre')?.textContent ?? '';
  await patiently(() => expect(shown()).toBe(`${'x'.repeat(65_535)}é`));
  await fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await patiently(() => expect(shown()).toBe('y'.repeat(65_535)));
  const field = screen.getByRole<HTMLInputElement>('textbox');
  await fireEvent.change(field, { target: { value: '900' } });
  await patiently(() => expect(shown()).toBe('yz'));
  expect(field.value).toBe('3');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'End' }).disabled).toBe(true);
  read.mockRejectedValueOnce(new Error('gone'));
  await fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  await patiently(() => screen.getByText('Gone.'));
}, 30_000);

test('a value deep in a long list is brought onto the tree, with few around it', async () => {
  Element.prototype.scrollIntoView = vi.fn();
  const rows = Array.from({ length: 5_000 }, (_, i) => ({ n: i, text: `row ${i}.` }));
  const text = JSON.stringify({ params: { rows } });
  const faults = new Map([['/params/rows/4000/n', { severity: 'error', title: 'Wrong.' }]]);
  const of = { text, faults, reveal: '/params/rows/4000/n', needles: [] };
  const { container } = render(JsonTree, of);
  const sought = (): string => container.querySelector('.sought')?.textContent?.trim() ?? '';
  await patiently(() => expect(sought()).toBe('"n": 4000'));
  expect(container.querySelector('.fault')?.getAttribute('title')).toBe('Wrong.');
  expect(container.querySelectorAll('li').length).toBeLessThan(300);
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'ROW 123.' } });
  await patiently(() => screen.getByText('1 of 1'));
  await patiently(() => expect(sought()).toBe('"text": "row 123."'));
  expect(container.querySelector('.sought mark')?.textContent).toBe('row 123.');
  // What lies before it is a click away.
  await fireEvent.click(screen.getByRole('button', { name: '103 before these: show earlier' }));
  expect(screen.queryByRole('button', { name: /show earlier/ })).toBeNull();
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'row 499' } });
  await patiently(() => screen.getByText('1 of 11'));
  await fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter', shiftKey: true });
  await patiently(() => expect(sought()).toBe('"text": "row 4999."'));
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'no such' } });
  await patiently(() => screen.getByText('Not found'));
}, 30_000);

test('of a long string what is looked for is shown, wherever it is in it', async () => {
  Element.prototype.scrollIntoView = vi.fn();
  const text = JSON.stringify({ a: `${'x'.repeat(300_000)}needle${'y'.repeat(300_000)}` });
  const { container } = render(JsonTree, { text, faults: new Map(), reveal: null, needles: [] });
  expect(container.textContent?.length).toBeLessThan(3_000);
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'needle' } });
  await patiently(() => expect(container.querySelector('mark')?.textContent).toBe('needle'));
  expect(container.textContent?.length).toBeLessThan(3_000);
}, 30_000);

test('a recording in the rail opens in place, but not when a new tab is asked for', async () => {
  const onopen = vi.fn();
  const ondelete = vi.fn();
  const r = recording({ phase: 'live', problems: 2 });
  render(RecordingItem, {
    recording: r,
    href: '/r/1/frames',
    current: true,
    title: 'My Agent',
    summary: 'project',
    when: 'live',
    onopen,
    onedit: vi.fn(),
    ondelete,
  });
  const link = screen.getByRole('link');
  expect(link.getAttribute('aria-current')).toBe('true');
  expect(screen.getByRole('img', { name: 'live' })).toBeDefined();
  await fireEvent.click(link, { ctrlKey: true });
  expect(onopen).not.toHaveBeenCalled();
  await fireEvent.click(link);
  expect(onopen).toHaveBeenCalledOnce();
  expect(screen.getByRole('img', { name: /^2 frames with something odd/ })).toBeDefined();
  await fireEvent.keyDown(link, { key: 'Delete' });
  expect(ondelete).toHaveBeenCalledOnce();
});

test('a judged recording counts its errors and warnings, not its zeros', () => {
  render(RecordingItem, {
    recording: recording({ problems: 2, found: { errors: 2, warnings: 0, infos: 4 } }),
    href: '/r/1/frames',
    current: false,
    title: 'My Agent',
    summary: 'project',
    when: '',
    onopen: vi.fn(),
    onedit: vi.fn(),
    ondelete: vi.fn(),
  });
  expect(screen.getByRole('link').textContent).toContain('2 errors');
  const names = screen.getAllByRole('img').map((image) => image.getAttribute('aria-label'));
  expect(names).toEqual(['frames', '2 errors']);
});

test('deleting says what is lost, and why it could not be done', async () => {
  const onclose = vi.fn();
  const onconfirm = vi.fn().mockRejectedValue(new Error('The database is read-only.'));
  render(DeleteDialog, {
    recording: recording({ phase: 'live' }),
    title: 'My Agent',
    onconfirm,
    onclose,
  });
  expect(screen.getByRole('dialog').textContent).toContain('118 frames');
  expect(screen.getByRole('dialog').textContent).toContain('nothing more of them is kept');
  await fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The database is read-only.');
  expect(onclose).not.toHaveBeenCalled();
});

test('tabs move with the arrows and wrap around', async () => {
  const onchange = vi.fn();
  const tabs = [
    { id: 'a', title: 'A' },
    { id: 'b', title: 'B' },
  ] as const;
  const panel = createRawSnippet(() => ({ render: () => '<p>inside</p>' }));
  render(Tabs, { label: 'Tabs', tabs, current: 'b', onchange, panel });
  await fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key: 'ArrowRight' });
  expect(onchange).toHaveBeenLastCalledWith('a');
  await fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key: 'ArrowLeft' });
  expect(onchange).toHaveBeenLastCalledWith('a');
});
