/** What publishes to subscribers: the venue's stream, or a bare WebSocket server. */
import type { AddressInfo, Socket } from 'node:net';
import Fastify from 'fastify';
import { type PerMessageDeflateOptions, type WebSocket, WebSocketServer } from 'ws';
import type { TopOfBook } from '../../src/exchange/api/top-views.ts';
import { streamPlugin } from '../../src/marketdata/plugin.ts';
import type { StreamSettings } from '../../src/marketdata/requests/settings.ts';
import { encodeUpdate } from '../../src/marketdata/wire/encoder.ts';
import { systemTimers, type Timers } from '../../src/time/timers.ts';
import type { RehearsedGroup } from './rehearsal.ts';
import { newStream } from './stream.ts';

export interface Target {
  readonly port: number;
  /** Makes ready what is not to be measured, and returns what publishes the change with this index. */
  prepare(tops: readonly TopOfBook[]): (index: number) => void;
  /** The same for groups of changes that all channels publish; everybody is subscribed to their security. */
  prepareGroups(groups: readonly RehearsedGroup[]): (index: number) => void;
  /** Whether something that was published has not been handed to the system yet. */
  readonly busy: boolean;
  /** Bytes that wait in this process, by connection. */
  unsentBytes(): readonly number[];
}

/** The venue's stream on a Fastify application, as the program has it, fed by hand. */
export async function startStream(settings: Partial<StreamSettings>): Promise<Target> {
  const turns = new Turns();
  const { stream, exchange } = newStream(settings, turns);
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
    prepareGroups: (groups) => (index) => {
      for (const event of (groups[index] as RehearsedGroup).events) exchange.emit(event);
    },
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
export async function startBare(perMessageDeflate: PerMessageDeflateOptions | false = false): Promise<Target> {
  const bySecurity = new Map<string, Set<WebSocket>>();
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate });
  /** By the number of the subscriber. */
  const byNumber = new Map<number, WebSocket>();
  server.on('connection', (webSocket, request) => {
    const number = Number(/ s(\d+):/.exec(request.headers.authorization ?? '')?.[1]);
    if (!Number.isNaN(number)) byNumber.set(number, webSocket);
    webSocket.on('message', (text) => {
      const { securityIds = [] } = JSON.parse(text.toString()) as { securityIds?: string[] };
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
    prepareGroups: (groups) => {
      const all = groups.map(({ common, own }) => ({
        common: common.map((text) => Buffer.from(text)),
        own: own.map(([number, text]) => [number, Buffer.from(text)] as const),
      }));
      return (index) => {
        const { common, own } = all[index] as (typeof all)[number];
        for (const webSocket of server.clients) {
          for (const payload of common) webSocket.send(payload, { binary: false });
        }
        for (const [number, payload] of own) byNumber.get(number)?.send(payload, { binary: false });
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
