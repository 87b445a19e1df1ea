import { expect, test } from 'vitest';
import {
  ACCOUNT_LIFECYCLE,
  type AccountStatus,
} from '../../../../src/modules/payments/custody/account-request-lifecycle.ts';
import { depositRail } from '../../../../src/modules/payments/custody/index.ts';
import {
  DEPOSIT_LIFECYCLE,
  type PaymentState,
  type PaymentTrigger,
} from '../../../../src/modules/payments/lifecycle/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { fieldsOf } from '../../shared/api.ts';
import {
  aCustodyTrade,
  aRequest,
  bankSays,
  decide,
  deposit,
  MASTER,
  type Money,
  orderStatus,
  startMoney,
} from './custody-api.ts';

type FundMoveStatus = PaymentState | 'Declined';
type FundMoveTrigger = PaymentTrigger | 'decline';

/** Where each trigger leads from Pending, Submitted, Settled, Returned, Voided and Declined; - is a refusal. */
const DEPOSITS: Readonly<Record<FundMoveTrigger, string>> = {
  submit: 'Submitted, -, -, -, -, -',
  settle: '-, Settled, -, -, -, -',
  return: '-, Returned, Returned, -, -, -',
  decline: '-, Declined, -, -, -, -',
  void: 'Voided, -, -, -, -, -',
};

/** What leads to a state from Pending, and what its trade is then. */
const WAYS: Readonly<Record<FundMoveStatus, { readonly by: readonly FundMoveTrigger[]; readonly trade: string }>> = {
  Pending: { by: [], trade: 'CREATED' },
  Submitted: { by: ['submit'], trade: 'CREATED' },
  Settled: { by: ['submit', 'settle'], trade: 'FUNDED' },
  Returned: { by: ['submit', 'settle', 'return'], trade: 'CREATED' },
  Voided: { by: ['void'], trade: 'CREATED' },
  Declined: { by: ['submit', 'decline'], trade: 'CREATED' },
};

/** As DEPOSITS, of a custody account that is Pending, Open and Closed. */
const ACCOUNTS = { ask: 'Pending, Open, -', approve: 'Open, Open, -', close: 'Closed, Closed, -' } as const;

describeOnEachDatabase('a deposit', (open) => {
  test('goes from every state as its lifecycle says, and its trade with it', async () => {
    const money = await startMoney(open);
    const { api, accountId } = money;
    const { db } = api.database;
    const triggers = Object.keys(DEPOSITS) as FundMoveTrigger[];
    expect(triggers.sort()).toEqual(Object.keys(DEPOSIT_LIFECYCLE.refusals).sort());
    for (const [index, state] of DEPOSIT_LIFECYCLE.states.entries()) {
      for (const trigger of triggers) {
        const tradeId = await aCustodyTrade(money);
        const id = Number((await deposit(api, { accountId, tradeId })).referenceNumber);
        const move = (by: FundMoveTrigger) =>
          db.transaction().execute(async (work) => {
            const held = await depositRail.require(work, 'C1', id);
            return depositRail.step(work, held, by, { nowUs: api.nowUs });
          });
        const read = async () =>
          (await db.selectFrom('custody_fund_moves').selectAll().where('reference_number', '=', id).execute())[0]!;
        for (const step of WAYS[state].by) await move(step);
        const before = await read();
        const about = `${state} ${trigger}`;
        expect([before.status, await orderStatus(money, tradeId)], about).toEqual([state, WAYS[state].trade]);
        const to = DEPOSITS[trigger].split(', ')[index] as FundMoveStatus | '-';
        if (to === '-') {
          await expect(move(trigger), about).rejects.toMatchObject({ statusCode: 224 });
          expect(await read(), about).toEqual(before);
        } else {
          expect((await move(trigger)).payment.status, about).toBe(to);
        }
        const after = to === '-' ? state : to;
        expect(await orderStatus(money, tradeId), about).toBe(WAYS[after].trade);
      }
    }
  });

  test.each([
    ['Pending', 'CANCELED', 'Voided', undefined],
    ['Submitted', 'UNWIND PENDING', 'Submitted', 'Returned'],
    ['Submitted', 'UNWIND PENDING', 'Submitted', 'Declined'],
    ['Settled', 'UNWIND PENDING', 'Settled', 'Returned'],
  ] as const)('that is %s when its investment is cancelled: %s, %s, then %s', async (state, order, left, end) => {
    const money = await startMoney(open);
    const { api, accountId } = money;
    const tradeId = await aCustodyTrade(money);
    const { referenceNumber } = await deposit(api, { accountId, tradeId });
    for (const status of ['Submitted', 'Settled'].slice(0, WAYS[state].by.length)) {
      fieldsOf(await bankSays(api, referenceNumber!, status));
    }
    const asked = { tradeId, requestedBy: 'First Last', reason: 'a change of mind' };
    fieldsOf(await api.call('POST', 'cancelInvestment', asked));
    expect(await orderStatus(money, tradeId)).toBe(order);
    const read = fieldsOf(await api.call('POST', 'getCustodyFundMove', { referenceNumber }));
    expect(read.custodyTransaction).toMatchObject({ status: left });
    if (end === undefined) return;
    fieldsOf(await bankSays(api, referenceNumber!, end));
    expect(await orderStatus(money, tradeId)).toBe('UNWIND SETTLED');
  });
});

const accountStatusOf = async ({ api }: Money, id: string) => {
  const { db } = api.database;
  const row = await db
    .selectFrom('custody_account_requests')
    .selectAll()
    .where('request_id', '=', id)
    .executeTakeFirst();
  return row?.account_status;
};

describeOnEachDatabase('a custody account', (open) => {
  test('goes from every state as its lifecycle says', async () => {
    const money = await startMoney(open, null);
    const { api, accountId } = money;
    const { db } = api.database;
    expect(Object.keys(ACCOUNTS).sort()).toEqual(Object.keys(ACCOUNT_LIFECYCLE.refusals).sort());
    const close = (custAccRequestID: string) =>
      api.call('POST', 'admin/closeCustodyAccount', { custAccRequestID }, MASTER);
    const calls = {
      ask: (custAccRequestID: string) =>
        api.call('POST', 'updateCustodyAccountRequest', { custAccRequestID, custAccRequestStatus: 'New Info Added' }),
      approve: (custAccRequestID: string) => decide(api, custAccRequestID, 'Approved'),
      close,
    };
    const way: Readonly<Record<AccountStatus, readonly (keyof typeof calls)[]>> = {
      Pending: [],
      Open: ['approve', 'ask'],
      Closed: ['close'],
    };
    for (const [index, state] of ACCOUNT_LIFECYCLE.states.entries()) {
      for (const trigger of ['ask', 'approve', 'close'] as const) {
        await db.deleteFrom('custody_account_requests').execute();
        const id = await aRequest(api, accountId);
        for (const step of way[state]) fieldsOf(await calls[step](id));
        expect(await accountStatusOf(money, id)).toBe(state);
        const to = ACCOUNTS[trigger].split(', ')[index]!;
        const { body } = await calls[trigger](id);
        const reported = [`${state} ${trigger}`, body.statusCode, await accountStatusOf(money, id)];
        expect(reported).toEqual([`${state} ${trigger}`, to === '-' ? '190' : '101', to === '-' ? state : to]);
      }
    }
  });
});
