import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { turn } from '../support/manual-time.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;
afterEach(() => server.close());

test('what is no good is answered with an error, and the connection goes on', async () => {
  server = await startServer();
  const client = await server.connect();
  expect(await client.ask('{')).toEqual({
    type: 'error',
    code: 'malformed-json',
    message: 'The message is not one JSON object in a text frame',
  });
  expect(await client.ask({ op: 'fly', id: 9 })).toMatchObject({ type: 'error', id: 9, code: 'unknown-op' });
  client.webSocket.send(Buffer.from('{"op":"list"}'), { binary: true });
  expect((await client.next()).code).toBe('malformed-json');
  expect(await client.rest()).toEqual([]);
});

test('a failure inside is an internal error: the message, 1011, and an entry in the log', async () => {
  server = await startServer();
  const client = await server.connect();
  server.exchange.securities = () => {
    throw new Error('out of order');
  };
  client.send({ op: 'subscribe', channel: 'topOfBook', securityIds: ['*'] });
  expect((await client.next()).code).toBe('internal-error');
  expect((await client.closed).code).toBe(1011);
  expect(server.logged).toHaveLength(1);
});

test('an event that cannot be published hurts neither the exchange nor the chain', async () => {
  server = await startServer();
  const client = await server.connect();
  client.subscribe('549119');
  await client.take(2);
  const { time } = server.exchange;
  server.exchange.time = Number.NaN;
  server.exchange.change(549119, 'RFQ');
  server.exchange.time = time;
  server.exchange.change(549119, null);
  expect(await client.next()).toMatchObject({ seq: 2, prevSeq: 0 });
  expect(server.logged).toHaveLength(1);
});

test('a request is answered before the close that the peer sent right after it', async () => {
  server = await startServer();
  const client = await server.connect();
  client.send({ op: 'ping', id: 'last' });
  client.webSocket.close();
  expect(await client.next()).toMatchObject({ type: 'pong', id: 'last' });
  expect((await client.closed).code).toBe(1005);
});

test('nothing follows a close frame', async () => {
  server = await startServer();
  const raw = connect({ port: Number(server.address.split(':')[1]), host: '127.0.0.1', allowHalfOpen: true });
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Authorization: Bearer A:key',
  ];
  raw.write(
    'GET /v3/stream HTTP/1.1\r\nHost: x\r\nSec-WebSocket-Key: ' +
      `dGhlIHNhbXBsZSBub25jZQ==\r\n${upgrade.join('\r\n')}\r\n\r\n`,
  );
  await once(raw, 'data');
  const subscribe = Buffer.from('{"op":"subscribe","channel":"topOfBook","securityIds":["549119"]}');
  raw.write(Buffer.concat([Buffer.from([0x81, 0x80 | subscribe.length, 0, 0, 0, 0]), subscribe]));
  let received = '';
  raw.on('data', (chunk) => {
    received += chunk;
  });
  while (!received.includes('snapshot')) await once(raw, 'data');
  const closeFrame = Buffer.from([0x88, 0x80, 0, 0, 0, 0]);
  raw.write(closeFrame);
  await once(raw, 'end');
  // The peer keeps its half of the connection open, so that the server's side is closing still.
  const { messagesSent } = server.stream.metrics;
  server.exchange.change(549119, 'RFQ');
  await turn();
  expect(server.stream.metrics.messagesSent).toBe(messagesSent);
  expect(server.sockets[0]?.destroyed).toBe(false);
  raw.destroy();
});

describe('limits', () => {
  test('a message of the largest size is read, one byte more ends the connection with 1009', async () => {
    server = await startServer({ messageBytesMax: 1_000 });
    const client = await server.connect();
    const message = (length: number): string => JSON.stringify({ op: 'list' }).padEnd(length);
    expect(message(1_000)).toHaveLength(1_000);
    expect((await client.ask(message(1_000))).type).toBe('subscriptions');
    const gone = once(server.sockets[0] as NonNullable<(typeof server.sockets)[0]>, 'close');
    client.send(message(1_001));
    expect((await client.closed).code).toBe(1009);
    await gone;
    await turn();
    expect(server.stream.metrics.connections).toBe(0);
  });

  test('subscriptions: the request that goes past the limit is refused as a whole; "*" is not counted', async () => {
    server = await startServer({ subscriptionsPerConnectionMax: 2 });
    for (const id of [1, 2, 3]) server.exchange.addSecurity(id);
    const client = await server.connect();
    const subscribe = (...securityIds: string[]) => ({ op: 'subscribe', channel: 'topOfBook', securityIds, id: 1 });
    client.subscribe('1');
    await client.take(2);
    expect(await client.ask(subscribe('2', '3'))).toMatchObject({ id: 1, code: 'too-many-subscriptions' });
    expect(server.stream.metrics.subscriptions).toBe(1);
    expect((await client.ask(subscribe('1', '2'))).type).toBe('subscribed');
    await client.take(2);
    client.send({ op: 'unsubscribe', channel: 'topOfBook', securityIds: ['1'] });
    client.send(subscribe('3'));
    expect((await client.take(3)).map((message) => message.type)).toEqual(['unsubscribed', 'subscribed', 'snapshot']);
    client.send(subscribe('*'));
    expect(await client.rest()).toHaveLength(5);
    expect(server.stream.metrics.subscriptions).toBe(4);
  });

  test('messages a second: those past the burst are refused until time has passed', async () => {
    server = await startServer({ messagesPerSecondMax: 10, messageBurstMax: 5 });
    const client = await server.connect();
    for (let id = 0; id < 7; id += 1) client.send({ op: 'ping', id });
    const answers = await client.take(7);
    // Connecting took one of the five.
    expect(answers.map(({ type }) => type)).toEqual([...Array(4).fill('pong'), ...Array(3).fill('error')]);
    expect(answers.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(answers.at(-1)).toMatchObject({ code: 'too-many-messages' });
    server.timers.advanceMs(100);
    client.send({ op: 'ping', id: 'later' });
    client.send({ op: 'ping', id: 'too soon' });
    const [later, tooSoon] = await client.take(2);
    expect(later).toMatchObject({ type: 'pong', id: 'later' });
    expect(tooSoon).toMatchObject({ type: 'error', id: 'too soon', code: 'too-many-messages' });
  });

  test('one message that is accepted starts the count of those refused again', async () => {
    server = await startServer({ messagesPerSecondMax: 1, messageBurstMax: 4, heartbeatMs: 60_000 });
    const client = await server.connect();
    // Connecting took one of the four.
    for (let id = 0; id < 3 + 4; id += 1) client.send({ op: 'ping', id });
    await client.take(7);
    server.timers.advanceMs(1_000);
    for (let id = 0; id < 1 + 4; id += 1) client.send({ op: 'ping', id });
    const answers = await client.take(5);
    expect(answers.map(({ type }) => type)).toEqual(['pong', 'error', 'error', 'error', 'error']);
    expect(server.sockets[0]?.destroyed).toBe(false);
    client.send({ op: 'ping' });
    expect((await client.closed).code).toBe(4429);
  });

  test('who goes on regardless is ended with 4429, by messages and by pings alike', async () => {
    server = await startServer({ messagesPerSecondMax: 1, messageBurstMax: 4 });
    const [talker, pinger] = [await server.connect('A'), await server.connect('B')];
    for (let i = 0; i < 20; i += 1) {
      talker.send({ op: 'ping' });
      pinger.webSocket.ping();
    }
    expect((await talker.closed).code).toBe(4429);
    expect((await pinger.closed).code).toBe(4429);
  });
});
