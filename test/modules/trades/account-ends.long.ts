/** The end of an account, and of a custody account, voids Pending payments (T15); money under way keeps an account. */
import { expect, test, vi } from 'vitest';
import { DISBURSEMENT_STATUSES } from '../../../src/modules/payments/custody/disbursements.ts';
import { InstrumentRail } from '../../../src/modules/payments/lifecycle/index.ts';
import { TRADE_STATES } from '../../../src/modules/trades/records/trade-lifecycle.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { aDisbursement } from '../payments/custody/deposits.ts';
import { errorOf, fieldsOf } from '../shared/api.ts';
import { aTrade } from '../shared/records.ts';
import { aPayingAccount, aPayingInvestor, type PayingInvestor } from './paying-investor.ts';
import { aPaidTrade, type PaidTrade, put, RAILS, statesOf } from './rails.ts';

const PAYMENT_STATES = ['Pending', 'Submitted', 'Settled', 'Returned', 'Voided'] as const;
/** More than are voided in one transaction. */
const MANY = 120;
const VOIDS = {
  ach: 'requestForVoidACH',
  card: 'requestForVoidCCTransaction',
  custody: 'updateCustodyFundMove',
} as const;
const MASTER = { as: 'MASTER' };

const isVoid = ({ method }: { readonly method: string }) => Object.values<string>(VOIDS).includes(method);
const archive = ({ api, accountId }: PayingInvestor, as = 'C1') =>
  api.call('POST', 'updateAccountArchiveStatus', { accountId, archiveStatus: '1' }, { as });

async function aDeposit({ api, accountId }: PayingInvestor): Promise<string> {
  const { custodyTransaction } = fieldsOf(
    await api.call('POST', 'createCustodyFundMove', { accountId, amount: '100' }),
  );
  return (custodyTransaction as { referenceNumber: string }).referenceNumber;
}

async function statusOf({ api }: PayingInvestor, referenceNumber: string): Promise<unknown> {
  const { custodyTransaction } = fieldsOf(await api.call('POST', 'getCustodyFundMove', { referenceNumber }));
  return custodyTransaction;
}

describeOnEachDatabase('an account', (open) => {
  const start = async () => aPayingInvestor(await open());

  test('that is archived voids what is Pending, on every rail and for no trade, and nothing else', async () => {
    const investor = await start();
    const { api, offeringId } = investor;
    const another = { accountId: await aPayingAccount(api, 2), offeringId };
    const [paid, elsewhere] = [[] as PaidTrade[], [] as PaidTrade[]];
    for (const rail of RAILS) {
      elsewhere.push(await aPaidTrade(investor, rail, another));
      for (const payment of PAYMENT_STATES) {
        const one = await aPaidTrade(investor, rail, investor);
        await put(investor, one, { payment });
        paid.push(one);
      }
    }
    const deposit = await aDeposit(investor);
    api.fired.length = 0;
    errorOf(await archive(investor, 'C2'), '148');
    expect(api.fired.filter(isVoid)).toEqual([]);
    fieldsOf(await archive(investor));
    const states = await Promise.all(paid.map((one) => statesOf(investor, one)));
    const expected = RAILS.flatMap(() => PAYMENT_STATES.map((state) => (state === 'Pending' ? 'Voided' : state)));
    expect(states.map(({ payment }) => payment)).toEqual(expected);
    for (const one of elsewhere) expect((await statesOf(investor, one)).payment).toBe('Pending');
    expect(await statusOf(investor, deposit)).toMatchObject({ status: 'Voided', errors: 'The account was archived' });
    const pending = paid.filter((_, index) => PAYMENT_STATES[index % PAYMENT_STATES.length] === 'Pending');
    const voids = api.fired.filter(isVoid).map((one) => [one.clientId, one.method, one.fields.tradeId ?? null]);
    expect(voids).toEqual([
      ...pending.map((one) => ['C1', VOIDS[one.rail], String(one.tradeId)]),
      ['C1', VOIDS.custody, null],
    ]);
    // The same body as updateCustodyFundMove sends: the number of the account is in no webhook (U11).
    expect(api.fired.findLast(isVoid)?.fields).toMatchObject({
      referenceNumber: deposit,
      status: 'void',
      routingNumber: '123456780',
      accountNumber: '',
      errors: 'The account was archived',
    });
  });

  test('that is archived leaves a payment that is sent at the same moment', async () => {
    const investor = await start();
    const paid = await aPaidTrade(investor, 'ach', investor);
    const { hold } = InstrumentRail.prototype;
    vi.spyOn(InstrumentRail.prototype, 'hold').mockImplementationOnce(async function (this: never, transaction, ...of) {
      await transaction.updateTable('ach_fund_moves').set({ fund_status: 'Submitted' }).execute();
      return hold.call(this, transaction, ...of);
    });
    fieldsOf(await archive(investor));
    expect((await statesOf(investor, paid)).payment).toBe('Submitted');
  });

  test('voids all of many payments, each once', async () => {
    const investor = await start();
    const { api } = investor;
    const deposits: string[] = [];
    for (let i = 0; i < MANY; i++) deposits.push(await aDeposit(investor));
    api.fired.length = 0;
    fieldsOf(await archive(investor));
    const voided = api.fired.filter(isVoid).map(({ fields }) => fields.referenceNumber);
    expect(voided).toEqual(deposits);
    for (const deposit of deposits) expect(await statusOf(investor, deposit)).toMatchObject({ status: 'Voided' });
  });

  test.each(RAILS)('is deleted only without a payment that is Pending or Submitted (%s)', async (rail) => {
    const { api, offeringId, ...rest } = await start();
    for (const [index, payment] of PAYMENT_STATES.entries()) {
      const investor = { api, offeringId, ...rest, accountId: await aPayingAccount(api, 10 + index) };
      const one = await aPaidTrade(investor, rail, investor);
      await put(investor, one, { payment });
      const { accountId } = investor;
      const answer = await api.call('POST', 'deleteAccount', { accountId });
      if (payment === 'Pending' || payment === 'Submitted') {
        expect(errorOf(answer, '190'), payment).toContain(
          'accountId: a payment of the account is Pending or Submitted',
        );
        fieldsOf(await api.call('POST', 'getAccount', { accountId }));
        const links = fieldsOf(await api.call('POST', 'getAllLinks', { accountId }));
        expect(links.linkDetails).toHaveLength(1);
      } else expect(answer.body.statusCode, payment).toBe('101');
      expect((await statesOf(investor, one)).payment).toBe(payment);
    }
  });

  test('is deleted only without a disbursement or a refund under way', async () => {
    const { api, offeringId } = await start();
    const { db } = api.database;
    const was: unknown[] = [];
    const due: unknown[] = [];
    for (const [index, status] of [...DISBURSEMENT_STATUSES, ...TRADE_STATES].entries()) {
      const accountId = await aPayingAccount(api, 30 + index);
      const isTrade = (TRADE_STATES as readonly string[]).includes(status);
      if (isTrade) await aTrade(db, 'C1', offeringId, { account_id: accountId, order_status: status });
      else {
        const request_id = await aDisbursement(db, { client_id: 'C1', account_id: accountId });
        const disbursement = db.updateTable('custody_fund_disbursements').where('request_id', '=', request_id);
        await disbursement.set({ status }).execute();
      }
      const { body } = await api.call('POST', 'deleteAccount', { accountId });
      was.push([status, body.statusCode]);
      const isOver = isTrade
        ? status !== 'UNWIND PENDING'
        : ['rejected', 'completed', 'failed', 'terminated'].includes(status);
      due.push([status, isOver ? '101' : '190']);
    }
    expect(was).toEqual(due);
  });

  test('is deleted, or gets its payment or disbursement: never both at the same moment', async () => {
    const { api } = await start();
    for (let round = 0; round < 12; round++) {
      const accountId = await aPayingAccount(api, 60 + round);
      const method = round % 2 === 0 ? 'createCustodyFundMove' : 'createCustodyFundDisbursement';
      const [deleted, made] = await Promise.all([
        api.call('POST', 'deleteAccount', { accountId }),
        api.call('POST', method, { accountId, amount: '100', type: 'ach' }),
      ]);
      const codes = [deleted.body.statusCode, made.body.statusCode];
      expect([
        ['101', '148'],
        ['190', '101'],
      ]).toContainEqual(codes);
    }
  });
});

describeOnEachDatabase('a custody account', (open) => {
  test('that is closed voids its Pending deposits, and no other payment', async () => {
    const investor = await aPayingInvestor(await open());
    const { api, accountId } = investor;
    const { db } = api.database;
    const paid: PaidTrade[] = [];
    for (const rail of RAILS) paid.push(await aPaidTrade(investor, rail, investor));
    const deposit = await aDeposit(investor);
    api.fired.length = 0;
    const requests = db.selectFrom('custody_account_requests').select('request_id').where('account_id', '=', accountId);
    const { request_id: custAccRequestID } = await requests.executeTakeFirstOrThrow();
    fieldsOf(await api.call('POST', 'admin/closeCustodyAccount', { custAccRequestID }, MASTER));
    const states = await Promise.all(paid.map(async (one) => (await statesOf(investor, one)).payment));
    expect(states).toEqual(RAILS.map((rail) => (rail === 'custody' ? 'Voided' : 'Pending')));
    const closed = { status: 'Voided', errors: 'The custody account was closed' };
    expect(await statusOf(investor, deposit)).toMatchObject(closed);
    expect(api.fired.map(({ method }) => method)).toEqual(['updateCustodyFundMove', 'updateCustodyFundMove']);
  });
});
