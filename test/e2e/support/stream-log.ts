/** A subscriber of the market-data stream that records each message, over as many connections as it takes. */
import { once } from 'node:events';
import { expect } from 'vitest';
import WebSocket from 'ws';
import type { ExchangeEvent } from '../../../src/exchange/api/events.ts';
import type { TopSide } from '../../../src/exchange/api/top-views.ts';
import { sixDecimals } from './known-order.ts';
import { authorizationOf } from './requests.ts';
import type { Credentials } from './server-process.ts';

interface Message {
  readonly type: string;
  readonly securityId: string;
  readonly seq: number;
  readonly prevSeq?: number;
  readonly resumed?: boolean;
  readonly bid: unknown;
  readonly offer: unknown;
}

export class StreamLog {
  readonly #securityIds: readonly string[];
  /** Each change of a top as it was sent, by security and seq. */
  readonly #received = new Map<string, Pick<Message, 'bid' | 'offer'>>();
  readonly #last = new Map<string, number>();
  readonly #problems: string[] = [];

  constructor(securityIds: readonly string[]) {
    this.#securityIds = securityIds;
  }

  get size(): number {
    return this.#received.size;
  }

  /** Subscribes, going on after the last change of an earlier connection. Resolves once subscribed. */
  async connect(apiAddress: string, credentials: Credentials): Promise<WebSocket> {
    const socket = new WebSocket(`${apiAddress.replace(/^http/, 'ws')}/v3/stream`, {
      headers: { authorization: authorizationOf(credentials) },
    });
    // A killed server breaks the line: that is what the test is about.
    socket.on('error', () => {});
    await once(socket, 'open');
    const subscribed = new Promise<void>((resolve, reject) => {
      socket.on('message', (text: Buffer) => {
        const message = JSON.parse(text.toString()) as Message;
        if (message.type === 'subscribed') resolve();
        else if (message.type === 'error') reject(new Error(text.toString()));
        else if (message.type === 'snapshot' || message.type === 'update') this.#take(message);
      });
      socket.on('close', () => reject(new Error('the stream was closed')));
    });
    const after = Object.fromEntries(this.#last);
    socket.send(JSON.stringify({ op: 'subscribe', channel: 'topOfBook', securityIds: this.#securityIds, after }));
    await subscribed;
    return socket;
  }

  /** No change was sent twice differently or out of order, and every change that was sent is one of these events. */
  expectAllIn(events: readonly ExchangeEvent[]): void {
    expect(this.#problems).toEqual([]);
    const expected = new Map<string, object>();
    for (const event of events) {
      if (event.type !== 'top') continue;
      const { securityId, seq, bid, offer } = event.top;
      expected.set(`${securityId} ${seq}`, { bid: sideOf(bid), offer: sideOf(offer) });
    }
    for (const [change, sent] of this.#received) expect(sent, `change ${change}`).toEqual(expected.get(change));
  }

  #take({ type, securityId, seq, prevSeq, resumed, bid, offer }: Message): void {
    const last = this.#last.get(securityId) ?? 0;
    if (type === 'update' && prevSeq !== last) this.#problems.push(`${securityId}: ${prevSeq} does not follow ${last}`);
    if (type === 'snapshot' && resumed === false && seq < last)
      this.#problems.push(`${securityId}: ${seq} after ${last}`);
    this.#last.set(securityId, seq);
    if (seq > 0) this.#received.set(`${securityId} ${seq}`, { bid, offer });
  }
}

/** A side as the stream shows it (S6). */
function sideOf(side: TopSide): object | null {
  if (side === null) return null;
  if (side === 'RFQ') return { rfq: true };
  const { price, quantity, orders, contingentQuantity, contingentOrders, firm } = side;
  return {
    price: sixDecimals(price / 1e6),
    quantity,
    orders,
    ...(contingentOrders === 0 ? {} : { contingent: { quantity: contingentQuantity, orders: contingentOrders } }),
    ...(firm === null ? {} : { firm: { ...firm, price: sixDecimals(firm.price / 1e6) } }),
  };
}
