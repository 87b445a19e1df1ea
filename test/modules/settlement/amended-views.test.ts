/**
 * Random trades, busts and corrections: everything that shows matches or follows from them agrees (V45, V52, V65), the
 * copies too: the venue after a restart from a snapshot and from the journal, a follower's order history, day files.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { nodeFileSystem as files } from '../../../src/exchange/journal/file-system.ts';
import { VenueRisk } from '../../../src/exchange/replica/venue-risk.ts';
import { recover } from '../../../src/exchange/storage/recovery.ts';
import { digestOf } from '../../../src/exchange/storage/snapshot-lines.ts';
import { HistoryFollower } from '../../../src/history/follower.ts';
import { makeDayReport } from '../../../src/history/reports/day-report.ts';
import { HistoryStore } from '../../../src/history/store.ts';
import { tradingDaysOf } from '../../../src/modules/ats/events/market-reading.ts';
import { limitsModule } from '../../../src/modules/limits/index.ts';
import { settlementModule } from '../../../src/modules/settlement/index.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { checkFlows } from '../../support/flows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { runs } from '../../support/thorough.ts';
import { ACCOUNT, SECURITY } from '../ats/fixtures.ts';
import { type Desk, startDesk } from '../quotes/desk.ts';
import { fieldsOf } from '../shared/api.ts';

type Item = Record<string, unknown>;

const DATE = '2026-03-02';
const MINUTE_US = 60_000_000;
const securityId = String(SECURITY);
const PARTIES = ['C1', 'C2'];

const aStep = fc.record({
  do: fc.constantFrom('trade' as const, 'trade', 'trade', 'bust', 'adjust', 'adjust'),
  /** Which trade is amended. */
  at: fc.nat(),
  price: fc.integer({ min: 8_000_000, max: 12_000_000 }),
  quantity: fc.integer({ min: 1, max: 60 }),
  buyer: fc.constantFrom(...PARTIES),
  /** Of C2. */
  accountid: fc.constantFrom(ACCOUNT, undefined),
  seconds: fc.constantFrom(0, 1, 90),
});
type Step = typeof aStep extends fc.Arbitrary<infer S> ? S : never;

interface Terms {
  readonly price: number;
  readonly quantity: number;
}

interface Trade {
  readonly matchId: string;
  /** Microseconds. */
  readonly time: number;
  readonly orders: Readonly<Record<string, string>>;
  readonly buyer: string;
  readonly accountid: string | undefined;
  readonly matched: Terms;
  terms: Terms;
  isBusted: boolean;
}

const text = (price: number) => (price / 1e6).toFixed(6);

/** What happened, from the calls and their answers alone. */
class Truth {
  readonly trades: Trade[] = [];
  /** Price, quantity, and those before, of each correction. */
  readonly corrections: [string, string, number, string, number][] = [];
  readonly busts: [string, string, number][] = [];
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  async take(step: Step): Promise<void> {
    this.#desk.time.advanceMs(step.seconds * 1000);
    if (step.do === 'trade') await this.#trade(step);
    else if (this.trades.length > 0) await this.#amend(step, this.trades[step.at % this.trades.length]!);
  }

  async #trade({ buyer, price, quantity, accountid }: Step): Promise<void> {
    const orders: Record<string, string> = {};
    for (const clientId of PARTIES) {
      const action = clientId === buyer ? 'Buy' : 'Sell';
      const own = clientId === 'C2' ? { accountid } : {};
      const terms = { type: 'Limit', action, price: text(price), quantity: String(quantity) };
      orders[clientId] = await this.#desk.order(clientId, { ...terms, ...own });
    }
    const { match } = this.#desk.events.findLast((event) => event.type === 'match')!;
    const matched = { price, quantity };
    const named = { matchId: String(match.matchId), time: match.time, orders, buyer, accountid };
    this.trades.push({ ...named, matched, terms: matched, isBusted: false });
  }

  async #amend({ do: what, price, quantity }: Step, trade: Trade): Promise<void> {
    const { matchId, terms } = trade;
    const body = { tradeID: matchId, reason: 'a reason', ...(what === 'bust' ? {} : { price: text(price), quantity }) };
    const { body: answer } = await this.#desk.call('POST', `${what}Trade`, body, { as: 'MASTER' });
    const isSame = what === 'adjust' && terms.price === price && terms.quantity === quantity;
    expect(answer.statusCode).toBe(trade.isBusted || isSame ? '190' : '101');
    if (answer.statusCode !== '101') return;
    const before = [text(terms.price), terms.quantity] as const;
    if (what === 'adjust') this.corrections.push([matchId, text(price), quantity, ...before]);
    else this.busts.push([matchId, ...before]);
    if (what === 'adjust') trade.terms = { price, quantity };
    else trade.isBusted = true;
  }

  get holding(): readonly Trade[] {
    return this.trades.filter(({ isBusted }) => !isBusted);
  }

  isCorrected(matchId: string): boolean {
    return this.corrections.some(([corrected]) => corrected === matchId);
  }

  /** Shares by account of a client, those that are not zero. */
  positionsOf(clientId: string): Item[] {
    const shares = new Map<string, number>();
    for (const { buyer, accountid, terms } of this.holding) {
      const account = clientId === 'C2' ? (accountid ?? '') : '';
      const signed = clientId === buyer ? terms.quantity : -terms.quantity;
      shares.set(account, (shares.get(account) ?? 0) + signed);
    }
    return [...shares]
      .filter(([, quantity]) => quantity !== 0)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([account, quantity]) => ({ ...(account === '' ? {} : { accountId: account }), securityId, quantity }));
  }

  bars(length_us: number) {
    const bars = new Map<number, Trade[]>();
    for (const trade of this.holding) {
      const at = Math.floor(trade.time / length_us);
      bars.set(at, [...(bars.get(at) ?? []), trade]);
    }
    return [...bars.values()].map((trades) => {
      const prices = trades.map(({ terms }) => terms.price);
      const volume = trades.reduce((sum, { terms }) => sum + terms.quantity, 0);
      const [high, low] = [Math.max(...prices), Math.min(...prices)];
      return { open: prices[0]!, high, low, last: prices.at(-1)!, volume, trades: trades.length };
    });
  }
}

/** What methods show of it. */
async function expectShown(desk: Desk, truth: Truth): Promise<void> {
  for (const { matchId, terms, matched, orders, isBusted } of truth.trades) {
    const { matchedTradeDetails } = await desk.ask('C1', 'getMatchedTrade', { matchId });
    const { Price, numberOfShares } = matchedTradeDetails as Item;
    expect([Price, Number(numberOfShares)]).toEqual([text(terms.price), terms.quantity]);
    const { orderDetails } = await desk.ask('C1', 'getOrder', { orderid: orders.C1! });
    const [order] = orderDetails as Item[];
    const [own] = order!.matchedOrders as Item[];
    expect([own!.executedPrice, Number(own!.executedQuantity)]).toEqual([text(terms.price), terms.quantity]);
    // The order keeps what was executed of it.
    expect([order!.averagePrice, Number(order!.filledShares)]).toEqual([text(matched.price), matched.quantity]);
    const { tradeDetails } = await desk.ask('C2', 'getSettlementStatus', { tradeID: matchId });
    expect((tradeDetails as Item).tradeStatus).toBe(isBusted ? 'BUSTED' : 'PENDING');
  }
  const newestFirst = truth.trades.toReversed();
  for (const as of PARTIES) {
    const { ats_trades } = fieldsOf(await desk.get('ats/trades?limit=100', { as })) as { ats_trades: Item[] };
    expect(
      ats_trades.map((one) => [one.tradeId, one.sharePrice, Number(one.shares), one.status, one.adjusted]),
    ).toEqual(
      newestFirst.map(({ matchId, terms, isBusted }) => [
        ...[matchId, text(terms.price), terms.quantity, isBusted ? 'BUSTED' : 'PENDING'],
        truth.isCorrected(matchId) ? 'Yes' : undefined,
      ]),
    );
    const { positions } = (await desk.ask(as, 'getPositions', {})) as { positions: Item[] };
    expect(
      positions.map(({ accountId, quantity, securityId: of }) => ({
        ...(accountId === undefined ? {} : { accountId }),
        ...{ securityId: of, quantity },
      })),
    ).toEqual(truth.positionsOf(as));
  }
  const { trades } = (await desk.ask('C3', 'getTimeAndSales', { securityId })) as { trades: Item[] };
  expect(trades.map((one) => [one.tradeId, one.price, Number(one.quantity), one.busted, one.adjusted])).toEqual(
    newestFirst.map(({ matchId, terms, isBusted }) => [
      ...[matchId, text(terms.price), terms.quantity, isBusted ? 'Yes' : 'No'],
      truth.isCorrected(matchId) ? 'Yes' : 'No',
    ]),
  );
  for (const [interval, length] of [
    ['1m', MINUTE_US],
    ['1d', 1e15],
  ] as const) {
    const { bars } = (await desk.ask('C3', 'getBars', { securityId, interval })) as { bars: Item[] };
    expect(bars.map(({ time, date, ...bar }) => bar)).toEqual(
      truth.bars(length).map(({ open, high, low, last, ...sums }) => ({
        ...{ open: text(open), high: text(high), low: text(low), last: text(last) },
        ...sums,
      })),
    );
  }
}

/** The day in the stream, from the order history. */
async function expectDay(db: Desk['records']['db'], truth: Truth, upTo: number): Promise<void> {
  const day = (await tradingDaysOf(db, null, DATE, upTo)).get(SECURITY);
  const [expected] = truth.bars(1e15);
  expect(day).toEqual(expected === undefined ? undefined : { date: DATE, ...expected });
}

type Row = Readonly<Record<string, string>>;

/** Of the day on which all of it happened. */
async function expectFiles(folder: string, truth: Truth, held: readonly Item[]): Promise<void> {
  const rows = (name: string): Row[] =>
    parse(readFileSync(join(folder, name)), { columns: true, record_delimiter: '\r\n' });
  const termsOf = ({ matchId, tradeId, price, quantity }: Row) => [matchId ?? tradeId, price, Number(quantity)];
  const matched = truth.trades.map(({ matchId, matched: { price, quantity } }) => [matchId, text(price), quantity]);
  expect(rows('matches.csv').map(termsOf)).toEqual(matched);
  expect(rows('trades.csv').map(termsOf)).toEqual(matched);
  const bytes = Uint8Array.from(readFileSync(join(folder, 'trades.parquet')));
  const inParquet = await parquetReadObjects({ file: bytes.buffer });
  expect(
    inParquet.map(({ tradeId, price, quantity }) => [String(tradeId), text(price * 1e6), Number(quantity)]),
  ).toEqual(matched);
  expect(rows('adjustments.csv').map((row) => [...termsOf(row), row.priceBefore, Number(row.quantityBefore)])).toEqual(
    truth.corrections,
  );
  expect(rows('busts.csv').map(termsOf)).toEqual(truth.busts);
  expect(rows('holdings.csv').map((row) => [row.clientId, row.accountId, Number(row.quantity)])).toEqual(
    held.map(({ clientId, accountId, quantity }) => [clientId, accountId ?? '', quantity]),
  );
}

/** The copies of the venue, and of its history. */
async function expectCopies(desk: Desk, truth: Truth, open: TestDatabases): Promise<void> {
  const { exchange, folder, records } = desk;
  const database = await open.history();
  const follower = await HistoryFollower.open({
    ...{ files, folder, shard: 0, projection: new HistoryStore(database, 0), snapshotCommands: 5 },
    ...{ archiveFolder: null, onProjected: () => {}, onNote: (note) => expect(note).toBe('') },
  });
  await follower.advance(exchange.sequence);
  const upTo = exchange.lastEventSeq();
  await records.reached();
  for (const table of ['matches', 'notices', 'order_updates', 'order_entries'] as const) {
    const rows = (db: typeof records.db) =>
      db
        .selectFrom(table)
        .selectAll()
        .orderBy('seq' as never)
        // A notice has a row for each of its recipients.
        .orderBy((table === 'notices' ? 'client_id' : 'seq') as never)
        .execute();
    expect(await rows(database.db)).toEqual(await rows(records.db));
  }
  await expectDay(records.db, truth, upTo);
  await expectDay(database.db, truth, upTo);
  const copies = [recover(files, folder, 0), recover(files, folder, 0, { eventSeqMax: 0 })];
  expect(copies.map(({ snapshotSequence }) => snapshotSequence > 0)).toEqual([true, false]);
  const ids = truth.trades.map(({ matchId }) => Number(matchId) as never);
  const live = exchange.amendmentsOf(ids);
  for (const { state } of copies) {
    expect(digestOf(state)).toBe(digestOf(copies[0]!.state));
    const risk = new VenueRisk(state, () => exchange.nowUs());
    for (const clientId of PARTIES) expect(risk.positionsOf(clientId)).toEqual(exchange.risk.positionsOf(clientId));
    expect([...state.risk.amendments.of(ids)]).toEqual([...live]);
    const all = { after: 0 as never, upTo: Number.MAX_SAFE_INTEGER as never };
    expect(state.risk.amendments.in(SECURITY, all)).toEqual(exchange.amendmentsIn(SECURITY, all));
  }
  const made = join(temporaryFolder(), 'made');
  await makeDayReport(database, 0, DATE, made);
  const held = [...copies[0]!.state.register.positions()];
  await expectFiles(made, truth, held as never);
}

describeOnEachDatabase('random trades, busts and corrections', (open) => {
  test('are the same wherever they are shown, and in every copy', async () => {
    await checkFlows(
      [fc.array(aStep, { minLength: 15, maxLength: 30 })],
      async (steps) => {
        const desk = await startDesk(open, (deps) => [
          ...settlementModule(deps),
          ...limitsModule({ ...deps, reference: { clientIds: async () => PARTIES } }),
        ]);
        const truth = new Truth(desk);
        for (const step of steps) await truth.take(step);
        await expectShown(desk, truth);
        // Past midnight: with the next command the day ends.
        desk.time.advanceMs((24 * 60 * MINUTE_US) / 1000);
        await desk.order('C1', { type: 'Limit', price: '1', quantity: 1 });
        await expectCopies(desk, truth, open);
      },
      { numRuns: runs(3, 25) },
    );
  });
});
