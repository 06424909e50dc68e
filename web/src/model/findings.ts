// What the judgement of a recording says, put in order for reading.

import type { Finding, Found, Severity, Side } from '../api/types.gen';

/** Gravest first. */
export const SEVERITIES = ['error', 'warning', 'info'] as const satisfies readonly Severity[];
export const SIDES = ['client', 'agent'] as const satisfies readonly Side[];

/** The same choice with one thing more or less. */
export function toggled<T>(shown: ReadonlySet<T>, one: T): ReadonlySet<T> {
  const next = new Set(shown);
  if (!next.delete(one)) next.add(one);
  return next;
}

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** All findings of one rule. */
export interface RuleGroup {
  rule: string;
  /** The gravest among them: a rule may weigh less than it could. */
  severity: Severity;
  first: Finding;
  /** In the order of their frames. */
  findings: Finding[];
}

/** By rule, the gravest first, then in the order in which they were first broken. */
export function groupedByRule(
  findings: readonly Finding[],
  shown: ReadonlySet<Severity>,
  sides: ReadonlySet<Side>,
): RuleGroup[] {
  const groups = new Map<string, RuleGroup>();
  for (const finding of findings) {
    if (!shown.has(finding.severity) || !sides.has(finding.side)) continue;
    const { rule, severity } = finding;
    const group = groups.get(rule);
    if (group === undefined) {
      groups.set(rule, { rule, severity, first: finding, findings: [finding] });
    } else {
      group.findings.push(finding);
      if (rank(severity) < rank(group.severity)) group.severity = severity;
    }
  }
  return [...groups.values()].sort((a, b) => rank(a.severity) - rank(b.severity));
}

/**
 * The first finding of the nearest frame with one, after a frame or before it. Without a frame: of the
 * first or of the last. The findings are in the order of their frames.
 */
export function nearestFinding(
  findings: readonly Finding[],
  from: number | null,
  direction: 1 | -1,
): Finding | null {
  if (direction === 1) return findings.find((f) => f.frame > (from ?? 0)) ?? null;
  const frame = findings.findLast((f) => f.frame < (from ?? Infinity))?.frame;
  return findings.find((f) => f.frame === frame) ?? null;
}

/** Findings have no id of their own. */
export const sameFinding = (a: Finding, b: Finding): boolean =>
  a.frame === b.frame && a.rule === b.rule && a.pointer === b.pointer && a.message === b.message;

/** Findings of more than one session: each must say which. */
export const severalSessions = (findings: readonly Finding[]): boolean =>
  new Set(findings.flatMap((f) => f.session ?? [])).size > 1;

/** A value that differs when a judgement does. */
export const stateOf = (found: Found | null): string =>
  found === null ? '' : `${found.errors}/${found.warnings}/${found.infos}`;

export const sumOf = (found: Found): number => found.errors + found.warnings + found.infos;

export const countOf = (found: Found, severity: Severity): number =>
  severity === 'error' ? found.errors : severity === 'warning' ? found.warnings : found.infos;

/**
 * Joins a page of findings to those before it. A page starts with the frame that the one before ended
 * with, since a page may end between two findings of a frame.
 */
export const joined = (before: readonly Finding[], page: readonly Finding[]): Finding[] => {
  const from = page[0]?.frame;
  return [...(from === undefined ? before : before.filter((f) => f.frame < from)), ...page];
};

/** The frame to read on from after a full page; a frame that fills a page alone is left behind. */
export function nextPage(page: readonly Finding[], from: number): number {
  const last = page[page.length - 1]?.frame ?? from;
  return last > from ? last : from + 1;
}
