// What drawings on a canvas need: sharp pixels, and the colours of the page's style.

/** Makes a canvas as large as its element in device pixels; drawing goes on in CSS pixels. */
export function sharp(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}

/** Draws once for a frame of the screen, however often it is asked; what has another size, at once. */
export class Painter {
  #wanted: (() => void) | null = null;
  #size = '';

  paint(
    canvas: HTMLCanvasElement,
    width: number,
    height: number,
    draw: (context: CanvasRenderingContext2D) => void,
  ): void {
    const waits = this.#wanted !== null;
    this.#wanted = () => {
      const context = sharp(canvas, width, height);
      if (context) draw(context);
    };
    const size = `${width} ${height}`;
    if (size !== this.#size) this.#draw();
    else if (!waits) requestAnimationFrame(() => this.#draw());
    this.#size = size;
  }

  #draw(): void {
    const draw = this.#wanted;
    this.#wanted = null;
    draw?.();
  }
}

/** Custom properties of an element as values that a canvas takes. `light-dark()` is resolved by the browser. */
export function inks<N extends string>(
  element: HTMLElement,
  names: readonly N[],
): Record<N, string> {
  const probe = document.createElement('span');
  probe.hidden = true;
  element.append(probe);
  const out = {} as Record<N, string>;
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    out[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return out;
}

/** Calls when the page turns light or dark. Returns how to stop. */
export function onTheme(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
  };
}

const stripes = new Map<string, CanvasPattern>();

/** Diagonal stripes, for what must not be told by its hue alone. */
export function hatch(context: CanvasRenderingContext2D, ink: string): CanvasPattern | string {
  const held = stripes.get(ink);
  if (held !== undefined) return held;
  const tile = document.createElement('canvas');
  tile.width = 6;
  tile.height = 6;
  const on = tile.getContext('2d');
  if (on === null) return ink;
  on.strokeStyle = ink;
  on.lineWidth = 2;
  on.beginPath();
  for (const x of [-6, 0, 6]) {
    on.moveTo(x - 1, 7);
    on.lineTo(x + 7, -1);
  }
  on.stroke();
  const pattern = context.createPattern(tile, 'repeat');
  if (pattern !== null) stripes.set(ink, pattern);
  return pattern ?? ink;
}
