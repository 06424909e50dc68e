// Asks axe about the page as it stands.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The context must have been opened with `bypassCSP`: axe is ours, and only here. @param {import('./harness.js').Tab} tab */
export async function accessible(tab, where = '') {
  await tab.page.addScriptTag({ path: AXE });
  const found = await tab.page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run();
    return violations.map((/** @type {any} */ v) => ({
      rule: v.id,
      nodes: v.nodes.slice(0, 3).map((/** @type {any} */ n) => `${n.html} ${n.failureSummary}`),
    }));
  });
  assert.deepEqual(found, [], where);
}
