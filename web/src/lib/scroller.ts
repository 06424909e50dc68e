// Arithmetic of a list that is taller than browsers can lay out. A browser caps the height of an
// element at some 17 to 33 million pixels, so a long list gets a scroll space of MAX_SPACE and its
// positions are scaled. The truth is always the position in *content* pixels: scroll offsets are
// rounded by the browser and would lose rows.

export const MAX_SPACE = 8_000_000;

export interface Geometry {
  count: number;
  rowHeight: number;
  /** Height in which rows are visible. */
  viewHeight: number;
}

export interface Span {
  /** First row to draw, from 0. */
  first: number;
  /** One past the last row to draw. */
  end: number;
}

export const contentHeight = (g: Geometry): number => g.count * g.rowHeight;

/** Height of the element that the browser scrolls. */
export const spaceHeight = (g: Geometry): number => Math.min(contentHeight(g), MAX_SPACE);

export const isScaled = (g: Geometry): boolean => contentHeight(g) > MAX_SPACE;

export const maxPosition = (g: Geometry): number => Math.max(0, contentHeight(g) - g.viewHeight);

export const clampPosition = (position: number, g: Geometry): number =>
  Math.min(Math.max(0, position), maxPosition(g));

const scale = (g: Geometry): number => {
  const scrollable = spaceHeight(g) - g.viewHeight;
  return scrollable > 0 && isScaled(g) ? maxPosition(g) / scrollable : 1;
};

export const positionOf = (scrollTop: number, g: Geometry): number =>
  clampPosition(scrollTop * scale(g), g);

export const scrollTopOf = (position: number, g: Geometry): number => position / scale(g);

export const visibleSpan = (position: number, g: Geometry, overscan = 0): Span => ({
  first: Math.max(0, Math.floor(position / g.rowHeight) - overscan),
  end: Math.min(g.count, Math.ceil((position + g.viewHeight) / g.rowHeight) + overscan),
});

/** Where the drawn rows belong inside the scroll space. */
export const offsetOf = (
  first: number,
  position: number,
  scrollTop: number,
  g: Geometry,
): number => (isScaled(g) ? scrollTop - (position - first * g.rowHeight) : first * g.rowHeight);

export const isAtEnd = (position: number, g: Geometry): boolean =>
  position >= maxPosition(g) - g.rowHeight / 2;

/** The nearest position at which a row is wholly visible. */
export function reveal(row: number, position: number, g: Geometry): number {
  const top = row * g.rowHeight;
  if (top < position) return clampPosition(top, g);
  const bottom = top + g.rowHeight;
  return clampPosition(bottom > position + g.viewHeight ? bottom - g.viewHeight : position, g);
}

/** The position at which a row stands in the middle. */
export const centre = (row: number, g: Geometry): number =>
  clampPosition(row * g.rowHeight - (g.viewHeight - g.rowHeight) / 2, g);

/** Whole rows that fit, less one that stays in sight when paging. */
export const pageRows = (g: Geometry): number =>
  Math.max(1, Math.floor(g.viewHeight / g.rowHeight) - 1);
