/** Everything that moves money of trades and of a custody account, as steps of generated walks. */
import fc from 'fast-check';
import pino from 'pino';
import { makeBatch } from '../../../src/modules/payments/ach/batch/index.ts';
import { refundPart } from '../../../src/modules/payments/cards/card-move-records.ts';
import { cardRail } from '../../../src/modules/payments/cards/index.ts';
import { DISBURSEMENT_STATUSES } from '../../../src/modules/payments/custody/disbursements.ts';
import { achRefunds, CardRefunds } from '../../../src/modules/payments/refunds/index.ts';
import { sandboxModule } from '../../../src/modules/sandbox/index.ts';
import { EVERY_CLIENT } from '../../../src/modules/shared/record/index.ts';
import { fromMillionths, toMillionths } from '../../../src/modules/shared/values/index.ts';
import { type CardProcessor, ProcessorFailed, SandboxProcessor } from '../../../src/providers/cards/index.ts';
import { DAY_US } from '../../../src/time/units.ts';
import type { TestDatabases } from '../../support/database.ts';
import { TEST_ACH } from '../payments/ach/ach-settings.ts';
import { aPayingInvestor } from '../trades/paying-investor.ts';
import { put, RAILS, type Rail } from '../trades/rails.ts';

const TRADE_STATES = ['CREATED', 'FUNDED', 'UNWIND PENDING', 'UNWIND SETTLED', 'SETTLED', 'CANCELED'] as const;
const PAYMENT_STATES = ['Pending', 'Submitted', 'Settled', 'Returned', 'Voided'] as const;
export const STORED = {
  ach: {
    table: 'ach_fund_moves',
    id: 'ref_num',
    field: 'RefNum',
    state: 'fundStatus',
    set: 'updateExternalFundMoveStatus',
  },
  card: {
    table: 'card_fund_moves',
    id: 'ref_num',
    field: 'RefNum',
    state: 'fundStatus',
    set: 'updateCCFundMoveStatus',
  },
  custody: {
    ...{ table: 'custody_fund_moves', id: 'reference_number', field: 'referenceNumber' },
    ...{ state: 'status', set: 'admin/updateCustodyFundMoveStatus' },
  },
} as const;
const USUAL = ['in_review', 'approved', 'scheduled', 'completed'] as const;
const VOIDS = {
  ach: ['requestForVoidACH', {}],
  card: ['requestForVoidCCTransaction', {}],
  custody: ['updateCustodyFundMove', { status: 'void' }],
} as const;

const REFUND_RAILS = ['ACH', 'CARD', 'CUSTODY', 'WIRE', 'CHECK'] as const;

class SilentProcessor extends SandboxProcessor {
  override async refund(): Promise<never> {
    throw new ProcessorFailed('no answer');
  }
  override async findRefund() {
    return 'open' as const;
  }
}

export async function startLedger(open: TestDatabases) {
  const folders = { outgoing: '/nowhere', incoming: '/nowhere' };
  const investor = await aPayingInvestor(await open(), [
    (given) => sandboxModule({ ...given, ...folders, ach: TEST_ACH, rails: [], settlementDays: 5 }),
  ]);
  const { api, accountId, offeringId } = investor;
  const { db } = api.database;
  await db.updateTable('offerings').set({ sold_shares: '5000.000000', min_amount: '1.000000' }).execute();
  const post = (method: string, body: object, as = 'C1') =>
    api.call(method === 'editTrade' ? 'PUT' : 'POST', method, { ...body }, { as });
  const numbers = async (table: string, id: string) =>
    (
      (await db
        .selectFrom(table as 'ach_fund_moves')
        .selectAll()
        .orderBy(id as 'ref_num')
        .execute()) as object[]
    ).map((row) => (row as Record<string, number | string>)[id]!);
  const bank = { ach: TEST_ACH, rails: [achRefunds], settlementDays: 5, ...folders };
  const sendRefunds = async (cards: CardProcessor) => {
    api.nowUs += 4 * DAY_US;
    const deps = { ...investor.deps, ...bank, cards };
    await Promise.all([makeBatch(deps), new CardRefunds(deps, pino({ level: 'silent' })).run()]);
  };
  return { investor, api, db, accountId, offeringId, post, numbers, sendRefunds };
}

/** The method and the body of each call that is answered with 500 from now on. */
export function faultsOf(api: World['api']): readonly unknown[] {
  const faults: unknown[] = [];
  const { call } = api;
  api.call = async (...given) => {
    const answer = await call(...given);
    if (answer.body.statusCode === '500') faults.push(given.slice(1, 3));
    return answer;
  };
  return faults;
}

export type World = Awaited<ReturnType<typeof startLedger>>;
export interface Step {
  readonly trigger: keyof typeof TRIGGERS;
  readonly rail: Rail;
  readonly trade: number;
  /** Chooses among states, payments and amounts. */
  readonly pick: number;
  /** The place of a payment in the list of those of its rail; absent: `pick` chooses it, too. */
  readonly payment?: number;
}
interface Of extends Step {
  readonly tradeId: number;
}

const one = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

/** What may happen; a refusal changes nothing. */
export const TRIGGERS = {
  createTrade: ({ post, accountId, offeringId }: World, { pick }: Of) =>
    post('createTrade', {
      ...{ offeringId, accountId, transactionType: 'ACH', transactionUnits: 1 + (pick % 20), fees: pick % 3 },
      createdIpAddress: '192.0.2.1',
    }),
  pay: ({ post, accountId, offeringId }: World, { rail, tradeId, pick }: Of) => {
    const methods = { ach: 'externalFundMove', card: 'ccFundMovement', custody: 'createCustodyFundMove' };
    const amount = [40, 60, 100, 101, 7][pick % 5];
    const sent = { accountId, offeringId, tradeId, amount, description: 'units', checkNumber: 1 };
    return post(methods[rail], { ...sent, createdIpAddress: '192.0.2.1' });
  },
  report: async ({ post, numbers }: World, { rail, pick, payment = pick }: Of) => {
    const { table, id, field, state, set } = STORED[rail];
    const number = one(await numbers(table, id), payment);
    return post(set, { [field]: number, [state]: ['Submitted', 'Settled', 'Settled', 'Returned'][pick % 4] }, 'MASTER');
  },
  decline: async ({ post, numbers }: World, { pick }: Of) => {
    const referenceNumber = one(await numbers('custody_fund_moves', 'reference_number'), pick);
    return post('admin/updateCustodyFundMoveStatus', { referenceNumber, status: 'Declined' }, 'MASTER');
  },
  void: async ({ post, numbers }: World, { rail, pick, payment = pick }: Of) => {
    const { table, id, field } = STORED[rail];
    return post(VOIDS[rail][0], { [field]: one(await numbers(table, id), payment), ...VOIDS[rail][1] });
  },
  sandbox: ({ post }: World, { tradeId, pick }: Of) =>
    post('sandbox/settlePayment', { tradeId, outcome: ['Settled', 'Returned', 'Failed'][pick % 3] }),
  refund: async ({ db, numbers }: World, { pick }: Of) => {
    const number = one(await numbers('card_fund_moves', 'ref_num'), pick);
    if (number === undefined) return;
    await db.transaction().execute(async (transaction) => {
      const held = await cardRail.hold(transaction, EVERY_CLIENT, Number(number));
      const refunded_amount = fromMillionths(toMillionths(held!.payment.total_amount) / BigInt(1 + (pick % 4)));
      await refundPart(transaction, held!, { refunded_amount, errors: 'a part' }, 1);
    });
  },
  editTrade: ({ post, accountId, offeringId }: World, { tradeId, pick }: Of) =>
    post('editTrade', { accountId, offeringId, tradeId, shares: 1 + (pick % 20) }),
  editTradeUnits: ({ post, accountId }: World, { tradeId, pick }: Of) =>
    post('editTradeUnits', { accountId, tradeId, unitPrice: '10.333333', totalShares: `${1 + (pick % 9)}.123457` }),
  status: ({ post, accountId }: World, { tradeId, pick }: Of) =>
    post('updateTradeStatus', { accountId, tradeId, orderStatus: one(TRADE_STATES, pick), errDesc: 'a wire' }),
  cancel: ({ post }: World, { tradeId, pick }: Of) =>
    post(['cancelInvestment', 'fundReturnRequest'][pick % 2]!, { tradeId, requestedBy: 'A', reason: 'b' }),
  deleteTrade: ({ post, accountId }: World, { tradeId }: Of) => post('deleteTrade', { accountId, tradeId }),
  deposit: ({ post, accountId }: World, { pick }: Of) =>
    post('createCustodyFundMove', { accountId, amount: [25, 100, 33.33][pick % 3] }),
  /** Asked for, and reviewed as far as the pick says. */
  disburse: async ({ post, accountId }: World, { pick }: Of) => {
    const asked = { accountId, amount: [10, 20.5, 90][pick % 3], type: 'ach' };
    const { body } = await post('createCustodyFundDisbursement', asked);
    const { requestId } = body.custodyFundDisbursement as { readonly requestId: string };
    for (const status of USUAL.slice(0, pick % 5))
      await post('admin/reviewCustodyFundDisbursement', { requestId, status }, 'MASTER');
  },
  review: async ({ post, numbers }: World, { pick }: Of) => {
    const requestId = one(await numbers('custody_fund_disbursements', 'request_id'), pick);
    const status = one(pick % 2 === 0 ? DISBURSEMENT_STATUSES : USUAL, Math.floor(pick / 7));
    return post('admin/reviewCustodyFundDisbursement', { requestId, status }, 'MASTER');
  },
  /** Few references: a call may repeat one before, with other values too. */
  receive: ({ post, offeringId }: World, { tradeId, pick }: Of) => {
    const of = pick % 3 === 0 ? { tradeId } : {};
    const amount = [40, 60, 101.5, 250, 0.000001][pick % 5];
    const said = { offeringId, amount, receivedDate: '2029-12-31', payer: 'First Last', reference: `R${pick % 30}` };
    return post(`admin/${pick % 2 === 0 ? 'recordWire' : 'recordCheck'}`, { ...said, ...of }, 'MASTER');
  },
  match: async ({ post, numbers }: World, { tradeId, pick, payment = pick }: Of) => {
    const receiptId = one(await numbers('receipts', 'receipt_id'), payment);
    const amount = [undefined, undefined, 0, 41.5, 60, 0.5][pick % 6];
    return post('admin/matchReceipt', { receiptId, tradeId, amount, reason: 'for another trade' }, 'MASTER');
  },
  returnReceipt: async ({ post, numbers }: World, { pick, payment = pick }: Of) => {
    const receiptId = one(await numbers('receipts', 'receipt_id'), payment);
    return post('admin/returnReceipt', { receiptId, reason: 'it bounced' }, 'MASTER');
  },
  /** Of the rail in the list, the newest payment or a named one, all of it or a part. */
  giveBack: async ({ post, numbers }: World, { tradeId, pick }: Of) => {
    const rail = one(REFUND_RAILS, pick)!;
    const amount = [undefined, undefined, 7, 40.25, 1000][Math.floor(pick / 5) % 5];
    const receipts = (await numbers('receipts', 'receipt_id')).slice(0, 3);
    const payments = [undefined, undefined, undefined, ...receipts];
    const paymentNumber = one(payments, Math.floor(pick / 3));
    const asked = { tradeId, rail, amount, reason: 'overpaid', reference: pick % 4 === 0 ? `R${pick % 7}` : undefined };
    const reference = asked.reference ?? (rail === 'WIRE' || rail === 'CHECK' ? `wire ${pick}` : undefined);
    const isByHand = rail === 'WIRE' || rail === 'CHECK';
    const named = isByHand ? { paymentNumber } : {};
    return post('admin/performRefund', { ...asked, ...named, reference }, 'MASTER');
  },
  refundStatus: async ({ post, numbers }: World, { pick, payment = Math.floor(pick / 3) }: Of) => {
    const refundId = one((await numbers('refunds', 'refund_id')).toReversed(), payment);
    const status = ['Settled', 'Returned', 'Voided'][pick % 3];
    return post('admin/updateRefundStatus', { refundId, status, reason: 'as the bank says' }, 'MASTER');
  },
  refundEnds: async ({ post, numbers }: World, { pick, payment = Math.floor(pick / 3) }: Of) => {
    const refundId = one((await numbers('refunds', 'refund_id')).toReversed(), payment);
    return post('sandbox/settlePayment', { refundId, outcome: ['Settled', 'Returned', 'Settled'][pick % 3] });
  },
  /** The cut-off of the day: what is Pending goes to the bank and to the processor, which may not answer. */
  sendRefunds: async ({ sendRefunds }: World, { pick }: Of) =>
    sendRefunds(pick % 2 === 0 ? new SandboxProcessor() : new SilentProcessor()),
  /** Any state of the trade and of its payments by the rail, whatever would lead there. */
  put: async ({ investor }: World, { rail, tradeId, pick }: Of) => {
    const states = { trade: one(TRADE_STATES, pick)!, payment: one(PAYMENT_STATES, Math.floor(pick / 6))! };
    // The database has one live payment for each trade and rail.
    await put(investor, { rail, tradeId }, states).catch(() => {});
  },
};

const NAMES = Object.keys(TRIGGERS) as (keyof typeof TRIGGERS)[];
export const step: fc.Arbitrary<Step> = fc.record({
  trigger: fc.constantFrom(...NAMES),
  rail: fc.constantFrom(...RAILS),
  trade: fc.nat({ max: 3 }),
  pick: fc.nat({ max: 83 }),
});
