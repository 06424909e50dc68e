// What a page of somebody else can do in the browser in which ours is open: nothing.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { data, launch, Scope, Tab } from './harness.js';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Scope} */ let scope;
/** @type {import('node:http').Server} */ let foreign;
let foreignPort = 0;

before(async () => {
  browser = await launch();
  scope = await Scope.start([data('claude-tools.jsonl'), data('gemini-tools.jsonl')]);
  foreign = createServer((_, answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/html' });
    answer.end('<!doctype html><title>foreign</title><body></body>');
  });
  foreign.listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  foreignPort = /** @type {import('node:net').AddressInfo} */ (foreign.address()).port;
});
after(async () => {
  foreign?.close();
  await browser?.close();
  await scope?.stop();
});

/** What is in the database, as far as a foreign page could change it. */
async function contents() {
  const { origin, searchParams } = new URL(scope.url);
  const read = async (/** @type {string} */ path) => {
    const answer = await fetch(`${origin}${path}`, {
      headers: { Authorization: `Bearer ${searchParams.get('token')}` },
    });
    assert.equal(answer.status, 200, path);
    return answer.json();
  };
  const list = /** @type {{ number: number; frames: number; name: string | null }[]} */ (
    await read('/api/recordings')
  );
  const recordings = list.map(({ number, frames, name }) => ({ number, frames, name }));
  return { recordings, marks: await read('/api/recordings/1/bookmarks') };
}

// Pages of this machine share a site whatever their port is: a cookie that is only for the same site does not hold them
// off. The names differ as hosts do in the field.
for (const host of ['127.0.0.1', 'localhost']) {
  test(`a page at ${host} reads nothing and changes nothing`, async () => {
    const before = await contents();
    assert.equal(before.recordings.length, 2);
    const tab = await Tab.open(browser, scope, '/r/1/frames');
    await tab.row(1).waitFor();
    const context = tab.page.context();
    const page = await context.newPage();
    await page.goto(`http://${host}:${foreignPort}/`);
    const { port } = new URL(scope.url);
    // Our page answers to both names; the cookie was given to one of them.
    for (const ours of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
      const got = await page.evaluate(attack, ours);
      assert.deepEqual(got, [], `${host} against ${ours}`);
    }
    assert.deepEqual(await contents(), before);
    assert.deepEqual(tab.complaints, []);
    // Ours still works.
    await tab.page.reload();
    await tab.row(1).waitFor();
    await context.close();
  });
}

/** Runs in the foreign page; gives what it has got hold of. @param {string} ours */
async function attack(ours) {
  /** @type {string[]} */ const got = [];
  const wait = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));
  const api = `${ours}/api/recordings`;
  const targets = [api, `${api}/1/frames`, `${api}/1/export`, `${api}/1/frames/1/raw`, `${ours}/`];
  for (const target of targets) {
    for (const mode of /** @type {const} */ (['cors', 'no-cors'])) {
      try {
        const answer = await fetch(target, { mode, credentials: 'include' });
        if (answer.type !== 'opaque') got.push(`${mode} ${target}: status ${answer.status}`);
        const text = await answer.text();
        if (text !== '') got.push(`${mode} ${target}: ${text.slice(0, 40)}`);
      } catch {
        // Refused, as it should be.
      }
    }
  }
  // Requests that change something: simple ones, which no browser asks about beforehand, and others.
  const note = JSON.stringify({ note: 'foreign', name: 'foreign', tags: ['foreign'] });
  const bodies = ['text/plain', 'application/x-www-form-urlencoded', 'application/json'];
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    for (const path of ['/1', '/1/bookmarks/1', '', '/1/tags', '/import', '/1/delete']) {
      for (const type of bodies) {
        const headers = { 'Content-Type': type, 'X-HTTP-Method-Override': 'DELETE' };
        const body = path === '' ? '{"acp_scope":1}\n{"t":0,"dir":"c2a","raw":"{}"}\n' : note;
        const init = /** @type {const} */ ({ method, body, credentials: 'include' });
        await fetch(api + path, { ...init, headers }).catch(() => undefined);
        const simple = { 'Content-Type': type };
        await fetch(api + path, { ...init, headers: simple, mode: 'no-cors' }).catch(
          () => undefined,
        );
      }
    }
  }
  for (const enctype of [
    'text/plain',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
  ]) {
    for (const path of ['', '/1', '/1/bookmarks/1', '/1?_method=DELETE']) {
      const frame = document.createElement('iframe');
      frame.name = `f${Math.random()}`;
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', enctype, action: api + path, target: frame.name });
      const field = document.createElement('input');
      Object.assign(field, { name: '{"acp_scope":1,"x":"', value: '"}' });
      form.append(field);
      document.body.append(frame, form);
      form.submit();
    }
  }
  navigator.sendBeacon(`${api}/1/bookmarks/1`, note);
  await wait(300);

  const stream = new EventSource(`${ours}/api/live`, { withCredentials: true });
  stream.onopen = () => got.push('EventSource opened');
  stream.onmessage = (e) => got.push(`EventSource: ${e.data}`);
  try {
    const socket = new WebSocket(`${ours.replace('http', 'ws')}/api/live`);
    socket.onopen = () => got.push('WebSocket opened');
  } catch {
    // Refused.
  }

  const frame = document.createElement('iframe');
  frame.src = `${ours}/r/1/frames`;
  document.body.append(frame);
  const image = document.createElement('img');
  image.src = `${api}/1/frames/1/raw`;
  image.onload = () => got.push('an image was loaded');
  const script = document.createElement('script');
  script.src = `${api}/1/export`;
  script.onload = () => got.push('a script was loaded');
  const style = document.createElement('link');
  Object.assign(style, { rel: 'stylesheet', href: `${ours}/api/recordings` });
  style.onload = () => got.push('a style was loaded');
  document.body.append(image, script, style);

  window.addEventListener('message', (e) => got.push(`message: ${String(e.data)}`));
  const other = window.open(`${ours}/r/1/frames`, 'popup');
  await wait(1_200);
  for (const target of [frame.contentWindow, other]) {
    if (!target) continue;
    for (const said of ['*', { type: 'token' }, { token: true }]) target.postMessage(said, '*');
    try {
      // Of a frame that was refused the browser shows a page of its own, which nobody may look into.
      const text = target.document.body?.innerText ?? '';
      if (text !== '') got.push(`document: ${text.slice(0, 40)}`);
    } catch {
      // Another origin.
    }
  }
  if (frame.contentWindow && frame.contentWindow.length > 0) got.push('frames in the frame');
  await wait(300);
  stream.close();
  other?.close();
  return got;
}

/** Says this to the port, and gives what comes back. @param {string} request */
async function raw(request) {
  const { port } = new URL(scope.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  let text = '';
  socket.on('data', (piece) => (text += piece));
  socket.setTimeout(2_000, () => socket.destroy());
  await once(socket, 'close').catch(() => undefined);
  return text;
}

test('a name that leads here by a trick of DNS gets nothing, with the right token even', async () => {
  const { port, searchParams } = new URL(scope.url);
  const token = searchParams.get('token');
  const hosts = [
    'evil.example',
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `localhost.evil.example:${port}`,
    `127.0.0.1:${port}.evil.example`,
    '127.0.0.1',
    'localhost',
    `0.0.0.0:${port}`,
    `[::1]:${port}`,
    `127.0.0.1:${Number(port) + 1}`,
    '',
  ];
  for (const host of hosts) {
    for (const path of ['/api/recordings', `/?token=${token}`, '/', '/api/live']) {
      const answer = await raw(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: acp_scope_${port}=${token}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
      );
      assert.match(answer, /^HTTP\/1\.1 4\d\d /, `${host} ${path}`);
      assert.doesNotMatch(answer, /set-cookie|Claude|Gemini/i, `${host} ${path}`);
    }
  }
  // Two names, or none.
  for (const hosts of [`Host: evil.example\r\nHost: 127.0.0.1:${port}\r\n`, '']) {
    const answer = await raw(
      `GET /api/recordings HTTP/1.1\r\n${hosts}Authorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
    assert.doesNotMatch(answer, /^HTTP\/1\.1 2|Claude/, hosts);
  }
  // A whole address in the request line names a host, too.
  const absolute = await raw(
    `GET http://evil.example/api/recordings HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  );
  assert.match(absolute, /^HTTP\/1\.1 4/);
  const right = await raw(
    `GET /api/recordings HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  );
  assert.match(right, /^HTTP\/1\.1 200 /);
});
