import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { easternDate } from '../../../src/calendar/eastern-time.ts';
import { formatInstant } from '../../../src/calendar/format-time.ts';
import type { Database } from '../../../src/database/database.ts';
import type { ExchangeEvent, OrderEvent } from '../../../src/exchange/api/events.ts';
import { RULES } from '../../../src/exchange/api/rules.ts';
import { priceText, type SecurityId } from '../../../src/exchange/api/units.ts';
import type { JournaledCommand } from '../../../src/exchange/commands/journaled-command.ts';
import { nodeFileSystem as files } from '../../../src/exchange/journal/file-system.ts';
import { verifyVenue } from '../../../src/exchange/storage/verify.ts';
import { HistoryFollower } from '../../../src/history/follower.ts';
import { DayNotOver, daysOver, makeDayReport } from '../../../src/history/reports/day-report.ts';
import { checkReports } from '../../../src/history/reports/manifest.ts';
import {
  ADJUSTMENT_COLUMNS,
  BUST_COLUMNS,
  HOLDING_COLUMNS,
  MATCH_COLUMNS,
  ORDER_COLUMNS,
  POSITION_COLUMNS,
  RECORD_COLUMNS,
  SECURITY_COLUMNS,
  TRADE_COLUMNS,
} from '../../../src/history/reports/report-columns.ts';
import { HistoryStore } from '../../../src/history/store.ts';
import { describeOnEachDatabase } from '../../support/database.ts';

import { temporaryFolder } from '../../support/temporary-folder.ts';
import { options, Venue } from '../venue.ts';
import { amendments, DATES, expectedDay, takeDay, threeDays } from './days.ts';

type Row = Readonly<Record<string, string>>;

/** Follows the venue to its end. */
async function follow(venue: Venue, database: Database): Promise<void> {
  const follower = await HistoryFollower.open(options(venue, new HistoryStore(database, 0)));
  await follower.advance(venue.sequence);
}

function rows(folder: string, name: string): Row[] {
  return parse(readFileSync(join(folder, name)), { columns: true, record_delimiter: '\r\n' });
}

/** Every file of a report with its SHA-256. */
function sums(folder: string): string[] {
  return readdirSync(folder).map(
    (name) =>
      `${name} ${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}`,
  );
}

/** As the CSV file has them. */
async function parquetRows(path: string): Promise<unknown[]> {
  const { buffer, byteOffset, length } = readFileSync(path);
  const file = buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer;
  const parsers = { timestampFromMicroseconds: (time: bigint) => formatInstant(Number(time)) };
  const found = await parquetReadObjects({ file, parsers });
  return found.map(({ tradeId, eventSeq, time, securityId, symbol, price, quantity, side, block, auctionId }) => ({
    ...{ tradeId: String(tradeId), eventSeq: String(eventSeq), time, securityId: String(securityId) },
    ...{ symbol: symbol ?? '', auctionId: auctionId ?? '' },
    ...{ price: Number(price).toFixed(6), quantity: String(quantity), side: side ?? '', block: block ? 'Yes' : 'No' },
  }));
}

/** Matches whose settlement was canceled on a date, as rows of busts.csv have them. */
function canceledOn({ events }: Venue, date: string): Row[] {
  return events.flatMap((event) => {
    if (event.type !== 'notice' || event.notice.kind !== 'settlement') return [];
    if (easternDate(event.time) !== date) return [];
    const { tradeID, quantity } = event.notice.to[0]!.fields as Record<string, string>;
    return [{ matchId: tradeID!, quantity: quantity! }];
  });
}

describeOnEachDatabase('the report of a day', (open) => {
  test('has the events between two ends of days, and the state of orders at the end', async () => {
    const [venue, database, folder] = [new Venue(), await open.history(), temporaryFolder()];
    const ends = [0];
    for (const day of threeDays(3)) ends.push(await takeDay(venue, day));
    await follow(venue, database);
    let corrected = 0;
    let users = 0;
    for (const [index, date] of DATES.entries()) {
      const made = join(folder, date);
      const manifest = await makeDayReport(database, 0, date, made);
      expect(manifest).toMatchObject({ firstEventSeq: ends[index]! + 1, lastEventSeq: ends[index + 1] });
      const { orders, changes, matches, adjustments } = expectedDay(venue.events, ends[index]!, ends[index + 1]!);
      expect([orders.size > 0, changes.length > 0, matches.length > 0]).toEqual([true, true, true]);
      expect(rows(made, 'orders.csv').map(orderSummary)).toEqual(
        [...orders.values()].sort((one, other) => one.order.orderId - other.order.orderId).map(expectedOrder),
      );
      expect(rows(made, 'rule-302.csv').map(changeSummary)).toEqual(
        changes.map(({ seq, time, change, order, reason, user }) => [
          String(seq),
          formatInstant(time),
          change,
          String(order.orderId),
          String(order.quantity),
          priceText(order.price),
          String(order.remaining),
          order.status,
          reason ?? '',
          user?.userId ?? '',
        ]),
      );
      const enteredBy = new Map(venue.events.flatMap((event) => entryOf(event)));
      expect(rows(made, 'orders.csv').map(({ orderId, userId }) => [orderId, userId])).toEqual(
        rows(made, 'orders.csv').map(({ orderId }) => [orderId, enteredBy.get(orderId!)]),
      );
      for (const { buyOrderId, buyUserId, sellOrderId, sellUserId } of rows(made, 'matches.csv')) {
        expect([buyUserId, sellUserId]).toEqual([enteredBy.get(buyOrderId!), enteredBy.get(sellOrderId!)]);
      }
      users += changes.filter(({ user }) => user !== undefined).length;
      expect(rows(made, 'matches.csv').map(({ matchId, price, quantity }) => [matchId, price, quantity])).toEqual(
        matches.map(({ match }) => [String(match.matchId), priceText(match.price), String(match.quantity)]),
      );
      // Everybody's trades: each match once, and nothing of its parties.
      const trades = rows(made, 'trades.csv');
      expect(trades.map((row) => [row.tradeId, row.time, row.price, row.quantity, row.side])).toEqual(
        matches.map(({ match }) => [
          ...[String(match.matchId), formatInstant(match.time), priceText(match.price), String(match.quantity)],
          match.block ? '' : match.initiatorOrderId === match.buyOrderId ? 'Buy' : 'Sell',
        ]),
      );
      expect(await parquetRows(join(made, 'trades.parquet'))).toEqual(trades);
      expect(manifest.files.find(({ name }) => name === 'trades.parquet')).toMatchObject({ rows: trades.length });
      const summary = (row: Row) => [
        row.eventSeq,
        row.matchId,
        row.price,
        Number(row.quantity),
        row.priceBefore,
        row.userId,
      ];
      expect(rows(made, 'adjustments.csv').map(summary)).toEqual(
        adjustments.map(({ seq, notice: { to }, user }) =>
          summary({
            ...to[0]!.fields,
            ...{ eventSeq: String(seq), matchId: to[0]!.fields.tradeID, userId: user?.userId ?? '' },
          } as Row),
        ),
      );
      corrected += adjustments.length;
    }
    expect(corrected).toBeGreaterThan(0);
    expect(users).toBeGreaterThan(20);
  });

  test('names both sides of each execution', async () => {
    const [venue, database, folder] = [new Venue(), await open.history(), join(temporaryFolder(), 'made')];
    const [first] = threeDays(22);
    await takeDay(venue, first!);
    await follow(venue, database);
    await makeDayReport(database, 0, DATES[0], folder);
    const executions = rows(folder, 'rule-302.csv').filter(({ event }) => event === 'filled');
    for (const match of rows(folder, 'matches.csv')) {
      const sides = executions.filter(({ matchId }) => matchId === match.matchId);
      expect(sides.map(({ side }) => side).sort()).toEqual(['buy', 'sell']);
      expect(sides[0]?.orderId).toBe(match.initiatorOrderId);
      const [buy, sell] = sides.toSorted((one, other) => (one.side! < other.side! ? -1 : 1));
      expect([buy?.orderId, buy?.clientId, buy?.accountId]).toEqual([
        match.buyOrderId,
        match.buyClientId,
        match.buyAccountId,
      ]);
      expect([buy?.counterOrderId, buy?.counterClientId]).toEqual([sell?.orderId, sell?.clientId]);
      for (const one of sides) {
        expect([one.executedPrice, one.executedQuantity]).toEqual([match.price, match.quantity]);
      }
    }
  });

  test('adds up what each account bought and sold, on the day and since the beginning', async () => {
    const [venue, database, folder] = [new Venue(), await open.history(), temporaryFolder()];
    const days = threeDays(23);
    const rules = { type: 'rules', version: RULES, time: days[0]![0]!.time } as const;
    await takeDay(venue, [rules, ...days[0]!]);
    for (const [open, ...day] of days.slice(1)) await takeDay(venue, [open!, ...amendments(venue, open!.time), ...day]);
    await follow(venue, database);
    const sums = new Map<string, number[]>();
    const sides = new Map<string, readonly [string, string]>();
    let amended = 0;
    const add = (key: string, shares: number, side: 'buy' | 'sell') => {
      const sum = sums.get(key) ?? [0, 0, 0, 0];
      for (const at of side === 'buy' ? [0, 2] : [1, 3]) sum[at]! += shares;
      sums.set(key, sum);
    };
    for (const date of DATES) {
      const made = join(folder, date);
      await makeDayReport(database, 0, date, made);
      for (const sum of sums.values()) sum.splice(0, 2, 0, 0);
      for (const match of rows(made, 'matches.csv')) {
        const keyOf = (side: 'buy' | 'sell') =>
          [match[`${side}ClientId`], match[`${side}AccountId`], match.securityId].join('\u0001');
        sides.set(match.matchId!, [keyOf('buy'), keyOf('sell')]);
        for (const side of ['buy', 'sell'] as const) add(keyOf(side), Number(match.quantity), side);
      }
      // Corrections, busts and canceled settlements of the day count on it, whenever the match was.
      const canceled = date === DATES[0] ? [] : canceledOn(venue, date);
      for (const { matchId, quantity, quantityBefore } of rows(made, 'adjustments.csv').concat(
        rows(made, 'busts.csv'),
        canceled,
      )) {
        const shares = quantityBefore === undefined ? -Number(quantity) : Number(quantity) - Number(quantityBefore);
        const [buyer, seller] = sides.get(matchId!)!;
        if (shares !== 0) add(buyer, shares, 'buy');
        if (shares !== 0) add(seller, shares, 'sell');
        amended++;
      }
      const expected = [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
      expect(
        rows(made, 'positions.csv').map((row) => [
          [row.clientId, row.accountId, row.securityId].join('\u0001'),
          [row.boughtOnDay, row.soldOnDay, row.bought, row.sold].map(Number),
          [row.netOnDay, row.net].map(Number),
        ]),
      ).toEqual(expected.map(([key, sum]) => [key, sum, [sum[0]! - sum[1]!, sum[2]! - sum[3]!]]));
      // Both files say the same where nobody set a position.
      const keyed = (name: string, field: string) =>
        rows(made, name).flatMap((row) =>
          row[field] === '0' ? [] : [`${row.clientId} ${row.accountId} ${row.securityId} ${row[field]}`],
        );
      expect(keyed('positions.csv', 'net').toSorted()).toEqual(keyed('holdings.csv', 'quantity').toSorted());
    }
    expect(amended).toBeGreaterThanOrEqual(5);
  });

  test('has the positions of the venue as they were at the end of the day', async () => {
    const [venue, database, folder] = [new Venue(), await open.history(), join(temporaryFolder(), 'made')];
    const [first, second] = threeDays(28);
    const position = { clientId: 'a', accountId: 'x', securityId: 7 as SecurityId, quantity: 1_000_000 };
    const set = { type: 'setPositions', positions: [position], time: first![20]!.time } as JournaledCommand;
    await takeDay(venue, first!.toSpliced(21, 0, set));
    const atEnd = [...venue.state.register.positions()];
    await takeDay(venue, second!);
    await follow(venue, database);
    await makeDayReport(database, 0, DATES[0], folder);
    const held = rows(folder, 'holdings.csv').map((row) => [row.clientId, row.accountId, row.securityId, row.quantity]);
    const expected = atEnd.map((one) => [one.clientId, one.accountId ?? '', one.securityId, one.quantity].map(String));
    expect(held.toSorted()).toEqual(expected.toSorted());
    expect(held.length).toBeGreaterThan(1);
    expect(Number(held.find(([, accountId]) => accountId === 'x')?.[3])).toBeGreaterThan(900_000);
  });

  test('has the reference data of the securities as it was at the end of the day (V66)', async () => {
    const [venue, database, folder] = [new Venue(), await open.history(), join(temporaryFolder(), 'made')];
    const [first, second] = threeDays(28);
    const after = first!.findIndex(({ type }) => type === 'security') + 1;
    const { time } = first![after]!;
    const { securityId } = first![after - 1] as { securityId: SecurityId };
    const tickSizes = [0, 1].map((dollars) => ({ from: dollars * 1_000_000, tick: 100 + dollars }));
    const rules = { symbol: 'ABC', isin: 'US0378331005', tickSizes, lotSize: 1, priceCollar: 99_500_000 };
    const refer = (reference: object, at: number) =>
      ({ type: 'securityReference', securityId, reference, expected: null, time: at }) as JournaledCommand;
    await takeDay(venue, first!.toSpliced(after, 0, refer({ symbol: 'XYZ' }, time), refer(rules, time)));
    const { issuerId, name } = venue.state.securities.get(securityId)!;
    // After the close: in the report of the next day.
    await takeDay(venue, [refer({ symbol: 'LATER' }, second![0]!.time - 1), ...second!]);
    await follow(venue, database);
    await makeDayReport(database, 0, DATES[0], folder);
    expect(rows(folder, 'securities.csv')).toEqual([
      {
        ...{ securityId: String(securityId), issuerId: String(issuerId), securityName: name },
        ...{ symbol: 'ABC', isin: 'US0378331005', cusip: '', figi: '', currency: '' },
        tickSizes: '0.000000:0.000100 1.000000:0.000101',
        ...{ lotSize: '1', minimumQuantity: '', maximumQuantity: '', priceCollar: '99.500000', version: '2' },
        updatedTime: formatInstant(time),
      },
    ]);
    const next = join(folder, 'next');
    await makeDayReport(database, 0, DATES[1], next);
    expect(rows(next, 'securities.csv')).toMatchObject([{ symbol: 'LATER', lotSize: '', version: '3' }]);
  });

  test('has the symbols of that moment in orders and trades (V67)', async () => {
    const [venue, database, folder] = [new Venue(), await open.history(), temporaryFolder()];
    const [first, second] = threeDays(28);
    const securityId = 9 as SecurityId;
    const refer = (symbol: string, time: number) =>
      ({ type: 'securityReference', securityId, reference: { symbol }, expected: null, time }) as JournaledCommand;
    const close = first!.findLastIndex(({ type }) => type === 'session');
    await takeDay(venue, first!.toSpliced(close, 0, refer('ABC', first![close]!.time - 1)));
    await takeDay(venue, [refer('LATER', second![0]!.time - 1), ...second!]);
    await follow(venue, database);
    for (const [index, symbol] of ['ABC', 'LATER'].entries()) {
      const made = join(folder, symbol);
      await makeDayReport(database, 0, DATES[index]!, made);
      for (const name of ['orders.csv', 'trades.csv']) {
        const found = rows(made, name);
        const expected = found.map((row) => (row.securityId === String(securityId) ? symbol : ''));
        expect(found.map((row) => row.symbol)).toEqual(expected);
        expect(new Set(expected)).toEqual(new Set([symbol, '']));
      }
      expect(await parquetRows(join(made, 'trades.parquet'))).toEqual(rows(made, 'trades.csv'));
    }
  });

  test('made again later, and from a history that was made again, has the same bytes', async () => {
    const [venue, database, folder] = [new Venue(), await open.history(), temporaryFolder()];
    const atOnce = [];
    for (const [index, day] of threeDays(24).entries()) {
      await takeDay(venue, day);
      await follow(venue, database);
      await makeDayReport(database, 0, DATES[index]!, join(folder, 'at once'));
      atOnce.push(sums(join(folder, 'at once')));
    }
    const again = await open.history();
    await follow(venue, again);
    for (const from of [database, again]) {
      for (const [index, date] of DATES.entries()) {
        await makeDayReport(from, 0, date, join(folder, 'later'));
        expect(sums(join(folder, 'later'))).toEqual(atOnce[index]);
      }
    }
  });

  test('of the last day alone has the positions of the days before', async () => {
    const [venue, folder] = [new Venue(), temporaryFolder()];
    for (const day of threeDays(25)) await takeDay(venue, day);
    const [all, last] = [await open.history(), await open.history()];
    for (const database of [all, last]) await follow(venue, database);
    for (const date of DATES) await makeDayReport(all, 0, date, join(folder, 'all'));
    await makeDayReport(last, 0, DATES[2], join(folder, 'last'));
    expect(sums(join(folder, 'last'))).toEqual(sums(join(folder, 'all')));
  });

  test('can be made only when the day is over', async () => {
    const [venue, database] = [new Venue(), await open.history()];
    const [first, second] = threeDays(26);
    await takeDay(venue, first!);
    await venue.takeAll(second!.slice(0, 50));
    await follow(venue, database);
    expect(await daysOver(database.db)).toEqual([DATES[0]]);
    expect(await daysOver(database.db, DATES[1])).toEqual([]);
    await expect(makeDayReport(database, 0, DATES[1], temporaryFolder())).rejects.toThrow(DayNotOver);
  });

  test('is verified with its journal, and changes are reported', async () => {
    const [venue, database, folder] = [new Venue(), await open.history(), temporaryFolder()];
    for (const day of threeDays(27)) await takeDay(venue, day);
    await follow(venue, database);
    for (const date of DATES) await makeDayReport(database, 0, date, join(folder, date));
    const { manifests, problems } = checkReports(folder);
    expect([manifests.length, problems]).toEqual([3, []]);
    const marks = manifests.map(({ date, command, lastEventSeq: eventSeq, chain }) => ({
      name: date,
      command,
      eventSeq,
      chain,
    }));
    const found = verifyVenue(files, venue.folder, { replay: true, marks });
    expect(found.problems).toEqual([]);
    expect(found.findings).toContain('3 reports: their places in the chain, and their events');
    const [one, two, three] = marks as [(typeof marks)[0], (typeof marks)[0], (typeof marks)[0]];
    const wrong = [
      { ...one, eventSeq: one.eventSeq + 1 },
      { ...two, chain: { ...two.chain, sha256: one.chain.sha256 } },
      { ...three, command: 1_000_000 },
    ];
    expect(verifyVenue(files, venue.folder, { replay: true, marks: wrong }).problems).toEqual([
      expect.stringMatching(/^2026-11-20: command \d+ ends with event \d+, not \d+$/),
      expect.stringMatching(/^2026-11-23: the chain of the journal at command \d+ is another$/),
      '2026-11-24: the journal has no command 1000000',
    ]);
  });
});

function orderSummary(row: Row): unknown[] {
  const { orderId, status, quantity, price, remaining, filled, contingency, minimum, changedTime, side, token } = row;
  return [orderId, status, quantity, price, remaining, filled, contingency, minimum, changedTime, side, token];
}

function expectedOrder({ order }: OrderEvent): unknown[] {
  const { orderId, status, quantity, price, remaining, contingency, minimum, updatedAt, ticket } = order;
  return [
    String(orderId),
    status,
    String(quantity),
    priceText(price),
    String(remaining),
    String(quantity - remaining),
    contingency,
    String(minimum),
    formatInstant(updatedAt),
    ticket.side,
    ticket.token ?? '',
  ];
}

function changeSummary(row: Row): unknown[] {
  return [
    row.eventSeq,
    row.time,
    row.event,
    row.orderId,
    row.quantity,
    row.price,
    row.remaining,
    row.status,
    row.reason,
    row.userId,
  ];
}

test.each([
  ['orders.csv', ORDER_COLUMNS],
  ['matches.csv', MATCH_COLUMNS],
  ['adjustments.csv', ADJUSTMENT_COLUMNS],
  ['busts.csv', BUST_COLUMNS],
  ['positions.csv', POSITION_COLUMNS],
  ['holdings.csv', HOLDING_COLUMNS],
  ['securities.csv', SECURITY_COLUMNS],
  ['trades.csv', TRADE_COLUMNS],
  ['rule-302.csv', RECORD_COLUMNS],
])('the columns of %s are those of the documentation', (name, columns) => {
  const page = readFileSync(new URL('../../../docs/venue/end-of-day.md', import.meta.url), 'utf8');
  const [, listed] = page.split(`<!-- columns of ${name} -->`);
  const names = listed?.split('<!-- end of columns -->')[0]?.trim().split(/,\s+/);
  expect(names).toEqual(Object.keys(columns));
});

/** The order of an entry, and who entered it. */
function entryOf(event: ExchangeEvent): [string, string][] {
  const isEntry = event.type === 'order' && event.change === 'entered';
  return isEntry ? [[String(event.order.orderId), event.user?.userId ?? '']] : [];
}
