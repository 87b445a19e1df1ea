/**
 * The real server is killed with SIGKILL while programs trade through openats/client and the operator busts and
 * corrects their matches. Each order was taken once, however often it was sent (L4, L13); the store of orders, whose
 * program is restarted too, has what getOrder, getTimeAndSales and getPositions answer (L18).
 *
 * STORE_KILLS: how often (2 when not set, 10 in a thorough run). SEED: the seed of a run that is to be repeated.
 */

import { expect, test } from 'vitest';
import {
  type Answer,
  ApiRefusal,
  OpenAts,
  type OrderStore,
  type SavedOrders,
  type Stream,
} from '../../src/client/index.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { killLimitMs } from '../support/kill-limit.ts';
import { THOROUGH } from '../support/thorough.ts';
import { databaseSetting } from './support/database-setting.ts';
import { type Demo, demoOf } from './support/demo-orders.ts';
import { Dice } from './support/dice.ts';
import { ServerProcess } from './support/server-process.ts';

const KILLS = Number(process.env.STORE_KILLS ?? (THOROUGH ? 10 : 1));
const SEED = Number(process.env.SEED ?? Math.ceil(Math.random() * 2 ** 31));
const TRADERS = 4;
const RETRY = { baseMs: 5, capMs: 50 };

type OwnEvent = Answer<'getEvents'>['events'][number];
type Changed = Extract<OwnEvent, { readonly eventType: 'order' }>['order'];

/** A program that keeps a store, and is restarted from what it saved. */
class Program {
  readonly ats: OpenAts;
  stream: Stream;
  store: OrderStore;
  restarts = 0;

  constructor(ats: OpenAts) {
    this.ats = ats;
    [this.stream, this.store] = this.#start(undefined);
  }

  #start(saved: SavedOrders | undefined): [Stream, OrderStore] {
    const stream = this.ats.stream({ backoff: RETRY });
    return [stream, this.ats.orderStore(stream, saved)];
  }

  restart(): void {
    this.restarts += 1;
    const saved = JSON.parse(JSON.stringify(this.store.save())) as SavedOrders;
    const [stream, store] = [this.stream, this.store];
    [this.stream, this.store] = this.#start(saved);
    store.close();
    stream.close();
  }

  /** Resolves once the store has this event. */
  async reached(eventSeq: number): Promise<void> {
    await this.store.ready;
    if (this.store.save().eventSeq >= eventSeq) return;
    await new Promise<void>((resolve) => {
      this.store.on((change) => {
        if (change.eventType !== 'reset' && change.eventSeq >= eventSeq) resolve();
      });
    });
  }
}

/** Orders, and what is done with them, through calls that are sent again until they are answered. */
class Trading {
  readonly #client: OpenAts;
  readonly #operator: OpenAts;
  readonly #program: Program;
  readonly #demo: Demo;
  readonly #dice: Dice;
  /** By the tokens of the orders, the ids that were answered. */
  readonly taken = new Map<string, string>();
  isOver = false;
  #answered: () => void = () => {};

  constructor(
    { client, operator, program }: { client: OpenAts; operator: OpenAts; program: Program },
    demo: Demo,
    dice: Dice,
  ) {
    this.#client = client;
    this.#operator = operator;
    this.#program = program;
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

  async trade(name: string): Promise<void> {
    // A separate stream: that of the program ends with it.
    const stream = this.#client.stream({ backoff: RETRY });
    for (let number = 1; !this.isOver; number++) {
      const dice = this.#dice;
      const { orderDetails } = await (dice.chance(0.5) ? stream : this.#client.methods).createOrder({
        ...{ memberid: '1', issuerid: this.#demo.issuerId, securityid: this.#demo.securityId, type: 'Limit' },
        ...{
          action: dice.pick(['Buy', 'Sell']),
          quantity: dice.between(1, 50),
          price: dice.pick(['9.9', '10', '10.1']),
        },
        ...{ expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited', token: `${name} ${number}` },
      });
      const { orderId } = orderDetails;
      this.taken.set(`${name} ${number}`, orderId);
      this.#answered();
      if (dice.chance(0.3)) await mayBeRefused(this.#client.methods.cancelOrder({ orderid: orderId }));
      if (dice.chance(0.3)) await this.#amend(orderId);
    }
    stream.close();
  }

  async #amend(orderid: string): Promise<void> {
    const { orderDetails } = await this.#client.methods.getOrder({ orderid });
    const [match] = [orderDetails].flat()[0]!.matchedOrders;
    if (match === undefined) return;
    const named = { tradeID: match.matchid, reason: 'an example' };
    const { methods } = this.#operator;
    const terms = { price: this.#dice.pick(['9.5', '10.5']), quantity: this.#dice.between(1, 50) };
    if (this.#dice.chance(0.4)) await mayBeRefused(methods.bustTrade(named));
    else await mayBeRefused(methods.adjustTrade({ ...named, ...terms }));
    if (this.#dice.chance(0.2)) this.#program.restart();
  }
}

/** The venue may have ended the order, or busted the match, meanwhile. */
async function mayBeRefused(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.statusCode === '190')) throw error;
  }
}

async function allEvents({ methods }: OpenAts): Promise<OwnEvent[]> {
  const events: OwnEvent[] = [];
  for (let after: string | undefined; ; ) {
    const page = await methods.getEvents({ limit: 1000, ...(after === undefined ? {} : { after }) });
    events.push(...page.events);
    if (page.moreEvents === 'No') return events;
    after = page.cursor;
  }
}

const executed = ({ shares_remaining, filledShares, filledAmount, averagePrice }: Changed) => ({
  ...{ shares_remaining, filledShares, filledAmount, averagePrice },
});

interface Sums {
  bought: [shares: number, amount: number];
  sold: [shares: number, amount: number];
}

/** Shares and amount by account and side of the matches that hold, as the venue's methods show them. */
async function truePositions({ methods }: OpenAts, securityId: string, orders: readonly Changed[]) {
  const busted = new Set<string>();
  for (let before: string | undefined; ; ) {
    const page = await methods.getTimeAndSales({ securityId, ...(before === undefined ? {} : { before }) });
    for (const trade of page.trades) if (trade.busted === 'Yes') busted.add(trade.tradeId);
    if (page.more === 'No') break;
    before = page.trades.at(-1)!.tradeId;
  }
  const positions = new Map<string, Sums>();
  for (const { orderId, accountId, action } of orders) {
    const { orderDetails } = await methods.getOrder({ orderid: orderId });
    for (const { matchid, executedPrice, executedQuantity } of [orderDetails].flat()[0]!.matchedOrders) {
      if (busted.has(matchid)) continue;
      const sums = positions.get(accountId ?? '') ?? { bought: [0, 0], sold: [0, 0] };
      const side = sums[action === 'Bid' ? 'bought' : 'sold'];
      side[0] += Number(executedQuantity);
      side[1] += Math.round(Number(executedPrice) * 1e6) * Number(executedQuantity);
      positions.set(accountId ?? '', sums);
    }
  }
  return positions;
}

async function expectStore({ store }: Program, steady: OpenAts, securityId: string, events: readonly OwnEvent[]) {
  const last = new Map<string, Changed>();
  for (const event of events) if (event.eventType === 'order') last.set(event.order.orderId, event.order);
  const open: string[] = [];
  for (const orderid of last.keys()) {
    const { orderDetails } = await steady.methods.getOrder({ orderid });
    const order = [orderDetails].flat()[0]!;
    const shown = { ...executed(order as never), orderStatus: order.status };
    if (['Pending', 'Live', 'Partially Executed'].includes(order.status)) open.push(orderid);
    const known = store.order(orderid);
    // One that ended before the program was restarted is not kept.
    if (known === undefined) expect(open).not.toContain(orderid);
    else expect({ ...executed(known), orderStatus: known.orderStatus }).toEqual(shown);
  }
  expect(
    store
      .openOrders()
      .map(({ orderId }) => orderId)
      .sort(),
  ).toEqual(open.sort());
  const truth = await truePositions(steady, securityId, [...last.values()]);
  const own = store.positions().filter((position) => position.securityId === securityId);
  for (const { accountId, ...position } of own) {
    const { bought, sold } = truth.get(accountId ?? '') ?? { bought: [0, 0], sold: [0, 0] };
    expect([Number(position.boughtShares), Math.round(Number(position.boughtAmount) * 1e6)]).toEqual(bought);
    expect([Number(position.soldShares), Math.round(Number(position.soldAmount) * 1e6)]).toEqual(sold);
  }
  const { positions } = await steady.methods.getPositions({ securityid: securityId });
  const net = (rows: readonly (readonly [string, number])[]) => rows.filter(([, shares]) => shares !== 0).sort();
  expect(net(own.map(({ accountId, netShares }) => [accountId ?? '', Number(netShares)]))).toEqual(
    net(positions.map(({ accountId, quantity }) => [accountId ?? '', quantity])),
  );
}

describeOnEachDatabase('programs that trade through openats/client', (databases) => {
  test(`know what the venue knows after ${KILLS} kills`, { timeout: killLimitMs(KILLS) }, async () => {
    console.log(`STORE_KILLS=${KILLS} SEED=${SEED}`);
    const dice = new Dice(SEED);
    const { url } = await databases.location();
    const settings = { MARKET_ALWAYS_OPEN: 'true', ...databaseSetting(url) };
    let server = await ServerProcess.start({ settings });
    await server.welcome();
    const demo = demoOf(server);
    const baseUrls = server.addresses.api;
    // The next processes listen there, too.
    const same = { settings: { ...settings, PORT: new URL(baseUrls).port } };
    const openAts = (credentials: typeof server.client) => new OpenAts({ baseUrls, ...credentials, retry: RETRY });
    const [client, operator] = [openAts(server.client), openAts(server.operator)];
    const program = new Program(openAts(server.client));
    const trading = new Trading({ client, operator, program }, demo, dice);
    const traders = Array.from({ length: TRADERS }, (_, at) => trading.trade(`t${at}`));
    for (let kill = 1; kill <= KILLS; kill++) {
      await trading.afterAnswers(dice.between(10, 60));
      await server.kill();
      if (dice.chance(0.3)) program.restart();
      server = await server.restart(same);
    }
    await trading.afterAnswers(60);
    trading.isOver = true;
    await Promise.all(traders);
    const events = await allEvents(client);
    const entered = events.flatMap((event) =>
      event.eventType === 'order' && event.order.executionType === 'New' ? [event.order] : [],
    );
    const own = entered.filter(({ token }) => token !== null);
    expect(new Map(own.map(({ token, orderId }) => [token, orderId]))).toEqual(trading.taken);
    expect(own).toHaveLength(trading.taken.size);
    await program.reached(events.at(-1)!.eventSeq);
    await expectStore(program, client, demo.securityId, events);
    const amended = events.filter(({ eventType }) => eventType === 'bust' || eventType === 'adjust');
    expect(amended.length).toBeGreaterThan(0);
    console.log(`${own.length} orders, ${amended.length} amendments, ${program.restarts} restarts of the program`);
    program.store.close();
    program.stream.close();
    expect(await server.stop()).toBe(0);
  });
});
