import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ResolveHost } from '../../../src/webhooks/delivery/resolver.ts';
import {
  type AttemptResult,
  Sender,
  type SenderSettings,
  type WebhookRequest,
} from '../../../src/webhooks/delivery/sender.ts';
import { turn } from '../../support/manual-time.ts';
import { type Answerer, fixture, PATIENT, Receiver, SANDBOX_POLICY } from '../receiver.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function receive(answer?: Answerer, certificate?: string): Promise<Receiver> {
  const receiver = await Receiver.start(answer, certificate);
  closers.push(() => receiver.close());
  return receiver;
}

/** A TCP server that is not HTTP; gives its port. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

const REQUEST: WebhookRequest = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'a=1' };
const SETTINGS: SenderSettings = {
  policy: SANDBOX_POLICY,
  ...PATIENT,
  additionalAuthorities: [],
};
const toLoopback: ResolveHost = async () => ['127.0.0.1'];

function send(url: string, settings: Partial<SenderSettings> = {}, resolve = toLoopback): Promise<AttemptResult> {
  const sender = new Sender({ ...SETTINGS, ...settings }, resolve);
  return sender.send(url, async () => REQUEST, new AbortController().signal);
}

describe('the status', () => {
  test.each([200, 201, 204, 299])('%d is a delivery', async (statusCode) => {
    const receiver = await receive((response) => response.writeHead(statusCode).end());
    expect(await send(receiver.url())).toEqual({ outcome: 'delivered', httpStatus: statusCode, detail: null });
  });

  test.each([300, 304, 400, 401, 404, 500, 503])('%d is not, and is not tried again', async (statusCode) => {
    const receiver = await receive((response) => response.writeHead(statusCode).end());
    expect(await send(receiver.url())).toEqual({
      outcome: `status ${statusCode}`,
      httpStatus: statusCode,
      detail: null,
    });
    expect(receiver.connections).toBe(1);
  });

  test.each([301, 302, 303, 307, 308])('%d is not followed', async (statusCode) => {
    const target = await receive();
    const receiver = await receive((response) => response.writeHead(statusCode, { Location: target.url() }).end());
    expect((await send(receiver.url())).outcome).toBe(`status ${statusCode}`);
    expect(target.connections).toBe(0);
  });

  test('is enough: a body that never ends is not read', async () => {
    const closed = Promise.withResolvers<void>();
    const receiver = await receive((response) => {
      response.on('close', () => closed.resolve());
      response.writeHead(200).write('x'.repeat(1_000_000));
    });
    expect((await send(receiver.url())).outcome).toBe('delivered');
    await closed.promise;
  });

  test('comes after interim answers', async () => {
    const receiver = await receive((response) => {
      response.writeProcessing();
      response.writeHead(200).end();
    });
    expect((await send(receiver.url())).outcome).toBe('delivered');
  });
});

describe('time', () => {
  test('is up for a receiver that never answers', async () => {
    const receiver = await receive(() => {});
    const result = await send(receiver.url(), { totalTimeoutMs: 60 });
    expect(result).toEqual({ outcome: 'time-out', httpStatus: null, detail: 'total' });
  });

  test('is up for one that sends its headers a byte at a time', async () => {
    const port = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      const drip = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(drip));
    });
    const result = await send(`http://127.0.0.1:${port}/`, { totalTimeoutMs: 60 });
    expect(result).toEqual({ outcome: 'time-out', httpStatus: null, detail: 'total' });
  });

  test('is up when no TLS handshake comes: connecting has its own limit', async () => {
    const port = await listen(() => {});
    const result = await send(`https://127.0.0.1:${port}/`, { connectTimeoutMs: 40 });
    expect(result).toEqual({ outcome: 'time-out', httpStatus: null, detail: 'connect' });
  });

  test('is up when the name servers are silent', async () => {
    const silent: ResolveHost = () => new Promise(() => {});
    const result = await send('http://receiver.test:8080/', { connectTimeoutMs: 20 }, silent);
    expect(result).toMatchObject({ outcome: 'time-out', detail: 'connect' });
  });

  test.each([
    [2000, 'delivered'],
    [5000, 'time-out'],
  ])('to connect is not counted once connected, the whole is: %d ms', async (milliseconds, outcome) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const certificate of [undefined, 'receiver.pem']) {
      const receiver = await receive((response) => {
        vi.advanceTimersByTime(milliseconds);
        response.end();
      }, certificate);
      const limits = {
        connectTimeoutMs: 2000,
        totalTimeoutMs: 5000,
        additionalAuthorities: [fixture('authority.pem')],
      };
      expect((await send(receiver.url(), limits)).outcome).toBe(outcome);
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  test('is up while the request is prepared: nothing was sent, so it is no time-out; a stop cuts off', async () => {
    const receiver = await receive(() => {});
    const sender = new Sender({ ...SETTINGS, totalTimeoutMs: 20 }, toLoopback);
    const hanging = () => new Promise<WebhookRequest>(() => {});
    const { signal } = new AbortController();
    expect(await sender.send(receiver.url(), hanging, signal)).toEqual({
      outcome: 'dropped',
      httpStatus: null,
      detail: 'key or tokens unavailable',
    });
    expect(await sender.send(receiver.url(), async () => REQUEST, AbortSignal.abort())).toMatchObject({
      outcome: 'dropped',
      detail: 'stopping',
    });
    expect(receiver.connections).toBe(0);
  });

  test('begins again once the request is prepared, so that a slow lookup takes no time from the receiver', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const receiver = await receive((response) => {
      vi.advanceTimersByTime(4000);
      response.end();
    });
    const sender = new Sender({ ...SETTINGS, connectTimeoutMs: 2000, totalTimeoutMs: 5000 }, toLoopback);
    const slow = async () => {
      vi.advanceTimersByTime(4000);
      return REQUEST;
    };
    expect((await sender.send(receiver.url(), slow, new AbortController().signal)).outcome).toBe('delivered');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('connections', () => {
  test('that fail are reported by their code', async () => {
    const port = await listen((socket) => socket.destroy());
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ outcome: 'connection error', httpStatus: null });
    const closed = await receive();
    const url = closed.url();
    await closed.close();
    expect(await send(url)).toEqual({ outcome: 'connection error', httpStatus: null, detail: 'ECONNREFUSED' });
  });

  test.each([
    'SSH-2.0-x\r\n',
    'HTTP/1.1 200 OK\r\nX: \0\r\n\r\n',
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  ])('that do not speak HTTP fail: %j', async (answer) => {
    const port = await listen((socket) => socket.once('data', () => socket.end(answer)));
    expect((await send(`http://127.0.0.1:${port}/`)).outcome).toBe('connection error');
  });

  test('that want another protocol fail', async () => {
    const answer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';
    const port = await listen((socket) => socket.once('data', () => socket.write(answer)));
    expect((await send(`http://127.0.0.1:${port}/`)).outcome).toBe('connection error');
  });

  test('serve one delivery each', async () => {
    const receiver = await receive();
    const sender = new Sender(SETTINGS, toLoopback);
    for (const _ of [1, 2]) await sender.send(receiver.url(), async () => REQUEST, new AbortController().signal);
    expect(new Set(receiver.inbox.all.map(({ port }) => port)).size).toBe(2);
  });
});

describe('names', () => {
  test('are resolved once; the connection goes to the address that was checked', async () => {
    const receiver = await receive();
    const asked: string[] = [];
    // A name server that gives a good address first and the address of a private service after it.
    const rebinding: ResolveHost = async (host) => {
      asked.push(host);
      return asked.length === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
    };
    const sender = new Sender(SETTINGS, rebinding);
    const post = () =>
      sender.send(receiver.url('/', 'receiver.test'), async () => REQUEST, new AbortController().signal);
    expect((await post()).outcome).toBe('delivered');
    expect(asked).toEqual(['receiver.test']);
    expect(receiver.inbox.all[0]?.headers.host).toBe(`receiver.test:${receiver.port}`);
    expect(await post()).toEqual({ outcome: 'refused address', httpStatus: null, detail: 'address' });
    expect([asked.length, receiver.connections]).toEqual([2, 1]);
  });

  test.each([
    [['127.0.0.1', '10.0.0.1']],
    [['127.0.0.1', '::ffff:192.168.0.1']],
    [['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.1', '169.254.169.254']],
    [['fd00::1']],
    [['not an address']],
  ])('with one address that is not allowed are refused: %j', async (addresses) => {
    const receiver = await receive();
    const result = await send(receiver.url('/', 'receiver.test'), {}, async () => addresses);
    expect(result.outcome).toBe('refused address');
    expect(receiver.connections).toBe(0);
  });

  test('at a public and a private address are refused without connecting to either', async () => {
    const strict = { policy: { allowHttp: false, allowLoopback: false } };
    const result = await send('https://receiver.test/', strict, async () => ['1.1.1.1', '10.0.0.1']);
    expect(result).toEqual({ outcome: 'refused address', httpStatus: null, detail: 'address' });
  });

  test('fall back to the next checked address', async () => {
    const receiver = await receive();
    const result = await send(receiver.url('/', 'receiver.test'), {}, async () => ['::1', '127.0.0.1']);
    expect(result.outcome).toBe('delivered');
  });

  test('with two addresses: a pause of this process is not taken for an address that does not answer', async () => {
    const receiver = await receive();
    const pause = () => {
      const until = performance.now() + 600;
      while (performance.now() < until) {}
    };
    const onSocket = (message: unknown) =>
      (message as { socket: Socket }).socket.once('connectionAttempt', () => process.nextTick(pause));
    // After it the timers are looked at before the sockets.
    await turn();
    subscribe('net.client.socket', onSocket);
    try {
      expect((await send(receiver.url('/', 'localhost'))).outcome).toBe('delivered');
    } finally {
      unsubscribe('net.client.socket', onSocket);
    }
  });

  test('of this machine are not asked for, and need the setting', async () => {
    const receiver = await receive();
    const unasked: ResolveHost = () => Promise.reject(new Error('asked'));
    expect((await send(receiver.url('/', 'localhost'), {}, unasked)).outcome).toBe('delivered');
    const policy = { allowHttp: true, allowLoopback: false };
    for (const host of ['localhost', '127.0.0.1']) {
      expect(await send(receiver.url('/', host), { policy }, unasked)).toMatchObject({
        outcome: 'refused address',
        detail: 'url',
      });
    }
    expect(await send(receiver.url('/', 'receiver.test'), { policy })).toMatchObject({ detail: 'address' });
    expect(receiver.connections).toBe(1);
  });

  test('that do not exist, or have no address, are connection errors', async () => {
    const unknown: ResolveHost = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    expect(await send('http://receiver.test/', {}, unknown)).toMatchObject({
      outcome: 'connection error',
      detail: 'ENOTFOUND',
    });
    expect(await send('http://receiver.test/', {}, async () => [])).toMatchObject({ detail: 'ENODATA' });
  });

  test('of a URL that the settings no longer allow are refused', async () => {
    const receiver = await receive();
    const policy = { allowHttp: false, allowLoopback: true };
    expect(await send(receiver.url(), { policy })).toMatchObject({ outcome: 'refused address', detail: 'url' });
    expect(receiver.connections).toBe(0);
  });
});

describe('certificates', () => {
  const trusting = { additionalAuthorities: [fixture('authority.pem')] };

  test('of a known authority, for the name or the address, are good', async () => {
    const receiver = await receive(undefined, 'receiver.pem');
    for (const host of ['receiver.test', '127.0.0.1', 'localhost']) {
      expect((await send(receiver.url('/', host), trusting)).outcome, host).toBe('delivered');
    }
    expect(receiver.inbox.all.map(({ body }) => body)).toEqual(['a=1', 'a=1', 'a=1']);
  });

  test.each([
    ['of an unknown authority', 'receiver.pem', 'receiver.test', {}, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['for another name', 'receiver.pem', 'other.test', trusting, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['that has expired', 'receiver-expired.pem', 'receiver.test', trusting, 'CERT_HAS_EXPIRED'],
  ])('%s are refused before anything is sent', async (_kind, certificate, host, settings, detail) => {
    const receiver = await receive(undefined, certificate);
    const result = await send(receiver.url('/', host), settings);
    expect(result).toEqual({ outcome: 'connection error', httpStatus: null, detail });
    expect(receiver.inbox.all).toEqual([]);
  });

  test('stay required whatever the environment says', async () => {
    const receiver = await receive(undefined, 'receiver.pem');
    const { NODE_TLS_REJECT_UNAUTHORIZED: before } = process.env;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    // Node warns of the variable.
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
    try {
      expect((await send(receiver.url('/', 'receiver.test'))).outcome).toBe('connection error');
    } finally {
      warned.mockRestore();
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
  });
});
