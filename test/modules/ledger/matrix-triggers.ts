/** What may happen to a paid trade, each with what must become of it, computed from scratch. */
import type { TradeState } from '../../../src/modules/trades/records/trade-lifecycle.ts';
import { RAILS, type Rail } from '../trades/rails.ts';
import { type Step, TRIGGERS, type World } from './money-walk.ts';

export type PaymentState = 'Pending' | 'Submitted' | 'Settled' | 'Returned' | 'Voided' | 'Declined';

/** Of a trade of 100 dollars with one payment of 100, in whole dollars. */
export interface Situation {
  readonly rail: Rail;
  readonly trade: TradeState;
  readonly payment: PaymentState;
  readonly received: number;
  readonly total: number;
}

/** The trade, and the place of its payment in the list of those of its rail. */
interface Case {
  readonly rail: Rail;
  readonly tradeId: number;
  readonly payment: number;
}

interface Call {
  readonly body: { readonly statusCode?: unknown };
}
/** The code of the answer, and what changes; nothing where it is a refusal. */
type Outcome = readonly [code: string, Partial<Situation>?];

export interface MatrixTrigger {
  readonly name: string;
  /** Only of these ways to pay; of all when absent. */
  readonly of?: readonly Rail[];
  readonly run: (world: World, one: Case) => Promise<Call | undefined>;
  /** States in which it does something, where few are: a short run has them, too. */
  readonly at?: Pick<Situation, 'trade' | 'payment'> & Partial<Pick<Situation, 'rail'>>;
  /** Absent: the ledger and the slow model say what is right. */
  readonly expected?: (before: Situation) => Outcome;
}

const OK = '101';
const PAYABLE: readonly TradeState[] = ['CREATED', 'FUNDED'];
const isSent = (payment: PaymentState) => payment === 'Submitted' || payment === 'Settled';
const isDue = ({ trade, received, total }: Situation) => PAYABLE.includes(trade) && total > received;
/** Other money has come, or none is wanted: what is Pending is voided. */
const voided = ({ payment }: Situation): Partial<Situation> => (payment === 'Pending' ? { payment: 'Voided' } : {});

function settled({ trade, received, total }: Situation): Partial<Situation> {
  const all = received + 100;
  return { payment: 'Settled', received: all, trade: trade === 'CREATED' && all >= total ? 'FUNDED' : trade };
}

function takenBack({ trade, payment, received, total }: Situation, to: PaymentState): Partial<Situation> {
  const left = payment === 'Settled' ? received - 100 : received;
  const isUnwound = trade === 'UNWIND PENDING' && left <= 0;
  const isMissing = trade === 'FUNDED' && left < total;
  return { payment: to, received: left, trade: isUnwound ? 'UNWIND SETTLED' : isMissing ? 'CREATED' : trade };
}

function reported(before: Situation, to: 'Submitted' | 'Settled' | 'Returned' | 'Declined'): Outcome {
  const { payment } = before;
  if (to === 'Submitted') {
    if (payment !== 'Pending') return ['224'];
    return isDue(before) ? [OK, { payment: to }] : ['190'];
  }
  if (to === 'Settled') return payment === 'Submitted' ? [OK, settled(before)] : ['224'];
  const isBack = payment === 'Submitted' || (to === 'Returned' && payment === 'Settled');
  return isBack ? [OK, takenBack(before, to)] : ['224'];
}

function simulated(before: Situation, outcome: 'Settled' | 'Returned' | 'Failed'): Outcome {
  const { payment, rail } = before;
  if (payment !== 'Pending' && !isSent(payment)) return ['212'];
  if (payment === 'Settled' && outcome !== 'Returned') return ['224'];
  if (payment === 'Pending' && !isDue(before)) return ['224'];
  if (outcome === 'Settled') return [OK, settled(before)];
  return [OK, takenBack(before, outcome === 'Failed' && rail === 'custody' ? 'Declined' : 'Returned')];
}

function canceled(before: Situation): Outcome {
  const { trade, payment, received } = before;
  // The account of a SETTLED one does not have the units.
  if (trade === 'SETTLED') return ['190'];
  if (!PAYABLE.includes(trade)) return [OK];
  const isUnderWay = trade === 'FUNDED' || isSent(payment) || received > 0;
  return [OK, { ...voided(before), trade: isUnderWay ? 'UNWIND PENDING' : 'CANCELED' }];
}

/** The states that updateTradeStatus leads to from each (T2). */
const FOLLOWS: Readonly<Record<TradeState, readonly TradeState[]>> = {
  CREATED: ['CREATED', 'FUNDED'],
  FUNDED: ['CREATED', 'FUNDED', 'UNWIND PENDING', 'SETTLED'],
  'UNWIND PENDING': ['UNWIND PENDING', 'UNWIND SETTLED'],
  'UNWIND SETTLED': ['UNWIND SETTLED'],
  SETTLED: ['SETTLED'],
  CANCELED: [],
};

function set(before: Situation, to: TradeState): Outcome {
  const { trade, payment, received, total } = before;
  // It would be paid twice; and it says that the money went back (T10).
  if (trade === 'CREATED' && to === 'FUNDED' && payment === 'Submitted') return ['150'];
  if (!FOLLOWS[trade].includes(to)) return ['190'];
  if (trade === 'UNWIND PENDING' && to === 'UNWIND SETTLED' && isSent(payment)) return ['150'];
  const byPayment = payment === 'Settled' ? 100 : 0;
  if (to === 'CREATED') return [OK, { trade: to, received: trade === 'CREATED' ? received : byPayment }];
  const isPaidByHand = trade === 'CREATED' && to === 'FUNDED';
  return [OK, { ...voided(before), trade: to, received: isPaidByHand ? Math.max(total, received) : received }];
}

const step = (one: Case, trigger: Step['trigger'], pick: number) => ({ ...one, trigger, pick, trade: 0 });
/** A step of the walks, by its pick. */
const walk =
  (trigger: Step['trigger'], ...picks: readonly number[]): MatrixTrigger['run'] =>
  async (world, one) => {
    let answer: unknown;
    for (const pick of picks) answer = await TRIGGERS[trigger](world, step(one, trigger, pick));
    return answer as Call | undefined;
  };
/** One after the other, the last of which is answered. */
const then =
  (...runs: readonly MatrixTrigger['run'][]): MatrixTrigger['run'] =>
  async (world, one) => {
    let answer: Call | undefined;
    for (const run of runs) answer = await run(world, one);
    return answer;
  };

const edits = (shares: number): MatrixTrigger => ({
  name: `editTrade to ${shares} units`,
  run: walk('editTrade', shares - 1),
  expected: ({ trade }) => (PAYABLE.includes(trade) ? [OK, { total: shares * 10 }] : ['190']),
});
const onOtherRail =
  (run: MatrixTrigger['run']): MatrixTrigger['run'] =>
  (world, one) =>
    run(world, { ...one, rail: RAILS[(RAILS.indexOf(one.rail) + 1) % RAILS.length]! });
/** By the list of rails of the walk, each with all that is overpaid: ACH, CARD, CUSTODY, WIRE, CHECK. */
const gives = (rail: number) => walk('giveBack', rail);
const byOwnRail: MatrixTrigger['run'] = (world, one) => gives(RAILS.indexOf(one.rail))(world, one);
/** The newest refund, if there is one. */
const ofRefund =
  (trigger: 'refundStatus' | 'refundEnds', pick: number): MatrixTrigger['run'] =>
  (world, one) =>
    walk(trigger, pick)(world, { ...one, payment: 0 });
/** A wire or a check, for the trade or for none yet, as the last receipt. */
const receives =
  (method: 'recordWire' | 'recordCheck', amount: number, isForTrade: boolean): MatrixTrigger['run'] =>
  ({ post, offeringId }, { tradeId }) => {
    const said = { offeringId, amount, receivedDate: '2029-12-31', payer: 'First Last', reference: `for ${tradeId}` };
    return post(`admin/${method}`, isForTrade ? { ...said, tradeId } : said, 'MASTER');
  };
const aReceipt = receives('recordWire', 40, false);
/** More has come than is due, and a part goes back by hand. */
const byHand =
  (method: 'recordWire' | 'recordCheck', rail: 'WIRE' | 'CHECK'): MatrixTrigger['run'] =>
  async (world, one) => {
    const made = await receives(method, 250, true)(world, one);
    const { receipt } = (made?.body ?? {}) as { readonly receipt?: { readonly receiptId: string } };
    const paymentNumber = receipt?.receiptId;
    const asked = {
      tradeId: one.tradeId,
      rail,
      paymentNumber,
      reason: 'overpaid',
      reference: `back to ${one.tradeId}`,
    };
    return world.post('admin/performRefund', asked, 'MASTER');
  };
const ofLastReceipt =
  (trigger: 'match' | 'returnReceipt', pick: number): MatrixTrigger['run'] =>
  async (world, one) => {
    const payment = (await world.numbers('receipts', 'receipt_id')).length - 1;
    return walk(trigger, pick)(world, { ...one, payment });
  };
const BY_RAIL = ['ACH', 'CARD', 'CUSTODY'] as const;
const PAYS = { trade: 'CREATED', payment: 'Returned' } as const;
const IS_OVERPAID = { trade: 'UNWIND PENDING', payment: 'Settled' } as const;

export const MATRIX_TRIGGERS: readonly MatrixTrigger[] = [
  { name: 'nothing', run: async () => undefined, expected: () => [OK] },
  { name: 'cancelInvestment', run: walk('cancel', 0), expected: canceled },
  { name: 'fundReturnRequest', run: walk('cancel', 1), expected: canceled },
  {
    name: 'deleteTrade',
    run: walk('deleteTrade', 0),
    expected: ({ trade, payment }) => {
      if (trade !== 'CREATED') return ['190'];
      return payment === 'Pending' || isSent(payment) ? ['150'] : [OK, { trade: 'CANCELED' }];
    },
  },
  edits(11),
  edits(9),
  {
    name: 'editTradeUnits',
    run: ({ post, accountId }, { tradeId }) =>
      post('editTradeUnits', { accountId, tradeId, unitPrice: '11', totalShares: '10' }),
    expected: ({ trade }) => (trade === 'CREATED' ? [OK, { total: 110 }] : ['190']),
  },
  ...(['CREATED', 'FUNDED', 'UNWIND PENDING', 'UNWIND SETTLED', 'SETTLED'] as const).map((to, pick) => ({
    name: `updateTradeStatus to ${to}`,
    run: walk('status', pick),
    expected: (before: Situation) => set(before, to),
  })),
  ...(['Submitted', 'Settled', 'Returned'] as const).map((to, at) => ({
    name: `the bank says ${to}`,
    at: { trade: 'CREATED', payment: to === 'Submitted' ? 'Pending' : 'Submitted' } as const,
    run: walk('report', [0, 1, 3][at]!),
    expected: (before: Situation) => reported(before, to),
  })),
  {
    name: 'the custodian says Declined',
    of: ['custody'],
    run: async ({ post, numbers }, { payment }) => {
      const referenceNumber = (await numbers('custody_fund_moves', 'reference_number'))[payment];
      return post('admin/updateCustodyFundMoveStatus', { referenceNumber, status: 'Declined' }, 'MASTER');
    },
    expected: (before) => reported(before, 'Declined'),
  },
  {
    name: 'a void',
    run: walk('void', 0),
    expected: ({ payment }) => (payment === 'Pending' ? [OK, { payment: 'Voided' }] : ['224']),
  },
  ...(['Settled', 'Returned', 'Failed'] as const).map((outcome, pick) => ({
    name: `settlePayment ${outcome}`,
    run: walk('sandbox', pick),
    expected: (before: Situation) => simulated(before, outcome),
  })),
  {
    name: 'the processor refunds a part, or all',
    of: ['card'],
    // The place of the payment, by its rest, says how much.
    run: async (world, one) => walk('refund', one.payment)(world, one),
  },
  { name: 'a part by the same rail', run: walk('pay', 0), at: PAYS },
  { name: 'all of it by another rail', run: onOtherRail(walk('pay', 2)), at: PAYS },
  { name: 'too much by another rail', run: onOtherRail(walk('pay', 3)), at: PAYS },
  { name: 'a wire of a part', run: receives('recordWire', 40, true), at: PAYS },
  { name: 'a check of more than all', run: receives('recordCheck', 250, true), at: PAYS },
  { name: 'a match of all that came', run: then(aReceipt, ofLastReceipt('match', 0)), at: PAYS },
  { name: 'a match of a part', run: then(aReceipt, ofLastReceipt('match', 5)), at: PAYS },
  {
    name: 'a match that is taken back',
    run: then(aReceipt, ofLastReceipt('match', 0), ofLastReceipt('match', 2)),
    at: PAYS,
  },
  {
    name: 'a receipt that bounces',
    run: then(aReceipt, ofLastReceipt('match', 0), ofLastReceipt('returnReceipt', 0)),
    at: PAYS,
  },
  ...BY_RAIL.map((rail, at) => ({
    ...{ name: `performRefund by ${rail}`, run: gives(at), at: { ...IS_OVERPAID, rail: RAILS[at]! } },
  })),
  { name: 'performRefund by WIRE', run: byHand('recordWire', 'WIRE'), at: PAYS },
  { name: 'performRefund by CHECK', run: byHand('recordCheck', 'CHECK'), at: PAYS },
  ...(['Settled', 'Returned', 'Voided'] as const).map((status, pick) => ({
    name: `a refund that is ${status}`,
    // By ACH it is Submitted by the batch first; by custody it is Settled at once, by card it waits.
    run: then(byOwnRail, ...(status === 'Voided' ? [] : [walk('sendRefunds', 1)]), ofRefund('refundStatus', pick)),
    at: { ...IS_OVERPAID, rail: 'ach' as const },
  })),
  { name: 'a refund in the batch', run: then(byOwnRail, walk('sendRefunds', 0)) },
  { name: 'a refund without an answer', run: then(byOwnRail, walk('sendRefunds', 1)) },
  {
    name: 'a payment that is returned after the refund was sent',
    run: then(byOwnRail, walk('sendRefunds', 1), walk('report', 3), ofRefund('refundStatus', 0)),
    at: { ...IS_OVERPAID, rail: 'ach' },
  },
  ...(['Settled', 'Returned'] as const).map((outcome, pick) => ({
    name: `settlePayment ${outcome} of a refund`,
    run: then(byOwnRail, ofRefund('refundEnds', pick)),
    at: { ...IS_OVERPAID, rail: 'ach' as const },
  })),
];
