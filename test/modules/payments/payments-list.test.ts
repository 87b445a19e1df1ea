import { expect, test } from 'vitest';
import { paymentsModule } from '../../../src/modules/payments/index.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { aCustodyTrade, deposit, startMoney } from './custody/custody-api.ts';

type Listed = { payments: Record<string, string | null>[]; nextCursor: string | null };

const CARD = {
  ...{ offering_id: 5001, client_id: 'C1', account_id: 'A10000009', total_amount: '50.000000' },
  ...{ fund_status: 'Settled', transaction_status: 'Approved', errors: null, processor_transaction_id: null },
  ...{ processor_transaction_message: null, processor_token_message: null, payment_key: null, token_sealed: null },
  ...{ created_ip_address: null, submitted_at: null, ask_at: null, asked: 0, updated_at: null, deleted_at: null },
  refunded_amount: '0.000000',
};

async function started(open: TestDatabases) {
  const started = await startMoney(open);
  const { api: money, accountId } = started;
  const tradeId = await aCustodyTrade(started);
  const api = await startApi(money.database, [paymentsModule]);
  const at = money.nowUs;
  await deposit(money, { accountId, amount: '10' });
  await deposit(money, { accountId, amount: '20' });
  const card = (ref_num: number, over: object = {}) => {
    const row = { ...CARD, ref_num, trade_id: ref_num, created_at: at, ...over };
    return money.database.db.insertInto('card_fund_moves').values(row).execute();
  };
  await card(600_001, { trade_id: tradeId });
  await card(600_002);
  await card(600_003, { created_at: at + 5, fund_status: 'Returned', errors: 'declined' });
  await card(600_004, { client_id: 'C2' });
  const list = async (fields: object = {}, as = 'C1') =>
    fieldsOf(await api.call('POST', 'getPayments', { ...fields }, { as })) as Listed;
  return { api, list, accountId, tradeId };
}

const named = ({ payments }: Listed) => payments.map(({ rail, amount }) => `${rail} ${Number(amount)}`);

describeOnEachDatabase('payments of every rail', (open) => {
  test('are listed newest first, in pages that miss and repeat none, also of one moment (A21)', async () => {
    const { list } = await started(open);
    const all = await list();
    expect(all.nextCursor).toBe(null);
    expect(named(all)).toEqual(['CARD 50', 'CUSTODY 20', 'CUSTODY 10', 'CARD 50', 'CARD 50']);
    for (const limit of [1, 2, 3, 4]) {
      const found: Record<string, string | null>[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list({ limit, ...(cursor === undefined ? {} : { cursor }) });
        expect(page.payments.length).toBeLessThanOrEqual(limit);
        found.push(...page.payments);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(found, `pages of ${limit}`).toEqual(all.payments);
    }
  });

  test('are found by rail, number, status, account and investment', async () => {
    const { api, list, accountId, tradeId } = await started(open);
    expect(named(await list({ rail: 'CUSTODY' }))).toEqual(['CUSTODY 20', 'CUSTODY 10']);
    const [returned] = (await list({ status: 'Returned' })).payments;
    expect(returned).toMatchObject({ referenceNumber: '600003', errors: 'declined', offeringId: '5001' });
    expect(named(await list({ referenceNumber: 600_002 }))).toEqual(['CARD 50']);
    expect(named(await list({ tradeId }))).toEqual(['CARD 50']);
    expect((await list({ accountId })).payments.map(({ tradeId }) => tradeId)).toEqual([null, null]);
    const call = (fields: object, as: string) => api.call('POST', 'getPayments', { ...fields }, { as });
    for (const as of ['C1', 'C2']) {
      errorOf(await call({ tradeId: as === 'C1' ? 1 : tradeId }, as), '189');
      errorOf(await call({ accountId: as === 'C1' ? 'A1' : accountId }, as), '148');
    }
  });

  test('are those of the client; an operator has all, with their clients', async () => {
    const { api, list } = await started(open);
    expect(named(await list({}, 'C2'))).toEqual(['CARD 50']);
    expect((await list({ referenceNumber: 600_001 }, 'C2')).payments).toEqual([]);
    const all = await list({}, 'MASTER');
    expect(all.payments.map(({ clientId }) => clientId).sort()).toEqual(['C1', 'C1', 'C1', 'C1', 'C1', 'C2']);
    expect(JSON.stringify(all)).not.toMatch(/40005000601|123456780/);
    const call = (cursor: string) => api.call('POST', 'getPayments', { cursor }, { as: 'C1' });
    errorOf(await call('nonsense'), '106');
    errorOf(await call(Buffer.from('1 WIRE-1').toString('base64url')), '106');
  });
});
