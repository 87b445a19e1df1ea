/** Fees as callers see them (X2 to X9): executions, busts and corrections, lists, invoices and the ledger. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test, vi } from 'vitest';
import { nodeFileSystem as files } from '../../../src/exchange/journal/file-system.ts';
import { HistoryFollower } from '../../../src/history/follower.ts';
import { makeDayReport } from '../../../src/history/reports/day-report.ts';
import { HistoryStore } from '../../../src/history/store.ts';
import { feeProblems, postFees } from '../../../src/modules/fees/index.ts';
import { ledgerProblems } from '../../../src/modules/ledger/index.ts';
import { webhooksOf } from '../../../src/webhooks/events/venue-events.ts';
import { setAmendedMax } from '../../exchange/amended-max.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { OWNER, SECURITY } from '../ats/fixtures.ts';
import type { Desk } from '../quotes/desk.ts';
import { DAY_MS, type Item, nextDay, schedule, start, TUESDAY } from './fee-desk.ts';

/** Sells to a waiting order, or buys from one: the id of the order, and of its last match. */
async function trade(desk: Desk, quantity: number, price = '10') {
  const contra = await desk.order('C2', { type: 'Limit', action: 'Sell', price, quantity });
  const initiator = await desk.order('C1', { type: 'Limit', action: 'Buy', price, quantity });
  return { contra, initiator, matchId: lastMatch(desk) };
}

function lastMatch({ events }: Desk): string {
  const event = events.findLast(({ type }) => type === 'match');
  return event?.type === 'match' ? String(event.match.matchId) : '';
}

async function orderOf(desk: Desk, as: string, orderid: string): Promise<Item> {
  const { orderDetails } = await desk.ask(as, 'getOrder', { orderid });
  return (orderDetails as Item[])[0]!;
}

const feesOf = (order: Item) => (order.matchedOrders as Item[]).map(({ fee }) => fee);

describeOnEachDatabase('fees', (open) => {
  test('executions, estimates, busts and corrections show the fees of the example, to their client alone', async () => {
    const desk = await start(open);
    await schedule(desk);
    await nextDay(desk);
    const terms = { type: 'Limit', action: 'Buy', price: '10', quantity: 700 };
    const { estimatedFees } = await desk.ask('C1', 'validateOrder', { ...ORDER_OF, ...terms });
    expect(estimatedFees).toEqual({ initiator: '5.000000', contra: '1.400000', auction: '0.000000' });
    for (const quantity of [60, 240, 400]) {
      await desk.order('C2', { type: 'Limit', action: 'Sell', price: '10', quantity });
    }
    const order = await desk.order('C1', terms);
    const shown = await orderOf(desk, 'C1', order);
    expect(feesOf(shown)).toEqual(['1.000000', '2.000000', '2.000000']);
    expect(shown.fees).toBe('5.000000');
    const [first, second] = (shown.matchedOrders as Item[]).map(({ matchid }) => String(matchid));
    const matchOf = async (as: string, matchId = second) =>
      (await desk.ask(as, 'getMatchedTrade', { matchId })).matchedTradeDetails as Item;
    expect(await matchOf('C1')).toMatchObject({ bidFee: '2.000000' });
    expect(await matchOf('C1')).not.toHaveProperty('askFee');
    expect(await matchOf('C2')).toMatchObject({ askFee: '0.480000' });
    expect(await matchOf('C2')).not.toHaveProperty('bidFee');
    expect(await matchOf('MASTER')).toMatchObject({ bidFee: '2.000000', askFee: '0.480000' });
    // Webhooks, events and lists have them as well.
    const webhooks = desk.events.flatMap((event) => webhooksOf(event, () => ({ ownerClientId: OWNER })));
    const notified = webhooks
      .filter(({ method }) => method === 'matchedTradenotify')
      .map((one) => [one.clientId, one.fields()]);
    const ofSecond = notified.filter(([, fields]) => (fields as Item).matchId === Number(second));
    expect(ofSecond.map(([clientId, fields]) => [clientId, (fields as Item).bidFee, (fields as Item).askFee])).toEqual([
      ...[...Array(2)].map(() => ['C1', '2.000000', undefined]),
      ...[...Array(2)].map(() => ['C2', undefined, '0.480000']),
    ]);
    const { orderHistory } = await desk.ask('C1', 'getOrderHistory', { orderid: order });
    expect((orderHistory as Item[]).map(({ fee }) => fee)).toEqual([undefined, '1.000000', '2.000000', '2.000000']);
    const { ats_trades } = (await desk.get('ats/trades?limit=1', { as: 'C2' })).body as { ats_trades: Item[] };
    expect(ats_trades[0]!.fee).toBe('0.800000');
    // The bust of the example; the owner of the security sees none of it.
    desk.project();
    await desk.ask('MASTER', 'bustTrade', { tradeID: second, reason: 'an error' });
    const bust = desk.events.findLast((event) => event.type === 'notice');
    const noted = bust?.type === 'notice' ? bust.notice.to.map(({ clientId, fields }) => [clientId, fields]) : [];
    expect(Object.fromEntries(noted)).toMatchObject({ C1: { bidFee: '-0.400000' }, C2: { askFee: '-0.480000' } });
    const ofOwner = Object.fromEntries(noted)[OWNER] as Item;
    expect([ofOwner.bidFee, ofOwner.askFee]).toEqual([undefined, undefined]);
    expect((await orderOf(desk, 'C1', order)).fees).toBe('4.600000');
    await desk.ask('MASTER', 'adjustTrade', { tradeID: first, price: '10', quantity: '10', reason: 'an error' });
    expect((await orderOf(desk, 'C1', order)).fees).toBe('4.100000');
    // Half a cent, and two roles: the other examples.
    expect(await total(desk, 'C1', { orderid: order })).toBe(410);
  });

  test('lists, invoices, files and the ledger come to the same sums, in pages too (X7, X8, B10)', async () => {
    const desk = await start(open);
    await schedule(desk);
    await schedule(desk, { clientId: 'C2', schedule: { contra: { percent: '0.3', minimum: '0.25' } } });
    await nextDay(desk);
    const trades: { matchId: string }[] = [];
    for (const quantity of [10, 77, 300, 5, 1]) trades.push(await trade(desk, quantity));
    await desk.ask('MASTER', 'bustTrade', { tradeID: trades[1]!.matchId, reason: 'an error' });
    await desk.ask('MASTER', 'adjustTrade', {
      tradeID: trades[2]!.matchId,
      price: '11',
      quantity: '299',
      reason: 'so',
    });
    const sums = { C1: 0, C2: 0 };
    for (const as of ['C1', 'C2'] as const) {
      sums[as] = await total(desk, as, {});
      const lines = await allLines(desk, as, { limit: 3 });
      expect(lines).toEqual(await allLines(desk, 'MASTER', { clientId: as }));
      expect(lines.map(({ cause }) => cause)).toEqual([...Array(5).fill('match'), 'bust', 'adjust']);
      const { invoice } = await desk.ask(as, 'getFeeInvoice', { month: '2026-03' });
      expect(invoice).toMatchObject({ clientId: as, isOver: 'No' });
      expect(cents((invoice as Item).total)).toBe(sums[as]);
      expect(((invoice as Item).lines as Item[]).reduce((sum, line) => sum + cents(line.fee), 0)).toBe(sums[as]);
    }
    // C1: 1.00 each but the third, which is 3.00, then 2.99 after its correction; the second is void.
    expect(sums.C1).toBe(100 + 299 + 100 + 100);
    // C2 by 0.3 percent of the value, at least 0.25: 0.30, 9.87 (of 299 at 11), 0.25, 0.25.
    expect(sums.C2).toBe(30 + 987 + 25 + 25);
    expect((await desk.call('POST', 'getFees', { clientId: 'C1' }, { as: 'C2' })).body.statusCode).toBe('404');
    expect(
      (await desk.call('POST', 'getFeeInvoice', { month: '2026-03', clientId: 'C1' }, { as: 'C2' })).body.statusCode,
    ).toBe('404');
    const malformed = await desk.call('POST', 'getFees', { cursor: 'x' }, { as: 'C1' });
    expect(malformed.body).toMatchObject({ statusCode: '106', 'Error(s)': expect.stringContaining('cursor') });
    const { csv } = await desk.ask('C1', 'getFeeInvoice', { month: '2026-03', format: 'CSV' });
    const [line] = parse(csv as string, { columns: true }) as Item[];
    expect([line!.clientId, line!.month, line!.role, cents(line!.fee)]).toEqual([
      'C1',
      '2026-03',
      'initiator',
      sums.C1,
    ]);
    // The ledger, in two runs of the job, one of which another leader repeats.
    const posting = { db: desk.database.db, records: desk.records };
    expect(await postFees(posting)).toBe(14);
    expect(await postFees(posting)).toBe(0);
    expect(await ledgerProblems(desk.database.db)).toEqual([]);
    const [books, history] = [desk.database.db, desk.records.db];
    expect(await feeProblems(books, history)).toEqual([]);
    // A change that the ledger has and the history has not, as a planted fault.
    await history
      .updateTable('fee_changes')
      .set({ fee: 1 })
      .where('cause', '=', 'bust')
      .where('client_id', '=', 'C1')
      .execute();
    expect(await feeProblems(books, history)).toEqual([
      expect.stringMatching(/^ledger: client C1 paid \d+ in 7 changes, in/),
    ]);
    await history
      .updateTable('fee_changes')
      .set({ fee: -1_000_000 })
      .where('cause', '=', 'bust')
      .where('client_id', '=', 'C1')
      .execute();
    for (const as of ['C1', 'C2'] as const) {
      const { balances, entries } = await desk.ask(as, 'getLedger', { clientId: as });
      expect(cents((balances as Item[])[0]!.amount)).toBe(sums[as]);
      expect((entries as Item[]).reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(sums[as]);
    }
    expect((await desk.call('POST', 'getLedger', { clientId: 'C1' }, { as: 'C2' })).body.statusCode).toBe('404');
    // Another history, from the journal, and the files of the day from that.
    desk.time.advanceMs(DAY_MS);
    await desk.order('C3', { type: 'Limit', price: '0.5', quantity: 1 });
    const database = await open.history();
    const follower = await HistoryFollower.open({
      ...{ files, folder: desk.folder, shard: 0, projection: new HistoryStore(database, 0), snapshotCommands: 5 },
      ...{ archiveFolder: null, onProjected: () => {}, onNote: (note) => expect(note).toBe('') },
    });
    await follower.advance(desk.exchange.sequence);
    for (const table of ['fee_changes', 'fee_sums'] as const) {
      const rows = (db: typeof database.db) =>
        db.selectFrom(table).selectAll().orderBy('client_id').orderBy('role').execute();
      const sorted = (all: readonly object[]) => all.map((row) => JSON.stringify(row)).sort();
      expect(sorted(await rows(database.db))).toEqual(sorted(await rows(desk.records.db)));
    }
    const folder = join(temporaryFolder(), 'made');
    await makeDayReport(database, 0, TUESDAY, folder);
    const inFile = parse(readFileSync(join(folder, 'fees.csv')), { columns: true, record_delimiter: '\r\n' }) as Item[];
    expect(inFile.reduce((sum, { fee }) => sum + cents(fee), 0)).toBe(sums.C1 + sums.C2);
    expect(inFile).toHaveLength(14);
  });

  test('a bust finds the fees of an order that ends while it is read (X6)', async () => {
    const desk = await start(open);
    await schedule(desk);
    await nextDay(desk);
    await desk.order('C2', { type: 'Limit', action: 'Sell', price: '10', quantity: 50 });
    const order = await desk.order('C1', { type: 'Limit', action: 'Buy', price: '10', quantity: 80 });
    const { submit } = desk;
    let tries = 0;
    desk.submit = async (command) => {
      if (command.type === 'bust' && tries++ === 0) await desk.ask('C1', 'cancelOrder', { orderid: order });
      return submit(command);
    };
    await desk.ask('MASTER', 'bustTrade', { tradeID: lastMatch(desk), reason: 'an error' });
    expect(tries).toBe(2);
    expect((await orderOf(desk, 'C1', order)).fees).toBe('0.000000');
  });

  test('an order whose amendment the venue no longer keeps is read from a history that has caught up', async () => {
    const desk = await start(open);
    await schedule(desk);
    await nextDay(desk);
    setAmendedMax(2);
    const correct = (tradeID: string, quantity: number) =>
      desk.ask('MASTER', 'adjustTrade', { tradeID, price: '10', quantity, reason: 'an error' });
    const first = await trade(desk, 300);
    await correct(first.matchId, 200);
    await correct((await trade(desk, 110)).matchId, 100);
    // The history does not have it yet, and the memory of the venue has the order as it ended.
    const asked = vi.spyOn(desk.records, 'reached');
    await correct(first.matchId, 400);
    expect(asked).toHaveBeenCalledOnce();
    expect((await orderOf(desk, 'C1', first.initiator)).fees).toBe('4.000000');
  });
});

const ORDER_OF = {
  ...{ memberid: '5001', issuerid: '7001', securityid: String(SECURITY) },
  ...{ expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
};

const cents = (text: unknown) => Math.round(Number(text) * 100);

async function allLines(desk: Desk, as: string, body: Item): Promise<Item[]> {
  const lines: Item[] = [];
  for (let cursor: unknown; cursor !== null; ) {
    const answer = await desk.ask(as, 'getFees', { ...body, ...(cursor === undefined ? {} : { cursor }) });
    lines.push(...(answer.fees as Item[]));
    cursor = answer.nextCursor;
  }
  return lines;
}

async function total(desk: Desk, as: string, body: Item): Promise<number> {
  return (await allLines(desk, as, body)).reduce((sum, { fee }) => sum + cents(fee), 0);
}
