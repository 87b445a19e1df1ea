/**
 * Money follows the trade (T10, T14): all pairs of states of trade and payment, for each trigger and way to pay. Where
 * the run is not thorough: each pair of trigger and state, and of the two states, for each way to pay.
 */
import { expect, test } from 'vitest';
import { EVERY_CLIENT } from '../../../src/modules/shared/record/index.ts';
import { TRADE_STATES, type TradeState } from '../../../src/modules/trades/records/trade-lifecycle.ts';
import { DAY_US } from '../../../src/time/units.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { microsOf } from '../../support/manual-time.ts';
import { THOROUGH } from '../../support/thorough.ts';
import { anIssuer, anOffering } from '../shared/records.ts';
import { aPayingAccount, aPayingInvestor, type PayingInvestor } from './paying-investor.ts';
import {
  amountOf,
  aPaidTrade,
  numberOf,
  type PaidTrade,
  put,
  RAILS,
  type Rail,
  SENT,
  sendAll,
  settleAll,
  statesOf,
} from './rails.ts';

const FRIDAY_17_00 = microsOf('2026-01-16T22:00:00Z');
const FRIDAY_18_00 = microsOf('2026-01-16T23:00:00Z');
const PAYMENT_STATES = ['Pending', 'Submitted', 'Settled', 'Returned', 'Voided'] as const;
type PaymentState = (typeof PAYMENT_STATES)[number];

const ASKED = { requestedBy: 'First Last', reason: 'an example' };
const SET = ['CREATED', 'FUNDED', 'UNWIND PENDING', 'UNWIND SETTLED', 'SETTLED'] as const;
const EDITS = ['editTrade', 'editTradeUnits'] as const;
const TRIGGERS = ['nothing', 'cancelInvestment', 'fundReturnRequest', 'deleteTrade', ...EDITS, ...SET] as const;
type Trigger = (typeof TRIGGERS)[number];

function bodyOf(
  trigger: Exclude<Trigger, 'nothing'>,
  { accountId, offeringId }: Pick<PayingInvestor, 'accountId' | 'offeringId'>,
  tradeId: number,
) {
  const of = { tradeId, accountId };
  if (trigger === 'deleteTrade') return { method: trigger, fields: of };
  if (trigger === 'editTrade') return { method: trigger, fields: { ...of, offeringId, shares: '11' } };
  if (trigger === 'editTradeUnits') return { method: trigger, fields: { ...of, unitPrice: '11', totalShares: '10' } };
  if (trigger === 'cancelInvestment' || trigger === 'fundReturnRequest') {
    return { method: trigger, fields: { tradeId, ...ASKED } };
  }
  return { method: 'updateTradeStatus', fields: { ...of, orderStatus: trigger } };
}

/** The states that updateTradeStatus leads to from each (T2). */
const FOLLOWS: Readonly<Record<TradeState, readonly string[]>> = {
  CREATED: ['CREATED', 'FUNDED'],
  FUNDED: ['CREATED', 'FUNDED', 'UNWIND PENDING', 'SETTLED'],
  'UNWIND PENDING': ['UNWIND PENDING', 'UNWIND SETTLED'],
  'UNWIND SETTLED': ['UNWIND SETTLED'],
  SETTLED: ['SETTLED'],
  CANCELED: [],
};

const isSent = (payment: PaymentState) => payment === 'Submitted' || payment === 'Settled';

/** What the trigger is answered with, and the state of the trade after it: computed from scratch. */
function expected(trigger: Trigger, trade: TradeState, payment: PaymentState): readonly [string, TradeState] {
  const isLive = payment === 'Pending' || isSent(payment);
  switch (trigger) {
    case 'nothing':
      return ['101', trade];
    case 'editTrade':
      return [trade === 'CREATED' || trade === 'FUNDED' ? '101' : '190', trade];
    case 'editTradeUnits':
      return [trade === 'CREATED' ? '101' : '190', trade];
    case 'deleteTrade':
      if (trade !== 'CREATED') return ['190', trade];
      return isLive ? ['150', trade] : ['101', 'CANCELED'];
    case 'cancelInvestment':
    case 'fundReturnRequest':
      if (trade === 'FUNDED') return ['101', 'UNWIND PENDING'];
      // Of a trade that was cancelled before it changes nothing; of a SETTLED one the units are not there.
      if (trade !== 'CREATED') return [trade === 'SETTLED' ? '190' : '101', trade];
      return ['101', isSent(payment) ? 'UNWIND PENDING' : 'CANCELED'];
    case 'UNWIND SETTLED':
      // It says that the money went back (T10).
      if (trade === 'UNWIND PENDING' && isSent(payment)) return ['150', trade];
      return FOLLOWS[trade].includes(trigger) ? ['101', trigger] : ['190', trade];
    case 'FUNDED':
      // Other money has come; were the debit returned then, the trade would be CREATED (T10).
      if (trade === 'CREATED' && payment === 'Submitted') return ['150', trade];
      return FOLLOWS[trade].includes(trigger) ? ['101', trigger] : ['190', trade];
    default:
      return FOLLOWS[trade].includes(trigger) ? ['101', trigger] : ['190', trade];
  }
}

interface Combination {
  readonly trigger: Trigger;
  readonly trade: TradeState;
  readonly payment: PaymentState;
}

/**
 * All combinations, or a Latin square of them: as there are fewer states of payments than of trades and of triggers,
 * each pair of values of two lists is in one of them. Each way to pay has others.
 */
function combinations(rail: Rail): Combination[] {
  return TRIGGERS.flatMap((trigger, first) =>
    TRADE_STATES.flatMap((trade, second) => {
      const payment = PAYMENT_STATES[(first + second + RAILS.indexOf(rail)) % PAYMENT_STATES.length]!;
      const payments = THOROUGH ? PAYMENT_STATES : [payment];
      return payments.map((payment) => ({ trigger, trade, payment }));
    }),
  );
}

interface Case extends PaidTrade {
  readonly name: string;
  /** What the payment is when the batch has been made. */
  readonly sent: string;
}

/** The ways to pay that an end stops; the others stop all. */
const STOPPED: Readonly<Record<string, readonly Rail[]>> = {
  'blocked account': ['ach', 'custody'],
  'closed custody account': ['custody'],
};

async function triggered(
  investor: PayingInvestor,
  paid: PaidTrade,
  { trigger, trade, payment }: Combination,
): Promise<Case> {
  const { api } = investor;
  const name = `${paid.rail}: ${trigger} of ${trade} with ${payment}`;
  await put(investor, paid, { trade, payment });
  let code = '101';
  if (trigger !== 'nothing') {
    const { method, fields } = bodyOf(trigger, investor, paid.tradeId);
    const verb = method === 'editTrade' ? 'PUT' : 'POST';
    code = String((await api.call(verb, method, fields)).body.statusCode);
  }
  const [answer, after] = expected(trigger, trade, payment);
  // A refused call changes nothing; one that is done leaves nothing Pending next to a trade that is not to be paid.
  const isRaised = trigger === 'editTrade' && answer === '101';
  const isCanceledBefore = /^(cancelInvestment|fundReturnRequest)/.test(trigger) && after === trade;
  const isLeft = trigger === 'nothing' || isRaised || isCanceledBefore || after === 'CREATED';
  const isWithdrawn = payment === 'Pending' && !isLeft && answer === '101';
  const now = await statesOf(investor, paid);
  expect([name, code, now.trade, now.payment]).toEqual([name, answer, after, isWithdrawn ? 'Voided' : payment]);
  // More is due than was paid, or all of it.
  const isDue = after === 'CREATED' || isRaised;
  const sent = payment !== 'Pending' ? payment : isDue ? SENT[paid.rail] : 'Voided';
  return { ...paid, name, sent };
}

describeOnEachDatabase('money follows the trade', (open) => {
  const start = async () => {
    const investor = await aPayingInvestor(await open());
    investor.api.nowUs = FRIDAY_17_00;
    await investor.api.database.db.updateTable('offerings').set({ sold_shares: '9000.000000' }).execute();
    return investor;
  };
  /** The batch of the evening sends what it must, and voids the rest. */
  const send = async (investor: PayingInvestor, cases: readonly Case[]) => {
    investor.api.nowUs = FRIDAY_18_00;
    const entries = new Set((await sendAll(investor)).map(numberOf));
    for (const one of cases) {
      const { payment, number } = await statesOf(investor, one);
      expect([one.name, payment]).toEqual([one.name, one.sent]);
      if (one.rail !== 'card') expect([one.name, entries.has(number)]).toEqual([one.name, isNew(one)]);
    }
  };
  const isNew = ({ name, sent }: Case) => name.endsWith('with Pending') && sent === 'Submitted';

  test.each(RAILS)(
    '%s: the amount of a payment is shown before it moves, to its client and the operator',
    async (rail) => {
      const investor = await start();
      const { number } = await statesOf(investor, await aPaidTrade(investor, rail, investor));
      const readers = ['C1', EVERY_CLIENT, 'C2'] as const;
      const seen = await Promise.all(readers.map((reader) => amountOf(investor, rail, reader, number)));
      expect(seen).toEqual(['100.000000', '100.000000', undefined]);
    },
  );

  test.each(RAILS)('%s: each trigger, in each pair of states', async (rail) => {
    const investor = await start();
    const cases: Case[] = [];
    for (const combination of combinations(rail)) {
      cases.push(await triggered(investor, await aPaidTrade(investor, rail, investor), combination));
    }
    expect(cases).toHaveLength(11 * 6 * (THOROUGH ? 5 : 1));
    await send(investor, cases);
  });

  test('what ends the account or the offering stops what is Pending before it is sent', async () => {
    const investor = await start();
    const { api, accountId, offeringId } = investor;
    const { db } = api.database;
    const cases: Case[] = [];
    const change = async (what: string, ends: (of: { accountId: string; offeringId: number }) => Promise<unknown>) => {
      const ofOffering = what.includes('offering');
      const of = {
        accountId: ofOffering ? accountId : await aPayingAccount(api, 2 + cases.length),
        offeringId: ofOffering ? (await anOffering(db, 'C1', await anIssuer(db, 'C1'))).offering_id : offeringId,
      };
      for (const rail of RAILS) {
        for (const payment of PAYMENT_STATES) {
          const paid = await aPaidTrade(investor, rail, of);
          await put(investor, paid, { payment });
          const isStopped = STOPPED[what]?.includes(rail) ?? true;
          const sent = payment !== 'Pending' ? payment : isStopped ? 'Voided' : SENT[rail];
          cases.push({ ...paid, name: `${rail}: ${what} with ${payment}`, sent });
        }
      }
      await ends(of);
    };
    const account = (values: object) => (of: { accountId: string }) =>
      db.updateTable('accounts').set(values).where('account_id', '=', of.accountId).execute();
    const offering = (values: object) => (of: { offeringId: number }) =>
      db.updateTable('offerings').set(values).where('offering_id', '=', of.offeringId).execute();
    await change('archived account', account({ archived: 1 }));
    await change('deleted account', account({ deleted_at: FRIDAY_17_00 }));
    await change('cancelled offering', offering({ offering_status: 'cancelled' }));
    await change('denied offering', offering({ offering_status: 'Denied' }));
    await change('deleted offering', offering({ deleted_at: FRIDAY_17_00 }));
    await change('blocked account', (of) => {
      const blocked = { account_id: of.accountId, client_id: 'C1', reason: 'asked for', created_at: FRIDAY_17_00 };
      return db.insertInto('ach_blocks').values(blocked).execute();
    });
    await change('closed custody account', ({ accountId }) =>
      db
        .updateTable('custody_account_requests')
        .set({ account_status: 'Closed' })
        .where('account_id', '=', accountId)
        .execute(),
    );
    expect(cases).toHaveLength(7 * RAILS.length * PAYMENT_STATES.length);
    await send(investor, cases);
  });

  test.each(RAILS)('%s: what settles funds no trade that comes to more', async (rail) => {
    const investor = await start();
    const { db } = investor.api.database;
    const short = await aPaidTrade(investor, rail, investor);
    const exact = await aPaidTrade(investor, rail, investor);
    await db.updateTable('trades').set({ total_amount: '100.000001' }).where('trade_id', '=', short.tradeId).execute();
    await send(investor, []);
    if (rail !== 'card') {
      investor.api.nowUs = FRIDAY_18_00 + 30 * DAY_US;
      await settleAll(investor);
    }
    expect(await statesOf(investor, short)).toMatchObject({ trade: 'CREATED', payment: 'Settled' });
    expect(await statesOf(investor, exact)).toMatchObject({ trade: 'FUNDED', payment: 'Settled' });
  });
});
