import fc from 'fast-check';
import { expect, test } from 'vitest';
import { easternInstant } from '../../../../src/calendar/eastern-time.ts';
import { paymentsModule, reconciliationModule } from '../../../../src/modules/payments/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { errorOf, fieldsOf, startApi } from '../../shared/api.ts';
import { startMoney } from '../custody/custody-api.ts';

const DAY = '2030-01-02';
const STATES = ['Pending', 'Submitted', 'Settled', 'Returned', 'Voided'] as const;

interface Sum {
  readonly payments: number;
  readonly amount: string;
}
type Rail = { rail: string } & Record<'expected' | 'settled' | 'returned' | 'underWay', Sum>;
interface Reconciled {
  readonly rails: Rail[];
  readonly batch: { readonly recorded: Sum; readonly found: Sum; readonly agrees: string } | null;
}

const noon = easternInstant(DAY, 720);
const CARD = {
  ...{ offering_id: 5001, account_id: 'A10000009', transaction_status: 'Approved', errors: null },
  ...{ processor_transaction_id: null, processor_transaction_message: null, processor_token_message: null },
  ...{ payment_key: null, token_sealed: null, created_ip_address: null, ask_at: null, asked: 0, updated_at: null },
  ...{ deleted_at: null, refunded_amount: '0.000000', created_at: noon },
};
const DEPOSIT = {
  ...{ approval_status: 'Approved', errors: '', description: null, trace_number: null, updated_at: noon },
  ...{ deleted_at: null, trade_id: null },
};

const payment = fc.record({
  rail: fc.constantFrom('CARD', 'CUSTODY'),
  status: fc.constantFrom(...STATES),
  client: fc.constantFrom('C1', 'C2'),
  cents: fc.integer({ min: 1, max: 10_000_000 }),
  /** The day of its batch, or of a payment without one its own. */
  isOfDay: fc.boolean(),
  hasBatch: fc.boolean(),
});

const text = (cents: number) => (cents / 100).toFixed(6);
const total = (all: readonly { cents: number }[]): Sum => ({
  payments: all.length,
  amount: text(all.reduce((sum, { cents }) => sum + cents, 0)),
});

describeOnEachDatabase('the reconciliation of a day (A22)', (open) => {
  const started = async () => {
    const money = await startMoney(open);
    const [template] = await money.api.database.db.selectFrom('custody_fund_moves').selectAll().execute();
    expect(template).toBe(undefined);
    const bank = { incoming: '/nowhere', settlementDays: 5 };
    const modules = [paymentsModule, (given: typeof money.deps) => reconciliationModule({ ...given, bank })];
    const api = await startApi(money.api.database, modules);
    const read = async (as: string, day = DAY) =>
      fieldsOf(await api.call('POST', 'getReconciliation', { day }, { as })) as unknown as Reconciled;
    return { ...money, api, read, db: api.database.db };
  };

  test('adds up what went out, as a model does: the sums agree', async () => {
    const { api, read, db, accountId } = await started();
    let number = 900_000;
    await fc.assert(
      fc.asyncProperty(fc.array(payment, { maxLength: 15 }), async (all) => {
        await db.deleteFrom('card_fund_moves').execute();
        await db.deleteFrom('custody_fund_moves').execute();
        await db.deleteFrom('ach_batches').execute();
        for (const { rail, status, client, cents, isOfDay, hasBatch } of all) {
          const id = ++number;
          const time = isOfDay ? noon : noon - 86_400_000_000;
          if (rail === 'CARD') {
            const row = { ...CARD, ref_num: id, trade_id: id, client_id: client, fund_status: status };
            const values = { ...row, total_amount: text(cents), submitted_at: time };
            await db.insertInto('card_fund_moves').values(values).execute();
          } else {
            const batch_day = !hasBatch ? null : isOfDay ? DAY : '2029-12-31';
            const row = {
              ...DEPOSIT,
              reference_number: id,
              client_id: client,
              account_id: accountId,
              status,
              batch_day,
            };
            // What has a batch counts by its day alone.
            const created_at = hasBatch ? noon - 86_400_000_000 : time;
            const bank = {
              account_name: 'a',
              routing_number_sealed: 's',
              account_number_sealed: 's',
              account_type: 'c',
            };
            const values = { ...row, ...bank, bank_name: null, amount: text(cents), created_at };
            await db.insertInto('custody_fund_moves').values(values).execute();
          }
        }
        const batched = all.filter((one) => one.rail === 'CUSTODY' && one.hasBatch && one.isOfDay && isSent(one));
        const recorded = total(batched);
        const batch = { batch_day: DAY, entries: recorded.payments, total: recorded.amount, made_at: 1 };
        await db.insertInto('ach_batches').values(batch).execute();
        for (const who of ['C1', 'C2', 'MASTER']) {
          const { rails, batch: shown } = await read(who);
          expect(rails.map(({ rail }) => rail)).toEqual(['ACH', 'CARD', 'CUSTODY']);
          for (const { rail, expected, settled, returned, underWay } of rails) {
            const of = all.filter(
              (one) => one.rail === rail && one.isOfDay && (who === 'MASTER' || one.client === who),
            );
            const by = (status: string) => total(of.filter((one) => one.status === status));
            expect({ expected, settled, returned, underWay }).toEqual({
              ...{ expected: total(of.filter(isSent)), settled: by('Settled') },
              ...{ returned: by('Returned'), underWay: by('Submitted') },
            });
          }
          expect(shown).toEqual(who === 'MASTER' ? { recorded, found: recorded, agrees: 'Yes' } : null);
        }
      }),
      { numRuns: 25 },
    );
    function isSent({ status }: { readonly status: string }) {
      return ['Submitted', 'Settled', 'Returned'].includes(status);
    }
    errorOf(await api.call('POST', 'getReconciliation', { day: '2030-02-30' }), '106');
  });

  test('says where the payments of a batch are others than it recorded', async () => {
    const { read, db, accountId } = await started();
    await db.insertInto('ach_batches').values({ batch_day: DAY, entries: 2, total: '20.000000', made_at: 1 }).execute();
    expect((await read('MASTER')).batch).toEqual({
      ...{ recorded: { payments: 2, amount: '20.000000' }, found: { payments: 0, amount: '0.000000' }, agrees: 'No' },
    });
    expect((await read('MASTER', '2030-01-03')).batch).toBe(null);
    // As many payments, and other dollars; then the dollars of another number of payments.
    const bank = { account_name: 'a', routing_number_sealed: 's', account_number_sealed: 's', account_type: 'c' };
    const row = { ...DEPOSIT, ...bank, client_id: 'C1', account_id: accountId, status: 'Settled', bank_name: null };
    const put = (reference_number: number, amount: string) =>
      db
        .insertInto('custody_fund_moves')
        .values({ ...row, reference_number, amount, batch_day: DAY, created_at: noon })
        .execute();
    await put(1, '5.000000');
    await put(2, '15.010000');
    const found = { payments: 2, amount: '20.010000' };
    expect((await read('MASTER')).batch).toMatchObject({ found, agrees: 'No' });
    await db.updateTable('ach_batches').set({ total: '20.010000' }).execute();
    expect((await read('MASTER')).batch).toMatchObject({ found, agrees: 'Yes' });
    await db.updateTable('ach_batches').set({ entries: 3 }).execute();
    expect((await read('MASTER')).batch).toMatchObject({ found, agrees: 'No' });
  });

  test('payments are listed by the day of their batch', async () => {
    const { api, db, accountId } = await started();
    const bank = { account_name: 'a', routing_number_sealed: 's', account_number_sealed: 's', account_type: 'c' };
    for (const [reference_number, batch_day] of [
      [1, DAY],
      [2, '2029-12-31'],
    ] as const) {
      const row = { ...DEPOSIT, ...bank, client_id: 'C1', account_id: accountId, status: 'Settled', bank_name: null };
      const values = { ...row, reference_number, batch_day, amount: '5.000000', created_at: noon };
      await db.insertInto('custody_fund_moves').values(values).execute();
    }
    const list = async (fields: object) => fieldsOf(await api.call('POST', 'getPayments', { ...fields })).payments;
    expect(await list({ batchDay: DAY })).toMatchObject([{ referenceNumber: '1', batchDay: DAY }]);
    expect(await list({ batchDay: DAY, rail: 'CARD' })).toEqual([]);
  });
});
