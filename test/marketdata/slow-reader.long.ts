import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { takenBytes } from '../../src/marketdata/wire/close-message.ts';
import { turn } from '../support/manual-time.ts';
import { priced } from './support/fake-exchange.ts';
import type { Message, StreamClient } from './support/stream-client.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

const LIMIT = 256 * 1024;
/** One frame may be on its way when the limit is passed. */
const FRAME_MAX = 1_024;

let server: TestServer;
afterEach(() => server.close());

const unsent = (index: number): number => server.sockets[index]?.writableLength ?? 0;
let price = 0;

/** One turn, and as many more as the second connection needs, whose reader is not slow. */
async function turnOfQuick(): Promise<void> {
  do await turn();
  while (unsent(1) > 0);
}

/** Until the server has read all that the first client wrote. */
async function hasRead(client: StreamClient): Promise<void> {
  const { _socket: own } = client.webSocket as unknown as { readonly _socket: Socket };
  while ((server.sockets[0]?.bytesRead ?? 0) < own.bytesWritten) await turn();
}

/**
 * Has the first connection's socket hand nothing to the system, as when a reader has stopped: how much the system takes
 * before that, and when, no test can know. Publishes until the connection is over its limit; returns what goes on
 * again.
 */
async function stopFirst(ids: readonly number[] = [549119]): Promise<() => void> {
  const socket = server.sockets[0];
  socket?.cork();
  await publishUntilOverLimit(ids);
  return () => socket?.uncork();
}

/** Returns the number of changes of each security. */
async function publishUntilOverLimit(ids: readonly number[]): Promise<number> {
  let changes = 0;
  while (unsent(0) <= LIMIT) {
    for (let i = 0; i < 500; i += 1) {
      for (const id of ids) server.exchange.change(id, priced(++price), priced(++price));
    }
    changes += 500;
    if (changes > 500_000) throw new Error('the system takes everything');
    await turnOfQuick();
  }
  return changes;
}

/** Asserts that prevSeq always is the seq of the message before; returns the last seq. */
function expectTruth(messages: readonly Message[], before: number): number {
  let seq = before;
  for (const message of messages) {
    if (message.prevSeq !== seq || (message.seq as number) <= seq) {
      throw new Error(`after ${seq} came ${JSON.stringify(message)}`);
    }
    seq = message.seq as number;
  }
  return seq;
}

const ofSecurity = (messages: readonly Message[], id: number): Message[] =>
  messages.filter((message) => message.securityId === String(id));

describe('a reader that stops reading', () => {
  test('has its updates conflated in bounded memory, costs others nothing, and gets the newest at last', async () => {
    server = await startServer({ unsentBytesMax: LIMIT });
    server.exchange.addSecurity(2);
    const [slow, quick] = [await server.connect('A'), await server.connect('B')];
    for (const client of [slow, quick]) {
      client.subscribe('549119', '2');
      await client.take(3);
    }
    slow.webSocket.pause();
    let changes = await publishUntilOverLimit([549119, 2]);
    const before = changes;
    const quickOwn = ofSecurity(await quick.take(2 * before), 549119);

    // Far more than the limit, while nothing is read: unsent bytes do not grow.
    for (let round = 0; round < 10; round += 1) {
      for (let i = 0; i < 1_000; i += 1) server.exchange.change(549119, priced(++price));
      changes += 1_000;
      await turnOfQuick();
      expect(unsent(0)).toBeLessThanOrEqual(LIMIT + FRAME_MAX);
    }
    const last = server.exchange.change(549119, priced(77_000_000), 'RFQ');
    expect(last).toBe(changes + 1);
    quickOwn.push(...(await quick.take(last - before)));
    expect(expectTruth(quickOwn, 0)).toBe(last);
    expect(quickOwn.every((update) => update.seq === (update.prevSeq as number) + 1)).toBe(true);

    slow.webSocket.resume();
    const messages: Message[] = [];
    while (messages.at(-1)?.seq !== last) messages.push(await slow.next());
    expect(messages.at(-1)).toMatchObject({ bid: { price: '77.000000' }, offer: { rfq: true } });
    messages.push(...(await slow.rest()));
    expect(expectTruth(ofSecurity(messages, 549119), 0)).toBe(last);
    expect(expectTruth(ofSecurity(messages, 2), 0)).toBe(before);
    // What was not sent was conflated, and nothing else was: the system took some of it, before or after the limit.
    const { updatesConflated } = server.stream.metrics;
    expect(updatesConflated).toBeGreaterThan(0);
    expect(messages.length + updatesConflated).toBe(last + before);

    const next = server.exchange.change(549119, null);
    expect(await slow.next()).toMatchObject({ seq: next, prevSeq: last });
    expect(await quick.next()).toMatchObject({ seq: next, prevSeq: last });
  });

  test('is ended with 4408 after 30 seconds over the limit, and not before', async () => {
    server = await startServer({ unsentBytesMax: LIMIT, pingIntervalMs: 2_000 });
    const slow = await server.connect('A');
    slow.subscribe('549119');
    await slow.take(2);
    const goOn = await stopFirst();
    server.timers.advanceMs(29_000);
    // Neither heartbeats nor pings are added to a connection that is full, nor is it cut for their lack.
    expect(unsent(0)).toBeLessThanOrEqual(LIMIT + FRAME_MAX);
    expect(server.stream.metrics).toMatchObject({ connections: 1, subscriptions: 1, connectionsTooSlow: 0 });
    server.timers.advanceMs(2_000);
    expect(server.stream.metrics).toMatchObject({ subscriptions: 0, connectionsTooSlow: 1 });
    goOn();
    expect(await slow.closed).toEqual({ code: 4408, reason: 'too slow' });
    expect(server.logged).toHaveLength(1);
  });

  test('is not cut, once it reads again, for pings that could not get through', async () => {
    server = await startServer({ unsentBytesMax: LIMIT, pingIntervalMs: 2_000 });
    const slow = await server.connect('A', { autoPong: false });
    slow.subscribe('549119');
    await slow.take(2);
    server.timers.advanceMs(4_900);
    const goOn = await stopFirst();
    const last = server.exchange.change(549119, priced(++price));
    server.timers.advanceMs(20_000);
    goOn();
    let message = await slow.next();
    while (message.seq !== last) message = await slow.next();
    server.timers.advanceMs(1_900);
    expect(server.stream.metrics.connections).toBe(1);
    expect(server.sockets[0]?.destroyed).toBe(false);
  });

  test('that never reads again is cut after the grace time: its memory is freed', async () => {
    server = await startServer({ unsentBytesMax: LIMIT });
    const slow = await server.connect('A');
    slow.subscribe('549119');
    await slow.take(2);
    await stopFirst();
    server.timers.advanceMs(36_000);
    await turn();
    expect(server.sockets[0]?.destroyed).toBe(true);
    expect(server.stream.metrics).toMatchObject({ connections: 0, subscriptions: 0 });
  });

  test('that goes on reading slowly comes to its close code; each piece it takes begins the grace again', async () => {
    server = await startServer({ unsentBytesMax: 64 * LIMIT });
    const slow = await server.connect('A');
    slow.subscribe('549119');
    await slow.take(2);
    slow.webSocket.pause();
    const socket = server.sockets[0] as NonNullable<(typeof server.sockets)[0]>;
    while (socket.writableLength <= 64 * LIMIT) {
      for (let i = 0; i < 2_000; i += 1) server.exchange.change(549119, priced(++price));
      await turn();
    }
    server.timers.advanceMs(31_000);
    expect(server.stream.metrics.connectionsTooSlow).toBe(1);
    for (let pieces = 0; pieces < 2; pieces += 1) {
      server.timers.advanceMs(1_500);
      const taken = takenBytes(socket);
      slow.webSocket.resume();
      while (takenBytes(socket) === taken) await turn();
      slow.webSocket.pause();
    }
    server.timers.advanceMs(1_500);
    expect(socket.destroyed).toBe(false);
    slow.webSocket.resume();
    expect(await slow.closed).toEqual({ code: 4408, reason: 'too slow' });
  });

  test('that reads in time is not ended: the 30 seconds start again', async () => {
    server = await startServer({ unsentBytesMax: LIMIT });
    const slow = await server.connect('A');
    slow.subscribe('549119');
    await slow.take(2);
    for (let round = 0; round < 3; round += 1) {
      const goOn = await stopFirst();
      const last = server.exchange.change(549119, priced(++price));
      server.timers.advanceMs(25_000);
      goOn();
      let message = await slow.next();
      while (message.seq !== last) message = await slow.next();
    }
    expect(server.stream.metrics).toMatchObject({ connections: 1, connectionsTooSlow: 0 });
  });

  test('and asks on without reading the answers is ended at twice the limit', async () => {
    const ids = Array.from({ length: 5_000 }, (_, i) => 1_000_000 + i);
    server = await startServer({ unsentBytesMax: LIMIT, messageBurstMax: 100_000 });
    for (const id of ids) server.exchange.addSecurity(id);
    const slow = await server.connect('A');
    slow.subscribe('*');
    await slow.take(5_002);
    await stopFirst([ids[0] as number]);
    let most = 0;
    for (let i = 0; server.stream.metrics.connectionsTooSlow === 0 && i < 10_000; i += 1) {
      slow.send({ op: 'list' });
      await turn();
      most = Math.max(most, unsent(0));
    }
    expect(server.stream.metrics.connectionsTooSlow).toBe(1);
    expect(most).toBeLessThan(2 * LIMIT + 100_000);
  });
});

test('snapshots are postponed like updates: asking for all of them again and again does not fill memory', async () => {
  const ids = Array.from({ length: 5_000 }, (_, i) => 1_000_000 + i);
  server = await startServer({ unsentBytesMax: LIMIT });
  for (const id of ids) server.exchange.addSecurity(id);
  const slow = await server.connect('A');
  slow.subscribe('*');
  await slow.take(5_002);
  const goOn = await stopFirst([ids[0] as number]);
  for (let i = 0; i < 20; i += 1) slow.subscribe('*');
  await hasRead(slow);
  await fetch(`http://${server.address}/v3/other`);
  expect(unsent(0)).toBeLessThan(LIMIT + 20 * FRAME_MAX);
  const last = server.exchange.change(ids[0] as number, 'RFQ');

  goOn();
  const messages: Message[] = [];
  while (messages.filter((message) => message.type === 'snapshot').length < 5_001) messages.push(await slow.next());
  messages.push(...(await slow.rest()));
  const snapshots = messages.filter((message) => message.type === 'snapshot');
  expect(snapshots).toHaveLength(5_001);
  expect(new Set(snapshots.map((message) => message.securityId)).size).toBe(5_001);
  expect(ofSecurity(snapshots, ids[0] as number)[0]?.seq).toBe(last);
});

test('a limit smaller than what the system buffers still drains', async () => {
  server = await startServer({ unsentBytesMax: 1_000 });
  const client = await server.connect();
  client.subscribe('549119');
  await client.take(2);
  // Within one turn nothing is handed to the system yet, so the limit is passed although the reader is quick.
  for (let i = 0; i < 100; i += 1) server.exchange.change(549119, priced(i + 1));
  const first = await client.rest();
  server.timers.advanceMs(1_000);
  const rest = await client.rest();
  expect(rest).toHaveLength(1);
  expect(expectTruth([...first, ...rest], 0)).toBe(100);
});

test('a burst of one turn is not taken for a slow reader', async () => {
  server = await startServer({ unsentBytesMax: 1024 * 1024 });
  const client = await server.connect();
  client.subscribe('549119');
  await client.take(2);
  for (let i = 0; i < 5_000; i += 1) server.exchange.change(549119, priced(i + 1), priced(i + 9));
  const updates = await client.take(5_000);
  expect(expectTruth(updates, 0)).toBe(5_000);
  expect(server.stream.metrics.updatesConflated).toBe(0);
});
