import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { ReplayFailure } from '../../scripts/replay/failure.ts';
import { TopCheck } from '../../scripts/replay/top-check.ts';
import { TopStream, type TopStreamSettings } from '../../scripts/replay/top-stream.ts';
import { NOBODY } from './fake-server.ts';

const SECURITY = '5002';

/** The market-data side of a venue, as far as one subscriber sees it. */
class FakeStream {
  readonly #server: WebSocketServer;
  readonly authorizations: unknown[] = [];
  readonly requests: Record<string, unknown>[] = [];
  #line: WebSocket | null = null;
  #waiting: (() => void)[] = [];

  private constructor(server: WebSocketServer) {
    this.#server = server;
    server.on('connection', (line, request) => {
      this.#line = line;
      this.authorizations.push(request.headers.authorization);
      line.on('message', (data) => {
        this.requests.push(JSON.parse(String(data)) as Record<string, unknown>);
        for (const waiting of this.#waiting.splice(0)) waiting();
      });
    });
  }

  static async start(): Promise<FakeStream> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    const stream = new FakeStream(server);
    await new Promise<void>((resolve) => server.on('listening', resolve));
    running.push(stream);
    return stream;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The count-th request of the subscriber, over all its lines. */
  async request(count: number): Promise<Record<string, unknown>> {
    while (this.requests.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.requests[count - 1] as Record<string, unknown>;
  }

  send(...messages: object[]): void {
    for (const message of messages) this.#line?.send(JSON.stringify(message));
  }

  cut(): void {
    this.#line?.terminate();
  }

  close(): void {
    for (const line of this.#server.clients) line.terminate();
    this.#server.close();
  }
}

const running: { close(): void }[] = [];

afterEach(() => {
  for (const one of running.splice(0)) one.close();
});

const SUBSCRIBED = { type: 'subscribed', channel: 'topOfBook', securityIds: [SECURITY], mode: 'every' };
const PONG = { type: 'pong', seq: 1 };
const bid = (quantity: number) => ({ price: '10.000000', quantity, orders: 1 });
const snapshot = (seq: number) => ({ type: 'snapshot', securityId: SECURITY, seq, bid: null, offer: null });
const update = (seq: number) => ({ type: 'update', securityId: SECURITY, seq, bid: bid(seq), offer: null });
/** Tops 1 to count as update() sends them. */
const expected = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index + 1} in 1 at 10.000000 / none`);

function subscribe(server: Pick<FakeStream, 'url'>, check: TopCheck, over: Partial<TopStreamSettings> = {}): TopStream {
  const stream = new TopStream(
    {
      url: server.url,
      authorization: 'Bearer a:b',
      securityId: Number(SECURITY),
      resume: false,
      retryMsMax: 30_000,
      retryDelayMs: 1,
      silenceMsMax: 30_000,
      note: () => {},
      ...over,
    },
    check,
  );
  running.push(stream);
  return stream;
}

/** A stream that has begun with what the security shows before the first change. */
async function begun(check: TopCheck): Promise<{ server: FakeStream; stream: TopStream }> {
  const server = await FakeStream.start();
  const stream = subscribe(server, check);
  await server.request(1);
  server.send(SUBSCRIBED, snapshot(0));
  await stream.begun();
  return { server, stream };
}

/** Answers the ping of a stream that settles; count: which of its requests the ping is. */
async function settle(server: FakeStream, stream: TopStream, count: number): Promise<void> {
  const settled = stream.settled();
  expect(await server.request(count)).toMatchObject({ op: 'ping' });
  server.send(PONG);
  await settled;
}

test('it begins with what the security shows, and takes every change', async () => {
  const check = new TopCheck(expected(3));
  const { server, stream } = await begun(check);
  expect(server.authorizations).toEqual(['Bearer a:b']);
  expect(server.requests).toEqual([{ op: 'subscribe', channel: 'topOfBook', securityIds: [SECURITY] }]);
  server.send(update(1), update(2), { type: 'heartbeat', seq: 9 }, update(3));
  await settle(server, stream, 2);
  expect(check.received).toBe(3);
  expect(check.finalDifference).toBeNull();
});

test('after a lost line it goes on after the last top that it has', async () => {
  const check = new TopCheck(expected(4));
  const { server, stream } = await begun(check);
  server.send(update(1), update(2));
  server.cut();
  expect(await server.request(2)).toMatchObject({ op: 'subscribe', after: { [SECURITY]: 2 } });
  server.send(SUBSCRIBED, update(3), update(4));
  await settle(server, stream, 3);
  expect(check.finalDifference).toBeNull();
});

test('a replay that is resumed goes on after the last top of its state', async () => {
  const check = new TopCheck(expected(3));
  check.restore({ base: 40, seq: 42, difference: null });
  const server = await FakeStream.start();
  const stream = subscribe(server, check, { resume: true });
  expect(await server.request(1)).toMatchObject({ after: { [SECURITY]: 42 } });
  server.send(SUBSCRIBED);
  await stream.begun();
  server.send({ ...update(3), seq: 43 });
  await settle(server, stream, 2);
  expect(check.finalDifference).toBeNull();
});

test('a gap is asked for again, and nothing is taken until it is filled', async () => {
  const check = new TopCheck(expected(5));
  const { server, stream } = await begun(check);
  // Conflated: 2 and 3 are missing.
  server.send(update(1), update(4), update(5));
  expect(await server.request(2)).toMatchObject({ op: 'subscribe', after: { [SECURITY]: 1 } });
  server.send(SUBSCRIBED, update(2), update(3), update(4), update(5));
  await settle(server, stream, 3);
  expect(check.finalDifference).toBeNull();
});

test('a pong that came before a gap was filled does not settle', async () => {
  const check = new TopCheck(expected(3));
  const { server, stream } = await begun(check);
  let isSettled = false;
  const settled = stream.settled().then(() => {
    isSettled = true;
  });
  await server.request(2);
  server.send(update(1), update(3), PONG);
  await server.request(3);
  await setImmediate();
  expect(isSettled).toBe(false);
  server.send(SUBSCRIBED, update(2), update(3));
  expect(await server.request(4)).toMatchObject({ op: 'ping' });
  server.send(PONG);
  await settled;
  expect(check.finalDifference).toBeNull();
});

test('a line that is lost while it settles is asked again', async () => {
  const check = new TopCheck(expected(1));
  const { server, stream } = await begun(check);
  const settled = stream.settled();
  await server.request(2);
  server.cut();
  await server.request(3);
  server.send(SUBSCRIBED, update(1));
  expect(await server.request(4)).toMatchObject({ op: 'ping' });
  server.send(PONG);
  await settled;
  expect(check.finalDifference).toBeNull();
});

test('a line on which nothing comes is given up for a new one', async () => {
  const check = new TopCheck(expected(1));
  const server = await FakeStream.start();
  const stream = subscribe(server, check, { silenceMsMax: 20 });
  await server.request(2);
  let hasBegun = false;
  const begun = stream.begun().then(() => {
    hasBegun = true;
  });
  // An answer may take too long, too: then the line that follows is answered.
  for (let count = 3; !hasBegun; count++) {
    server.send(SUBSCRIBED, snapshot(0));
    await Promise.race([begun, server.request(count)]);
  }
  expect(server.authorizations.length).toBeGreaterThan(1);
});

describe('it says what is wrong', () => {
  test('a top that should be another', async () => {
    const check = new TopCheck(expected(2));
    const { server, stream } = await begun(check);
    server.send(update(1), { ...update(2), bid: bid(7) });
    await settle(server, stream, 2);
    expect(check.finalDifference).toBe('top 2 is 7 in 1 at 10.000000 / none and should be 2 in 1 at 10.000000 / none');
  });

  test.each([
    ['too few', [update(1)], '1 tops instead of 2'],
    ['too many', [update(1), update(2), update(3)], 'top 3 is 3 in 1 at 10.000000 / none and should be nothing'],
    ['one twice', [update(1), update(2), update(2)], 'seq 2 came after seq 2'],
  ])('%s', async (_name, updates, difference) => {
    const check = new TopCheck(expected(2));
    const { server, stream } = await begun(check);
    server.send(...updates);
    await settle(server, stream, 2);
    expect(check.finalDifference).toBe(difference);
  });

  test('a history that is no longer kept', async () => {
    const check = new TopCheck(expected(2));
    const { server, stream } = await begun(check);
    server.send(update(1));
    server.cut();
    await server.request(2);
    server.send(SUBSCRIBED, { ...snapshot(9), resumed: false });
    await settle(server, stream, 3);
    expect(check.finalDifference).toBe('the stream no longer keeps what came after seq 1');
  });

  test('an error of the stream', async () => {
    const server = await FakeStream.start();
    const stream = subscribe(server, new TopCheck([]));
    await server.request(1);
    server.send({ type: 'error', code: 'unknown-security', message: SECURITY });
    await expect(stream.begun()).rejects.toThrow(new ReplayFailure(`the stream answers unknown-security: ${SECURITY}`));
  });

  test('a server that stays down', async () => {
    const stream = subscribe({ url: `ws://${NOBODY}` }, new TopCheck([]), { retryMsMax: 20 });
    await expect(stream.begun()).rejects.toThrow(/^the stream cannot be reached: .*ECONNREFUSED/);
  });
});
