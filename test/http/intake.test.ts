/** What one connection gets of each turn, over real sockets: by counts and by the order of events. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { optional } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import { turn } from '../support/manual-time.ts';
import { method } from './methods.ts';
import { bodiesIn, exchangeBytes, rawPost, startHosts, type TestHosts } from './support.ts';

/** Of a stranger, and of a client, on one connection. */
const IN_FLIGHT = { stranger: 8, client: 256 };
/** One that begins at once, and those of a turn. */
const BEGUN_IN_TURN = { stranger: 1 + 8, client: 1 + 16 };

let hosts: TestHosts;
/** Requests that have begun, and how many of them in each turn of the event loop. */
let begun: number;
let begunInTurn: number[];
let turnsTaken = 0;
let turns: NodeJS.Immediate;
/** Lets the handlers answer; undefined: they answer at once. */
let gate: PromiseWithResolvers<void> | undefined;
const sockets: Socket[] = [];

function count(): void {
  begun++;
  begunInTurn.push((begunInTurn.pop() ?? 0) + 1);
}

function endTurn(): void {
  turnsTaken++;
  if (begunInTurn.at(-1) !== 0) begunInTurn.push(0);
  turns = setImmediate(endTurn);
}

const counted = method({
  name: 'counted',
  parameters: { text: optional(text({ maxLength: 100_000 })) },
  handler: async () => {
    count();
    await gate?.promise;
    return {};
  },
});

function openPlugin(app: FastifyInstance): void {
  app.get('/open', async () => {
    count();
    await gate?.promise;
    return 'x'.repeat(10);
  });
  app.get('/large', () => {
    count();
    return LARGE;
  });
}

const LARGE = Buffer.alloc(1_000_000, 'x');
const GET = (path: string, host = 'a') => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;

beforeEach(async () => {
  begun = 0;
  begunInTurn = [];
  gate = undefined;
  endTurn();
  hosts = await startHosts([counted], { plugins: [openPlugin], level: 'silent' });
});

afterEach(async () => {
  gate?.resolve();
  clearImmediate(turns);
  for (const socket of sockets.splice(0)) socket.destroy();
  await hosts.close();
});

/** A connection that has had a number of answers, one after the other, and what it received. */
async function openTo(before: number): Promise<{ readonly socket: Socket; readonly received: () => string }> {
  const { socket, answers } = await open();
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  const waiting = gate;
  gate = undefined;
  await oneAfterTheOther(socket, answers, rawPost('/v3/counted', {}), before);
  gate = waiting;
  return { socket, received: () => received };
}

async function open(): Promise<{ readonly socket: Socket; readonly answers: () => number }> {
  const socket = connect(hosts.port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  return { socket, answers: () => received.split('HTTP/1.1 200').length - 1 };
}

/** Sends the request until a number of answers came, each time after the answer to the one before. */
async function oneAfterTheOther(socket: Socket, answers: () => number, request: string, total: number): Promise<void> {
  while (answers() < total) {
    const next = answers() + 1;
    socket.write(request);
    await turnsUntil(() => answers() === next);
  }
}

async function turnsUntil(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await turn();
}

describe('requests of one connection', () => {
  test.each([
    ['a stranger', GET('/open'), BEGUN_IN_TURN.stranger, 1],
    ['a client', rawPost('/v3/counted', {}), BEGUN_IN_TURN.client, 1],
    ['a client that was passed on', rawPost('/v3/counted', {}), BEGUN_IN_TURN.client, 40],
  ])('of %s begin a few in each turn, whatever is in one read', async (_who, request, most, before) => {
    const { socket, answers } = await open();
    // Good credentials are known from here on.
    await oneAfterTheOther(socket, answers, request, before);
    begunInTurn = [];
    socket.write(request.repeat(1000));
    await turnsUntil(() => answers() === before + 1000);
    expect(begun).toBe(before + 1000);
    expect(Math.max(...begunInTurn)).toBeGreaterThan(1);
    expect(Math.max(...begunInTurn)).toBeLessThanOrEqual(most);
  });

  test('that come one after the other are read by Node alone, until two come at once', async () => {
    const accepted = once(hosts.v3.server, 'connection');
    const { socket, answers } = await open();
    const [served] = (await accepted) as [Socket];
    const request = rawPost('/v3/counted', {});
    for (const total of [60, 120]) {
      await oneAfterTheOther(socket, answers, request, total - 2);
      expect(served.listenerCount('data')).toBe(0);
      socket.write(request.repeat(2));
      await turnsUntil(() => answers() === total);
      expect(served.listenerCount('data')).toBe(1);
    }
    await oneAfterTheOther(socket, answers, request, 160);
    expect(served.listenerCount('data')).toBe(0);
    // A body in many reads.
    const long = rawPost('/v3/counted', { text: 'x'.repeat(90_000) });
    for (let from = 0; from < long.length; from += 10_000) {
      socket.write(long.slice(from, from + 10_000));
      await turn();
    }
    await turnsUntil(() => answers() === 161);
    await oneAfterTheOther(socket, answers, request, 162);
    expect(begun).toBe(162);
  });

  test('let those of other connections through between them', async () => {
    const flood = await open();
    const other = await open();
    flood.socket.write(GET('/openapi.json').repeat(200));
    let atAnswer = Number.POSITIVE_INFINITY;
    other.socket.once('data', () => {
      atAnswer = flood.answers();
    });
    other.socket.write(GET('/health'));
    await turnsUntil(() => flood.answers() === 200);
    expect(other.answers()).toBe(1);
    expect(atAnswer).toBeLessThan(50);
  });

  test.each([
    ['a stranger', GET('/open', 'x'.repeat(200)), IN_FLIGHT.stranger],
    ['a client', rawPost('/v3/counted', {}), IN_FLIGHT.client],
  ])('of %s are in flight up to a limit; the rest is not read before they end', async (_who, request, most) => {
    const { socket, answers } = await open();
    socket.write(request);
    await turnsUntil(() => answers() === 1);
    gate = Promise.withResolvers();
    socket.write(request.repeat(40_000));
    await turnsUntil(() => begun === 1 + most);
    for (let turns = 0; turns < 200; turns++) await turn();
    expect(begun).toBe(1 + most);
    // The sender is stopped too.
    expect(socket.writableLength).toBeGreaterThan(0);
    gate.resolve();
    gate = undefined;
    await turnsUntil(() => begun > 2000);
  });

  test('take effect in their order across all pieces of what was sent', async () => {
    const paths = Array.from({ length: 300 }, (_, index) => `/v3/nothing${index}`);
    const sent = paths.map((path) => GET(path) + GET('/open')).join('');
    const received = await exchangeBytes(hosts.port, sent, (all) => all.split('HTTP/1.1 ').length > 600);
    const codes = received
      .split('HTTP/1.1 ')
      .slice(1)
      .map((one) => one.slice(0, 3));
    expect(codes).toEqual(paths.flatMap(() => ['404', '200']));
  });
});

describe('a reader that never reads', () => {
  test('has a few answers in flight, and they are not copied', async () => {
    const socket = connect(hosts.port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    socket.pause();
    socket.write(GET('/large').repeat(500));
    await turnsUntil(() => begun > 0);
    for (let turns = 0; turns < 300; turns++) await turn();
    const before = { begun, bytes: process.memoryUsage().arrayBuffers };
    for (let turns = 0; turns < 300; turns++) await turn();
    // The system's buffers have room for a few.
    expect(begun).toBe(before.begun);
    expect(begun).toBeLessThan(30);
    expect(process.memoryUsage().arrayBuffers - before.bytes).toBeLessThan(LARGE.length);
  });
});

test('a connection on which nothing moves is cut', async () => {
  const impatient = await startHosts([], { plugins: [openPlugin], limits: { silenceMs: 200 }, level: 'silent' });
  const socket = connect(impatient.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  socket.on('error', () => {});
  const served = once(impatient.v3.server, 'request');
  socket.write(GET('/large').repeat(100));
  const [request] = (await served) as [{ readonly socket: Socket }];
  await once(request.socket, 'close');
  socket.destroy();
  await impatient.close();
});

describe('bodies', () => {
  test('of any size and in any pieces reach their method, and requests after them too', async () => {
    const requests = [1, 900, 1024, 8192, 70_000, 5].map((length) =>
      rawPost('/v3/counted', { text: 'x'.repeat(length) }),
    );
    const received = await exchangeBytes(hosts.port, requests.join(''), (all) => bodiesIn(all).length >= 6);
    expect(bodiesIn(received).map(({ statusCode }) => statusCode)).toEqual(Array(6).fill('101'));
  });

  test('in chunks of one byte is read whole', async () => {
    const text = JSON.stringify({ text: 'x'.repeat(20_000) });
    const head = rawPost('/v3/counted', {}).replace(/content-length: \d+\r\n/, 'transfer-encoding: chunked\r\n');
    const chunks = [...text].map((character) => `1\r\n${character}\r\n`).join('');
    const sent = `${head.slice(0, -2)}${chunks}0\r\n\r\n${rawPost('/v3/counted', {})}`;
    const received = await exchangeBytes(hosts.port, sent, (all) => bodiesIn(all).length >= 2);
    expect(bodiesIn(received).map(({ statusCode }) => statusCode)).toEqual(['101', '101']);
  });

  test('of many parts are read over many turns', async () => {
    const part = '--b\r\ncontent-disposition: form-data; name="text"\r\n\r\n1\r\n';
    const parts = `${part.repeat(990)}--b--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(parts.length) };
    const head = rawPost('/v3/counted', {}, headers).slice(0, -2);
    const started = turnsTaken;
    const received = await exchangeBytes(hosts.port, head + parts, (all) => bodiesIn(all).length >= 1);
    expect(bodiesIn(received)[0]?.statusCode).toBe('101');
    expect(turnsTaken - started).toBeGreaterThanOrEqual(Math.floor(990 / 50));
  });

  test.each([
    ['the peer sends no more', '', 0],
    ['bytes follow that are no request', `BROKEN\r\n\r\n${'x'.repeat(20_000)}`, 1],
    ['CONNECT follows', 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n', 1],
  ])('are all answered, in order, where %s', async (_what, last, refused) => {
    for (const before of [0, 40]) {
      begun = 0;
      gate = Promise.withResolvers();
      const { socket, received } = await openTo(before);
      const closed = once(socket, 'close');
      const request = rawPost('/v3/counted', { text: 'y' });
      socket.end(request.repeat(100) + last);
      // Those in flight wait for their answers while the end is read.
      await turnsUntil(() => begun === before + 100);
      for (let turns = 0; turns < 10; turns++) await turn();
      gate.resolve();
      await closed;
      const wanted = [...Array(before + 100).fill('HTTP/1.1 200'), ...Array(refused).fill('HTTP/1.1 400')];
      expect(received().match(/HTTP\/1.1 \d+/g)).toEqual(wanted);
    }
  });

  test('of which the last wants an upgrade keep their answers', async () => {
    gate = Promise.withResolvers();
    const { socket, received } = await openTo(0);
    const upgrade = 'GET /v3/stream HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n';
    socket.write(rawPost('/v3/counted', {}).repeat(3) + upgrade);
    await turnsUntil(() => begun === 3);
    gate.resolve();
    await turnsUntil(() => (received().match(/HTTP\/1.1 /g) ?? []).length === 4);
    expect(
      received()
        .match(/HTTP\/1.1 \d+/g)
        ?.slice(0, 3),
    ).toEqual(Array(3).fill('HTTP/1.1 200'));
  });
});
