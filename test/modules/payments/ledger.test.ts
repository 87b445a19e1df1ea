import fc from 'fast-check';
import { expect, test } from 'vitest';
import { easternDate } from '../../../src/calendar/eastern-time.ts';
import { paymentsModule } from '../../../src/modules/payments/index.ts';
import { signedText, toMillionths } from '../../../src/modules/shared/values/index.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { startLedger, step, TRIGGERS } from '../ledger/money-walk.ts';
import { errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { aTrade } from '../shared/records.ts';
import { aDisbursement, giveCash } from './custody/deposits.ts';

type Entry = Record<'kind' | 'owner' | 'amount' | 'event' | 'postedDate', string> &
  Record<'tradeId' | 'offeringId' | 'rail' | 'referenceNumber' | 'disbursementId' | 'reason', string | null> &
  Record<'entry' | 'posting', number>;
interface Answer {
  readonly entries: Entry[];
  readonly csv?: string;
  readonly balances: { kind: string; amount: string }[];
  readonly nextCursor: string | null;
}

/** Two trades of one offering and a custody account with cash, after many steps of all that moves money. */
async function started(open: TestDatabases, steps: number) {
  const world = await startLedger(open);
  const { db, accountId, offeringId } = world;
  await giveCash(db, accountId, '1000.000000');
  const of = { account_id: accountId, transaction_type: 'ACH', fees: '1.500000', total_amount: '101.500000' };
  const trades = [await aTrade(db, 'C1', offeringId, of), await aTrade(db, 'C1', offeringId, of)];
  const ids = trades.map(({ trade_id }) => trade_id);
  for (const at of fc.sample(step, { numRuns: steps, seed: 43 })) {
    await TRIGGERS[at.trigger](world, { ...at, tradeId: ids[at.trade % ids.length]! });
  }
  const api = await startApi(world.api.database, [paymentsModule]);
  const ask = (fields: object, as = 'C1') => api.call('POST', 'getLedger', { ...fields }, { as });
  const read = async (fields: object, as = 'C1') => fieldsOf(await ask(fields, as)) as unknown as Answer;
  const all = async (fields: object, { limit, as = 'C1' }: { readonly limit: number; readonly as?: string }) => {
    const found: Entry[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await read({ ...fields, limit, ...(cursor === undefined ? {} : { cursor }) }, as);
      expect(page.entries.length).toBeLessThanOrEqual(limit);
      found.push(...page.entries);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return found;
  };
  return { db, ask, read, all, accountId, offeringId, tradeId: ids[0]! };
}

type Sums = ReadonlyMap<string, bigint>;

function sumsBy(entries: readonly Entry[], name: (entry: Entry) => string | number): Sums {
  const sums = new Map<string, bigint>();
  for (const entry of entries) {
    const key = String(name(entry));
    sums.set(key, (sums.get(key) ?? 0n) + toMillionths(entry.amount));
  }
  return sums;
}

const balancesOf = ({ balances }: Answer) => balances.map(({ kind, amount }) => [kind, amount]);
const ofOwner = (balances: Answer['balances'], entries: readonly Entry[], owner: string | number) => {
  const sums = sumsBy(
    entries.filter((entry) => entry.owner === String(owner)),
    ({ kind }) => kind,
  );
  return balances.map(({ kind }) => [kind, signedText(sums.get(kind) ?? 0n)]);
};

describeOnEachDatabase('getLedger', (open) => {
  test('its pages miss and repeat none, and add up to the balances, whatever happened (B9)', async () => {
    const { db, read, all, accountId, offeringId, tradeId } = await started(open, 60);
    const stored = await db
      .selectFrom('ledger_entries')
      .select(['entry_id', 'trade_id', 'offering_id'])
      .orderBy('entry_id')
      .execute();
    const days = await db.selectFrom('ledger_entries').select('posted_at').execute();
    for (const [fields, owner, as] of [
      [{ offeringId }, offeringId, 'C1'],
      [{ offeringId, withTrades: 'Yes' }, offeringId, 'MASTER'],
      [{ tradeId }, tradeId, 'C1'],
      [{ accountId }, accountId, 'MASTER'],
    ] as const) {
      const { balances, ...first } = await read(fields, as);
      for (const limit of [17, 200]) {
        const found = await all(fields, { limit, as });
        expect(found.slice(0, first.entries.length)).toEqual(first.entries);
        expect(found.map(({ entry }) => entry)).toEqual(
          [...new Set(found.map(({ entry }) => entry))].sort((a, b) => b - a),
        );
        expect([fields, ofOwner(balances, found, owner)]).toEqual([fields, balancesOf({ balances, ...first })]);
      }
    }
    const numbers = (found: readonly Entry[]) => found.map(({ entry }) => entry).toReversed();
    const ofTrades = stored.filter(({ trade_id }) => trade_id !== null);
    const ofOffering = stored.filter(({ offering_id }) => offering_id !== null);
    expect(numbers(await all({ offeringId, withTrades: 'Yes' }, { limit: 50 }))).toEqual(
      ofOffering.map(({ entry_id }) => Number(entry_id)),
    );
    const own = await all({ tradeId }, { limit: 7 });
    expect(numbers(own)).toEqual(
      ofTrades.filter(({ trade_id }) => Number(trade_id) === tradeId).map(({ entry_id }) => Number(entry_id)),
    );
    // Whole postings.
    expect([...sumsBy(own, ({ posting }) => posting).values()].every((sum) => sum === 0n)).toBe(true);
    const byDay: Entry[] = [];
    for (const day of new Set(days.map(({ posted_at }) => easternDate(Number(posted_at))))) {
      byDay.push(...(await all({ day }, { limit: 11, as: 'MASTER' })));
    }
    expect(byDay.map(({ entry }) => entry).sort((a, b) => a - b)).toEqual(
      stored.map(({ entry_id }) => Number(entry_id)),
    );
  });

  test('an entry names its event, its payment or disbursement, and its reason', async () => {
    const { db, read, offeringId, tradeId, accountId } = await started(open, 0);
    const { entries } = await read({ tradeId });
    expect(entries.map(({ event, kind, owner, amount }) => [event, kind, owner, amount])).toEqual([
      ['subscribe', 'subscribed', String(offeringId), '-100.000000'],
      ['subscribe', 'fees', String(offeringId), '-1.500000'],
      ['subscribe', 'due', String(tradeId), '101.500000'],
    ]);
    expect(entries[0]).toMatchObject({ tradeId: String(tradeId), offeringId: String(offeringId), rail: null });
    await db.updateTable('trades').set({ order_status: 'CANCELED', errors: '=no "money"' }).execute();
    const [canceled] = (await read({ offeringId })).entries;
    expect(canceled).toMatchObject({ event: 'cancel', reason: '=no "money"' });
    const { csv, ...page } = await read({ offeringId, format: 'CSV', limit: 1 });
    expect(page).toMatchObject({ entries: [], nextCursor: expect.any(String) });
    const [header, line, end] = csv!.split('\r\n');
    const ofAccount = 'entry,posting,postedDate,event,kind,owner,amount';
    expect(header).toBe(`${ofAccount},tradeId,offeringId,rail,referenceNumber,disbursementId,reason,refundId,orderId`);
    expect(line).toMatch(/^[0-9]+,[0-9]+,[-0-9]{10} [:0-9]{8},cancel,subscribed,5001,100\.0{6},/);
    expect(line?.endsWith(`,"'=no ""money""",,`)).toBe(true);
    expect(end).toBe('');
    const [deposit] = (await read({ accountId })).entries;
    expect(deposit).toMatchObject({ kind: 'cash', owner: accountId, rail: 'CUSTODY', disbursementId: null });
    expect(deposit?.referenceNumber).toMatch(/^[0-9]+$/);
    const disbursementId = await aDisbursement(db, { client_id: 'C1', account_id: accountId });
    await db.updateTable('custody_fund_disbursements').set({ status: 'processing' }).execute();
    const [reserved] = (await read({ accountId })).entries;
    expect(reserved).toMatchObject({ event: 'reserve', rail: null, referenceNumber: null, disbursementId });
  });

  test('a client reads its own books, and an operator those of a day', async () => {
    const { ask, read, offeringId, tradeId, accountId } = await started(open, 0);
    for (const as of ['C2', 'C1']) {
      const [offering, trade, account] = as === 'C2' ? [offeringId, tradeId, accountId] : [9, 9, 'A9'];
      errorOf(await ask({ offeringId: offering }, as), '138');
      errorOf(await ask({ tradeId: trade }, as), '189');
      errorOf(await ask({ accountId: account }, as), '148');
    }
    const refused = async (fields: object, as = 'C1') => errorOf(await ask(fields, as), '106');
    expect(await refused({ day: '2030-01-02' })).toContain('master');
    for (const fields of [
      {},
      { tradeId, accountId },
      { day: '2030-01-02', offeringId },
      { tradeId, withTrades: 'Yes' },
    ]) {
      expect(await refused(fields, 'MASTER')).toMatch(/tradeId|withTrades/);
    }
    expect(await refused({ tradeId, cursor: 'nonsense' })).toContain('cursor');
    expect(await refused({ tradeId, cursor: Buffer.from('1 A').toString('base64url') })).toContain('cursor');
    expect(await read({ day: '1999-01-02' }, 'MASTER')).toEqual(
      expect.objectContaining({ entries: [], balances: [], nextCursor: null }),
    );
  });
});
