/** A connection whose answers wait, over real sockets, and the other connections of its client. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Type from 'typebox';
import { afterEach, expect, test } from 'vitest';
import type { Method } from '../../src/http/methods/method.ts';
import { method } from './methods.ts';
import { HEADER, startHosts, type TestHosts } from './support.ts';

let hosts: TestHosts | undefined;
let socket: Socket | undefined;
afterEach(async () => {
  socket?.destroy();
  await hosts?.close();
});

const listMethod = (name: string, things: () => readonly object[]): Method =>
  method({
    name,
    parameters: {},
    response: Type.Object({ things: Type.Array(Type.Object({})) }),
    handler: () => ({ fields: { things: things() } }),
  });

/** More than the buffers of a connection take. */
const THINGS = Array.from({ length: 100 }, () => ({ text: 'x'.repeat(100_000) }));

const getOrders = listMethod('getOrder', () => []);

/** A connection of a client with one answer, and all that it received. */
async function connection(): Promise<{ readonly socket: Socket; readonly received: () => string }> {
  const opened = connect(hosts!.port, '127.0.0.1');
  socket = opened;
  let received = '';
  opened.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  await once(opened, 'connect');
  opened.write(requestOf('getOrder'));
  await once(opened, 'data');
  return { socket: opened, received: () => received };
}

const requestOf = (name: string) =>
  `POST /v3/${name} HTTP/1.1\r\nhost: a\r\nauthorization: ${HEADER}\r\ncontent-length: 0\r\n\r\n`;

async function getOrder(): Promise<unknown> {
  const reply = await fetch(`${hosts!.url}/v3/getOrder`, { method: 'POST', headers: { authorization: HEADER } });
  return reply.json();
}

const ORDER = { statusCode: '101', statusDesc: 'Ok', things: [] };

test('256 lists whose answers wait for an earlier one keep no other connection of the client waiting', async () => {
  const gate = Promise.withResolvers<object>();
  let begun = 0;
  const lists = listMethod('listThings', () => [{ number: ++begun }]);
  const wait = method({ name: 'wait', parameters: {}, handler: () => gate.promise });
  hosts = await startHosts([wait, lists, getOrders]);
  const { received, socket } = await connection();
  socket.write(requestOf('wait') + requestOf('listThings').repeat(255));
  await expect.poll(() => begun, { timeout: 30_000 }).toBe(4);
  for (let call = 0; call < 5; call++) expect(await getOrder()).toEqual(ORDER);
  expect(begun).toBe(4);
  gate.resolve({});
  await expect.poll(() => received().split('HTTP/1.1 200').length - 1, { timeout: 30_000 }).toBe(1 + 256);
  expect(received()).not.toContain('HTTP/1.1 429');
  expect(received().match(/(?<="number":)\d+/g)).toEqual(Array.from({ length: 255 }, (_, index) => `${index + 1}`));
});

test('nor do large lists that a connection does not read', async () => {
  let begun = 0;
  const lists = listMethod('listThings', () => {
    begun++;
    return THINGS;
  });
  hosts = await startHosts([lists, getOrders], { limits: { readsPerClientAtOnce: 1 } });
  const { socket } = await connection();
  socket.pause();
  socket.write(requestOf('listThings').repeat(100));
  await expect.poll(() => begun, { timeout: 30_000 }).toBe(1);
  for (let call = 0; call < 5; call++) expect(await getOrder()).toEqual(ORDER);
  expect(begun).toBe(1);
});

test('a connection that takes nothing of a large list is cut', async () => {
  const lists = listMethod('listThings', () => THINGS);
  hosts = await startHosts([lists, getOrders], { limits: { silenceMs: 50 } });
  const { socket } = await connection();
  socket.pause();
  const isCut = new Promise((resolve) => {
    hosts!.v3.server.once('timeout', resolve);
  });
  socket.write(requestOf('listThings'));
  await isCut;
});
