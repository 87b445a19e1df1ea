import { expect, test } from 'vitest';
import { describeOnEachDatabase, type TestDatabases } from '../../../support/database.ts';
import { anAccount } from '../../shared/accounts.ts';
import { ENCODINGS, errorOf, fieldsOf } from '../../shared/api.ts';
import {
  type AchApi,
  aFundMove,
  anAchTrade,
  BANK,
  bankAccount,
  base64,
  moveOf,
  orderStatus,
  startAch,
} from './fixture.ts';

const DETAILS = 'investorExternalAccountDetails';

function suites(open: TestDatabases): void {
  test.each(ENCODINGS)('a debit is made, read and taken back (%s)', async (encoding) => {
    const ach = await startAch(await open());
    const { api, accountId } = ach;
    const offeringId = String(ach.offeringId);
    const tradeId = String(await anAchTrade(ach));
    const sent = { accountId, offeringId, tradeId, amount: '100.50', description: 'Ten units', checkNumber: '1' };
    const { TradeFinancialDetails } = fieldsOf(await api.call('POST', 'externalFundMove', sent, { encoding }));
    const [{ RefNum }] = TradeFinancialDetails as [{ RefNum: string }];
    expect(RefNum).toMatch(/^[0-9]+$/);
    expect(TradeFinancialDetails).toEqual([
      { accountId, tradeId, offeringId, totalAmount: '100.500000', RefNum, fundStatus: 'Pending' },
    ]);
    const pending = {
      accountId,
      tradeId,
      offeringId,
      Bankname: null,
      totalAmount: '100.500000',
      Accountnumber: base64(BANK.ExtAccountnumber),
      Routingnumber: base64(BANK.ExtRoutingnumber),
      Accountfullname: 'First Last',
      transactionstatus: 'Pending',
      routingNumberStatus: 'Verified',
      fundStatus: 'Pending',
      createdDate: '2030-01-02 03:04:05',
    };
    const call = (name: string, fields: object) => api.call('POST', name, { ...fields }, { encoding });
    expect(fieldsOf(await call('getAchPendingId', { accountId }))).toEqual({ [DETAILS]: [pending] });
    const whole = { ...pending, RefNum, errors: null };
    expect(fieldsOf(await call('getExternalFundMove', { accountId, RefNum }))).toEqual({ [DETAILS]: [whole] });
    expect(fieldsOf(await call('getExternalFundMoveHistory', { accountId }))).toEqual({ accountDetails: [whole] });
    expect(fieldsOf(await call('getExternalFundMoveInfo', { accountId, RefNum }))).toEqual({
      [DETAILS]: { fundStatus: 'Pending', error: null },
      ACHDetails: {
        accountId,
        fundStatus: 'Pending',
        tradeId,
        createdDate: '2030-01-02 03:04:05',
        accountName: 'Example Trust',
        clientName: '',
        issueName: 'Example Offering',
        clientId: 'XXXXXXXXXXXXXXX',
        developerAPIKey: 'XXXXXXXXXXXXXXX',
      },
    });
    expect(fieldsOf(await call('requestForVoidACH', { RefNum }))).toEqual({ [DETAILS]: 'Status updated' });
    errorOf(await call('requestForVoidACH', { RefNum }), '224');
    errorOf(await call('getAchPendingId', { accountId }), '212');
    expect(fieldsOf(await call('getExternalFundMove', { accountId, RefNum }))).toMatchObject({
      [DETAILS]: [{ fundStatus: 'Voided' }],
    });
    expect(api.fired).toEqual([
      { clientId: 'C1', method: 'externalFundMove', fields: { tradeId, RefNum } },
      {
        clientId: 'C1',
        method: 'requestForVoidACH',
        fields: { accountId, tradeId, transactionstatus: 'Pending', fundStatus: 'Voided', RefNum, errors: '' },
      },
    ]);
    // A voided one leaves room for another.
    fieldsOf(await moveOf(ach, Number(tradeId)));
  });

  test('each rule has its code, and the first that is broken answers', async () => {
    const ach = await startAch(await open());
    const { api, accountId, offeringId } = ach;
    const db = api.database.db;
    const tradeId = await anAchTrade(ach);
    const refused = async (code: string, sent: object = {}, of = tradeId) => errorOf(await moveOf(ach, of, sent), code);

    for (const field of ['accountId', 'offeringId', 'tradeId', 'amount', 'description', 'checkNumber']) {
      expect(await refused('106', { [field]: '' })).toContain(field);
    }
    await refused('148', { accountId: 'A98765432' });
    await refused('188', { tradeId: '987654321' });
    await refused('188', { tradeId: 'abc' });
    await refused('188', { offeringId: 'abc' });
    await refused('188', { offeringId: String(offeringId + 1) });
    await refused('194', {}, await anAchTrade(ach, { transaction_type: 'WIRE' }));
    await refused('234', {}, await anAchTrade(ach, { total_amount: '100000.000001' }));
    for (const amount of ['107.01', '1000']) await refused('721', { amount });
    for (const amount of ['100.001', '1e2', '-1', '+100', 'abc', '0', '0.00', '1,000', true, ' 100', '.5', '5.']) {
      await refused('732', { amount });
    }
    for (const order_status of ['FUNDED', 'CANCELED', 'SETTLED']) {
      await refused('190', {}, await anAchTrade(ach, { order_status, recorded_amount: '100.000000' }));
    }
    const foreign = await anAccount(api, 'C2');
    await refused('148', { accountId: foreign });

    const other = await anAccount(api);
    await refused('149', { accountId: other });
    await bankAccount(api, other);
    await refused('188', { accountId: other });
    const alone = { ...ach, accountId: other };
    errorOf(await moveOf(alone, await anAchTrade(alone)), '135');

    const change = (fields: object) =>
      api.call('POST', 'updateExternalAccount', { types: 'Account', accountId, ...BANK, ...fields });
    await change({ ExtRoutingnumber: '12345678' });
    await refused('207');
    await change({ ExtRoutingnumber: '123456789' });
    await refused('215');
    await change({});

    await db.insertInto('clients').values(CLIENT).execute();
    const settings = (fields: object) =>
      api.call('POST', 'admin/updateAchSettings', { clientId: 'C1', ...fields }, { as: 'MASTER' });
    expect(fieldsOf(await settings({ enabled: 'No' }))).toEqual({
      achSettings: { clientId: 'C1', enabled: 'No', singleAmountMax: '100000.000000' },
    });
    await refused('211');
    fieldsOf(await settings({ enabled: 'Yes', singleAmountMax: '99.99' }));
    await refused('234');
    fieldsOf(await settings({ singleAmountMax: '100' }));
    await refused('234', { amount: '100.01' });
    fieldsOf(await settings({ singleAmountMax: '107' }));
    errorOf(await settings({ clientId: 'C98765432' }), '404');

    const block = (blocked: string) =>
      api.call('POST', 'admin/updateAchBlock', { accountId, blocked, reason: 'asked for' }, { as: 'MASTER' });
    fieldsOf(await block('Yes'));
    await refused('773');
    // The block comes before what is wrong with the trade.
    await refused('773', { tradeId: '987654321' });
    fieldsOf(await block('No'));

    await db.updateTable('offerings').set({ deleted_at: 1 }).where('offering_id', '=', offeringId).execute();
    await refused('138');
    await db.updateTable('offerings').set({ deleted_at: null }).where('offering_id', '=', offeringId).execute();

    const made = fieldsOf(await moveOf(ach, tradeId, { amount: 107 }));
    expect(made).toMatchObject({ TradeFinancialDetails: [{ totalAmount: '107.000000' }] });
    await refused('150');
    expect(api.fired.filter(({ method }) => method === 'externalFundMove')).toHaveLength(1);
  });

  test.each([
    ['33.33', '35.66', '35.67'],
    ['0.01', '0.01', '0.02'],
    ['99.99', '106.98', '106.99'],
    ['0.29', '0.31', '0.32'],
  ])('of %s at most %s is debited, to the cent', async (total_amount, most, more) => {
    const ach = await startAch(await open());
    const tradeId = await anAchTrade(ach, { total_amount });
    errorOf(await moveOf(ach, tradeId, { amount: more }), '721');
    expect(fieldsOf(await moveOf(ach, tradeId, { amount: most }))).toMatchObject({
      TradeFinancialDetails: [{ totalAmount: `${most}0000` }],
    });
  });

  test('without a bank there is no payment provider', async () => {
    const ach = await startAch(await open(), { settings: { originator: null } });
    errorOf(await moveOf(ach, await anAchTrade(ach)), '211');
  });

  test.each([
    ['Test ACH Settled', 'Settled', 'FUNDED', null],
    ['Test ACH R01', 'Returned', 'CREATED', 'R01 - Insufficient funds'],
  ])('outside production the nickname %s ends in %s at once', async (nickname, fundStatus, status, errors) => {
    const ach = await startAch(await open(), { nickname });
    const { api, accountId } = ach;
    const tradeId = await anAchTrade(ach);
    const { TradeFinancialDetails } = fieldsOf(await moveOf(ach, tradeId, { NickName: 'Test ACH R10' }));
    const [{ RefNum }] = TradeFinancialDetails as [{ RefNum: string }];
    expect(TradeFinancialDetails).toMatchObject([{ fundStatus }]);
    expect(await orderStatus(ach, tradeId)).toBe(status);
    const read = fieldsOf(await api.call('POST', 'getExternalFundMove', { accountId, RefNum }));
    expect(read).toMatchObject({ [DETAILS]: [{ fundStatus, errors }] });
    const info = fieldsOf(await api.call('POST', 'getExternalFundMoveInfo', { accountId, RefNum }));
    expect(info).toMatchObject({ [DETAILS]: { fundStatus, error: errors } });
    const steps = api.fired.filter(({ method }) => method.includes('FundMove'));
    expect(steps.map(({ method, fields }) => [method, fields.fundStatus, fields.errors])).toEqual([
      ['externalFundMove', undefined, undefined],
      ['updateExternalFundMoveStatus', 'Submitted', ''],
      ['updateExternalFundMoveStatus', fundStatus, errors ?? ''],
    ]);
    const again = await moveOf(ach, tradeId);
    if (fundStatus === 'Settled') errorOf(again, '210');
    else expect(fieldsOf(again)).toMatchObject({ TradeFinancialDetails: [{ fundStatus: 'Returned' }] });
  });

  test('other nicknames, and every one in production, leave a debit Pending', async () => {
    for (const [nickname, isSandbox] of [
      ['Test ACH R99', true],
      ['test ach settled', true],
      ['Test ACH Settled', false],
    ] as const) {
      const ach = await startAch(await open(), { nickname, settings: { isSandbox } });
      const answer = fieldsOf(await moveOf(ach, await anAchTrade(ach)));
      expect(answer).toMatchObject({ TradeFinancialDetails: [{ fundStatus: 'Pending' }] });
    }
  });

  test('the operator says what the bank did, and the trade follows', async () => {
    const ach = await startAch(await open());
    const { api, accountId } = ach;
    const tradeId = await anAchTrade(ach);
    const made = fieldsOf(await moveOf(ach, tradeId)).TradeFinancialDetails as [{ RefNum: string }];
    const [{ RefNum }] = made;
    const update = (fields: object, as = 'MASTER') =>
      api.call('POST', 'updateExternalFundMoveStatus', { RefNum, ...fields }, { as });
    errorOf(await update({ fundStatus: 'Submitted' }, 'C1'), '111');
    errorOf(await update({ fundStatus: 'Voided' }), '106');
    errorOf(await update({ fundStatus: 'Submitted', accountId: 'A98765432' }), '212');
    errorOf(await update({ fundStatus: 'Submitted', RefNum: '987654321' }), '212');
    errorOf(await update({ fundStatus: 'Settled' }), '224');
    errorOf(await update({ fundStatus: 'Pending' }), '224');
    fieldsOf(await update({ fundStatus: 'Submitted', accountId }));
    errorOf(await api.call('POST', 'requestForVoidACH', { RefNum }), '224');
    errorOf(await moveOf(ach, tradeId), '210');
    fieldsOf(await update({ fundStatus: 'Settled', errors: 'not kept' }));
    expect(await orderStatus(ach, tradeId)).toBe('FUNDED');
    const late = fieldsOf(await update({ fundStatus: 'Returned', errors: 'R10 - Late' }));
    expect(late).toMatchObject({ [DETAILS]: [{ fundStatus: 'Returned', errors: 'R10 - Late' }] });
    expect(await orderStatus(ach, tradeId)).toBe('CREATED');
    const steps = api.fired.filter(({ method }) => method === 'updateExternalFundMoveStatus');
    expect(steps.map(({ clientId, fields }) => [clientId, fields.fundStatus, fields.errors])).toEqual([
      ['C1', 'Submitted', ''],
      ['C1', 'Settled', ''],
      ['C1', 'Returned', 'R10 - Late'],
    ]);
  });

  test.each([
    ['R10', '773'],
    ['R29 - Corporate customer advises not authorized', '773'],
    ['r07', '773'],
    ['R01 - Insufficient funds', '101'],
    ['the payer says R10', '101'],
    ['R100', '101'],
  ])('after the operator has reported the return %s the account answers %s', async (errors, code) => {
    const ach = await startAch(await open());
    const RefNum = await aFundMove(ach);
    const update = (fields: object) =>
      ach.api.call('POST', 'updateExternalFundMoveStatus', { RefNum, ...fields }, { as: 'MASTER' });
    fieldsOf(await update({ fundStatus: 'Submitted' }));
    fieldsOf(await update({ fundStatus: 'Returned', errors }));
    expect((await moveOf(ach, await anAchTrade(ach))).body.statusCode).toBe(code);
  });

  test('after the return R10 of a nickname of the sandbox the account is blocked', async () => {
    const ach = await startAch(await open(), { nickname: 'Test ACH R10' });
    fieldsOf(await moveOf(ach, await anAchTrade(ach)));
    errorOf(await moveOf(ach, await anAchTrade(ach)), '773');
  });

  test('the operator approves and declines what is Pending', async () => {
    const ach = await startAch(await open());
    const RefNum = await aFundMove(ach);
    const approve = (transactionstatus: string, as = 'MASTER') =>
      ach.api.call('POST', 'updateExternalFundMoveApprovedStatus', { RefNum, transactionstatus }, { as });
    errorOf(await approve('Approved', 'C1'), '111');
    expect(fieldsOf(await approve('Approved'))).toMatchObject({ [DETAILS]: [{ transactionstatus: 'Approved' }] });
    fieldsOf(await approve('Declined'));
    expect(ach.api.fired.at(-1)).toMatchObject({
      clientId: 'C1',
      method: 'updateExternalFundMoveApprovedStatus',
      fields: { transactionstatus: 'Declined', fundStatus: 'Pending', RefNum },
    });
    fieldsOf(await ach.api.call('POST', 'requestForVoidACH', { RefNum }));
    errorOf(await approve('Approved'), '224');
  });

  test('of many calls at once for one trade one makes a debit', async () => {
    const ach = await startAch(await open());
    const tradeId = await anAchTrade(ach);
    const answers = await Promise.all(Array.from({ length: 12 }, () => moveOf(ach, tradeId)));
    expect(answers.map(({ body }) => body.statusCode).sort()).toEqual(['101', ...Array(11).fill('150')]);
    const rows = await ach.api.database.db.selectFrom('ach_fund_moves').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(ach.api.fired).toHaveLength(1);
  });

  test('a debit keeps the bank details that it was made with, encrypted', async () => {
    const ach = await startAch(await open());
    const { api, accountId } = ach;
    const RefNum = await aFundMove(ach);
    const other = { types: 'Account', accountId, ...BANK, ExtAccountnumber: '99' };
    fieldsOf(await api.call('POST', 'updateExternalAccount', other));
    const read = fieldsOf(await api.call('POST', 'getExternalFundMove', { accountId, RefNum }));
    expect(read).toMatchObject({ [DETAILS]: [{ Accountnumber: base64(BANK.ExtAccountnumber) }] });
    const row = await api.database.db.selectFrom('ach_fund_moves').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(BANK.ExtAccountnumber);
  });

  test('are only their client’s', async () => {
    const ach: AchApi = await startAch(await open());
    const { api, accountId, issuerId } = ach;
    const RefNum = await aFundMove(ach);
    for (const name of ['getExternalFundMove', 'getExternalFundMoveInfo']) {
      errorOf(await api.call('POST', name, { accountId, RefNum }, { as: 'C2' }), '148');
      errorOf(await api.call('POST', name, { accountId: await anAccount(api), RefNum }), '212');
      errorOf(await api.call('POST', name, { accountId: String(issuerId), RefNum }), '212');
      fieldsOf(await api.call('POST', name, { accountId, RefNum }, { as: 'MASTER' }));
    }
    errorOf(await api.call('POST', 'requestForVoidACH', { RefNum }, { as: 'C2' }), '212');
    errorOf(await api.call('POST', 'getAchPendingId', { accountId }, { as: 'C2' }), '148');
    errorOf(await api.call('POST', 'getAchPendingId', { accountId: String(issuerId) }), '212');
    expect(fieldsOf(await api.call('POST', 'getExternalFundMoveHistory', { accountId: await anAccount(api) }))).toEqual(
      {
        accountDetails: [],
      },
    );
  });
}

const CLIENT = { client_id: 'C1', parent_id: 'C1', name: 'Example Client', active: 1, created_at: 1 };

describeOnEachDatabase('debits', suites);
