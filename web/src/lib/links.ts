/** An address that may be linked to: what comes over the wire could name any scheme. */
export function httpsAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' ? url.href : null;
}

/** A click that the page may answer itself; the others open tabs, windows and menus. */
export const isPlainClick = (e: MouseEvent): boolean =>
  e.button === 0 && !e.metaKey && !e.ctrlKey && !e.shiftKey && !e.altKey;

/** An address that a link in somebody else's text may lead to. */
export function outwardAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url.href : null;
}

/** Whether bytes can be in it. */
export const isBase64 = (text: string): boolean =>
  text !== '' &&
  /^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(text) &&
  text.replace(/[=\s]/g, '').length % 4 !== 1;
