// Firefox as it comes from Debian, spoken to in WebDriver BiDi: Playwright knows only its own build of it.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';
import { tellViolations } from './harness.js';

/** Where it is; null when there is none. */
export const FIREFOX =
  [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
    (path) => path !== undefined && existsSync(path),
  ) ?? null;

export class Firefox {
  /** @type {string[]} What it complained of. */ complaints = [];
  #last = 0;
  /** @type {Map<number, { done: (v: any) => void; failed: (e: Error) => void }>} */
  #asked = new Map();
  #context = '';
  profile = '';
  /** @type {import('node:child_process').ChildProcess | undefined} */ process;
  /** @type {any} */ socket;

  /** @param {string} path */
  static async start(path) {
    const firefox = new Firefox();
    firefox.profile = await mkdtemp(join(tmpdir(), 'acp-scope-firefox-'));
    await writeFile(
      join(firefox.profile, 'user.js'),
      'user_pref("app.update.enabled", false);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\nuser_pref("browser.shell.checkDefaultBrowser", false);\n',
    );
    firefox.process = spawn(
      path,
      ['--headless', '--no-remote', '--profile', firefox.profile, '--remote-debugging-port', '0'],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: firefox.profile } },
    );
    let address = '';
    for await (const line of createInterface({
      input: /** @type {import('node:stream').Readable} */ (firefox.process.stderr),
    })) {
      address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1] ?? '';
      if (address !== '') break;
    }
    if (address === '') throw new Error('Firefox ended without saying where it listens');
    firefox.process.stderr?.resume();
    const socket = new WebSocket(`${address}/session`);
    await once(socket, 'open');
    firefox.socket = socket;
    socket.on('message', (/** @type {unknown} */ data) => firefox.#heard(JSON.parse(String(data))));
    await firefox.#ask('session.new', { capabilities: {} });
    await firefox.#ask('session.subscribe', { events: ['log.entryAdded'] });
    await firefox.#ask('script.addPreloadScript', { functionDeclaration: `${tellViolations}` });
    const { contexts } = await firefox.#ask('browsingContext.getTree', {});
    firefox.#context = contexts[0].context;
    await firefox.#ask('browsingContext.setViewport', {
      context: firefox.#context,
      viewport: { width: 1280, height: 800 },
    });
    return firefox;
  }

  /** @param {any} message */
  #heard(message) {
    if (message.method === 'log.entryAdded' && message.params.level === 'error') {
      this.complaints.push(message.params.text ?? JSON.stringify(message.params));
    }
    const asked = this.#asked.get(message.id);
    if (!asked) return;
    this.#asked.delete(message.id);
    if (message.type === 'error') asked.failed(new Error(`${message.error}: ${message.message}`));
    else asked.done(message.result);
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  #ask(method, params) {
    const id = (this.#last += 1);
    return new Promise((done, failed) => {
      this.#asked.set(id, { done, failed });
      this.socket?.send(JSON.stringify({ id, method, params }));
    });
  }

  /** @param {string} url */
  goto(url) {
    return this.#ask('browsingContext.navigate', {
      context: this.#context,
      url,
      wait: 'complete',
    });
  }

  /** Evaluates an expression whose value is a plain one. @param {string} expression */
  async evaluate(expression) {
    const answer = await this.#ask('script.evaluate', {
      expression,
      target: { context: this.#context },
      awaitPromise: true,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result.value;
  }

  /** Waits until the page shows a text. @param {string} text @param {string} within */
  async shows(text, within = 'body') {
    const end = Date.now() + 20_000;
    const shown = `(document.querySelector(${JSON.stringify(within)})?.innerText ?? '').includes(${JSON.stringify(text)})`;
    while (!(await this.evaluate(shown))) {
      if (Date.now() > end) {
        const all = await this.evaluate('document.body.innerText.slice(0, 600)');
        throw new Error(`${within} does not show ${text}; the page shows: ${all}`);
      }
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** @param {string} key */
  press(key) {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: key }));
    return this.#ask('input.performActions', {
      context: this.#context,
      actions: [{ type: 'key', id: 'keys', actions }],
    });
  }

  async stop() {
    this.socket?.terminate();
    if (this.process && this.process.exitCode === null) {
      this.process.kill();
      await once(this.process, 'exit');
    }
    if (this.profile) {
      await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  }
}
