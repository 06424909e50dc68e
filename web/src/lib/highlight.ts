// Where searched texts stand in a text, without regard to upper and lower case.

export interface Part {
  text: string;
  hit: boolean;
}

/** Lower case without changes of length, so that places stay right. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (c) => (c.toLowerCase().length === c.length ? c.toLowerCase() : c)).join(
    '',
  );
}

/** Places of the needles, in order and apart. */
export function hitsIn(
  text: string,
  needles: readonly string[],
  most = 1000,
): { from: number; to: number }[] {
  const wanted = needles.map(folded).filter((needle) => needle !== '');
  if (wanted.length === 0) return [];
  const lower = folded(text);
  const found: { from: number; to: number }[] = [];
  for (const needle of wanted) {
    for (let at = lower.indexOf(needle); at >= 0 && found.length < most;) {
      found.push({ from: at, to: at + needle.length });
      at = lower.indexOf(needle, at + needle.length);
    }
  }
  found.sort((a, b) => a.from - b.from);
  const out: { from: number; to: number }[] = [];
  for (const hit of found) {
    const last = out[out.length - 1];
    if (last !== undefined && hit.from <= last.to) last.to = Math.max(last.to, hit.to);
    else out.push(hit);
  }
  return out;
}

/** The text in parts; one part when nothing is found. */
export function highlighted(text: string, needles: readonly string[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { from, to } of hitsIn(text, needles)) {
    if (from > at) parts.push({ text: text.slice(at, from), hit: false });
    parts.push({ text: text.slice(from, to), hit: true });
    at = to;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at), hit: false });
  return parts;
}
