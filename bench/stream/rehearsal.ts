import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { MarketDataStream } from '../../src/marketdata/market-data-stream.ts';
import type { ChannelEvent } from './channel-flow.ts';
import type { StreamExchange } from './exchange.ts';
import { requestsOf } from './plan.ts';
import { newStream } from './stream.ts';

/** Clients whose orders the groups are of. */
export const OWNERS_MAX = 32;

/** What one group commit has the stream say. */
export interface RehearsedGroup {
  readonly events: readonly ChannelEvent[];
  /** To every subscriber of the security. */
  readonly common: readonly string[];
  /** To single subscribers, by their numbers: their own order events. */
  readonly own: readonly (readonly [number, string])[];
}

/**
 * Plays groups to a separate stream with a few listeners in memory: what it says to them is what has to be sent, and
 * what the bare server sends.
 */
export class Rehearsal {
  readonly #exchange: StreamExchange;
  readonly #nobody: Listener;
  readonly #owners: readonly Listener[];

  private constructor(exchange: StreamExchange, nobody: Listener, owners: readonly Listener[]) {
    this.#exchange = exchange;
    this.#nobody = nobody;
    this.#owners = owners;
  }

  static async start(securityIds: readonly number[]): Promise<Rehearsal> {
    const { stream, exchange } = newStream({ heartbeatMs: 1e9, firstRequestMs: 1e9, pingIntervalMs: 1e9 });
    const ids = securityIds.map(String);
    const nobody = new Listener(stream, 'nobody', requestsOf('all', ids));
    const own = requestsOf('all', ids).filter((request) => request.includes('"orders"'));
    const owners = Array.from({ length: OWNERS_MAX }, (_, number) => new Listener(stream, `s${number}`, own));
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    for (const listener of [nobody, ...owners]) listener.take();
    return new Rehearsal(exchange, nobody, owners);
  }

  async group(events: readonly ChannelEvent[]): Promise<RehearsedGroup> {
    for (const event of events) this.#exchange.emit(event);
    await setImmediate();
    await setImmediate();
    const own = this.#owners.flatMap((owner, number) => owner.take().map((text) => [number, text] as const));
    return { events, common: this.#nobody.take(), own };
  }
}

/** A subscriber without a socket. */
class Listener {
  #bytes: Buffer[] = [];

  constructor(stream: MarketDataStream, clientId: string, requests: readonly string[]) {
    const webSocket = new EventEmitter();
    const nothing = () => {};
    Object.assign(webSocket, { extensions: '', readyState: 1, ping: nothing, pause: nothing, resume: nothing });
    const socket = Object.assign(new EventEmitter(), {
      writableLength: 0,
      write: (bytes: Buffer) => this.#bytes.push(Buffer.from(bytes)),
    });
    stream.accept(webSocket as unknown as WebSocket, socket as unknown as Socket, {
      ip: '127.0.0.1',
      authorization: `Bearer ${clientId}:key`,
      origin: undefined,
    });
    for (const request of requests) webSocket.emit('message', Buffer.from(request), false);
  }

  /** What came since it was asked last. */
  take(): string[] {
    const bytes = Buffer.concat(this.#bytes);
    this.#bytes = [];
    const texts: string[] = [];
    for (let at = 0; at < bytes.length; ) {
      const short = bytes[at + 1] as number;
      const start = at + (short < 126 ? 2 : 4);
      const length = short < 126 ? short : bytes.readUInt16BE(at + 2);
      texts.push(bytes.toString('utf8', start, start + length));
      at = start + length;
    }
    return texts;
  }
}
