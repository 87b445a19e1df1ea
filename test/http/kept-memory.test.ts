/** What an answered call leaves to a collection of the whole heap, as collections of young objects do not free it. */
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Type from 'typebox';
import { afterEach, expect, test } from 'vitest';
import { defineMethod } from '../../src/http/methods/method.ts';
import { gateRequests } from '../../src/http/server/intake.ts';
import { collect, keptBytes } from '../support/kept-bytes.ts';
import { turn } from '../support/manual-time.ts';
import { BODY_CREDENTIALS, HEADER, startHosts, type TestHosts } from './support.ts';

let hosts: TestHosts | undefined;
const agent = new Agent({ keepAlive: true });
afterEach(async () => {
  agent.destroy();
  await hosts?.close();
});

const LONG = Array.from({ length: 1000 }, (_, id) => ({ id, note: 'a note of 40 characters, more or less' }));

const listNotes = defineMethod({
  ...{ name: 'listNotes', verb: 'GET', path: '/v3/notes', style: 'resource', group: 'Test', summary: '' },
  parameters: {},
  response: Type.Object({ notes: Type.Array(Type.Object({})) }),
  handler: () => ({ fields: { notes: LONG } }),
});
const readNote = defineMethod({
  ...{ name: 'readNote', verb: 'GET', path: '/v3/note', style: 'resource', group: 'Test', summary: '' },
  parameters: {},
  response: Type.Object({ note: Type.String() }),
  handler: () => ({ fields: { note: `${Math.random()}`.repeat(2000) } }),
});
const writeNote = defineMethod({
  ...{ name: 'writeNote', group: 'Test', summary: '' },
  parameters: {},
  response: Type.Object({}),
  handler: () => ({ fields: {} }),
});

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly encoding?: string;
  readonly body?: object;
}

/** Resolves with the end of the answer; nothing of it is kept here. */
function call(path: string, { method, encoding = 'identity', body }: Sent): Promise<unknown> {
  const credentials = body === undefined ? { authorization: HEADER } : { 'content-type': 'application/json' };
  const headers = { ...credentials, 'accept-encoding': encoding };
  return new Promise((resolve, reject) => {
    const sent = request(`${hosts!.url}/v3/${path}`, { method, agent, headers }, (answer) => {
      answer.resume().on('end', resolve);
    });
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test.each<[string, string, Sent, number]>([
  ['a long answer', 'notes', { method: 'GET' }, 10_000],
  ['a long compressed answer', 'notes', { method: 'GET', encoding: 'gzip' }, 30_000],
  ['a compressed answer', 'note', { method: 'GET', encoding: 'gzip' }, 15_000],
  ['credentials in the body', 'writeNote', { method: 'POST', body: BODY_CREDENTIALS }, 500],
])('%s', async (_, path, sent, bytesMax) => {
  hosts = await startHosts([listNotes, readNote, writeNote], { level: 'silent' });
  const kept = await keptBytes(sent.body === undefined ? 300 : 2000, bytesMax, () => call(path, sent));
  expect(kept).toBeLessThan(bytesMax);
});

test('an idle connection keeps neither its last request nor the answer', async () => {
  const seen: WeakRef<object>[] = [];
  const server = createServer((incoming, response) => {
    seen.push(new WeakRef(incoming), new WeakRef(response));
    response.end('answered');
  });
  gateRequests(server, 1000);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets = new Set<unknown>();
  for (let sent = 0; sent < 3; sent++) {
    const [answer] = await once(request({ port, agent, headers: { authorization: HEADER } }).end(), 'response');
    sockets.add(answer.socket);
    await once(answer.resume(), 'end');
    await turn();
  }
  expect(sockets.size).toBe(1);
  collect();
  await turn();
  collect();
  expect(seen.map((one) => one.deref())).toEqual(Array(6).fill(undefined));
  server.closeAllConnections();
  server.close();
});
