// Where a text stands in a text of fifty megabytes: read a slice at a time, so that the page goes on living.

/** Places beyond these are not looked for. */
export const MOST = 10_000;
const SLICE = 4 << 20;

export interface Places {
  offsets: number[];
  /** There may be more behind the last one. */
  more: boolean;
}

const pause = (): Promise<void> => new Promise((done) => setTimeout(done));

/** Without regard to upper and lower case. Null when it is not wanted any more. */
export async function find(
  text: string,
  needle: string,
  wanted: () => boolean,
  most = MOST,
  slice = SLICE,
): Promise<Places | null> {
  const offsets: number[] = [];
  if (needle === '') return { offsets, more: false };
  const pattern = new RegExp(needle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
  let from = 0;
  while (from < text.length) {
    const part = text.slice(from, from + slice + needle.length - 1);
    let end = slice;
    for (const found of part.matchAll(pattern)) {
      if (offsets.length >= most) return { offsets, more: true };
      offsets.push(from + found.index);
      end = Math.max(end, found.index + needle.length);
    }
    from += end;
    await pause();
    if (!wanted()) return null;
  }
  return { offsets, more: false };
}
