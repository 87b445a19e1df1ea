import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { closeAccount } from '../../../../src/modules/payments/custody/account-request-records.ts';
import {
  DISBURSEMENT_LIFECYCLE,
  DISBURSEMENT_STATUSES,
} from '../../../../src/modules/payments/custody/disbursements.ts';
import { DEPOSIT_LIFECYCLE } from '../../../../src/modules/payments/lifecycle/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { lifecycleTable } from '../../../support/lifecycle-table.ts';
import { anAccount } from '../../shared/accounts.ts';
import { errorOf, fieldsOf } from '../../shared/api.ts';
import { anIssuer, anOffering, aTrade } from '../../shared/records.ts';
import { BANK } from '../ach/fixture.ts';
import { aCustodyTrade, bankSays, deposit, type Item, MASTER, orderStatus, startMoney } from './custody-api.ts';
import { giveCash } from './deposits.ts';

describeOnEachDatabase('deposits into custody accounts', (open) => {
  test('are debited from the external account, within their limits', async () => {
    const { api, accountId } = await startMoney(open);
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
    const { api, accountId } = await startMoney(open, null);
    errorOf(await api.call('POST', 'createCustodyFundMove', { accountId, amount: '1' }), '149');
    const closed = await anAccount(api);
    errorOf(await api.call('POST', 'createCustodyFundMove', { accountId: closed, amount: '1' }), '190');
  });

  test('are voided while they are Pending', async () => {
    const { api, accountId } = await startMoney(open);
    const [first, second] = [await deposit(api, { accountId }), await deposit(api, { accountId })];
    const voided = { referenceNumber: second.referenceNumber, status: 'void' };
    const answer = fieldsOf(await api.call('POST', 'updateCustodyFundMove', voided));
    expect(answer.custodyTransaction).toMatchObject({ status: 'void' });
    errorOf(await api.call('POST', 'updateCustodyFundMove', voided), '224');
    fieldsOf(await bankSays(api, first.referenceNumber!, 'Submitted'));
    errorOf(
      await api.call('POST', 'updateCustodyFundMove', { ...voided, referenceNumber: first.referenceNumber! }),
      '224',
    );
  });

  test('are voided by the older name too, with the webhook of that name', async () => {
    const { api, accountId } = await startMoney(open);
    const { referenceNumber: RefNum } = await deposit(api, { accountId });
    api.fired.length = 0;
    const answer = fieldsOf(await api.call('POST', 'requestForVoidCustodyACH', { RefNum }));
    expect(answer).toEqual({ investorExternalAccountDetails: 'Status updated' });
    expect(api.fired).toMatchObject([
      { clientId: 'C1', method: 'requestForVoidCustodyACH', fields: { referenceNumber: RefNum, status: 'void' } },
    ]);
    const read = fieldsOf(await api.call('POST', 'getCustodyFundMove', { referenceNumber: RefNum }));
    expect(read.custodyTransaction).toMatchObject({ status: 'Voided' });
    errorOf(await api.call('POST', 'requestForVoidCustodyACH', { RefNum }), '224');
    errorOf(await api.call('POST', 'requestForVoidCustodyACH', { RefNum }, { as: 'C2' }), '212');
  });

  test('have the limit that the operator set for the client', async () => {
    const { api, accountId } = await startMoney(open);
    const clientId = 'C00000001';
    const set = (amountMax: string) =>
      api.call('POST', 'admin/setCustodyDepositLimit', { clientId, amountMax }, MASTER);
    expect(fieldsOf(await set('250.5'))).toEqual({ clientId, amountMax: '250.500000' });
    expect(errorOf(await set('100000.01'), '106')).toContain('amountMax');
    errorOf(await api.call('POST', 'admin/setCustodyDepositLimit', { clientId, amountMax: '1' }), '111');
    await api.database.db.updateTable('custody_deposit_limits').set({ client_id: 'C1' }).execute();
    const call = (amount: string) => api.call('POST', 'createCustodyFundMove', { accountId, amount });
    expect(errorOf(await call('250.51'), '234')).toContain('250.50');
    fieldsOf(await call('250.50'));
    await api.database.db.updateTable('custody_deposit_limits').set({ client_id: 'C2' }).execute();
    fieldsOf(await call('250.51'));
  });

  test('are refused for a bank account that cannot be debited', async () => {
    const { api, accountId } = await startMoney(open);
    const call = () => api.call('POST', 'createCustodyFundMove', { accountId, amount: '1' });
    const operator = (method: string, fields: object) =>
      api.call('POST', `admin/${method}`, fields as Record<string, unknown>, MASTER);
    for (const [routing, code] of [
      ['12345678', '207'],
      ['123456789', '215'],
    ] as const) {
      const bank = { types: 'Account', accountId, ...BANK, ExtRoutingnumber: routing };
      fieldsOf(await api.call('POST', 'updateExternalAccount', bank));
      errorOf(await call(), code);
    }
    fieldsOf(await operator('updateAchBlock', { accountId, blocked: 'Yes' }));
    errorOf(await call(), '773');
    expect(await api.database.db.selectFrom('custody_fund_moves').selectAll().execute()).toEqual([]);
  });

  test('fund the trade that they are for, and take that back', async () => {
    const money = await startMoney(open);
    const { api, accountId } = money;
    const tradeId = await aCustodyTrade(money);
    const { db } = api.database;
    const offering = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    const other = await aTrade(db, 'C1', offering.offering_id, { account_id: 'A99999999' });
    const call = (fields: object) => api.call('POST', 'createCustodyFundMove', { accountId, amount: '100', ...fields });
    errorOf(await call({ tradeId: other.trade_id }), '188');
    const { referenceNumber } = await deposit(api, { accountId, tradeId });
    errorOf(await call({ tradeId }), '150');
    errorOf(await bankSays(api, referenceNumber!, 'Settled'), '224');
    fieldsOf(await bankSays(api, referenceNumber!, 'Submitted'));
    fieldsOf(await bankSays(api, referenceNumber!, 'Settled'));
    expect(await orderStatus(money, tradeId)).toBe('FUNDED');
    fieldsOf(await bankSays(api, referenceNumber!, 'Returned'));
    expect(await orderStatus(money, tradeId)).toBe('CREATED');
    expect(api.fired.filter(({ method }) => method === 'updateTradeStatus')).toHaveLength(2);
  });

  test.each([
    ['Test ACH Settled', 'Settled', ''],
    ['Test ACH R01', 'Returned', 'R01 - Insufficient funds'],
  ])('of %s end at once', async (nickname, status, errors) => {
    const { api, accountId } = await startMoney(open, nickname);
    expect(await deposit(api, { accountId })).toMatchObject({ approvalStatus: 'TEST ENTRY', status, errors });
  });
});

/** More than a call makes, so that it would be answered before the transaction ends. */
const READS_MEANWHILE = 200;

describeOnEachDatabase('disbursements from custody accounts', (open) => {
  const WIRE = { amount: '10.5', type: 'WIRE_domestic', bankId: '021000021', bankAccountId: '40005000601' };

  test('are asked for, listed, and move as their lifecycle says', async () => {
    const { api, accountId } = await startMoney(open);
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
    const reported: string[] = [];
    const expected: string[] = [];
    await giveCash(db, accountId, '21.000000');
    for (const state of DISBURSEMENT_STATUSES) {
      for (const status of DISBURSEMENT_STATUSES) {
        await db.updateTable('custody_fund_disbursements').set({ status: state }).execute();
        const review = { requestId: made.requestId, status };
        const { body } = await api.call('POST', 'admin/reviewCustodyFundDisbursement', review, MASTER);
        reported.push(`${state} > ${status}: ${body.statusCode}`);
        const isMove = DISBURSEMENT_LIFECYCLE.moves.some((one) => one.from === state && one.trigger === status);
        expected.push(`${state} > ${status}: ${isMove ? 101 : 190}`);
      }
    }
    expect(reported).toEqual(expected);
  });

  test('are made of any amount, and set aside only as far as there is cash, also at the same moment', async () => {
    const money = await startMoney(open);
    const { api, accountId } = money;
    const { db } = api.database;
    const { request_id: custAccRequestID } = await db
      .selectFrom('custody_account_requests')
      .selectAll()
      .executeTakeFirstOrThrow();
    const ask = async (amount: string) => {
      const made = await api.call('POST', 'createCustodyFundDisbursement', { accountId, ...WIRE, amount });
      return (fieldsOf(made).custodyFundDisbursement as Item).requestId;
    };
    const review = async (requestId: string | null | undefined, status: string) =>
      (await api.call('POST', 'admin/reviewCustodyFundDisbursement', { requestId, status }, MASTER)).body;
    const balance = async () => {
      const { custodyAccount } = (await api.get(`custodyAccounts/${custAccRequestID}`)).body as {
        custodyAccount: Item;
      };
      const { cashAmount, heldAmount, disbursingAmount } = custodyAccount;
      return [cashAmount, heldAmount, disbursingAmount].map(Number);
    };
    // Money for a trade is not paid out.
    const tradeId = await aCustodyTrade(money);
    const { referenceNumber } = await deposit(api, { accountId, tradeId });
    for (const status of ['Submitted', 'Settled']) fieldsOf(await bankSays(api, referenceNumber!, status));
    expect(await balance()).toEqual([0, 100, 0]);
    const [one, other] = [await ask('60'), await ask('60.01')];
    for (const id of [one, other]) expect((await review(id, 'in_review')).statusCode).toBe('101');
    for (const status of ['processing', 'approved']) expect((await review(one, status)).statusCode).toBe('190');
    expect(JSON.stringify(await review(one, 'approved'))).toContain('has 0.000000 dollars');
    await giveCash(db, accountId, '120.000000');
    const codes = (await Promise.all([one, other].map((id) => review(id, 'approved')))).map((body) => body.statusCode);
    expect(codes.sort()).toEqual(['101', '190']);
    const [cash, , disbursing] = await balance();
    expect(cash! + disbursing!).toBe(120);
    const { request_id: approved } = await db
      .selectFrom('custody_fund_disbursements')
      .selectAll()
      .where('status', '=', 'approved')
      .executeTakeFirstOrThrow();
    for (const status of ['scheduled', 'completed']) expect((await review(approved, status)).statusCode).toBe('101');
    expect(await balance()).toEqual([cash, 100, 0]);
    // The other one has not enough; what the first would have taken is no longer there.
    expect((await review(approved === one ? other : one, 'approved')).statusCode).toBe('190');
  });

  test('are not made from a custody account that is closed at the same moment', async () => {
    const { api, accountId } = await startMoney(open);
    const { db } = api.database;
    const { request_id: id } = await db.selectFrom('custody_account_requests').selectAll().executeTakeFirstOrThrow();
    const { asked } = await db.transaction().execute(async (transaction) => {
      await closeAccount(transaction, { clientId: 'C1', id }, { reason: null, nowUs: api.nowUs });
      const call = api.call('POST', 'createCustodyFundDisbursement', { accountId, ...WIRE });
      // On PostgreSQL the call reads meanwhile, on SQLite it begins after the transaction.
      for (let read = 0; read < READS_MEANWHILE; read += 1)
        await transaction.selectFrom('accounts').selectAll().execute();
      return { asked: call };
    });
    errorOf(await asked, '190');
    expect(await db.selectFrom('custody_fund_disbursements').selectAll().execute()).toEqual([]);
  });

  test('are reopened only while their account and custody account are there', async () => {
    const { api, accountId } = await startMoney(open);
    const { db } = api.database;
    const made = fieldsOf(await api.call('POST', 'createCustodyFundDisbursement', { accountId, ...WIRE }));
    const { requestId } = made.custodyFundDisbursement as Item;
    const { request_id: custAccRequestID } = await db
      .selectFrom('custody_account_requests')
      .selectAll()
      .executeTakeFirstOrThrow();
    const end = () => db.updateTable('custody_fund_disbursements').set({ status: 'rejected' }).execute();
    const review = (status: string) =>
      api.call('POST', 'admin/reviewCustodyFundDisbursement', { requestId, status }, MASTER);
    await end();
    fieldsOf(await review('reopened'));
    await end();
    fieldsOf(await api.call('POST', 'admin/closeCustodyAccount', { custAccRequestID }, MASTER));
    errorOf(await review('reopened'), '190');
    fieldsOf(await api.call('POST', 'deleteAccount', { accountId }));
    errorOf(await review('reopened'), '148');
    const row = await db.selectFrom('custody_fund_disbursements').selectAll().executeTakeFirstOrThrow();
    expect(row.status).toBe('rejected');
  });
});

test('the page on custody shows the lifecycles of money', () => {
  const page = readFileSync(new URL('../../../../docs/api/payments.md', import.meta.url), 'utf8');
  expect(page).toContain(lifecycleTable(DISBURSEMENT_LIFECYCLE));
  expect(page).toContain(lifecycleTable(DEPOSIT_LIFECYCLE));
});
