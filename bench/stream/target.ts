/** What publishes to subscribers: the venue's stream, or a bare WebSocket server. */
import type { AddressInfo, Socket } from 'node:net';
import Fastify from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { TopOfBook } from '../../src/exchange/interface.ts';
import type { Client } from '../../src/http/client.ts';
import { CredentialGuard } from '../../src/http/credential-guard.ts';
import { encodeUpdate } from '../../src/marketdata/encoder.ts';
import { MarketDataStream } from '../../src/marketdata/market-data-stream.ts';
import { streamPlugin } from '../../src/marketdata/plugin.ts';
import type { StreamSettings } from '../../src/marketdata/settings.ts';
import { systemTimers, type Timers } from '../../src/time/timers.ts';
import { StreamExchange } from './exchange.ts';
import { allSecurities } from './plan.ts';

export interface Target {
  readonly port: number;
  /** Makes ready what is not to be measured, and returns what publishes the change with this index. */
  prepare(tops: readonly TopOfBook[]): (index: number) => void;
  /** Whether something that was published has not been handed to the system yet. */
  readonly busy: boolean;
  /** Bytes that wait in this process, by connection. */
  unsentBytes(): readonly number[];
}

/** The venue's stream on a Fastify application, as the program has it, fed by hand. */
export async function startStream(settings: Partial<StreamSettings>): Promise<Target> {
  const exchange = new StreamExchange(allSecurities());
  const turns = new Turns();
  const log = { info: ignore, warn: ignore, error: (...parts: unknown[]) => console.error(...parts) };
  const stream = new MarketDataStream({
    exchange,
    guard: new CredentialGuard({ authenticator: { authenticate: clientOf } }),
    settings,
    timers: turns,
    log,
  });
  const app = Fastify();
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await app.register(streamPlugin({ stream }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    port: (app.server.address() as AddressInfo).port,
    prepare: (tops) => (index) => exchange.publish(tops[index] as TopOfBook),
    get busy() {
      return turns.waiting > 0;
    },
    unsentBytes: () => Array.from(sockets, (socket) => socket.writableLength),
  };
}

/**
 * What anybody would write with the library: each message made once, as bytes, and sent to every socket that wants it.
 * The messages are those of the stream and are made before the measurement, which leaves the encoding to the stream.
 */
export async function startBare(): Promise<Target> {
  const bySecurity = new Map<string, Set<WebSocket>>();
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (webSocket) => {
    webSocket.on('message', (text) => {
      const { securityIds } = JSON.parse(text.toString()) as { securityIds: string[] };
      for (const id of securityIds) bySecurity.set(id, (bySecurity.get(id) ?? new Set()).add(webSocket));
      webSocket.once('close', () => {
        for (const id of securityIds) bySecurity.get(id)?.delete(webSocket);
      });
      webSocket.send(JSON.stringify({ type: 'subscribed', securityIds }));
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    prepare: (tops) => {
      const messages = tops.map((top) => ({
        payload: Buffer.from(encodeUpdate(top, top.seq - 1).text),
        receivers: bySecurity.get(String(top.securityId)) ?? new Set<WebSocket>(),
      }));
      return (index) => {
        const { payload, receivers } = messages[index] as (typeof messages)[number];
        for (const webSocket of receivers) webSocket.send(payload, { binary: false });
      };
    },
    busy: false,
    unsentBytes: () => Array.from(server.clients, (webSocket) => webSocket.bufferedAmount),
  };
}

/** The time of the system, counting the turns that the stream still waits for. */
class Turns implements Timers {
  waiting = 0;
  nowMs = systemTimers.nowMs;
  after = systemTimers.after;
  every = systemTimers.every;

  soon(callback: () => void): void {
    this.waiting += 1;
    systemTimers.soon(() => {
      this.waiting -= 1;
      callback();
    });
  }
}

function ignore(): void {}

/** Everybody is let in: how long a look at the keys takes is not the stream's. */
function clientOf(clientId: string): Client {
  return {
    clientId,
    parentId: clientId,
    name: clientId,
    master: false,
    scopes: new Set(),
    deniedMethods: new Set(),
    fieldPermissions: new Set(),
  };
}
