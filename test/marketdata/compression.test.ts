import { afterEach, expect, test } from 'vitest';
import { DEFLATED_BYTES, Frame } from '../../src/marketdata/wire/frame.ts';
import { turn } from '../support/manual-time.ts';
import { priced } from './support/fake-exchange.ts';
import type { Message, StreamClient } from './support/stream-client.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;
afterEach(() => server.close());

const DEFLATE = { perMessageDeflate: true };
const DEPTH = { op: 'subscribe', channel: 'depth', securityIds: ['549119'], levels: 100, checksum: true };

/** A book with this number of levels. */
async function fill(levels: number): Promise<void> {
  for (let level = 1; level <= levels; level++) server.exchange.order('A', { price: level * 10_000, remaining: level });
  await turn();
}

/** The depth that a new connection gets, and the bytes that it took. */
async function depthOver(client: StreamClient, at: number): Promise<{ depth: Message; bytes: number }> {
  const before = server.sockets[at]!.bytesWritten;
  client.send(DEPTH);
  const [, depth] = await client.take(2);
  return { depth: depth as Message, bytes: server.sockets[at]!.bytesWritten - before };
}

test('is off unless the setting asks for it', async () => {
  server = await startServer();
  const client = await server.connect('A', DEFLATE);
  expect(client.webSocket.extensions).toBe('');
});

test('with the setting, long messages take fewer bytes for those who ask for it, and are the same (S38)', async () => {
  server = await startServer({ compression: true });
  await fill(100);
  const squeezed = await depthOver(await server.connect('A', DEFLATE), 0);
  const plain = await depthOver(await server.connect('B'), 1);
  expect(squeezed.depth).toEqual(plain.depth);
  expect(plain.depth.bids).toHaveLength(100);
  expect(squeezed.bytes).toBeLessThan(plain.bytes / 3);
});

test('long and short messages come in their order, each once, also in one turn', async () => {
  server = await startServer({ compression: true });
  for (let id = 1; id <= 30; id += 1) server.exchange.addSecurity(id);
  await fill(40);
  const [squeezed, plain] = [await server.connect('A', DEFLATE), await server.connect('B')];
  expect([squeezed.webSocket.extensions, plain.webSocket.extensions]).toEqual(['permessage-deflate', '']);
  for (const client of [squeezed, plain]) {
    client.subscribe('*');
    for (let again = 0; again < 3; again += 1) client.send(DEPTH);
  }
  for (let price = 1; price <= 50; price += 1) server.exchange.change(549119, priced(price));
  const [one, other] = [await squeezed.rest(), await plain.rest()];
  expect(one.length).toBeGreaterThan(35);
  expect(one).toEqual(other);
});

test('a window that is smaller than ours is agreed on, and nothing goes compressed', async () => {
  server = await startServer({ compression: true });
  await fill(100);
  const client = await server.connect('A', { perMessageDeflate: { serverMaxWindowBits: 9 } });
  expect(client.webSocket.extensions).toBe('permessage-deflate');
  const { depth, bytes } = await depthOver(client, 0);
  expect(bytes).toBeGreaterThan(JSON.stringify(depth).length);
});

test('compressed requests are read, and one that is too large when decompressed ends the connection', async () => {
  server = await startServer({ compression: true });
  const client = await server.connect('A', { perMessageDeflate: { threshold: 0 } });
  expect(await client.ask({ op: 'ping', id: 'x'.repeat(100) })).toMatchObject({ type: 'pong' });
  client.send({ op: 'ping', padding: 'x'.repeat(10_000_000) });
  expect(await client.closed).toMatchObject({ code: 1009 });
});

test('messages are compressed once for all, and very long ones not at all', () => {
  const text = (length: number) => `{"bids":"${'12345,'.repeat(length / 6)}"}`;
  const frame = new Frame(text(6000));
  expect(frame.deflated).toBe(frame.deflated);
  expect(frame.deflated.length).toBeLessThan(frame.length / 4);
  for (const length of [DEFLATED_BYTES.least / 2, DEFLATED_BYTES.most + 100]) {
    const whole = new Frame(text(length));
    expect(whole.deflated).toBe(whole);
  }
  const bytes = Buffer.alloc(frame.deflated.length);
  frame.deflated.writeTo(bytes, 0);
  expect(bytes[0]).toBe(0xc1);
});
