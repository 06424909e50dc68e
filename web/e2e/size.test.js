import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { data, launch, Scope, Tab } from './harness.js';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;

before(async () => {
  browser = await launch();
  scope = await Scope.start([data('story.jsonl')]);
});
after(async () => {
  await browser?.close();
  await scope?.stop();
});

test('what is loaded before the first paint is small', async (t) => {
  const tab = await Tab.open(browser, scope, '/r/1/timeline');
  await tab.page.locator('[data-item]').first().waitFor();
  const loaded = tab.requests.filter((url) => !new URL(url).pathname.startsWith('/api/'));
  let sum = 0;
  for (const url of loaded) {
    const body = await (await tab.page.request.get(url)).body();
    sum += gzipSync(body).length;
  }
  const paint = await tab.page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  );
  t.diagnostic(`${loaded.length} files, ${(sum / 1024).toFixed(0)} KB gzipped`);
  t.diagnostic(`first paint: ${paint.toFixed(0)} ms`);
  assert.ok(loaded.length > 1 && sum > 10_000);
  assert.ok(sum < 400 * 1024, `${sum} bytes`);
  await tab.close();
});
