/** A client of the sandbox says what became of its payments, of every rail (A20). */
import { expect, test } from 'vitest';
import { DISBURSEMENT_STATUSES } from '../../../src/modules/payments/custody/disbursements.ts';
import { sandboxModule } from '../../../src/modules/sandbox/index.ts';
import { performOutside } from '../../../src/modules/sandbox/outside-steps.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { TEST_ACH } from '../payments/ach/ach-settings.ts';
import { aDisbursement, giveCash } from '../payments/custody/deposits.ts';
import { type Api, errorOf, fieldsOf } from '../shared/api.ts';
import { aTrade } from '../shared/records.ts';
import { aPayingInvestor } from '../trades/paying-investor.ts';
import { aPaidTrade, put, RAILS, type Rail, statesOf } from '../trades/rails.ts';

const FOLDERS = { outgoing: '/nowhere', incoming: '/nowhere' };
const STATES = ['Pending', 'Submitted', 'Settled', 'Returned', 'Voided'] as const;
const OUTCOMES = ['Settled', 'Returned', 'Failed'] as const;
const PAYMENT_TYPES = { ach: 'ACH', card: 'CREDITCARD', custody: 'CUSTODY' } as const;

const start = async (open: TestDatabases) =>
  aPayingInvestor(await open(), [
    (given) => sandboxModule({ ...given, ...FOLDERS, ach: TEST_ACH, rails: [], settlementDays: 5 }),
  ]);

const settle = (api: Api, fields: object, as = 'C1') =>
  api.call('POST', 'sandbox/settlePayment', { ...fields }, { as });

interface Expected {
  readonly code: string;
  readonly payment: string;
  readonly trade: string;
}

/** A new payment in the state, with its trade in the matching state. */
function expected(rail: Rail, state: (typeof STATES)[number], outcome: (typeof OUTCOMES)[number]): Expected {
  const trade = state === 'Settled' ? 'FUNDED' : 'CREATED';
  if (state === 'Returned' || state === 'Voided') return { code: '212', payment: state, trade };
  if (state === 'Settled') {
    if (outcome === 'Returned') return { code: '101', payment: 'Returned', trade: 'CREATED' };
    return { code: '224', payment: state, trade };
  }
  if (outcome === 'Settled') return { code: '101', payment: 'Settled', trade: 'FUNDED' };
  const isDeclined = rail === 'custody' && outcome === 'Failed';
  return { code: '101', payment: isDeclined ? 'Declined' : 'Returned', trade: 'CREATED' };
}

describeOnEachDatabase('sandbox/settlePayment', (open) => {
  test('a payment by card that it settled is not charged back, because no processor has it', async () => {
    const investor = await start(open);
    const { api } = investor;
    const paid = await aPaidTrade(investor, 'card', investor);
    await settle(api, { tradeId: paid.tradeId, outcome: 'Settled' });
    const { number } = await statesOf(investor, paid);
    const deps = { db: api.database.db } as Parameters<typeof performOutside>[0];
    const step = { as: 'card bank', refNum: Number(number) } as const;
    const chargedBack = performOutside(deps, step, { clientId: 'C1', scriptId: 's1' });
    await expect(chargedBack).rejects.toMatchObject({
      statusCode: 190,
      detail: 'the payment never went to the processor: settlePayment can return it',
    });
  });

  test.each(RAILS)('%s: each outcome from each state moves the payment and its trade', async (rail) => {
    const investor = await start(open);
    const { api } = investor;
    const was: unknown[] = [];
    const due: unknown[] = [];
    for (const state of STATES) {
      for (const outcome of OUTCOMES) {
        const paid = await aPaidTrade(investor, rail, investor);
        const name = `${state}, ${outcome}`;
        await put(investor, paid, { payment: state, ...(state === 'Settled' ? { trade: 'FUNDED' } : {}) });
        const { body } = await settle(api, { tradeId: paid.tradeId, outcome });
        const { payment, trade, number } = await statesOf(investor, paid);
        was.push([name, { code: body.statusCode, payment, trade }]);
        const then = expected(rail, state, outcome);
        due.push([name, then]);
        if (then.code !== '101') continue;
        expect(body.payment).toMatchObject({
          paymentType: PAYMENT_TYPES[rail],
          accountId: investor.accountId,
          tradeId: String(paid.tradeId),
          referenceNumber: String(number),
          status: then.payment,
        });
      }
    }
    expect(was).toEqual(due);
  });

  test('sends the webhooks that the bank and the processor would cause, in their order', async () => {
    const investor = await start(open);
    const { api } = investor;
    const firedFor = async (rail: Rail, outcome: string) => {
      const { tradeId } = await aPaidTrade(investor, rail, investor);
      api.fired.length = 0;
      fieldsOf(await settle(api, { tradeId, outcome }));
      return api.fired.map(({ method, fields }) => `${method} ${fields.fundStatus ?? fields.orderStatus}`);
    };
    expect(await firedFor('ach', 'Settled')).toEqual([
      'updateExternalFundMoveStatus Submitted',
      'updateExternalFundMoveStatus Settled',
      'updateTradeStatus FUNDED',
    ]);
    expect(await firedFor('card', 'Settled')).toEqual([
      'updateCCFundMoveStatus Submitted',
      'stripePaymentProcess Settled',
      'updateCCFundMoveStatus Settled',
      'updateTradeStatus FUNDED',
    ]);
    expect(await firedFor('card', 'Failed')).toEqual([
      'updateCCFundMoveStatus Submitted',
      'stripePaymentProcess Returned',
      'updateCCFundMoveStatus Returned',
    ]);
    expect(await firedFor('custody', 'Settled')).toEqual(['updateTradeStatus FUNDED']);
  });

  test('returns with the code that is named; one that says nothing was authorised blocks the account', async () => {
    const investor = await start(open);
    const { api } = investor;
    const returned = async (more: object) => {
      const { tradeId } = await aPaidTrade(investor, 'ach', investor);
      const { payment } = fieldsOf(await settle(api, { tradeId, outcome: 'Returned', ...more }));
      return (payment as { errors: string }).errors;
    };
    expect(await returned({})).toBe('R01 - Insufficient funds');
    expect(await returned({ returnCode: 'R02' })).toBe('R02 - Account closed');
    expect(await returned({ returnCode: 'R10' })).toContain('R10 - Customer advises');
    const trade = await aTrade(api.database.db, 'C1', investor.offeringId, {
      account_id: investor.accountId,
      transaction_type: 'ACH',
    });
    const { accountId, offeringId } = investor;
    const sent = { accountId, offeringId, tradeId: trade.trade_id, amount: '100', description: 'a', checkNumber: 1 };
    expect((await api.call('POST', 'externalFundMove', sent)).body.statusCode).toBe('773');
    const unknown = await settle(api, { tradeId: trade.trade_id, outcome: 'Returned', returnCode: 'R99' });
    expect(errorOf(unknown, '106')).toContain('returnCode');
  });

  test('does not send what the batch would void, or what was declined', async () => {
    const investor = await start(open);
    const { api, accountId } = investor;
    const { db } = api.database;
    const refused = async (paid: { readonly tradeId: number }) =>
      errorOf(await settle(api, { tradeId: paid.tradeId, outcome: 'Settled' }), '224');
    const paid = [];
    for (const rail of RAILS) paid.push(await aPaidTrade(investor, rail, investor));
    for (const table of ['ach_fund_moves', 'card_fund_moves'] as const) {
      await db.updateTable(table).set({ transaction_status: 'Declined' }).execute();
    }
    expect(await refused(paid[0]!)).toContain('Declined');
    expect(await refused(paid[1]!)).toContain('Declined');
    const block = { account_id: accountId, client_id: 'C1', reason: 'an example', created_at: 0 };
    await db.insertInto('ach_blocks').values(block).execute();
    expect(await refused(paid[2]!)).toContain('blocked');
    await db.deleteFrom('ach_blocks').execute();
    await db.updateTable('card_fund_moves').set({ transaction_status: 'Pending' }).execute();
    await db.updateTable('offerings').set({ offering_status: 'cancelled' }).execute();
    expect(await refused(paid[1]!)).toContain('The offering was cancelled');
    for (const one of paid) expect(await statesOf(investor, one)).toMatchObject({ payment: 'Pending' });
  });

  test('settles and returns a wire, which has no record', async () => {
    const { api, accountId, offeringId } = await start(open);
    const { db } = api.database;
    const of = { account_id: accountId, transaction_type: 'WIRE' };
    const { trade_id: tradeId } = await aTrade(db, 'C1', offeringId, of);
    const state = async () =>
      (await db.selectFrom('trades').selectAll().where('trade_id', '=', tradeId).executeTakeFirstOrThrow())
        .order_status;
    expect(errorOf(await settle(api, { tradeId, outcome: 'Returned' }), '190')).toContain('CREATED');
    expect(fieldsOf(await settle(api, { tradeId, outcome: 'Settled' }))).toEqual({
      payment: {
        paymentType: 'WIRE',
        accountId,
        tradeId: String(tradeId),
        referenceNumber: null,
        status: 'Settled',
        errors: null,
      },
    });
    expect(await state()).toBe('FUNDED');
    expect(errorOf(await settle(api, { tradeId, outcome: 'Settled' }), '190')).toContain('FUNDED');
    expect(errorOf(await settle(api, { tradeId, outcome: 'Failed' }), '190')).toContain('wire');
    fieldsOf(await settle(api, { tradeId, outcome: 'Returned' }));
    expect(await state()).toBe('CREATED');
  });

  test('moves a deposit that is for no trade, by its number', async () => {
    const { api, accountId } = await start(open);
    const made = fieldsOf(await api.call('POST', 'createCustodyFundMove', { accountId, amount: '100' }));
    const { referenceNumber } = made.custodyTransaction as { referenceNumber: string };
    const { payment } = fieldsOf(await settle(api, { referenceNumber, outcome: 'Settled' }));
    expect(payment).toMatchObject({ paymentType: 'CUSTODY', tradeId: null, referenceNumber, status: 'Settled' });
    const returned = fieldsOf(await settle(api, { referenceNumber, outcome: 'Returned', returnCode: 'R02' }));
    expect(returned.payment).toMatchObject({ status: 'Returned', errors: 'R02 - Account closed' });
  });

  test('ends a disbursement from every status that leads there', async () => {
    const { api, accountId } = await start(open);
    const { db } = api.database;
    await giveCash(db, accountId, '9000.000000');
    const isOpen = (status: string) => !['completed', 'failed', 'terminated', 'rejected', 'reopened'].includes(status);
    for (const status of DISBURSEMENT_STATUSES) {
      for (const [outcome, end] of [
        ['Settled', 'completed'],
        ['Failed', 'failed'],
      ] as const) {
        const requestId = await aDisbursement(db, { client_id: 'C1', account_id: accountId });
        await db
          .updateTable('custody_fund_disbursements')
          .set({ status })
          .where('request_id', '=', requestId)
          .execute();
        const answer = await settle(api, { requestId, outcome });
        if (isOpen(status)) expect(fieldsOf(answer).payment).toMatchObject({ status: end });
        else expect(errorOf(answer, '190'), status).toContain(status);
      }
    }
  });

  test('answers a foreign payment like an unknown one, and changes it not', async () => {
    const investor = await start(open);
    const { api } = investor;
    const paid = await aPaidTrade(investor, 'custody', investor);
    const { number: referenceNumber } = await statesOf(investor, paid);
    const { accountId } = investor;
    const requestId = await aDisbursement(api.database.db, { client_id: 'C1', account_id: accountId });
    const unknown = { tradeId: 987654321, referenceNumber: 987654321, requestId: 'zzz' };
    for (const [name, id] of Object.entries({ tradeId: paid.tradeId, referenceNumber, requestId })) {
      const foreign = await settle(api, { [name]: id, outcome: 'Settled' }, 'C2');
      expect(foreign).toEqual(await settle(api, { [name]: unknown[name as 'tradeId'], outcome: 'Settled' }, 'C2'));
      expect(foreign.body.statusCode, name).not.toBe('101');
    }
    expect(await statesOf(investor, paid)).toMatchObject({ payment: 'Pending', trade: 'CREATED' });
  });

  test('a key is honoured: the payment is moved once', async () => {
    const investor = await start(open);
    const { api } = investor;
    const { tradeId } = await aPaidTrade(investor, 'ach', investor);
    const once = () =>
      api.call(
        'POST',
        'sandbox/settlePayment',
        { tradeId, outcome: 'Settled' },
        { headers: { 'idempotency-key': 'a' } },
      );
    const first = await once();
    expect(await once()).toEqual(first);
    expect(api.wasReplayed).toBe(true);
  });
});
