/** Two traders in one security, over the stream: orders in, and their outcomes. */
import { setTimeout as delay } from 'node:timers/promises';
import type { OpenAts, Side, Stream, TradesMessage } from '../../src/client/index.ts';
import {
  ApiRefusal,
  type Book,
  type DepthView,
  type Events,
  type Fields,
  type Gap,
  NoAnswer,
} from '../../src/client/index.ts';
import { Refused } from './api-session.ts';

export interface TradedSecurity {
  readonly securityId: string;
  readonly issuerId: string;
  readonly buyer: string | undefined;
  readonly seller: string | undefined;
  /** Around which the orders are, dollars. */
  readonly price: number;
}

/** Twenty turns a second of two orders each. */
const TURN_MS = 50;
const ORDERS_A_TURN = 2;
/** Of each turn, how often an order crosses. */
const CROSSES = 0.35;
const SEED = 11;

export class LiveMarket {
  readonly #ats: OpenAts;
  readonly #security: TradedSecurity;
  readonly #stream: Stream;
  readonly #depth: Book<DepthView>;
  readonly #trades: Events<TradesMessage | Gap>;
  readonly #random = generator(SEED);
  readonly #own: string[] = [];
  readonly #answerMs: number[] = [];
  #price: number;
  #refused = 0;
  #seen = { trades: 0, shares: 0, changes: 0, cuts: 0, last: '-' };

  constructor(ats: OpenAts, security: TradedSecurity) {
    this.#ats = ats;
    this.#security = security;
    this.#price = security.price;
    this.#stream = ats.stream();
    this.#depth = this.#stream.depth(security.securityId, { levels: 10 });
    this.#trades = this.#stream.trades(security.securityId);
    this.#stream.onState(({ state }) => {
      if (state === 'waiting') this.#seen.cuts += 1;
    });
    this.#depth.on(() => {
      this.#seen.changes += 1;
    });
    this.#trades.on((message) => {
      if (message.type !== 'trade') return;
      this.#seen.trades += 1;
      this.#seen.shares += message.quantity;
      this.#seen.last = message.price;
    });
  }

  async run(seconds: number): Promise<void> {
    await Promise.all([this.#depth.ready, this.#trades.ready]);
    const turns = Math.ceil((seconds * 1000) / TURN_MS);
    const under: Promise<void>[] = [];
    for (let turn = 1; turn <= turns; turn++) {
      for (let made = 0; made < ORDERS_A_TURN; made++) under.push(this.#send());
      await delay(TURN_MS);
      if (turn % (1000 / TURN_MS) === 0) this.#print();
    }
    await Promise.all(under);
  }

  /** Takes back what still rests, compares the local book with the service's, and says what was done. */
  async report(): Promise<void> {
    const left = await Promise.all(this.#own.map((orderid) => this.#cancelled(orderid)));
    const sorted = this.#answerMs.toSorted((one, other) => one - other);
    const { trades, shares, changes, cuts } = this.#seen;
    console.log(
      `\n  ${sorted.length} orders were taken, ${this.#refused} refused; ${left.filter(Boolean).length} taken back`,
    );
    console.log(`  ${trades} trades with ${shares} shares, ${changes} changes of the depth, ${cuts} lost connections`);
    console.log(`  half of the orders were durable within ${at(sorted, 0.5)} ms, 99 % within ${at(sorted, 0.99)} ms`);
    const { securityId: securityID, issuerId: issuerID } = this.#security;
    const own = this.#stream.topOfBook(securityID);
    await own.ready;
    const { orderDetailsAll } = await this.#ats.methods.getClob({ securityID, issuerID });
    const top = own.get(securityID);
    console.log(`  the book: ${shown(top?.bid)} to ${shown(top?.offer)}; getClob says`);
    console.log(`            ${orderDetailsAll.orderDetailsBid} to ${orderDetailsAll.orderDetailsOffer}`);
  }

  close(): void {
    this.#stream.close();
  }

  async #send(): Promise<void> {
    const began = performance.now();
    const fields = this.#order();
    try {
      const { orderDetails } = await this.#stream.createOrder(fields);
      this.#answerMs.push(performance.now() - began);
      if (fields.expiration !== 'IOC') this.#own.push(orderDetails.orderId);
    } catch (error) {
      if (error instanceof NoAnswer) throw new Refused(error.message);
      if (!(error instanceof ApiRefusal)) throw error;
      this.#refused += 1;
    }
  }

  #order(): Fields<'createOrder'> {
    const { securityId, issuerId, buyer, seller } = this.#security;
    const isBuy = this.#random() < 0.5;
    const crosses = this.#random() < CROSSES;
    this.#price += (this.#random() - 0.5) * 0.04 + (this.#security.price - this.#price) * 0.02;
    const offset = crosses ? -0.1 : 0.01 + this.#random() * 0.12;
    return {
      memberid: '1',
      issuerid: issuerId,
      securityid: securityId,
      accountid: isBuy ? buyer : seller,
      type: 'Limit',
      action: isBuy ? 'Buy' : 'Sell',
      quantity: 10 * (1 + Math.floor(this.#random() * 20)),
      price: (this.#price + (isBuy ? -offset : offset)).toFixed(2),
      expiration: crosses ? 'IOC' : 'Day',
      disclosePrice: 'Yes',
      solicited: 'Unsolicited',
    };
  }

  /** One that was executed has nothing left to be taken back. */
  async #cancelled(orderid: string): Promise<boolean> {
    try {
      await this.#stream.cancelOrder({ orderid });
      return true;
    } catch (error) {
      if (error instanceof ApiRefusal) return false;
      throw error;
    }
  }

  #print(): void {
    const view = this.#depth.get(this.#security.securityId);
    const [bid, offer] = [view?.bids[0], view?.offers[0]];
    const book = `${bid?.quantity ?? 0} at ${bid?.price ?? '-'}  |  ${offer?.price ?? '-'} for ${offer?.quantity ?? 0}`;
    console.log(`  ${book.padEnd(52)} last ${this.#seen.last}, ${this.#seen.trades} trades`);
  }
}

function shown(side: Side | undefined): string {
  if (side === null || side === undefined) return '--';
  return 'rfq' in side ? 'RFQ' : side.price;
}

function at(sorted: readonly number[], part: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
}

/** Numbers from 0 to below 1, the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
