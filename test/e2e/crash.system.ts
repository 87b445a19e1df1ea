/**
 * The real server is killed with SIGKILL under load, again and again, on one data folder. After each restart everything
 * that was acknowledged is there, nothing is there twice, and engine, snapshots and history are what the journal says.
 *
 * CRASH_KILLS: how often (1 when not set; .ci/run sets 3). CRASH_SEED: the seed of a run that is to be repeated; it
 * decides the orders and the moments, while the network and the scheduler still decide how the connections interleave.
 */

import { expect, test } from 'vitest';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { listSegments } from '../../src/exchange/journal/segments.ts';
import { demoOffering } from '../../src/modules/examples/demo.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { killLimitMs } from '../support/kill-limit.ts';
import { databaseSetting } from './support/database-setting.ts';
import { Dice } from './support/dice.ts';
import type { OrderDetails } from './support/known-order.ts';
import { mustCall } from './support/requests.ts';
import { type Credentials, ServerProcess } from './support/server-process.ts';
import { StreamLog } from './support/stream-log.ts';
import { type Market, Trader, type Watcher } from './support/trader.ts';
import {
  expectHistory,
  expectOneState,
  readHistory,
  replay,
  venueFolderOf,
  writeAfterJournal,
} from './support/venue-files.ts';

const KILLS = wholeNumber('CRASH_KILLS', 1);
const SEED = wholeNumber('CRASH_SEED', Math.ceil(Math.random() * 2 ** 31));
/** Everything is compared after this many kills; what is new, after each. */
const KILLS_A_FULL_REVIEW = Math.ceil(KILLS / 20);

const SETTINGS = {
  MARKET_ALWAYS_OPEN: 'true',
  // Small, so that snapshots are being written and segments begun while the process dies.
  SNAPSHOT_COMMANDS: '150',
  JOURNAL_SEGMENT_BYTES: '65536',
};
const SECURITIES = 4;
const TRADERS_A_CLIENT = 4;
/** Enough that requests of each kind are acknowledged, whatever the seed draws. */
const REQUESTS_OF_FIRST = 150;

describeOnEachDatabase('under load', (databases) => {
  test(`what was acknowledged survives ${KILLS} kills`, { timeout: killLimitMs(KILLS) }, async () => {
    console.log(`CRASH_KILLS=${KILLS} CRASH_SEED=${SEED}`);
    const { url } = await databases.location();
    const crash = await CrashTest.prepare(new Dice(SEED), url ?? null);
    for (let round = 1; round <= KILLS; round++) {
      await crash.loadAndKill(round);
      const isFull = round % KILLS_A_FULL_REVIEW === 0 || round === KILLS;
      await crash.restart(isFull);
      await crash.settle();
      await (isFull ? crash.reviewAll() : crash.reviewRound(round));
    }
    await crash.finish();
    console.log(crash.summary());
  });
});

function wholeNumber(name: string, otherwise: number): number {
  const number = Number(process.env[name] ?? otherwise);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`${name}: it must be a whole number from 1`);
  return number;
}

/** Kills the server after a number of requests that were sent, or answered, and some turns of the event loop. */
class KillMoment implements Watcher {
  readonly #server: ServerProcess;
  readonly #counted: 'sent' | 'answered';
  #left: number;
  #turns: number;
  isOver = false;

  constructor(server: ServerProcess, dice: Dice, least: number) {
    this.#server = server;
    this.#counted = dice.pick(['sent', 'answered']);
    this.#left = dice.between(least, 300);
    this.#turns = dice.between(0, 20);
  }

  sent(): void {
    this.#count('sent');
  }

  answered(): void {
    this.#count('answered');
  }

  #count(what: 'sent' | 'answered'): void {
    if (what === this.#counted && --this.#left === 0) this.#wait();
  }

  #wait(): void {
    if (this.#turns-- > 0) {
      setImmediate(() => this.#wait());
      return;
    }
    this.isOver = true;
    this.#server.signal('SIGKILL');
  }
}

interface Scene {
  readonly url: string | null;
  readonly dice: Dice;
  readonly market: Market;
  readonly traders: readonly Trader[];
}

class CrashTest {
  #server: ServerProcess;
  /** Where the history is, unless in the data folder. */
  readonly #url: string | null;
  readonly #dice: Dice;
  readonly #market: Market;
  readonly #traders: readonly Trader[];
  readonly #stream: StreamLog;
  readonly #tokens: string[] = [];
  readonly #counts = { kills: 0, killsWhileStarting: 0, tornRecords: 0, unansweredEffective: 0, unansweredLost: 0 };
  #matches = 0;
  #eventSeqAtKill = 0;

  private constructor(server: ServerProcess, { url, dice, market, traders }: Scene) {
    this.#server = server;
    this.#url = url;
    this.#dice = dice;
    this.#market = market;
    this.#traders = traders;
    this.#stream = new StreamLog(market.securityIds);
  }

  static async prepare(dice: Dice, url: string | null): Promise<CrashTest> {
    const settings = { ...SETTINGS, ...databaseSetting(url) };
    const server = await ServerProcess.start({ settings });
    await server.welcome();
    const market = await createMarket(server);
    const clients = [server.client, await createClient(server)];
    const traders = clients.flatMap((credentials, client) =>
      Array.from(
        { length: TRADERS_A_CLIENT },
        (_, at) => new Trader(`c${client}t${at}`, credentials, market, new Dice(dice.between(0, 2 ** 31))),
      ),
    );
    return new CrashTest(server, { url, dice, market, traders });
  }

  async loadAndKill(round: number): Promise<void> {
    const { api } = this.#server.addresses;
    const moment = new KillMoment(this.#server, this.#dice, round === 1 ? REQUESTS_OF_FIRST : 20);
    const line = await this.#stream.connect(api, this.#server.client);
    this.#tokens.push(`r${round}`);
    await Promise.all(this.#traders.map((trader) => trader.trade(api, tokenOf(trader, `r${round}`), moment)));
    expect(await this.#server.exited).toEqual({ code: null, signal: 'SIGKILL' });
    line.terminate();
    this.#counts.kills++;
  }

  /** Looks at the folder that was left, and starts again on it. */
  async restart(isFull: boolean): Promise<void> {
    const { dataDir } = this.#server;
    if (isFull) this.#eventSeqAtKill = expectOneState(dataDir).events.length;
    if (this.#dice.chance(0.25)) this.#tearRecord(dataDir);
    if (this.#dice.chance(0.25)) await this.#killWhileStarting();
    this.#server = await this.#server.restart();
    await this.#server.welcome();
    if (!isFull) return;
    const history = await readHistory(dataDir, this.#url);
    expect(history.position).toBeGreaterThanOrEqual(this.#eventSeqAtKill);
    expectHistory(history, replay(dataDir).events);
  }

  /** Requests without an answer are repeated with their keys; some of those with one, too. */
  async settle(): Promise<void> {
    const { api } = this.#server.addresses;
    for (const trader of this.#traders) {
      const wasEffective = await trader.settle(api);
      if (wasEffective === true) this.#counts.unansweredEffective++;
      if (wasEffective === false) this.#counts.unansweredLost++;
      await trader.askAgain(api, 3);
    }
  }

  async reviewRound(round: number): Promise<void> {
    for (const trader of this.#traders) {
      await trader.review(this.#server.addresses.api, tokenOf(trader, `r${round}`));
    }
  }

  /** Every order of every client, every match from both its sides, and all of it against a replay of the journal. */
  async reviewAll(): Promise<void> {
    const { api } = this.#server.addresses;
    const shown: OrderDetails[] = [];
    for (const token of this.#tokens) {
      for (const trader of this.#traders) shown.push(...(await trader.review(api, tokenOf(trader, token))));
    }
    await this.#expectTwoSides(shown);
    const { state, events } = replay(this.#server.dataDir);
    // One more than the clients have: the offer of the sandbox.
    const known = this.#traders.reduce((sum, { orders }) => sum + orders.size, 1);
    expect(state.counters.orders).toBe(known);
    expect(state.counters.matches).toBe(this.#matches);
    const shares = (value: string) => Math.round(Number(value));
    for (const order of shown) {
      const live = state.orders.get(Number(order.order_Id) as OrderId);
      const isLive = order.status === 'Live' || order.status === 'Partially Executed';
      expect(live === undefined, order.order_Id).toBe(!isLive);
      if (live === undefined) continue;
      const { status, remaining, quantity } = live;
      expect({ status, remaining, quantity }, order.order_Id).toEqual({
        status: order.status,
        remaining: shares(order.shares_remaining),
        quantity: shares(order.number_shares),
      });
    }
    await this.#expectTops(state);
    this.#stream.expectAllIn(events);
  }

  /** Each match belongs to a bid and an offer, which have the same terms. */
  async #expectTwoSides(orders: readonly OrderDetails[]): Promise<void> {
    const sides = new Map<string, Record<string, string>>();
    for (const { order_type, order_Id, security_id, matchedOrders } of orders) {
      for (const { matchid, executedQuantity, executedPrice } of matchedOrders) {
        const side = { [order_type]: order_Id, executedQuantity, executedPrice, security_id };
        const other = sides.get(matchid);
        if (other === undefined) {
          sides.set(matchid, side);
          continue;
        }
        expect(other, `match ${matchid} is twice on one side`).not.toHaveProperty(order_type);
        const both = { ...other, [order_type]: order_Id };
        expect(both, `match ${matchid}`).toMatchObject(side);
        sides.set(matchid, both);
      }
    }
    for (const [matchId, { Bid, Offer, executedQuantity, executedPrice }] of sides) {
      expect({ Bid, Offer }, `match ${matchId}`).toEqual({ Bid: expect.any(String), Offer: expect.any(String) });
      // The older ones were looked up in the rounds before, and can no longer change: a few of them are enough.
      if (sides.size > 2000 && !this.#dice.chance(2000 / sides.size)) continue;
      const { matchedTradeDetails } = await mustCall(this.#server, 'getMatchedTrade', { matchId }, this.#asOperator());
      expect(matchedTradeDetails).toMatchObject({
        numberOfShares: executedQuantity,
        Price: executedPrice,
        ordersMatched: { askOrderId: Offer, bidOrderId: Bid },
      });
    }
    this.#matches = sides.size;
  }

  async #expectTops(state: ReturnType<typeof replay>['state']): Promise<void> {
    const marker = (side: { price: number } | 'RFQ' | null) => {
      if (side === null) return '--';
      return side === 'RFQ' ? 'RFQ' : (side.price / 1e6).toFixed(6);
    };
    for (const securityID of this.#market.securityIds) {
      const top = state.securities.get(Number(securityID) as SecurityId)?.top;
      const body = await mustCall(this.#server, 'getClob', { securityID, issuerID: this.#market.issuerId });
      expect(body.orderDetailsAll).toEqual({
        securityID,
        orderDetailsBid: marker(top?.bid ?? null),
        orderDetailsOffer: marker(top?.offer ?? null),
      });
    }
  }

  /** Stops as an operator does; then everything is compared once more, without the server. */
  async finish(): Promise<void> {
    const { dataDir } = this.#server;
    // A stop that takes too long ends with another code.
    expect(await this.#server.stop()).toBe(0);
    const { events, snapshots } = expectOneState(dataDir);
    const history = await readHistory(dataDir, this.#url);
    expect(history.position).toBe(events.length);
    expectHistory(history, events);
    // The run must have been one: trades, changes and cancels, snapshots, and a journal of several segments.
    const done = this.#acknowledged();
    expect(Math.min(...Object.values(done), this.#matches, this.#stream.size)).toBeGreaterThan(0);
    if (KILLS < 10) return;
    expect(snapshots).toBe(3);
    expect(listSegments(nodeFileSystem, venueFolderOf(dataDir)).length).toBeGreaterThan(2);
  }

  summary(): string {
    return JSON.stringify({ ...this.#counts, acknowledged: this.#acknowledged(), matches: this.#matches });
  }

  #acknowledged() {
    const sum = { createOrder: 0, replaceOrder: 0, cancelOrder: 0, getOrder: 0 };
    for (const { acknowledged } of this.#traders) {
      for (const method of Object.keys(sum) as (keyof typeof sum)[]) sum[method] += acknowledged[method];
    }
    return sum;
  }

  /** What a power cut may leave besides: the beginning of a group, and rubbish. */
  #tearRecord(dataDir: string): void {
    const rubbish = Array.from({ length: this.#dice.between(1, 500) }, () => this.#dice.between(0, 255));
    const torn = Buffer.concat([Buffer.from('GRUP'), Buffer.from(rubbish)]);
    writeAfterJournal(dataDir, torn.subarray(0, rubbish.length));
    this.#counts.tornRecords++;
  }

  /** The start itself dies, while it recovers or catches the history up. */
  async #killWhileStarting(): Promise<void> {
    const server = ServerProcess.launch(this.#server.sameOptions);
    const moment = this.#dice.pick([/the venue is recovered/, /"msg":"ready"/]);
    await server.printed(moment);
    await server.kill();
    this.#counts.killsWhileStarting++;
  }

  #asOperator() {
    return { credentials: this.#server.operator };
  }
}

function tokenOf(trader: Trader, round: string): string {
  return `${round}-${trader.name}`;
}

async function createMarket(server: ServerProcess): Promise<Market> {
  const issuer = await mustCall(
    server,
    'createIssuer',
    { issuerName: 'Example Issuer', firstName: 'First', lastName: 'Last', email: 'issuer@example.com' },
    { verb: 'PUT' },
  );
  const issuerId = (issuer.issuerDetails as [boolean, [{ issuerId: string }]])[1][0].issuerId;
  const securityIds: string[] = [];
  for (let number = 1; number <= SECURITIES; number++) {
    const offering = demoOffering(issuerId, `Example Security ${number}`);
    const created = await mustCall(server, 'createOffering', offering, { verb: 'PUT' });
    const { offeringId } = (created.offeringDetails as [boolean, [{ offeringId: string }]])[1][0];
    await mustCall(server, 'updateOffering', { offeringId, offeringStatus: 'Approved' });
    securityIds.push(offeringId);
  }
  return { issuerId, securityIds };
}

async function createClient(server: ServerProcess): Promise<Credentials> {
  const asOperator = { credentials: server.operator };
  const { client } = await mustCall(server, 'admin/createClient', { name: 'Second client' }, asOperator);
  const { clientId } = client as { clientId: string };
  const { developerAPIKey } = await mustCall(server, 'admin/createApiKey', { clientId }, asOperator);
  return { clientID: clientId, developerAPIKey: developerAPIKey as string };
}
