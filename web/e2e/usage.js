// What processes cost, as Linux counts it.

import { readdirSync, readFileSync } from 'node:fs';

const TICKS = 100;

/** @param {string} path */
const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** A process's parent and its ticks so far. @param {string} pid */
function statOf(pid) {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ');
  return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}

/** All processes below one, itself included. @param {number} root */
function below(root) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((pid) => [Number(pid), statOf(pid).parent]));
  const within = (/** @type {number} */ pid) => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === root) return true;
    return false;
  };
  return all.filter((pid) => within(Number(pid)));
}

/** @param {readonly string[]} pids */
const ticksOf = (pids) => pids.reduce((sum, pid) => sum + (statOf(pid).ticks || 0), 0);

/**
 * Counts from now on; the answer tells how much of one core the server, and the browser below this process, took.
 * @param {number} server
 */
export function cpuOf(server) {
  const browser = below(process.pid).filter((pid) => /chrom/.test(read(`/proc/${pid}/comm`)));
  const own = below(server);
  const start = performance.now();
  const before = [ticksOf(own), ticksOf(browser)];
  return () => {
    const seconds = (performance.now() - start) / 1000;
    const share = (/** @type {number} */ ticks) =>
      `${((ticks / TICKS / seconds) * 100).toFixed(1)} %`;
    const [a = 0, b = 0] = [ticksOf(own) - (before[0] ?? 0), ticksOf(browser) - (before[1] ?? 0)];
    return `${share(a)} and ${share(b)} of a core`;
  };
}

/** Counts from now on how often a process's threads are woken. @param {number} pid */
export function switchesOf(pid) {
  const count = () => {
    let threads = /** @type {string[]} */ ([]);
    try {
      threads = readdirSync(`/proc/${pid}/task`);
    } catch {
      // It has ended.
    }
    return threads.reduce((sum, thread) => {
      const status = read(`/proc/${pid}/task/${thread}/status`);
      return sum + Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)?.[1] ?? 0);
    }, 0);
  };
  const [start, before] = [performance.now(), count()];
  return () => (((count() - before) / (performance.now() - start)) * 1000).toFixed(1);
}
