// A smoke test: the page in the Firefox that Debian ships.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FIREFOX, Firefox } from './firefox.js';
import { data, Scope } from './harness.js';

const skip = FIREFOX === null ? 'no Firefox was found: install firefox-esr, or set FIREFOX' : false;

/** @type {Firefox | undefined} */ let firefox;
/** @type {Scope} */ let scope;

before(async () => {
  if (FIREFOX === null) return;
  scope = await Scope.start([data('claude-tools.jsonl'), data('story.jsonl')]);
  firefox = await Firefox.start(FIREFOX);
});
after(async () => {
  await firefox?.stop();
  await scope?.stop();
});

const SESSION = 'session=sess_044ef662-1152-448f';

/** The views, and what must be read on each. */
const VIEWS = /** @type {const} */ ([
  ['/r/2/timeline', 'Context compacted', 'main'],
  [`/r/2/timeline?${SESSION}&item=16`, 'waited 6.41 s', 'main'],
  [`/r/2/timeline?${SESSION}&item=16`, 'as the permission request describes it', '.inspector'],
  ['/r/2/frames?frame=33', 'session/request_permission', 'main'],
  ['/r/2/frames?frame=33', '"allow-once"', '.inspector'],
  ['/r/2/frames?frame=33&tab=explain', 'optionId', '.inspector'],
  ['/r/2/frames?frame=33&tab=raw', 'then a line feed', '.inspector'],
  ['/r/2/frames?frame=33&tab=pair', 'Request', '.inspector'],
  ['/r/2/sequence', '58 frames, silence over 2 s cut', 'main'],
  ['/r/2/findings', 'What has to be so', 'main'],
  ['/r/2/state', 'Protocol version', 'main'],
  ['/r/1/stderr', '[session/create]', 'main'],
  ['/r/2/frames?filter=kind%3Arequest', 'session/prompt', 'main'],
  ['/r/2/timeline?search=README', 'in 2 recordings', 'main'],
]);

test('every view opens in Firefox without a complaint', { skip }, async () => {
  assert.ok(firefox);
  for (const [path, text, within] of VIEWS) {
    await firefox.goto(scope.at(path));
    await firefox.shows(text, within);
    const wide = await firefox.evaluate('document.documentElement.scrollWidth > innerWidth');
    assert.equal(wide, false, path);
    assert.deepEqual(firefox.complaints, [], path);
  }
});

test('keys work in Firefox', { skip }, async () => {
  assert.ok(firefox);
  await firefox.goto(scope.at('/r/2/frames?frame=33'));
  await firefox.shows('"allow-once"', '.inspector');
  await firefox.press('j');
  await firefox.shows('fs/write_text_file', '.inspector');
  await firefox.press('?');
  await firefox.shows('Keyboard shortcuts', 'dialog');
  assert.deepEqual(firefox.complaints, []);
});
