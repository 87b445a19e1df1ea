/**
 * The executions of orders (H14) against the matches of the journal alone: type, side, price, quantity and match of
 * each fill, and what is filled, remains and was paid on average after each change. As events over HTTP, on the stream
 * whose connection is cut all the time, and as webhooks, while the server is killed with SIGKILL.
 *
 * TRUTH_SEEDS: how many seeds (1 when not set, 6 in a thorough run). SEED: the first of them.
 */

import { expect, test } from 'vitest';
import { ApiRefusal, OpenAts, type OrdersMessage } from '../../src/client/index.ts';
import type { ExchangeEvent, OrderEvent } from '../../src/exchange/api/events.ts';
import { CuttingProxy } from '../client/support/cutting-proxy.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { killLimitMs } from '../support/kill-limit.ts';
import { THOROUGH } from '../support/thorough.ts';
import { databaseSetting } from './support/database-setting.ts';
import { type Demo, demoOf } from './support/demo-orders.ts';
import { Dice } from './support/dice.ts';
import { ServerProcess } from './support/server-process.ts';
import { replay } from './support/venue-files.ts';
import { WebhookReceiver } from './support/webhook-receiver.ts';

const SEED = Number(process.env.SEED ?? Math.ceil(Math.random() * 2 ** 31));
const SEEDS = Array.from({ length: Number(process.env.TRUTH_SEEDS ?? (THOROUGH ? 6 : 1)) }, (_, at) => SEED + at);
const KILLS = THOROUGH ? 2 : 1;
const TRADERS = 3;
const RETRY = { baseMs: 5, capMs: 50 };

type OwnEvent = OrdersMessage['event'];
type Row = Readonly<Record<string, string | null>>;

const COLUMNS = [
  ...['orderId', 'action', 'executionType', 'matchId', 'fillPrice', 'fillShares', 'number_shares', 'shares_remaining'],
  ...['filledShares', 'filledAmount', 'averagePrice', 'reason'],
];
const TYPES: Readonly<Record<string, string>> = { entered: 'New', replaced: 'Replaced', expired: 'Expired' };

/** A number of millionths with six places. */
function text(millionths: bigint): string {
  const digits = String(millionths).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

const shares = (count: number) => text(BigInt(count) * 1_000_000n);

/** Of the client's changes of orders by their eventSeq: from the matches, and the terms that the orders have. */
function truthOf(events: readonly ExchangeEvent[], clientId: string): Map<number, Row> {
  const rows = new Map<number, Row>();
  const sums = new Map<number, { filled: number; amount: bigint }>();
  const fills = new Map<number, Extract<ExchangeEvent, { type: 'match' }>['match'][]>();
  const rowOf = ({ change, order, reason }: OrderEvent): Row => {
    const sum = sums.get(order.orderId) ?? { filled: 0, amount: 0n };
    const match = change === 'filled' ? fills.get(order.orderId)!.shift()! : undefined;
    if (match !== undefined) {
      sum.filled += match.quantity;
      sum.amount += BigInt(match.price) * BigInt(match.quantity);
      sums.set(order.orderId, sum);
    }
    const { filled, amount } = sum;
    const [twice, count] = [2n * amount, BigInt(filled)];
    return {
      orderId: String(order.orderId),
      action: order.ticket.side === 'buy' ? 'Bid' : 'Offer',
      executionType: match === undefined ? (TYPES[change] ?? 'Cancelled') : 'Fill',
      matchId: match === undefined ? null : String(match.matchId),
      fillPrice: match === undefined ? null : text(BigInt(match.price)),
      fillShares: match === undefined ? null : shares(match.quantity),
      number_shares: shares(order.quantity),
      shares_remaining: shares(order.quantity - filled),
      filledShares: shares(filled),
      filledAmount: text(amount),
      averagePrice: filled === 0 ? null : text((twice + count) / (2n * count)),
      reason,
    };
  };
  for (const event of events) {
    if (event.type === 'match') {
      for (const orderId of [event.match.buyOrderId, event.match.sellOrderId]) {
        fills.set(orderId, [...(fills.get(orderId) ?? []), event.match]);
      }
    }
    if (event.type === 'order' && event.order.ticket.clientId === clientId) rows.set(event.seq, rowOf(event));
  }
  for (const left of fills.values()) expect(left).toEqual([]);
  return rows;
}

const columns = (fields: object): Row =>
  Object.fromEntries(COLUMNS.map((name) => [name, (fields as Record<string, string | undefined>)[name] ?? null]));

function rowsOf(events: readonly OwnEvent[]): Map<number, Row> {
  return new Map(
    events.flatMap((event) => (event.eventType === 'order' ? [[event.eventSeq, columns(event.order)] as const] : [])),
  );
}

async function allEvents({ methods }: OpenAts, begin: string): Promise<OwnEvent[]> {
  const events: OwnEvent[] = [];
  for (let after = begin; ; ) {
    const page = await methods.getEvents({ limit: 1000, after });
    events.push(...page.events);
    if (page.moreEvents === 'No') return events;
    after = page.cursor;
  }
}

/** Orders of one client that cross each other, in every way that they end. */
class Trading {
  readonly #ats: OpenAts;
  readonly #demo: Demo;
  readonly #dice: Dice;
  #answered: () => void = () => {};
  isOver = false;

  constructor(ats: OpenAts, demo: Demo, dice: Dice) {
    this.#ats = ats;
    this.#demo = demo;
    this.#dice = dice;
  }

  afterAnswers(count: number): Promise<void> {
    return new Promise((resolve) => {
      let left = count;
      this.#answered = () => {
        if (--left === 0) resolve();
      };
    });
  }

  async trade(): Promise<void> {
    const { methods } = this.#ats;
    const dice = this.#dice;
    while (!this.isOver) {
      const [quantity, price] = [dice.between(1, 60), dice.pick(['9.9', '9.999999', '10', '10.1'])];
      const { orderDetails } = await methods.createOrder({
        ...{ memberid: '1', issuerid: this.#demo.issuerId, securityid: this.#demo.securityId, type: 'Limit' },
        ...{ action: dice.pick(['Buy', 'Sell']), quantity, price, expiration: dice.pick(['GTC', 'GTC', 'IOC']) },
        ...{
          contingencies: dice.pick(['None', 'None', 'All or None']),
          disclosePrice: 'Yes',
          solicited: 'Unsolicited',
        },
      });
      this.#answered();
      const orderid = orderDetails.orderId;
      if (dice.chance(0.2)) await mayBeRefused(methods.replaceOrder({ orderid, quantity: quantity + 5 }));
      if (dice.chance(0.2)) await mayBeRefused(methods.cancelOrder({ orderid }));
      if (dice.chance(0.05)) await methods.cancelOrders({ securityid: this.#demo.securityId });
    }
  }
}

/** The order may have ended meanwhile. */
async function mayBeRefused(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.statusCode === '190')) throw error;
  }
}

describeOnEachDatabase('the executions of orders', (databases) => {
  test.each(SEEDS)(
    `are those of the journal after ${KILLS} kills, seed %i`,
    { timeout: killLimitMs(KILLS) },
    async (seed) => {
      const dice = new Dice(seed);
      const { url } = await databases.location();
      const hooks = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_LOOPBACK: 'true' };
      const settings = { MARKET_ALWAYS_OPEN: 'true', ...hooks, ...databaseSetting(url) };
      let server = await ServerProcess.start({ settings });
      await server.welcome();
      const [demo, credentials, baseUrls] = [demoOf(server), server.client, server.addresses.api];
      const steady = new OpenAts({ baseUrls, ...credentials, retry: RETRY });
      const receiver = await WebhookReceiver.start();
      await steady.methods.registerWebhook({
        ...{ method: 'updateOrder', url: receiver.urlFor('updateOrder'), retries: 'Yes' },
      });
      const { cursor: begin } = await steady.methods.getEvents({ after: 'latest', limit: 1 });
      const proxy = await CuttingProxy.start(baseUrls, () => dice.between(2000, 9000));
      const stream = new OpenAts({ baseUrls: proxy.url, ...credentials }).stream({ backoff: RETRY });
      const streamed: OwnEvent[] = [];
      const { promise: reached, resolve: isReached } = Promise.withResolvers<void>();
      let last = Number.POSITIVE_INFINITY;
      stream.orders({ since: begin }).on((message) => {
        if (message.type !== 'event') throw new Error('the stream has a gap');
        streamed.push(message.event);
        if (message.event.eventSeq >= last) isReached();
      });
      const trading = new Trading(steady, demo, dice);
      const traders = Array.from({ length: TRADERS }, () => trading.trade());
      for (let kill = 1; kill <= KILLS; kill++) {
        await trading.afterAnswers(dice.between(20, 50));
        await server.kill();
        server = await server.restart({ settings: { ...settings, PORT: new URL(baseUrls).port } });
      }
      await trading.afterAnswers(30);
      trading.isOver = true;
      await Promise.all(traders);

      const events = await allEvents(steady, begin);
      last = events.at(-1)!.eventSeq;
      proxy.heal();
      if (streamed.at(-1)?.eventSeq !== last) await reached;
      expect(streamed).toEqual(events);
      const shown = rowsOf(events);
      const hooked = [...shown].filter(([, { executionType }]) => executionType !== 'New');
      const sent = () =>
        new Map(receiver.received.map(({ fields }) => [Number(fields.eventSeq), columns(fields)] as const));
      await receiver.until(() => hooked.every(([eventSeq]) => sent().has(eventSeq)));
      stream.close();
      expect(await server.stop()).toBe(0);

      const [first] = shown.keys();
      const all = truthOf(replay(server.dataDir).events, credentials.clientID);
      const truth = new Map([...all].filter(([eventSeq]) => eventSeq >= first!));
      expect(shown).toEqual(truth);
      expect(new Map([...sent()].sort(([one], [other]) => one - other))).toEqual(new Map(hooked));
      const kinds = new Set([...truth.values()].map(({ executionType }) => executionType));
      expect([...kinds].sort()).toEqual(['Cancelled', 'Fill', 'New', 'Replaced']);
      console.log(`seed ${seed}: ${truth.size} executions, ${proxy.cuts} cuts, ${KILLS} kills`);
    },
  );
});
