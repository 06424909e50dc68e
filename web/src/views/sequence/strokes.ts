// Lines, words and marks on a canvas.

export function stroke(
  c: CanvasRenderingContext2D,
  x: number,
  y: number,
  toX: number,
  toY: number,
): void {
  c.beginPath();
  c.moveTo(x, y);
  c.lineTo(toX, toY);
  c.stroke();
}

export function write(
  c: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  ink: string,
  font: string,
  room: number,
  align: CanvasTextAlign = 'left',
): void {
  if (room < 16) return;
  c.font = font;
  c.textAlign = align;
  c.textBaseline = 'middle';
  c.fillStyle = ink;
  c.fillText(fitted(c, words, room), x, y);
}

/** Measuring words is most of what drawing them takes, and while the diagram is moved they stay the same. */
const known = new Map<string, string>();
const KNOWN = 4_000;

/** Text that fits, its end cut when it must be. */
export function fitted(c: CanvasRenderingContext2D, words: string, room: number): string {
  const key = `${c.font}|${Math.round(room)}|${words}`;
  const held = known.get(key);
  if (held !== undefined) return held;
  const text = cut(c, words, room);
  if (known.size >= KNOWN) known.clear();
  if (key.length < 400) known.set(key, text);
  return text;
}

function cut(c: CanvasRenderingContext2D, words: string, room: number): string {
  // No line is so wide; measuring a megabyte would take long.
  let text = words.length > 200 ? `${words.slice(0, 200)}…` : words;
  if (c.measureText(text).width <= room) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (c.measureText(`${text.slice(0, middle)}…`).width <= room) low = middle;
    else high = middle - 1;
  }
  text = low === 0 ? '' : `${text.slice(0, low)}…`;
  return text;
}

/** An octagon for an error, a triangle for a warning. */
export function mark(
  c: CanvasRenderingContext2D,
  severity: 'error' | 'warning',
  x: number,
  y: number,
  ink: string,
  high: number,
): void {
  const size = Math.min(10, Math.max(3, high * 0.6));
  c.fillStyle = ink;
  c.beginPath();
  if (severity === 'error') {
    for (let k = 0; k < 8; k += 1) {
      const a = Math.PI / 8 + (k * Math.PI) / 4;
      c.lineTo(x + (Math.cos(a) * size) / 2, y + (Math.sin(a) * size) / 2);
    }
  } else {
    c.moveTo(x, y - size / 2);
    c.lineTo(x + size / 2, y + size / 2);
    c.lineTo(x - size / 2, y + size / 2);
  }
  c.closePath();
  c.fill();
}
