import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { achModule } from '../../../src/modules/ach/index.ts';
import { DISBURSEMENT_LIFECYCLE, DISBURSEMENT_STATUSES } from '../../../src/modules/custody/disbursement-lifecycle.ts';
import { FUND_MOVE_LIFECYCLE } from '../../../src/modules/custody/fund-move-lifecycle.ts';
import { submitDeposits } from '../../../src/modules/custody/index.ts';
import { linksModule } from '../../../src/modules/links/index.ts';
import { partiesModule } from '../../../src/modules/parties/index.ts';
import { lifecycleTable } from '../../../src/modules/shared/lifecycle.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { bankAccount, link } from '../ach/fixture.ts';
import { TEST_ACH } from '../ach/means.ts';
import { anAccount } from '../shared/accounts.ts';
import { type Api, errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { anIssuer, anOffering, aTrade } from '../shared/records.ts';
import { MONEY } from '../trades/money.ts';
import { aRequest, custodyModule, decide, MASTER } from './custody-api.ts';

type Item = Record<string, string | null>;

/** An account with an open custody account and, unless nickname is null, a bank account. */
async function start(
  open: TestDatabases,
  nickname: string | null = 'My bank',
): Promise<{ api: Api; accountId: string }> {
  const api = await startApi(await open(), [
    partiesModule,
    (services) => accountsModule(services),
    linksModule,
    (services) => achModule({ ...services, ach: TEST_ACH }, MONEY),
    custodyModule,
  ]);
  const accountId = await anAccount(api);
  await link(api, accountId);
  if (nickname !== null) await bankAccount(api, accountId, { Extnickname: nickname });
  fieldsOf(await decide(api, await aRequest(api, accountId), 'Approved'));
  api.fired.length = 0;
  return { api, accountId };
}

const deposit = async (api: Api, fields: object) =>
  fieldsOf(await api.call('POST', 'createCustodyFundMove', { amount: '100', ...fields })).custodyTransaction as Item;

const bankSays = (api: Api, referenceNumber: string | null, status: string) =>
  api.call('POST', 'admin/updateCustodyFundMoveStatus', { referenceNumber, status }, MASTER);

describeOnEachDatabase('deposits into custody accounts', (open) => {
  test('are debited from the external account, within their limits', async () => {
    const { api, accountId } = await start(open);
    const made = await deposit(api, { accountId, amount: '100000.00', description: 'first' });
    expect(made).toMatchObject({
      accountId,
      amount: '100000.000000',
      accountNumber: '40005000601',
      routingNumber: '123456780',
      accountName: 'First Last',
      approvalStatus: 'Pending',
      status: 'Pending',
      routingNumberStatus: 'Verified',
      errors: '',
      tradeId: null,
    });
    expect(api.fired).toMatchObject([{ method: 'createCustodyFundMove', fields: { accountNumber: '' } }]);
    const call = (fields: object) => api.call('POST', 'fundCustodyAccount', { accountId, amount: '1', ...fields });
    errorOf(await call({ amount: '100000.01' }), '234');
    for (const amount of ['0', '-1', '1.001', '1e3'])
      expect(errorOf(await call({ amount }), '106')).toContain('amount');
    const { referenceNumber } = made;
    const read = fieldsOf(await api.call('POST', 'getCustodyFundMove', { referenceNumber }));
    expect(read.custodyTransaction).toEqual(made);
    errorOf(await api.call('POST', 'getCustodyFundMove', { referenceNumber }, { as: 'C2' }), '212');
    const listed = fieldsOf(await api.call('POST', 'getCustodyFundMoves', { accountId }));
    expect(listed).toEqual({
      custodyTransactions: [made],
      pagination: { totalRecords: 1, startIndex: 0, endIndex: 0 },
    });
    const rows = await api.database.db.selectFrom('custody_fund_moves').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('40005000601');
  });

  test('need an open custody account and an external account', async () => {
    const { api, accountId } = await start(open, null);
    errorOf(await api.call('POST', 'createCustodyFundMove', { accountId, amount: '1' }), '149');
    const closed = await anAccount(api);
    errorOf(await api.call('POST', 'createCustodyFundMove', { accountId: closed, amount: '1' }), '190');
  });

  test('are submitted at the cut-off, and voided only before', async () => {
    const { api, accountId } = await start(open);
    const [first, second] = [await deposit(api, { accountId }), await deposit(api, { accountId })];
    const voided = { referenceNumber: second.referenceNumber, status: 'void' };
    const answer = fieldsOf(await api.call('POST', 'updateCustodyFundMove', voided));
    expect(answer.custodyTransaction).toMatchObject({ status: 'void' });
    errorOf(await api.call('POST', 'updateCustodyFundMove', voided), '224');
    const services = { db: api.database.db, nowUs: () => api.nowUs };
    // Wednesday, 17:59:59 and 18:00 in New York.
    api.nowUs = Date.parse('2030-01-02T22:59:59Z') * 1000;
    expect(await submitDeposits(services)).toBe(0);
    api.nowUs += 1_000_000;
    expect(await submitDeposits(services)).toBe(1);
    expect(await submitDeposits(services)).toBe(0);
    const { custodyTransactions } = fieldsOf(await api.call('POST', 'getCustodyFundMoves', {}));
    expect((custodyTransactions as Item[]).map(({ status, approvalStatus }) => [status, approvalStatus])).toEqual([
      ['Voided', 'Pending'],
      ['Submitted', 'Approved'],
    ]);
    errorOf(
      await api.call('POST', 'updateCustodyFundMove', { ...voided, referenceNumber: first.referenceNumber! }),
      '224',
    );
    expect((await bankSays(api, first.referenceNumber!, 'Settled')).body.statusCode).toBe('101');
  });

  test('fund the trade that they are for, and take that back', async () => {
    const { api, accountId } = await start(open);
    const { db } = api.database;
    const offering = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    const { trade_id: tradeId } = await aTrade(db, 'C1', offering.offering_id, { account_id: accountId });
    const other = await aTrade(db, 'C1', offering.offering_id, { account_id: 'A99999999' });
    const call = (fields: object) => api.call('POST', 'createCustodyFundMove', { accountId, amount: '100', ...fields });
    errorOf(await call({ tradeId: other.trade_id }), '188');
    expect(errorOf(await call({ tradeId, amount: '99.99' }), '106')).toContain('amount');
    const { referenceNumber } = await deposit(api, { accountId, tradeId });
    errorOf(await call({ tradeId }), '150');
    const statusOfTrade = async () =>
      (await db.selectFrom('trades').selectAll().where('trade_id', '=', tradeId).executeTakeFirstOrThrow())
        .order_status;
    errorOf(await bankSays(api, referenceNumber!, 'Settled'), '224');
    fieldsOf(await bankSays(api, referenceNumber!, 'Submitted'));
    fieldsOf(await bankSays(api, referenceNumber!, 'Settled'));
    expect(await statusOfTrade()).toBe('FUNDED');
    fieldsOf(await bankSays(api, referenceNumber!, 'Returned'));
    expect(await statusOfTrade()).toBe('CREATED');
    expect(api.fired.filter(({ method }) => method === 'updateTradeStatus')).toHaveLength(2);
  });

  test.each([
    ['Test ACH Settled', 'Settled', ''],
    ['Test ACH R01', 'Returned', 'R01 - Insufficient funds'],
  ])('of %s end at once', async (nickname, status, errors) => {
    const { api, accountId } = await start(open, nickname);
    expect(await deposit(api, { accountId })).toMatchObject({ approvalStatus: 'TEST ENTRY', status, errors });
  });
});

describeOnEachDatabase('disbursements from custody accounts', (open) => {
  const WIRE = { amount: '10.5', type: 'WIRE_domestic', bankId: '021000021', bankAccountId: '40005000601' };

  test('are asked for, listed, and move as their lifecycle says', async () => {
    const { api, accountId } = await start(open);
    const call = (fields: object) =>
      api.call('POST', 'createCustodyFundDisbursement', { accountId, ...WIRE, ...fields });
    const { custodyFundDisbursement } = fieldsOf(await call({}));
    const made = custodyFundDisbursement as Item;
    expect(made).toMatchObject({ amount: '10.50', type: 'wire_domestic', status: 'pending', additionalDetails: null });
    expect(api.fired[0]!.fields).not.toHaveProperty('bankAccountId');
    expect(errorOf(await call({ bankId: '' }), '106')).toContain('bankId');
    expect(fieldsOf(await call({ type: 'ach' })).custodyFundDisbursement).toMatchObject({ bankId: null });
    const filter = { requestId: made.requestId };
    const listed = fieldsOf(await api.call('POST', 'getCustodyFundDisbursements', { filter }));
    expect(listed.custodyFundDisbursements).toEqual([made]);
    const foreign = fieldsOf(await api.call('POST', 'getCustodyFundDisbursements', {}, { as: 'C2' }));
    expect(foreign.custodyFundDisbursements).toEqual([]);
    const { db } = api.database;
    const told: string[] = [];
    const expected: string[] = [];
    for (const state of DISBURSEMENT_STATUSES) {
      for (const status of DISBURSEMENT_STATUSES) {
        await db.updateTable('custody_fund_disbursements').set({ status: state }).execute();
        const review = { requestId: made.requestId, status };
        const { body } = await api.call('POST', 'admin/reviewCustodyFundDisbursement', review, MASTER);
        told.push(`${state} > ${status}: ${body.statusCode}`);
        const isMove = DISBURSEMENT_LIFECYCLE.moves.some((one) => one.from === state && one.trigger === status);
        expected.push(`${state} > ${status}: ${isMove ? 101 : 190}`);
      }
    }
    expect(told).toEqual(expected);
  });
});

test('the page on custody shows the lifecycles of money', () => {
  const page = readFileSync(new URL('../../../docs/custody.md', import.meta.url), 'utf8');
  expect(page).toContain(lifecycleTable(DISBURSEMENT_LIFECYCLE));
  expect(page).toContain(lifecycleTable(FUND_MOVE_LIFECYCLE));
});
