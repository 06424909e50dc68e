// A recording of a million frames: how long everything takes in the page. Prints its figures, asserts none.
//
//   npm run million            makes the recording, imports it and measures
//   FRAMES=100000 npm run million
//   SCOPE_URL=http://…?token=… npm run million      measures recording 1 of a page that runs

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, Scope } from './harness.js';
import { measure } from './speed.js';
import { writeTalk } from './talk.js';

const FRAMES = Number(process.env.FRAMES ?? 1_000_000);
const folder = await mkdtemp(join(tmpdir(), 'acp-scope-million-'));
const browser = await launch();
const say = (/** @type {string} */ line) => console.log(line);
/** @type {Scope} */ let scope;
try {
  if (process.env.SCOPE_URL === undefined) {
    const capture = join(folder, 'talk.acp.jsonl');
    await writeTalk(capture, FRAMES);
    const start = performance.now();
    scope = await Scope.start([capture]);
    say(`imported: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  } else {
    scope = new Scope();
    scope.url = process.env.SCOPE_URL;
  }
  await measure(browser, scope, FRAMES, say);
  await scope.stop();
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
