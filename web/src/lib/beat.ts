// One slow clock for all that pulses. An endless CSS animation has the browser draw sixty times a second for as long as
// it is in sight, which is most of what an idle page would cost; this draws twice in a beat.

const HALF = 900;

type Listener = (up: boolean) => void;

const listeners = new Set<Listener>();
let timer: ReturnType<typeof setInterval> | undefined;
let up = false;

/** Calls back at every half beat, until what is returned is called. Stands still for those who want less motion. */
export function onBeat(listener: Listener): () => void {
  listeners.add(listener);
  listener(up);
  timer ??= setInterval(() => {
    if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    up = !up;
    for (const each of listeners) each(up);
  }, HALF);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
