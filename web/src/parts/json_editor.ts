// The JSON tab: CodeMirror, read-only, with folding and search. Read lazily, being larger than the
// rest of the page together.

import { defaultKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  foldedRanges,
  syntaxHighlighting,
  unfoldEffect,
} from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import {
  EditorState,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type Extension,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Severity } from '../api/types.gen';
import type { Span } from '../lib/json_pointer';

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--json-key)' },
  { tag: tags.string, color: 'var(--json-str)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--json-num)' },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: 'var(--json-punct)' },
]);

/** The value is underlined; the line behind it has the tint. */
function faults(): Record<string, Record<string, string>> {
  const looks: Record<string, Record<string, string>> = {};
  for (const severity of ['info', 'warning', 'error']) {
    looks[`.cm-fault-${severity}`] = {
      textDecoration: `underline wavy var(--${severity}) 1px`,
      textUnderlineOffset: '3px',
      textDecorationSkipInk: 'none',
    };
    looks[`.cm-line.cm-fault-line-${severity}`] = { backgroundColor: `var(--${severity}-tint)` };
  }
  return looks;
}

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--fg)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused .cm-content': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontSize: 'var(--mono-base)',
    lineHeight: 'var(--mono-line)',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--fg)' },
  '.cm-line': { padding: '0 12px 0 2px' },
  '.cm-gutters': {
    backgroundColor: 'var(--side)',
    color: 'var(--fg-3)',
    border: 'none',
    fontSize: 'var(--t-axis)',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '30px', padding: '0 2px 0 8px' },
  '.cm-foldGutter .cm-gutterElement': { width: '14px', textAlign: 'center', cursor: 'default' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--selected)',
    border: 'none',
    color: 'var(--fg-2)',
    padding: '0 4px',
    margin: '0 2px',
  },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--fg) 16%, transparent) !important',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--selected)' },
  ...faults(),
  '.cm-hit': { backgroundColor: 'var(--hit)', borderRadius: '2px' },
  '.cm-searchMatch': {
    backgroundColor: 'var(--warning-tint)',
    outline: '1px solid var(--warning)',
  },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--selected)', outlineColor: 'var(--fg)' },
  '.cm-panels': {
    backgroundColor: 'var(--raised)',
    color: 'var(--fg)',
    borderColor: 'var(--line)',
    fontFamily: 'var(--sans)',
  },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 28px 6px 8px', fontSize: 'var(--t-small)' },
  '.cm-panel.cm-search label': { fontSize: 'var(--t-small)' },
  '.cm-textfield': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--r2)',
    backgroundColor: 'var(--canvas)',
    padding: '2px 6px',
    fontSize: 'var(--t-small)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--r2)',
    fontSize: 'var(--t-small)',
  },
});

/** Wrapped parts of a line stand two columns right of its start. */
const hanging = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = indents(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = indents(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function indents(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      const columns = line.text.search(/\S|$/) + 2;
      const style = `padding-left: calc(${columns}ch + 2px); text-indent: -${columns}ch`;
      builder.add(line.from, line.from, Decoration.line({ attributes: { style } }));
      at = line.to + 1;
    }
  }
  return builder.finish();
}

/** A value at fault. */
export interface JsonMark {
  /** Absent when all of the text is meant. */
  span: Span | null;
  severity: Severity;
  /** Why, for those who point at it. */
  title: string;
}

const setMarks = StateEffect.define<{ marks: readonly JsonMark[]; hits: readonly Span[] }>();

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(held, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) {
        return decorations(transaction.state, effect.value.marks, effect.value.hits);
      }
    }
    return held;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorations(
  state: EditorState,
  marks: readonly JsonMark[],
  hits: readonly Span[],
): DecorationSet {
  const ranges = marks.flatMap(({ span, severity, title }) => {
    if (span === null || span.to > state.doc.length || span.from >= span.to) return [];
    const line = state.doc.lineAt(span.from).from;
    return [
      Decoration.line({ class: `cm-fault-line-${severity}` }).range(line),
      Decoration.mark({ class: `cm-fault-${severity}`, attributes: { title } }).range(
        span.from,
        span.to,
      ),
    ];
  });
  const found = hits
    .filter(({ to }) => to <= state.doc.length)
    .map(({ from, to }) => Decoration.mark({ class: 'cm-hit' }).range(from, to));
  return Decoration.set([...ranges, ...found], true);
}

/** Brings a part into sight, out of what is folded too. */
function reveal(view: EditorView, span: Span): void {
  const effects: StateEffect<unknown>[] = [
    EditorView.scrollIntoView(span.from, { y: 'center', yMargin: 40 }),
  ];
  foldedRanges(view.state).between(span.from, span.to, (from, to) => {
    effects.unshift(unfoldEffect.of({ from, to }));
  });
  view.dispatch({ effects });
}

/** Wrapping is dear for lines of this length; they scroll sideways instead. */
const LONG_LINE = 20_000;

const hasLongLine = (text: string): boolean =>
  text.length > LONG_LINE && text.split('\n').some((line) => line.length > LONG_LINE);

/** The page's policy lets in no stylesheet without it. */
const nonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

const extensions = (text: string): Extension => [
  lineNumbers(),
  foldGutter({ openText: '▾', closedText: '▸' }),
  codeFolding(),
  json(),
  marked,
  syntaxHighlighting(colours),
  search({ top: false }),
  highlightSelectionMatches(),
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({
    tabindex: '0',
    'aria-label': 'JSON of the frame',
    'aria-readonly': 'true',
  }),
  hasLongLine(text) ? [] : [EditorView.lineWrapping, hanging],
  keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap]),
  EditorView.cspNonce.of(nonce()),
  look,
];

export interface JsonEditor {
  set(text: string): void;
  mark(marks: readonly JsonMark[], hits: readonly Span[]): void;
  reveal(span: Span): void;
  destroy(): void;
}

export function openJsonEditor(parent: HTMLElement, text: string): JsonEditor {
  const stateOf = (doc: string): EditorState =>
    EditorState.create({ doc, extensions: extensions(doc) });
  const view = new EditorView({ state: stateOf(text), parent });
  return {
    set: (next) => {
      view.setState(stateOf(next));
      view.scrollDOM.scrollTo(0, 0);
    },
    mark: (marks, hits) => view.dispatch({ effects: setMarks.of({ marks, hits }) }),
    reveal: (span) => {
      if (span.to <= view.state.doc.length) reveal(view, span);
    },
    destroy: () => view.destroy(),
  };
}
