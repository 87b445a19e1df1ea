import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { seededRandom } from '../../bench/support/random.ts';
import { ReplayFailure } from '../../scripts/replay/failure.ts';
import { type ConnectionSettings, type HttpReply, OrderedConnection } from '../../scripts/replay/ordered-connection.ts';
import { answer, FakeServer, NOBODY, type Received } from './fake-server.ts';

const connections: OrderedConnection[] = [];

afterEach(async () => {
  await Promise.all(connections.splice(0).map((connection) => connection.close()));
});

function connect(server: Pick<FakeServer, 'url'>, over: Partial<ConnectionSettings> = {}): OrderedConnection {
  const connection = new OrderedConnection({
    url: server.url,
    window: 16,
    retryMsMax: 30_000,
    retryDelayMs: 1,
    answerMsMax: 30_000,
    note: () => {},
    ...over,
  });
  connections.push(connection);
  return connection;
}

function call(connection: OrderedConnection, key: number): Promise<HttpReply> {
  const reply = connection.call({
    verb: 'POST',
    path: '/v3/createOrder',
    body: JSON.stringify({ key }),
    authorization: 'Bearer a:b',
    key: String(key),
  });
  reply.catch(() => {});
  return reply;
}

/** Makes calls 0 to count - 1, as fast as the window allows, and gives the keys that the answers name. */
async function callMany(connection: OrderedConnection, count: number): Promise<unknown[]> {
  const replies: Promise<HttpReply>[] = [];
  for (let key = 0; key < count; key++) {
    await connection.room();
    replies.push(call(connection, key));
  }
  await connection.drained();
  return (await Promise.all(replies)).map(({ fields }) => fields.key);
}

function upTo(count: number): string[] {
  return Array.from({ length: count }, (_, key) => String(key));
}

/** Applies each key once, in the order of arrival, as the venue does. */
class Ledger {
  readonly applied: string[] = [];
  readonly #known = new Set<string>();

  /** Whether the key was there already. */
  apply(key: string): boolean {
    if (this.#known.has(key)) return true;
    this.#known.add(key);
    this.applied.push(key);
    return false;
  }

  answer({ response, key }: Received): void {
    const replayed = this.apply(key);
    answer(response, { key }, replayed ? { 'idempotency-replayed': 'true' } : {});
  }
}

describe('calls', () => {
  test('are pipelined on one connection, in order', async () => {
    const ledger = new Ledger();
    let together = 0;
    const waiting: Received[] = [];
    const server = await FakeServer.start((received) => {
      waiting.push(received);
      if (waiting.length < 8) return;
      together++;
      for (const one of waiting.splice(0)) ledger.answer(one);
    });
    const connection = connect(server, { window: 8 });
    expect(await callMany(connection, 80)).toEqual(upTo(80));
    expect(ledger.applied).toEqual(upTo(80));
    expect(together).toBe(10);
    expect(server.connections).toBe(1);
    expect(connection.losses).toBe(0);
  });

  test('carry credentials, key and body', async () => {
    const seen: unknown[] = [];
    const server = await FakeServer.start(({ request, response, body, key }) => {
      const { method, url, headers } = request;
      seen.push([method, url, headers.authorization, headers['content-type'], key, body]);
      answer(response, {});
    });
    await call(connect(server), 5);
    expect(seen).toEqual([['POST', '/v3/createOrder', 'Bearer a:b', 'application/json', '5', '{"key":5}']]);
  });

  test('whose answers are made late, the last first, get each its own', async () => {
    const waiting: Received[] = [];
    const server = await FakeServer.start((received) => {
      waiting.push(received);
      if (waiting.length === 10) for (const one of waiting.splice(0).reverse()) answer(one.response, { key: one.key });
    });
    expect(await callMany(connect(server), 10)).toEqual(upTo(10));
  });

  test('above the window wait', async () => {
    const waiting: Received[] = [];
    let atLeastThree = (): void => {};
    const three = new Promise<void>((resolve) => {
      atLeastThree = resolve;
    });
    const server = await FakeServer.start((received) => {
      waiting.push(received);
      if (waiting.length === 3) atLeastThree();
    });
    const connection = connect(server, { window: 3 });
    for (let key = 0; key < 3; key++) {
      expect(connection.room()).toBeUndefined();
      void call(connection, key);
    }
    let hasRoom = false;
    const room = connection.room()?.then(() => {
      hasRoom = true;
    });
    await three;
    expect(hasRoom).toBe(false);
    answer(waiting[0]!.response, {});
    await room;
    expect(connection.inFlight).toBe(2);
  });

  test('that are refused are answers like others', async () => {
    const server = await FakeServer.start(({ response }) => answer(response, { statusCode: '190' }));
    const reply = await call(connect(server), 0);
    expect(reply).toMatchObject({ httpStatus: 200, replayed: false, fields: { statusCode: '190' } });
  });
});

describe('after a loss', () => {
  test('what is unanswered is sent again, in order, and takes effect once', async () => {
    const ledger = new Ledger();
    const arrivals: string[][] = [];
    const connectionOf = new Map<unknown, string[]>();
    const server = await FakeServer.start((received) => {
      const { socket } = received.request;
      if (socket.destroyed) return;
      if (!connectionOf.has(socket)) {
        connectionOf.set(socket, []);
        arrivals.push(connectionOf.get(socket) as string[]);
      }
      connectionOf.get(socket)?.push(received.key);
      // 4 to 6 take effect, and their answers are lost.
      if (arrivals.length === 1 && Number(received.key) >= 4) {
        ledger.apply(received.key);
        if (received.key === '6') socket.destroy();
      } else ledger.answer(received);
    });
    const connection = connect(server, { window: 10 });
    const replies = Array.from({ length: 10 }, (_, key) => call(connection, key));
    expect((await Promise.all(replies)).map(({ replayed }) => replayed)).toEqual([
      ...[false, false, false, false],
      ...[true, true, true],
      ...[false, false, false],
    ]);
    expect(ledger.applied).toEqual(upTo(10));
    expect(arrivals).toHaveLength(2);
    expect(arrivals[1]).toEqual(upTo(10).slice(4));
    expect(connection.losses).toBe(1);
  });

  test.each([1, 2, 3, 4, 5])(
    'again and again, at any moment, nothing is lost, doubled or overtaken (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const ledger = new Ledger();
      const server = await FakeServer.start((received) => {
        const { socket } = received.request;
        if (socket.destroyed) return;
        const fate = random();
        if (fate < 0.03) socket.destroy();
        else if (fate < 0.06) {
          ledger.apply(received.key);
          socket.destroy();
        } else if (fate < 0.08) {
          ledger.apply(received.key);
          // Half an answer.
          socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"statusCode":"101"');
        } else if (fate < 0.1) {
          ledger.apply(received.key);
          received.response.setHeader('connection', 'close');
          answer(received.response, { key: received.key });
        } else ledger.answer(received);
      });
      const connection = connect(server);
      expect(await callMany(connection, 400)).toEqual(upTo(400));
      expect(ledger.applied).toEqual(upTo(400));
      expect(connection.losses).toBeGreaterThan(5);
    },
  );

  test('the server may be down for a while', async () => {
    const ledger = new Ledger();
    const first = await FakeServer.startAside((received) => {
      if (received.request.socket.destroyed) return;
      if (received.key === '3') void first.close();
      else ledger.answer(received);
    });
    let lost = (): void => {};
    const loss = new Promise<void>((resolve) => {
      lost = resolve;
    });
    const connection = connect(first, { note: () => lost() });
    const replies = callMany(connection, 20);
    await loss;
    await FakeServer.start((received) => ledger.answer(received), first.port);
    expect(await replies).toEqual(upTo(20));
    expect(ledger.applied).toEqual(upTo(20));
    expect(connection.losses).toBe(1);
  });

  test.each([429, 503])('a server that answers %i is asked again', async (httpStatus) => {
    const ledger = new Ledger();
    const sockets = new Set<unknown>();
    const server = await FakeServer.start((received) => {
      sockets.add(received.request.socket);
      // As a venue whose journal failed: from the fifth call on, until it has been restarted.
      if (Number(received.key) >= 4 && sockets.size < 4) {
        received.response.writeHead(httpStatus).end(JSON.stringify({ statusCode: String(httpStatus) }));
      } else ledger.answer(received);
    });
    expect(await callMany(connect(server), 10)).toEqual(upTo(10));
    expect(ledger.applied).toEqual(upTo(10));
    expect(sockets.size).toBe(4);
  });

  test('an answer that does not come counts as lost', async () => {
    const ledger = new Ledger();
    let isSilent = true;
    const server = await FakeServer.start((received) => {
      if (!isSilent) ledger.answer(received);
      isSilent = false;
    });
    const connection = connect(server, { answerMsMax: 100 });
    expect(await callMany(connection, 1)).toEqual(['0']);
    // The second one may be late, too, where the machine is busy.
    expect(connection.losses).toBeGreaterThan(0);
  });

  test('it gives up when the server stays down', async () => {
    const connection = connect({ url: `http://${NOBODY}` }, { retryMsMax: 20 });
    const reply = call(connection, 0);
    const drained = connection.drained();
    await expect(reply).rejects.toThrow(/^the server does not answer: .*ECONNREFUSED/);
    await expect(reply).rejects.toBeInstanceOf(ReplayFailure);
    await expect(drained).rejects.toThrow(/^the server does not answer/);
    await expect(connection.room()).rejects.toThrow(/^the server does not answer/);
    await expect(call(connection, 1)).rejects.toThrow(/^the server does not answer/);
  });
});

test('something that is not this API ends the replay', async () => {
  const server = await FakeServer.start(({ response }) => response.end('<html></html>'));
  const connection = connect(server);
  await expect(call(connection, 0)).rejects.toThrow('/v3/createOrder: HTTP 200 without a JSON object');
  await expect(connection.drained()).rejects.toBeInstanceOf(ReplayFailure);
});

test('a connection that is closed takes no more calls and leaves none unanswered', async () => {
  const server = await FakeServer.start(() => {});
  const connection = connect(server);
  const reply = call(connection, 0);
  await setImmediate();
  await connection.close();
  await expect(reply).rejects.toThrow('the connection is closed');
  await expect(call(connection, 1)).rejects.toThrow('the connection is closed');
});
