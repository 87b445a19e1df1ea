/** What is due and overpaid for a trade, through edits and payments of every rail (T13). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reconciliationModule } from '../../../src/modules/payments/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { runs } from '../../support/thorough.ts';
import { fieldsOf } from '../shared/api.ts';
import { aTrade } from '../shared/records.ts';
import { aPayingInvestor, type PayingInvestor } from './paying-investor.ts';
import { aPaidTrade, put, RAILS, type Rail } from './rails.ts';

const PAYS = {
  ach: { method: 'externalFundMove', set: 'updateExternalFundMoveStatus', id: 'RefNum', state: 'fundStatus' },
  card: { method: 'ccFundMovement', set: 'updateCCFundMoveStatus', id: 'RefNum', state: 'fundStatus' },
  custody: {
    ...{ method: 'createCustodyFundMove', set: 'admin/updateCustodyFundMoveStatus' },
    ...{ id: 'referenceNumber', state: 'status' },
  },
} as const;

const text = (dollars: number) => dollars.toFixed(6);

/** The calls of the tests, for one trade of 100 dollars. */
async function start(investor: PayingInvestor, other: Parameters<typeof aTrade>[3] = {}) {
  const { api, accountId, offeringId } = investor;
  const { db } = api.database;
  const of = { account_id: accountId, transaction_type: 'ACH', ...other };
  const { trade_id: tradeId } = await aTrade(db, 'C1', offeringId, of);
  const held = db.updateTable('offerings').set({ sold_shares: '5000.000000', min_amount: '1.000000' });
  await held.execute();
  const post = async (method: string, body: object, as = 'C1') =>
    (await api.call(method === 'editTrade' ? 'PUT' : 'POST', method, body as Record<string, unknown>, { as })).body;
  const sent = { accountId, offeringId, tradeId, description: 'units', checkNumber: 1, createdIpAddress: '192.0.2.1' };
  return {
    tradeId,
    post,
    /** The status code, and the number of a payment that was made. */
    pay: async (rail: Rail, amount: number) => {
      const answer = await post(PAYS[rail].method, { ...sent, amount: amount.toFixed(2) });
      const [made] = Object.values(answer)
        .flat()
        .filter((one) => typeof one === 'object') as Record<string, string>[];
      return {
        code: answer.statusCode,
        number: made?.RefNum ?? made?.ccreferencenumber ?? made?.referenceNumber ?? '',
      };
    },
    exact: () => post('ccFundMove', sent),
    set: async (rail: Rail, number: string, state: string) =>
      (await post(PAYS[rail].set, { [PAYS[rail].id]: number, [PAYS[rail].state]: state }, 'MASTER')).statusCode,
    edit: async (shares: number) => (await post('editTrade', { ...sent, shares: String(shares) })).statusCode,
    status: async (orderStatus: string) =>
      (await post('updateTradeStatus', { tradeId, accountId, orderStatus })).statusCode,
    read: async () => {
      const { partyDetails } = fieldsOf(await api.call('POST', 'getTrade', { accountId, tradeId }));
      const [one] = partyDetails as [Record<string, string>];
      const { orderStatus, totalAmount, receivedAmount, dueAmount, overpaidAmount } = one;
      return { orderStatus, totalAmount, receivedAmount, dueAmount, overpaidAmount };
    },
  };
}

type Trade = Awaited<ReturnType<typeof start>>;
const money = (orderStatus: string, [received, due, overpaid]: readonly [number, number, number]) => ({
  orderStatus,
  ...{ receivedAmount: text(received), dueAmount: text(due), overpaidAmount: text(overpaid) },
});

async function settled(trade: Trade, rail: Rail, amount: number): Promise<string> {
  const { code, number } = await trade.pay(rail, amount);
  expect([rail, amount, code]).toEqual([rail, amount, '101']);
  for (const state of ['Submitted', 'Settled']) expect(await trade.set(rail, number, state)).toBe('101');
  return number;
}

describeOnEachDatabase('money of a trade', (open) => {
  test.each(RAILS)('%s: a part that settles leaves it CREATED, and the rest by another rail funds it', async (rail) => {
    const investor = await aPayingInvestor(await open());
    for (const other of RAILS) {
      const trade = await start(investor);
      const first = await settled(trade, rail, 40);
      expect(await trade.read()).toMatchObject(money('CREATED', [40, 60, 0]));
      if (rail === 'ach' && other === 'ach') {
        // One debit by ACH, and no other (A11).
        expect((await trade.pay('ach', 60)).code).toBe('210');
        continue;
      }
      expect((await trade.exact()).statusCode).toBe('150');
      const second = await settled(trade, other, 60);
      expect(await trade.read()).toMatchObject(money('FUNDED', [100, 0, 0]));
      expect((await trade.pay('custody', 1)).code).toBe('150');
      expect(await trade.set(other, second, 'Returned')).toBe('101');
      expect(await trade.read()).toMatchObject(money('CREATED', [40, 60, 0]));
      expect(await trade.status('UNWIND PENDING')).toBe('190');
      expect(
        (await trade.post('cancelInvestment', { tradeId: trade.tradeId, requestedBy: 'A', reason: 'b' })).statusCode,
      ).toBe('101');
      expect(await trade.read()).toMatchObject(money('UNWIND PENDING', [40, 0, 40]));
      expect(await trade.set(rail, first, 'Returned')).toBe('101');
      expect(await trade.read()).toMatchObject(money('UNWIND SETTLED', [0, 0, 0]));
    }
  });

  test('an edit of a paid trade leaves its state, and the rest is paid, returned or recorded', async () => {
    const investor = await aPayingInvestor(await open());
    const trade = await start(investor);
    const number = await settled(trade, 'card', 100);
    expect(await trade.edit(15)).toBe('101');
    expect(await trade.read()).toMatchObject({ totalAmount: '150.000000', ...money('FUNDED', [100, 50, 0]) });
    // What is due is not paid out to the issuer, and is paid by the same way too.
    expect(await trade.status('SETTLED')).toBe('190');
    const { code, number: rest } = await trade.pay('card', 50);
    expect(code).toBe('101');
    expect((await trade.pay('card', 50)).code).toBe('150');
    expect((await trade.pay('custody', 50)).code).toBe('150');
    // The state that it has voids no payment of what is due.
    expect(await trade.status('FUNDED')).toBe('101');
    for (const state of ['Submitted', 'Settled']) expect(await trade.set('card', rest, state)).toBe('101');
    expect(await trade.read()).toMatchObject(money('FUNDED', [150, 0, 0]));
    expect(await trade.edit(12)).toBe('101');
    expect(await trade.read()).toMatchObject(money('FUNDED', [150, 0, 30]));
    // A return that leaves the total funds it still; one that does not, does not.
    expect(await trade.edit(5)).toBe('101');
    expect(await trade.set('card', number, 'Returned')).toBe('101');
    expect(await trade.read()).toMatchObject(money('FUNDED', [50, 0, 0]));
    expect(await trade.status('SETTLED')).toBe('101');
    expect(await trade.set('card', rest, 'Returned')).toBe('101');
    expect(await trade.read()).toMatchObject(money('SETTLED', [0, 50, 0]));
  });

  test('money that was recorded by hand counts, until the state says that it is not there', async () => {
    const investor = await aPayingInvestor(await open());
    const trade = await start(investor);
    const number = await settled(trade, 'ach', 40);
    expect(await trade.status('FUNDED')).toBe('101');
    expect(await trade.read()).toMatchObject(money('FUNDED', [100, 0, 0]));
    expect(await trade.set('ach', number, 'Returned')).toBe('101');
    expect(await trade.read()).toMatchObject(money('CREATED', [60, 40, 0]));
    // The state that it has changes other values only.
    expect(await trade.status('CREATED')).toBe('101');
    expect(await trade.read()).toMatchObject(money('CREATED', [60, 40, 0]));
    // Sixty dollars are there: it is not withdrawn as if nothing was.
    const { accountId } = investor;
    expect((await trade.post('deleteTrade', { accountId, tradeId: trade.tradeId })).statusCode).toBe('150');
    expect(await trade.status('FUNDED')).toBe('101');
    expect(await trade.read()).toMatchObject(money('FUNDED', [100, 0, 0]));
    expect(await trade.status('CREATED')).toBe('101');
    expect(await trade.read()).toMatchObject(money('CREATED', [0, 100, 0]));
    expect(await trade.status('FUNDED')).toBe('101');
    expect(await trade.status('UNWIND_PENDING')).toBe('101');
    expect(await trade.read()).toMatchObject(money('UNWIND PENDING', [100, 0, 100]));
    expect(await trade.status('UNWIND_SETTLED')).toBe('101');
    expect(await trade.read()).toMatchObject(money('UNWIND SETTLED', [0, 0, 0]));
  });

  test.each(RAILS)('%s: each edit, in each pair of states, moves neither', async (rail) => {
    const investor = await aPayingInvestor(await open());
    const { api, accountId, offeringId } = investor;
    const { db } = api.database;
    for (const state of ['CREATED', 'FUNDED'] as const) {
      for (const payment of ['Pending', 'Submitted', 'Settled', 'Returned', 'Voided'] as const) {
        for (const shares of [5, 10, 15]) {
          const paid = await aPaidTrade(investor, rail, investor);
          await put(investor, paid, { trade: state, payment });
          await db.updateTable('offerings').set({ sold_shares: '5000.000000', min_amount: '1.000000' }).execute();
          const edited = { accountId, offeringId, tradeId: paid.tradeId, shares };
          expect((await api.call('PUT', 'editTrade', edited)).body.statusCode).toBe('101');
          const { partyDetails } = fieldsOf(await api.call('POST', 'getTrade', edited));
          const received = payment === 'Settled' || state === 'FUNDED' ? 100 : 0;
          const expected = [
            received,
            Math.max(0, shares * 10 - received),
            Math.max(0, received - shares * 10),
          ] as const;
          expect(partyDetails).toMatchObject([money(state, expected)]);
        }
      }
    }
  });

  test('the reserved nicknames fund it as their table says, whatever the amount', async () => {
    const investor = await aPayingInvestor(await open(), [
      (given) => reconciliationModule({ ...given, bank: { incoming: '/nowhere', settlementDays: 5 } }),
    ]);
    const { api, accountId } = investor;
    const bank = { types: 'Account', accountId, ExtAccountfullname: 'First Last', ExtRoutingnumber: '021000021' };
    const named = async (Extnickname: string) =>
      fieldsOf(
        await api.call('POST', 'updateExternalAccount', {
          ...{ ...bank, ExtAccountnumber: '987654321', accountType: 'Checking', Extnickname },
        }),
      );
    await named('Test ACH Settled');
    const trade = await start(investor);
    expect((await trade.pay('ach', 30)).code).toBe('101');
    expect(await trade.read()).toMatchObject(money('FUNDED', [30, 70, 0]));
    await named('Test ACH R01');
    const other = await start(investor);
    expect((await other.pay('ach', 30)).code).toBe('101');
    expect(await other.read()).toMatchObject(money('CREATED', [0, 100, 0]));
    await named('Test ACH Settled');
    expect((await other.pay('custody', 20)).code).toBe('101');
    expect(await other.read()).toMatchObject(money('FUNDED', [20, 80, 0]));
    // Of the day's payments: 70 and 80 dollars are due.
    const day = new Date(api.nowUs / 1000).toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
    const { investments } = fieldsOf(await api.call('POST', 'getReconciliation', { day }));
    expect(investments).toEqual({
      due: { investments: 2, amount: '150.000000' },
      overpaid: { investments: 0, amount: '0.000000' },
    });
  });

  test('figures are those of a slow model through payments, outcomes and edits', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('pay' as const),
        rail: fc.constantFrom(...RAILS),
        amount: fc.integer({ min: 1, max: 107 }),
      }),
      fc.record({
        ...{ kind: fc.constant('move' as const), which: fc.nat() },
        to: fc.constantFrom('Submitted' as const, 'Settled' as const, 'Settled' as const, 'Returned' as const),
      }),
      fc.record({ kind: fc.constant('edit' as const), shares: fc.integer({ min: 10, max: 16 }) }),
      fc.record({ kind: fc.constant('status' as const), to: fc.constantFrom('CREATED' as const, 'FUNDED' as const) }),
    );
    const ach = { kind: 'pay', rail: 'ach', amount: 1 } as const;
    // An edit leaves a payment for which nothing is due.
    const NOTHING_DUE = [
      { kind: 'status', to: 'FUNDED' } as const,
      { kind: 'edit', shares: 11 } as const,
      ach,
      { kind: 'edit', shares: 10 } as const,
      { kind: 'move', which: 0, to: 'Submitted' } as const,
    ];
    const FROM = { Submitted: ['Pending'], Settled: ['Submitted'], Returned: ['Submitted', 'Settled'] } as const;
    const investor = await aPayingInvestor(await open());
    const walk = async (steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
      const trade = await start(investor);
      const payments: { rail: Rail; number: string; amount: number; state: string }[] = [];
      let [state, total, byHand] = ['CREATED', 100, 0];
      const sum = (...states: string[]) =>
        payments.filter((one) => states.includes(one.state)).reduce((all, { amount }) => all + amount, 0);
      for (const one of steps) {
        const due = total - sum('Settled') - byHand;
        if (one.kind === 'pay') {
          const { code, number } = await trade.pay(one.rail, one.amount);
          const isFree = one.rail === 'ach' ? [] : ['Settled'];
          const isLive = payments.some(
            ({ rail, state: its }) => rail === one.rail && its !== 'Returned' && !(isFree as string[]).includes(its),
          );
          const isOpen = due - sum('Pending', 'Submitted') > 0;
          const fits = one.rail !== 'ach' || one.amount <= total * 1.07;
          expect([one, code === '101']).toEqual([one, !isLive && isOpen && fits]);
          if (code === '101') payments.push({ rail: one.rail, number, amount: one.amount, state: 'Pending' });
        } else if (one.kind === 'move') {
          const payment = payments[one.which % Math.max(1, payments.length)];
          if (payment === undefined) continue;
          const isAllowed = (FROM[one.to] as readonly string[]).includes(payment.state);
          // No payment is sent for a trade of which nothing is due (T14): an edit may have made it smaller.
          const isUnwanted = one.to === 'Submitted' && due <= 0;
          const code = !isAllowed ? '224' : isUnwanted ? '190' : '101';
          expect(await trade.set(payment.rail, payment.number, one.to)).toBe(code);
          if (code !== '101') continue;
          payment.state = one.to;
          const now = sum('Settled') + byHand;
          if (one.to === 'Settled' && now >= total) state = 'FUNDED';
          if (one.to === 'Returned' && now < total) state = 'CREATED';
        } else if (one.kind === 'edit') {
          expect(await trade.edit(one.shares)).toBe('101');
          total = one.shares * 10;
        } else {
          const isRefused = one.to === 'FUNDED' && state === 'CREATED' && sum('Submitted') > 0;
          expect(await trade.status(one.to)).toBe(isRefused ? '150' : '101');
          if (isRefused) continue;
          if (one.to === 'CREATED') byHand = state === 'CREATED' ? byHand : 0;
          else if (state === 'CREATED') byHand += Math.max(0, due);
          const isVoiding = one.to === 'FUNDED' && (state === 'CREATED' || due <= 0);
          for (const payment of payments) if (isVoiding && payment.state === 'Pending') payment.state = 'Returned';
          state = one.to;
        }
        const received = sum('Settled') + byHand;
        expect([one, await trade.read()]).toEqual([
          one,
          expect.objectContaining(
            money(state, [received, Math.max(0, total - received), Math.max(0, received - total)]),
          ),
        ]);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), walk), {
      numRuns: runs(12, 100),
      examples: [[NOTHING_DUE]],
    });
  });
});
