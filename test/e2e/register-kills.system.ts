/**
 * The real server is killed with SIGKILL while all that moves shares and fees goes on in one security: trades, busts,
 * corrections, settlements, reports of positions and holdings, issues of units and their return. After each kill the
 * state that a start recovers is that of the journal, and that of the slow models of the register and of fees; the
 * database has the units that the venue has, and the fees as far as they were posted. In the end every fee is posted
 * once, and each order has paid what its executions cost together (X4, X6, B10).
 *
 * KILLS: how often (1 when not set). SEED: the seed of a run that is to be repeated.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { easternDate } from '../../src/calendar/eastern-time.ts';
import { type DatabaseLocation, openDatabase, openHistoryReader } from '../../src/database/open-database.ts';
import type { Db } from '../../src/database/schema/index.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { journalStart, readJournal } from '../../src/exchange/journal/reader.ts';
import { verifyVenue } from '../../src/exchange/storage/verify.ts';
import { feeProblems } from '../../src/modules/fees/index.ts';
import { unitProblems } from '../../src/modules/units/index.ts';
import { DAY_MS } from '../../src/time/units.ts';
import { JournalBooks } from '../model/journal-books.ts';
import { booksAreWhole } from '../support/books-check.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { killLimitMs } from '../support/kill-limit.ts';
import { Dice } from './support/dice.ts';
import { NamedConnections } from './support/named-connections.ts';
import { RestartingDesk } from './support/restarting-desk.ts';
import { clockAtNoon, clockFrom } from './support/server-clock.ts';
import { ServerProcess } from './support/server-process.ts';
import { expectOneState, venueFolderOf } from './support/venue-files.ts';

const KILLS = Number(process.env.KILLS ?? 1);
const SEED = Number(process.env.SEED ?? Math.ceil(Math.random() * 2 ** 31));
const CALLERS = 4;
const POSTED_MS_MAX = 60_000;

/** Done, or not allowed in the state that the record has by now. */
const MAY_BE_REFUSED = ['101', '190'];
const PRICES = ['9.9', '9.95', '10', '10.05', '10.1'];

const SCHEDULES = [
  {
    schedule: {
      initiator: { perShare: '0.013', percent: '0.071', minimum: '0.1', maximum: '0.6' },
      contra: { perShare: '0.0021' },
    },
  },
  { own: 'client', schedule: { initiator: { percent: '0.333333' }, contra: { perShare: '0.004', minimum: '0.05' } } },
];

interface Demo {
  readonly issuerId: string;
  readonly securityId: string;
  readonly accountId: string;
}

/** One caller of whatever moves shares, by the client and by the operator's own client. */
class Mover {
  readonly #desk: RestartingDesk;
  readonly #dice: Dice;
  readonly #demo: Demo;
  readonly #matches: string[] = [];
  readonly #settled: string[] = [];

  constructor(desk: RestartingDesk, dice: Dice, demo: Demo) {
    this.#desk = desk;
    this.#dice = dice;
    this.#demo = demo;
  }

  async move(): Promise<void> {
    const steps = [
      ...[this.#trade, this.#trade, this.#trade, this.#trade, this.#amend, this.#amend, this.#settle, this.#settle],
      ...[this.#report, this.#raise, this.#raise],
    ];
    await this.#dice.pick(steps).call(this);
  }

  async #trade(): Promise<void> {
    const by = this.#dice.chance(0.5) ? 'client' : 'operator';
    const body = {
      ...{ memberid: '1', issuerid: this.#demo.issuerId, securityid: this.#demo.securityId, type: 'Limit' },
      ...{
        action: this.#dice.pick(['Buy', 'Sell']),
        quantity: this.#dice.between(1, 60),
        price: this.#dice.pick(PRICES),
      },
      ...{ expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
      ...(by === 'client' && this.#dice.chance(0.5) && { accountid: this.#demo.accountId }),
    };
    const { orderDetails } = await this.#desk.must('createOrder', body, by, MAY_BE_REFUSED);
    const orderid = (orderDetails as { readonly orderId: string } | undefined)?.orderId;
    if (orderid === undefined) return;
    if (this.#dice.chance(0.2)) await this.#desk.must('cancelOrder', { orderid }, by, MAY_BE_REFUSED);
    const found = await this.#desk.must('getOrder', { orderid }, by);
    const [{ matchedOrders = [] }] = found.orderDetails as [
      { readonly matchedOrders?: readonly { readonly matchid: string }[] },
    ];
    this.#matches.push(...matchedOrders.map(({ matchid }) => matchid));
  }

  async #amend(): Promise<void> {
    const tradeID = this.#match();
    if (tradeID === undefined) return;
    const body = { tradeID, reason: 'an error' };
    if (this.#dice.chance(0.3)) await this.#desk.must('bustTrade', body, 'operator', MAY_BE_REFUSED);
    else {
      const terms = { price: this.#dice.pick(PRICES), quantity: this.#dice.between(1, 60) };
      await this.#desk.must('adjustTrade', { ...body, ...terms }, 'operator', MAY_BE_REFUSED);
    }
  }

  async #settle(): Promise<void> {
    const tradeID = this.#match();
    if (tradeID === undefined) return;
    const tradeStatus = this.#dice.pick(['Settled', 'Settled', 'Canceled']);
    const body = { memberid: '1', issuerid: this.#demo.issuerId, tradeID, tradeStatus };
    await this.#desk.must('notifySettlement', body, 'client', MAY_BE_REFUSED);
  }

  async #report(): Promise<void> {
    const { clientID: clientId } = this.#desk.server.client;
    const { securityId, accountId } = this.#demo;
    const whose = this.#dice.chance(0.5) ? { accountId } : {};
    const quantity = this.#dice.between(1, 300);
    if (this.#dice.chance(0.5)) {
      const cost = this.#dice.chance(0.5) ? { averageCost: '9.75' } : {};
      const position = { clientId, accountid: whose.accountId, securityid: securityId, quantity, ...cost };
      await this.#desk.must('setPosition', position, 'operator', MAY_BE_REFUSED);
    } else {
      const lots = [
        { date: '2026-01-15', quantity: String(quantity) },
        { date: '2026-02-15', quantity: '12.5' },
      ];
      const body = { securityId, holdings: [{ clientId, ...whose, lots }], reason: 'a count' };
      await this.#desk.must('setHoldings', body, 'operator', MAY_BE_REFUSED);
    }
  }

  /** Units of the offering, paid and issued, or those of an earlier trade taken back. */
  async #raise(): Promise<void> {
    const { securityId: offeringId, accountId } = this.#demo;
    if (this.#settled.length > 0 && this.#dice.chance(0.4)) {
      const tradeId = this.#dice.pick(this.#settled);
      await this.#desk.must(
        'cancelInvestment',
        { tradeId, requestedBy: 'First Last', reason: 'an example' },
        'client',
        MAY_BE_REFUSED,
      );
      return;
    }
    const body = { offeringId, accountId, transactionType: 'WIRE', transactionUnits: this.#dice.between(1, 5) };
    const made = await this.#desk.must('createTrade', body);
    const [, [{ tradeId }]] = made.purchaseDetails as [boolean, [{ tradeId: string }]];
    for (const orderStatus of ['FUNDED', 'SETTLED'])
      await this.#desk.must('updateTradeStatus', { tradeId, accountId, orderStatus });
    this.#settled.push(tradeId);
  }

  #match(): string | undefined {
    return this.#matches.length === 0 ? undefined : this.#dice.pick(this.#matches);
  }
}

describeOnEachDatabase('the register and fees under load', (databases) => {
  test(`are those of slow models after ${KILLS} kills`, { timeout: killLimitMs(KILLS) }, async () => {
    console.log(`KILLS=${KILLS} SEED=${SEED}`);
    const dice = new Dice(SEED);
    const { url } = await databases.location();
    const connections = url == null ? undefined : new NamedConnections(url);
    const clock = clockAtNoon();
    const settings = {
      ...{ MARKET_ALWAYS_OPEN: 'true', INVESTMENT_LIMITS: 'false', ...clock.settings },
      ...(connections !== undefined && { DATABASE_URL: connections.url }),
    };
    const server = await ServerProcess.start({ settings });
    await server.welcome();
    const demo = JSON.parse(readFileSync(join(server.dataDir, 'sandbox-demo.json'), 'utf8')) as Demo;
    await setSchedules(new RestartingDesk(server), clock.nowMs() + DAY_MS);
    expect(await server.stop()).toBe(0);
    // The schedules hold from the next day on.
    const nextDay = clockFrom(clock.nowMs() + DAY_MS).settings;
    const desk = new RestartingDesk(await server.restart({ settings: { ...settings, ...nextDay } }));
    const places = placesOf(server.dataDir, url);
    const movers = Array.from({ length: CALLERS }, () => new Mover(desk, dice, demo));
    let isOver = false;
    const working = movers.map(async (mover) => {
      while (!isOver) await mover.move();
    });
    const killing = async () => {
      for (let kill = 1; kill <= KILLS; kill++) {
        await desk.afterAnswers(dice.between(40, 120));
        await desk.kill(async () => {
          await connections?.ended();
          await review(desk.server.dataDir, places);
        });
      }
      isOver = true;
    };
    await Promise.all([killing(), ...working]);
    // Answers once the history has everything.
    await desk.must('getFees', { limit: 1 }, 'operator');
    const paid = await sumsOf(openHistoryReader(places.history), 'fee_changes');
    const posted = async () => sumsOf(await openDatabase(places.main), 'fee_postings');
    await vi.waitFor(async () => expect(await posted()).toEqual(paid), { timeout: POSTED_MS_MAX, interval: 1000 });
    expect(await desk.server.stop()).toBe(0);
    const { charged, seen } = await review(server.dataDir, places);
    expect(paid).toEqual(new Map(charged));
    console.log(
      `${[...seen].map((one) => one.join(' ')).join(', ')}; ${desk.repeated} calls answered at the second try`,
    );
    expect(seen.get('fee match')).toBeGreaterThan(0);
  });
});

async function setSchedules(desk: RestartingDesk, fromMs: number): Promise<void> {
  const effectiveDate = easternDate(fromMs * 1000);
  for (const { own, schedule } of SCHEDULES) {
    const scope = own === undefined ? {} : { clientId: desk.server.client.clientID };
    await desk.must('setFeeSchedule', { ...scope, schedule, effectiveDate }, 'operator');
  }
}

interface Places {
  readonly main: DatabaseLocation;
  readonly history: DatabaseLocation;
}

function placesOf(dataDir: string, url: string | null | undefined): Places {
  if (typeof url === 'string') return { main: { url }, history: { url } };
  return { main: { file: join(dataDir, 'openats.db') }, history: { file: join(dataDir, 'history.db') } };
}

/** What the models come to, from the first record of the journal. */
function booksOf(dataDir: string): JournalBooks {
  const books = new JournalBooks();
  readJournal(nodeFileSystem, venueFolderOf(dataDir), journalStart(0), ({ payload }) => books.apply(payload));
  books.expectSame();
  return books;
}

/** While the server is down. */
async function review(dataDir: string, { main, history }: Places): Promise<JournalBooks> {
  expectOneState(dataDir);
  const { problems, issued } = verifyVenue(nodeFileSystem, venueFolderOf(dataDir), { replay: true });
  expect(problems).toEqual([]);
  const [books, records] = [await openDatabase(main), openHistoryReader(history)];
  try {
    expect(await unitProblems(books.db, issued ?? [])).toEqual([]);
    expect(await feeProblems(books.db, records.db)).toEqual([]);
    await booksAreWhole(books.db);
  } finally {
    await records.close();
    await books.close();
  }
  return booksOf(dataDir);
}

/** Millionths of a dollar, by order. */
async function sumsOf(
  { db, close }: { readonly db: Db; close(): Promise<void> },
  table: 'fee_changes' | 'fee_postings',
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ order_id: number; fee: string }>`select order_id, cast(sum(fee) as text) as fee
    from ${sql.table(table)} group by order_id order by order_id`.execute(db);
  await close();
  return new Map(rows.map(({ order_id, fee }) => [Number(order_id), Number(fee)]));
}
