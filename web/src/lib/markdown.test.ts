import { expect, test } from 'vitest';
import { firstWords, markdown, unescaped } from './markdown';

test('the usual marks become a tree', () => {
  const tree = markdown('# Title\n\nSome **bold** and `code`.\n\n- [x] done\n- plain\n');
  expect(tree).toEqual([
    { is: 'heading', depth: 1, of: [{ is: 'text', text: 'Title' }] },
    {
      is: 'paragraph',
      of: [
        { is: 'text', text: 'Some ' },
        { is: 'strong', of: [{ is: 'text', text: 'bold' }] },
        { is: 'text', text: ' and ' },
        { is: 'code', text: 'code' },
        { is: 'text', text: '.' },
      ],
    },
    {
      is: 'list',
      start: null,
      items: [
        { done: true, of: [{ is: 'paragraph', of: [{ is: 'text', text: 'done' }] }] },
        { done: null, of: [{ is: 'paragraph', of: [{ is: 'text', text: 'plain' }] }] },
      ],
    },
  ]);
});

test('HTML is text', () => {
  const tree = markdown('<script>alert(1)</script>\n\nhi <b onclick="x()">there</b> &lt;ok&gt;');
  expect(tree).toEqual([
    { is: 'paragraph', of: [{ is: 'text', text: '<script>alert(1)</script>' }] },
    { is: 'paragraph', of: [{ is: 'text', text: 'hi <b onclick="x()">there</b> <ok>' }] },
  ]);
});

test('images are named, tables have cells', () => {
  expect(markdown('![a cat](https://x.example/cat.png)')).toEqual([
    { is: 'paragraph', of: [{ is: 'image', to: 'https://x.example/cat.png', alt: 'a cat' }] },
  ]);
  expect(markdown('|a|b|\n|-|-:|\n|1|2|\n')).toMatchObject([
    { is: 'table', head: [{ align: null }, { align: 'right' }], rows: [[{}, {}]] },
  ]);
});

test('what is too deep or too long stays text, and quickly', () => {
  const started = performance.now();
  const quotes = '>'.repeat(10_000);
  expect(markdown(quotes)).toEqual([{ is: 'paragraph', of: [{ is: 'text', text: quotes }] }]);
  for (const nasty of ['[', '*', '_ ', '~~', '- '.repeat(40), '(('].map((s) => s.repeat(5_000))) {
    expect(markdown(nasty).length).toBeGreaterThan(0);
  }
  expect(markdown('x'.repeat(1_000_000))).toHaveLength(1);
  expect(performance.now() - started).toBeLessThan(4_000);
});

test('character references are read once', () => {
  expect(unescaped('&amp;lt; &#65;&#x42; &unknown; &#0;')).toBe('&lt; AB &unknown; &#0;');
});

test('first words are without marks', () => {
  expect(firstWords('## Plan\n\n1. **Read** the `README`\n2. Write')).toBe(
    'Plan Read the README Write',
  );
  expect(firstWords('word '.repeat(100), 12)).toBe('word word wo…');
});
