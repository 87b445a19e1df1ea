/**
 * The real server is killed with SIGKILL while trades are made, changed and ended, again and again, on one data folder.
 * After each kill the tables and the ledger agree with each other to the last millionth, and with every answer that was
 * given; and the journal has issued the units of SETTLED trades that the database says it has (F12). In the end all of
 * them are issued or taken back, as the states of their trades say.
 *
 * KILLS: how often (1 when not set). SEED: the seed of a run that is to be repeated.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type DatabaseLocation, openDatabase } from '../../src/database/open-database.ts';
import type { TradeRow } from '../../src/database/schema/index.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { verifyVenue } from '../../src/exchange/storage/verify.ts';
import { fromMillionths, toMillionths } from '../../src/modules/shared/values/amounts.ts';
import { totalAmount } from '../../src/modules/trades/money/trade-amounts.ts';
import { holdsUnits } from '../../src/modules/trades/records/trade-lifecycle.ts';
import { unitProblems } from '../../src/modules/units/index.ts';
import { booksAreWhole } from '../support/books-check.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { killLimitMs } from '../support/kill-limit.ts';
import { Dice } from './support/dice.ts';
import { NamedConnections } from './support/named-connections.ts';
import { call, type Reply } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';

const KILLS = Number(process.env.KILLS ?? 1);
const SEED = Number(process.env.SEED ?? Math.ceil(Math.random() * 2 ** 31));
const CALLERS = 6;
/** The leader submits what is left at its start and every five seconds. */
const ISSUED_MS_MAX = 60_000;

/**
 * What is known of a trade from the answers: its state and units; or, after a call without an answer, either of two.
 */
interface Known {
  readonly state: string;
  readonly units: string;
}

interface Demo {
  readonly securityId: string;
  readonly accountId: string;
}

/** One caller's trades; calls one after another, until the server is gone. */
class Investor {
  readonly #dice: Dice;
  readonly #demo: Demo;
  readonly #known = new Map<string, readonly Known[]>();

  constructor(dice: Dice, demo: Demo) {
    this.#dice = dice;
    this.#demo = demo;
  }

  get known(): ReadonlyMap<string, readonly Known[]> {
    return this.#known;
  }

  /**
   * Of a trade whose last call had no answer, the state that was found is the known one from now on; but the leader may
   * yet end the cancellation of a SETTLED one (F12).
   */
  settle(tradeId: string, found: Known): void {
    const isCanceled = this.#known.get(tradeId)?.some(({ state }) => state === 'UNWIND PENDING');
    const later = { ...found, state: 'UNWIND PENDING' };
    this.#known.set(tradeId, found.state === 'SETTLED' && isCanceled ? [found, later] : [found]);
  }

  /** Calls until one has no answer; `answered` is called for each that has. */
  async run(server: ServerProcess, answered: () => void): Promise<void> {
    try {
      for (;;) {
        const [tradeId, known] = this.#some();
        if (known === undefined || this.#dice.chance(0.4)) await this.#create(server);
        else await this.#change(server, tradeId, known);
        answered();
      }
    } catch (error) {
      // fetch says so where the server is gone; everything else is a fault.
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    }
  }

  #some(): [string, Known | undefined] {
    const ids = [...this.#known].filter(([, known]) => known.length === 1).map(([tradeId]) => tradeId);
    const tradeId = ids.length === 0 ? '' : this.#dice.pick(ids);
    return [tradeId, this.#known.get(tradeId)?.[0]];
  }

  async #create(server: ServerProcess): Promise<void> {
    const units = this.#units();
    const body = { offeringId: this.#demo.securityId, accountId: this.#demo.accountId, transactionType: 'WIRE' };
    const reply = await call(server, 'createTrade', { ...body, transactionUnits: units, fees: '0.000001' });
    const [, [made]] = answerOf(reply).purchaseDetails as [boolean, [{ tradeId: string }]];
    this.#known.set(made.tradeId, [{ state: 'CREATED', units }]);
  }

  /** A call that the state allows; what it leads to is known once it is answered. */
  async #change(server: ServerProcess, tradeId: string, from: Known): Promise<void> {
    const { securityId: offeringId, accountId } = this.#demo;
    const units = this.#units();
    const asked = { requestedBy: 'First Last', reason: 'an example' };
    const set = (state: string) => ({
      method: 'updateTradeStatus',
      body: { tradeId, accountId, orderStatus: state },
      to: { ...from, state },
    });
    const edit = { method: 'editTrade', body: { tradeId, accountId, offeringId, shares: units } };
    const withdraw = { method: 'deleteTrade', body: { tradeId, accountId }, to: { ...from, state: 'CANCELED' } };
    const cancel = (state: string) => ({
      method: 'cancelInvestment',
      body: { tradeId, ...asked },
      to: { ...from, state },
    });
    const edited = { ...edit, to: { ...from, units } };
    const choices = {
      CREATED: [edited, withdraw, cancel('CANCELED'), set('FUNDED')],
      FUNDED: [cancel('UNWIND PENDING'), set('SETTLED'), set('CREATED')],
      SETTLED: [cancel('UNWIND PENDING')],
      'UNWIND PENDING': [set('UNWIND SETTLED')],
    }[from.state];
    if (choices === undefined) return;
    const { method, body, to } = this.#dice.pick<{ method: string; body: object; to: Known }>(choices);
    this.#known.set(tradeId, [from, to]);
    answerOf(await call(server, method, body, { verb: method === 'editTrade' ? 'PUT' : 'POST' }));
    this.#known.set(tradeId, [to]);
  }

  #units(): string {
    return fromMillionths(BigInt(this.#dice.between(1, 5) * 1_000_000));
  }
}

function answerOf({ body }: Reply): Reply['body'] {
  expect(body).toMatchObject({ statusCode: '101' });
  return body;
}

describeOnEachDatabase('trades under load', (databases) => {
  test(`agree with their offering and with every answer after ${KILLS} kills`, {
    timeout: killLimitMs(KILLS),
  }, async () => {
    console.log(`KILLS=${KILLS} SEED=${SEED}`);
    const dice = new Dice(SEED);
    const { url } = await databases.location();
    const connections = url == null ? undefined : new NamedConnections(url);
    // Units of a millionth are below what the demo's offering takes.
    const limits = { INVESTMENT_LIMITS: 'false' };
    const settings = connections === undefined ? limits : { ...limits, DATABASE_URL: connections.url };
    let server = await ServerProcess.start({ settings });
    await server.welcome();
    const demo = JSON.parse(readFileSync(join(server.dataDir, 'sandbox-demo.json'), 'utf8')) as Demo;
    const investors = Array.from({ length: CALLERS }, () => new Investor(dice, demo));
    const place = url == null ? { file: join(server.dataDir, 'openats.db') } : { url };
    for (let kill = 1; kill <= KILLS; kill++) {
      let left = dice.between(30, 120);
      const running = server;
      const answered = () => {
        left -= 1;
        if (left === 0) running.signal('SIGKILL');
      };
      await Promise.all(investors.map((investor) => investor.run(running, answered)));
      await running.exited;
      await connections?.ended();
      await review(place, server.dataDir, investors, Number(demo.securityId));
      server = await running.restart();
    }
    const leftOpen = () =>
      withTables(place, (db) => db.selectFrom('unit_issues').selectAll().where('outcome', 'is', null).execute());
    await vi.waitFor(async () => expect(await leftOpen()).toEqual([]), { timeout: ISSUED_MS_MAX, interval: 250 });
    expect(await server.stop()).toBe(0);
    await review(place, server.dataDir, investors, Number(demo.securityId));
    await withTables(place, reviewUnits);
  });
});

type Db = Awaited<ReturnType<typeof openDatabase>>['db'];

/** Reads the tables without the server, or while it runs. */
async function withTables<T>(place: DatabaseLocation, read: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase(place);
  try {
    return await read(database.db);
  } finally {
    await database.close();
  }
}

/** Of each SETTLED trade the last row that the venue took is its issue, of each unwound one that it was taken back. */
async function reviewUnits(db: Db): Promise<void> {
  const rows = await db.selectFrom('unit_issues').selectAll().orderBy('trade_id').orderBy('revision').execute();
  const last = new Map(rows.filter(({ outcome }) => outcome === 'done').map((row) => [row.trade_id, row]));
  const trades = await db.selectFrom('trades').selectAll().execute();
  const settled = trades.filter(({ order_status }) => order_status === 'SETTLED');
  const issued = [...last.values()].filter(({ kind }) => kind === 'issue');
  const unitsOf = (trade_id: number, units: string) => `${trade_id} ${units}`;
  expect(issued.map((row) => unitsOf(row.trade_id, row.units)).toSorted()).toEqual(
    settled.map((row) => unitsOf(row.trade_id, row.total_shares)).toSorted(),
  );
}

async function review(
  place: DatabaseLocation,
  folder: string,
  investors: readonly Investor[],
  offeringId: number,
): Promise<void> {
  await withTables(place, async (db) => {
    const trades = await db.selectFrom('trades').selectAll().execute();
    const offering = await db
      .selectFrom('offerings')
      .selectAll()
      .where('offering_id', '=', offeringId)
      .executeTakeFirstOrThrow();
    expect(offering.sold_shares).toBe(fromMillionths(heldBy(trades)));
    for (const trade of trades) expect(trade.total_amount).toBe(amountOf(trade));
    const byId = new Map(trades.map((trade) => [String(trade.trade_id), trade]));
    for (const investor of investors) reviewInvestor(investor, byId);
    // At most one trade a caller and kill has no answer.
    const known = investors.flatMap((investor) => [...investor.known.keys()]);
    expect(trades.length).toBeGreaterThanOrEqual(known.length);
    expect(trades.length - known.length).toBeLessThanOrEqual(CALLERS * KILLS);
    await reviewNotes(db, trades);
    const { problems, issued } = verifyVenue(nodeFileSystem, join(folder, 'venue'), { replay: true });
    expect(problems).toEqual([]);
    expect(await unitProblems(db, issued ?? [])).toEqual([]);
    const settled = trades.filter(({ order_status }) => order_status === 'SETTLED');
    const rows = await db.selectFrom('unit_issues').select('trade_id').where('kind', '=', 'issue').execute();
    expect(rows.map(({ trade_id }) => trade_id)).toEqual(
      expect.arrayContaining(settled.map(({ trade_id }) => trade_id)),
    );
    await booksAreWhole(db);
  });
}

function heldBy(trades: readonly TradeRow[]): bigint {
  return trades
    .filter(({ order_status }) => holdsUnits(order_status))
    .reduce((sum, { total_shares }) => sum + toMillionths(total_shares), 0n);
}

function amountOf({ unit_price, total_shares, fees }: TradeRow): string {
  return totalAmount({ unitPrice: unit_price, units: total_shares, fees }, 'shares');
}

function reviewInvestor(investor: Investor, byId: ReadonlyMap<string, TradeRow>): void {
  for (const [tradeId, known] of investor.known) {
    const row = byId.get(tradeId);
    const found = { state: row?.order_status ?? 'lost', units: row?.total_shares ?? 'lost' };
    expect(known, `trade ${tradeId}`).toContainEqual(found);
    investor.settle(tradeId, found);
  }
}

/** A cancellation and its note are there together: each note is of a trade that ended, or is on its way. */
async function reviewNotes(db: Db, trades: readonly TradeRow[]): Promise<void> {
  const notes = await db.selectFrom('notes').selectAll().where('owner_kind', '=', 'trade').execute();
  const states = new Map(trades.map((trade) => [String(trade.trade_id), trade.order_status]));
  const ended = ['CANCELED', 'UNWIND PENDING', 'UNWIND SETTLED'];
  for (const note of notes) expect(ended).toContain(states.get(note.owner_id));
  const unwound = trades.filter(({ order_status }) => order_status.startsWith('UNWIND'));
  const noted = new Set(notes.map(({ owner_id }) => owner_id));
  for (const { trade_id } of unwound) expect(noted).toContain(String(trade_id));
}
