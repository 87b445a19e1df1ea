/**
 * The real server is killed with SIGKILL while a client trades, quotes are accepted and matches settled, and while
 * somebody reads the client's events by cursor. What was read is exactly what the journal says happened to the client,
 * in its order and once (H7, H9), field by field; the executions of each order lead to what getOrder shows of it (H14);
 * each accepted quote has traded once (V41).
 *
 * KILLS: how often (1 when not set). SEED: the seed of a run that is to be repeated.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { ownEventOf } from '../../src/modules/ats/events/own-events.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { killLimitMs } from '../support/kill-limit.ts';
import { databaseSetting } from './support/database-setting.ts';
import { Dice } from './support/dice.ts';
import { authorizationOf } from './support/requests.ts';
import { RestartingDesk } from './support/restarting-desk.ts';
import { ServerProcess } from './support/server-process.ts';
import { replay } from './support/venue-files.ts';

const KILLS = Number(process.env.KILLS ?? 1);
const SEED = Number(process.env.SEED ?? Math.ceil(Math.random() * 2 ** 31));
const TRADERS = 3;

type Item = Readonly<Record<string, unknown>>;
interface Demo {
  readonly issuerId: string;
  readonly securityId: string;
}
interface Quoted {
  readonly quoted?: number;
}

/** Reads by cursor, across kills, until the caller says that nothing more will come. */
class Reader {
  readonly events: Item[] = [];
  readonly #desk: RestartingDesk;
  readonly #dice: Dice;
  #cursor = '';

  constructor(desk: RestartingDesk, dice: Dice) {
    this.#desk = desk;
    this.#dice = dice;
  }

  async readUntil(isOver: () => boolean): Promise<void> {
    for (;;) {
      const replaced = this.#desk.replaced;
      // Asked before the read: what comes while its answer is under way is for the next read.
      const last = isOver();
      try {
        const more = await this.#read(last ? 0 : 1);
        if (!more && last) return;
      } catch (error) {
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
        await replaced;
      }
    }
  }

  /** Whether there is more to read at once. */
  async #read(wait: number): Promise<boolean> {
    const { addresses, client } = this.#desk.server;
    const after = this.#cursor === '' ? '' : `&after=${this.#cursor}`;
    const url = `${addresses.api}/v3/events?limit=${this.#dice.between(1, 9)}&wait=${wait}${after}`;
    const response = await fetch(url, { headers: { authorization: authorizationOf(client) } });
    const body = (await response.json()) as Item;
    expect(body).toMatchObject({ statusCode: '101' });
    this.events.push(...(body.events as Item[]));
    this.#cursor = body.cursor as string;
    return body.moreEvents === 'Yes';
  }
}

/** Orders that cross, and RFQ orders that a quote of another client trades; `quoted`: how many of them. */
async function trade(desk: RestartingDesk, dice: Dice, { issuerId, securityId, quoted = 0.4 }: Demo & Quoted) {
  const [issuerid, securityid] = [issuerId, securityId];
  const base = { issuerid, securityid, expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' };
  const enter = async (body: object) => {
    const { orderDetails } = await desk.must('createOrder', { ...base, memberid: '5001', ...body });
    return (orderDetails as { orderId: string }).orderId;
  };
  const quantity = dice.between(1, 50);
  if (dice.chance(1 - quoted)) {
    const action = dice.pick(['Buy', 'Sell']);
    const orderid = await enter({ type: 'Limit', action, quantity, price: dice.pick(['9.9', '10', '10.1']) });
    // The RFQ orders buy.
    if (dice.chance(0.3)) await desk.must('cancelOrders', { securityid, action: 'Sell' });
    else if (dice.chance(0.2)) await desk.must('getOrder', { orderid });
    return;
  }
  const orderid = await enter({ type: 'RFQ', action: 'Buy', quantity, price: '0' });
  const quote = { orderid, memberid: '5002', price: '10', quantity };
  const { quoteDetails } = await desk.must('createQuote', quote, 'operator');
  const { quoteId } = quoteDetails as { quoteId: string };
  const accepted = await desk.must('acceptQuote', { quoteId });
  const { matchId: tradeID } = accepted.quoteDetails as { matchId: string };
  const settled = { memberid: '5001', issuerid, tradeID, tradeStatus: 'Settled' };
  await desk.must('notifySettlement', settled);
  if (dice.chance(0.5)) await desk.must('bustTrade', { tradeID, reason: 'an example' }, 'operator');
}

/** Every field of the client's events by the journal. */
function fieldsOf(events: readonly ExchangeEvent[], clientId: string): Item[] {
  return events
    .map((event) => ownEventOf(event))
    .filter((event) => event !== null && (event.clientIds === null || event.clientIds.includes(clientId)))
    .map((event) => JSON.parse(event!.text(false, new Set([clientId]))) as Item);
}

/** The last execution of each order, and its fills one after the other, are what getOrder answers. */
async function expectExecutions(events: readonly Item[], desk: RestartingDesk): Promise<number> {
  const executions = new Map<string, Item[]>();
  for (const { order } of events as { order?: Item }[]) {
    if (order === undefined) continue;
    const orderId = String(order.orderId);
    executions.set(orderId, [...(executions.get(orderId) ?? []), order]);
  }
  let filled = 0;
  for (const [orderid, changes] of executions) {
    const { orderDetails } = await desk.must('getOrder', { orderid });
    const shown = [orderDetails].flat()[0] as Item;
    const { orderStatus, shares_remaining, filledShares, filledAmount, averagePrice } = changes.at(-1)!;
    expect(shown).toMatchObject({ status: orderStatus, shares_remaining, filledShares, filledAmount, averagePrice });
    const fills = changes.filter(({ executionType }) => executionType === 'Fill');
    expect((shown.matchedOrders as Item[]).map(({ matchid, executedPrice }) => [matchid, executedPrice])).toEqual(
      fills.map(({ matchId, fillPrice }) => [matchId, fillPrice]),
    );
    const shares = fills.reduce((sum, { fillShares }) => sum + Number(fillShares), 0);
    expect(Number(filledShares)).toBe(shares);
    filled += fills.length;
  }
  return filled;
}

/** The client's events by the journal, in a few words. */
function eventsOf(events: readonly ExchangeEvent[], clientId: string): string[] {
  return events.flatMap((event) => {
    switch (event.type) {
      case 'order':
        return event.order.ticket.clientId === clientId
          ? [`${event.seq} order ${event.order.orderId} ${event.change}`]
          : [];
      case 'match':
        return [event.match.buyClientId, event.match.sellClientId].includes(clientId)
          ? [`${event.seq} match ${event.match.matchId}`]
          : [];
      case 'notice':
        return event.notice.to.some((note) => note.clientId === clientId) ? [`${event.seq} ${event.notice.kind}`] : [];
      case 'market':
        return [`${event.seq} market ${event.securityId} ${event.market}`];
      default:
        return [];
    }
  });
}

function readAs({ eventSeq, eventType, ...event }: Item): string {
  const fields = event[eventType as string] as Item;
  const what = { order: `${fields.orderId} ${fields.change}`, match: fields.matchId, market: '' }[eventType as string];
  if (eventType === 'market') return `${eventSeq} market ${fields.securityId} ${fields.market}`;
  return what === undefined ? `${eventSeq} ${eventType}` : `${eventSeq} ${eventType} ${what}`;
}

describeOnEachDatabase('events read by cursor under load', (databases) => {
  test(`are those of the journal after ${KILLS} kills`, { timeout: killLimitMs(KILLS) }, async () => {
    console.log(`KILLS=${KILLS} SEED=${SEED}`);
    const dice = new Dice(SEED);
    const { url } = await databases.location();
    const settings = { MARKET_ALWAYS_OPEN: 'true', ...databaseSetting(url) };
    const server = await ServerProcess.start({ settings });
    await server.welcome();
    const demo = JSON.parse(readFileSync(join(server.dataDir, 'sandbox-demo.json'), 'utf8')) as Demo;
    const desk = new RestartingDesk(server);
    const reader = new Reader(desk, dice);
    let isTrading = true;
    let isOver = false;
    const reading = reader.readUntil(() => isOver);
    const working = Array.from({ length: TRADERS }, async () => {
      while (isTrading) await trade(desk, dice, demo);
    });
    for (let kill = 1; kill <= KILLS; kill++) {
      await desk.afterAnswers(dice.between(20, 80));
      await desk.kill(async () => {});
    }
    isTrading = false;
    await Promise.all(working);
    // Whatever the dice said.
    await trade(desk, dice, { ...demo, quoted: 1 });
    isOver = true;
    await reading;
    expect(await expectExecutions(reader.events, desk)).toBeGreaterThan(0);
    expect(await desk.server.stop()).toBe(0);
    const expected = eventsOf(replay(server.dataDir).events, server.client.clientID);
    expect(reader.events.map(readAs)).toEqual(expected);
    expect(reader.events).toEqual(fieldsOf(replay(server.dataDir).events, server.client.clientID));
    const accepted = reader.events
      .map(({ quote }) => quote as Item | undefined)
      .filter((quote) => quote?.quoteStatus === 'Accepted')
      .map((quote) => quote!.matchId);
    expect(new Set(accepted).size).toBe(accepted.length);
    expect(accepted.length).toBeGreaterThan(0);
    console.log(
      `${expected.length} events, ${accepted.length} quotes, ${desk.repeated} calls answered at the second try`,
    );
  });
});
