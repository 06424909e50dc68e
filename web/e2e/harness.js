// Starts the real program over a database of its own, and a browser before it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const PROGRAM = resolve(HERE, '..', process.env.ACP_SCOPE_BIN ?? '../target/debug/acp-scope');
export const data = (/** @type {string} */ name) => join(HERE, 'data', name);
export const AGENT = join(HERE, 'fake-agent.js');

/** Patience for what should take milliseconds: only a failure waits this long. */
export const PATIENCE = 20_000;

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** What the pages' policy has kept from them; a page of ours asks for nothing that it would. @type {string[]} */
const violations = [];

/** Fails when the policy of a page had to do something. */
function unviolated() {
  const all = violations.splice(0);
  if (all.length > 0) throw new Error(`the content policy was violated: ${all.join('; ')}`);
}

/** Runs in each page before its own program: says what the policy keeps from it. */
export const tellViolations = () =>
  addEventListener('securitypolicyviolation', (e) =>
    console.error(
      `content policy: ${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber} ${e.sample}`,
    ),
  );

/** A folder with a database, and what runs over it. */
export class Scope {
  /** @type {string} */ folder = '';
  /** @type {string} */ url = '';
  /** @type {Set<import('node:child_process').ChildProcess>} */ #running = new Set();

  /** @param {string[]} captures files to import, in this order */
  static async start(captures = []) {
    const scope = new Scope();
    scope.folder = await mkdtemp(join(tmpdir(), 'acp-scope-e2e-'));
    for (const capture of captures) await scope.import(capture);
    await scope.serve();
    return scope;
  }

  /** @param {string[]} args */
  #spawn(args) {
    const child = spawn(PROGRAM, ['--db', join(this.folder, 'scope.db'), ...args], {
      cwd: this.folder,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ACP_SCOPE_HOME: this.folder },
    });
    this.#running.add(child);
    child.on('exit', () => this.#running.delete(child));
    return child;
  }

  /** @param {string} capture */
  async import(capture) {
    const child = this.#spawn(['import', capture]);
    child.stdout?.resume();
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`import of ${capture} ended with ${code}`);
  }

  /** @param {number} port any, if nothing is said */
  async serve(port = 0) {
    const child = this.#spawn(['ui', '--port', String(port)]);
    this.server = child;
    for await (const line of createInterface({ input: /** @type {any} */ (child.stdout) })) {
      const url = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/.exec(line)?.[0];
      if (url !== undefined) {
        this.url = url;
        child.stdout?.resume();
        return;
      }
    }
    throw new Error('the program ended without printing where the page is');
  }

  /** Records a conversation with the scripted agent; the caller speaks for the client. */
  record() {
    return new Conversation(this.#spawn(['run', '--', process.execPath, AGENT]));
  }

  /** @param {string} path */
  at(path) {
    const url = new URL(this.url);
    url.pathname = path.split('?')[0] ?? '/';
    for (const [key, value] of new URLSearchParams(path.split('?')[1])) {
      url.searchParams.set(key, value);
    }
    return url.href;
  }

  async stop() {
    for (const child of this.#running) {
      child.kill();
      await once(child, 'exit');
    }
    await rm(this.folder, { recursive: true, force: true });
    unviolated();
  }
}

/** The client's end of a recorded conversation. */
export class Conversation {
  #id = 0;
  /** @type {Map<number, () => void>} */ #waiting = new Map();

  /** @param {import('node:child_process').ChildProcess} child */
  constructor(child) {
    this.child = child;
    createInterface({ input: /** @type {any} */ (child.stdout) }).on('line', (line) => {
      const message = JSON.parse(line);
      if ('result' in message) this.#waiting.get(message.id)?.();
    });
  }

  /** @param {string} method @param {unknown} params */
  request(method, params = {}) {
    const id = (this.#id += 1);
    this.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return /** @type {Promise<void>} */ (new Promise((done) => this.#waiting.set(id, done)));
  }

  async end() {
    this.child.stdin?.end();
    await once(this.child, 'exit');
  }
}

/** A page on a scope that keeps what went wrong on it. */
export class Tab {
  /** @type {string[]} */ complaints = [];
  /** @type {string[]} */ requests = [];

  /** @param {import('playwright-core').Browser} browser @param {Scope} scope */
  static async open(browser, scope, path = '/', options = {}) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      ...options,
    });
    await context.addInitScript(tellViolations);
    const tab = new Tab(await context.newPage());
    await tab.page.goto(scope.at(path));
    return tab;
  }

  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      this.complaints.push(message.text());
      // The browser's own words, and those of tellViolations.
      if (/content (security )?policy/i.test(message.text())) violations.push(message.text());
    });
    page.on('request', (request) => this.requests.push(request.url()));
  }

  /** @param {number} n */
  row(n) {
    return this.page.locator(`[role=row][data-n="${n}"]`);
  }
  get selected() {
    return this.page.locator('[role=row][aria-selected=true]');
  }
  get inspector() {
    return this.page.getByRole('complementary', { name: 'Inspector' });
  }
  get rail() {
    return this.page.getByRole('complementary', { name: 'Recordings' });
  }
  get foot() {
    return this.page.getByRole('contentinfo', { name: 'Recording' });
  }

  /** Waits until a frame is the selected one. @param {number} n */
  async selects(n) {
    await this.page.waitForSelector(`[role=row][data-n="${n}"][aria-selected=true]`);
  }

  /** Waits until the address is this, token aside. @param {string} address */
  async isAt(address) {
    await this.page.waitForFunction((a) => location.pathname + location.search === a, address);
  }

  /** Waits until something is so in the page. @param {() => Promise<boolean>} what */
  async until(what) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      if (await what()) return;
      if (Date.now() > end) throw new Error(`waited in vain for: ${what}`);
      await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
  }

  async close() {
    await this.page.context().close();
    unviolated();
  }
}

/**
 * Writes a capture of this many frames: prompts, chunks, answers.
 * @param {string} file @param {number} frames
 */
export async function writeCapture(file, frames) {
  const lines = [JSON.stringify({ acp_scope: 1, started_at: '2026-01-02T03:04:05.000Z' })];
  for (let n = 1; n <= frames; n += 1) {
    const id = Math.floor((n - 1) / 10);
    const part = (n - 1) % 10;
    const prompt = [{ type: 'text', text: `prompt ${id}` }];
    const content = { type: 'text', text: `chunk ${n}` };
    const update = { sessionUpdate: 'agent_message_chunk', content };
    const message =
      part === 0
        ? { id, method: 'session/prompt', params: { sessionId: 's1', prompt } }
        : part === 9
          ? { id, result: { stopReason: 'end_turn' } }
          : { method: 'session/update', params: { sessionId: 's1', update } };
    const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
    lines.push(JSON.stringify({ t: n / 1000, dir: part === 0 ? 'c2a' : 'a2c', raw }));
  }
  await writeFile(file, `${lines.join('\n')}\n`);
}
