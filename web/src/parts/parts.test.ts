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
  held: 200_000,
  cut: false,
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

test('a cut frame says how much of it is shown', () => {
  render(RawView, {
    ...raw,
    size: 5_000_000,
    held: 1_000_000,
    cut: true,
    pieces: piecesOfText('x'),
  });
  expect(screen.getByText(/first 1.0 MB of 5.0 MB/)).toBeDefined();
});

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
