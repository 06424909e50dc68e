// The pictures of the README: the page over the recordings of the tests, as it is now.
//
//   npm run pictures

import { fileURLToPath } from 'node:url';
import { data, launch, Scope, Tab } from './harness.js';
import { until } from './speed.js';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
/** The last one that is imported is recording 3. */
const CAPTURES = ['claude-tools', 'gemini-tools', 'story'].map((name) => data(`${name}.jsonl`));

/** @type {[name: string, scheme: 'light' | 'dark', path: string, shown: string][]} */
const PICTURES = [
  ['timeline', 'light', '/r/3/timeline?item=16', `document.querySelector('[data-item]')`],
  ['frames', 'dark', '/r/3/frames?frame=33&tab=explain', `document.querySelector('[data-n="33"]')`],
  ['sequence', 'dark', '/r/3/sequence?frame=33', `document.querySelector('canvas')`],
  ['findings', 'light', '/r/3/findings?frame=58', `document.querySelector('main h2, main h3')`],
];

const browser = await launch();
const scope = await Scope.start(CAPTURES);
try {
  for (const [name, colorScheme, path, shown] of PICTURES) {
    const tab = await Tab.open(browser, scope, path, { colorScheme });
    await until(tab.page, shown);
    // What is asked for beside it: the inspector, words, findings.
    await tab.page.waitForTimeout(1_500);
    if (name === 'timeline') {
      // What led to the edit is in the picture, too.
      await tab.page.getByRole('region', { name: 'Timeline' }).hover();
      await tab.page.mouse.wheel(0, -300);
      await tab.page.waitForTimeout(500);
    }
    await tab.page.screenshot({ path: `${DOCS}${name}.png` });
    await tab.close();
  }
} finally {
  await scope.stop();
  await browser.close();
}
