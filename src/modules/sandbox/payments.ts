/** Changes payments of every rail as the bank, the card processor or the custodian would. */
import type { Db, TradeRow } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import {
  achRail,
  cardRail,
  DISBURSEMENT,
  type DisbursementStatus,
  depositRail,
  type HeldPayment,
  type HeldRefund,
  holdRefund,
  type InstrumentRail,
  moveDisbursement,
  notToSend,
  type PaymentTable,
  type PaymentTrigger,
  processedWebhook,
  stepRefund,
} from '../payments/index.ts';
import { EVERY_CLIENT, found, holdRecord, type Owned, type RecordOf } from '../shared/record/index.ts';
import { fromMillionths, toMillionths } from '../shared/values/index.ts';
import {
  canBePaid,
  changeTrade,
  holdTrade,
  moneyOfTrade,
  type NotPayable,
  recordedOf,
  refundedByHand,
  TRADE,
  type TradeWebhook,
} from '../trades/index.ts';

export const OUTCOMES = ['Settled', 'Returned', 'Failed'] as const;

/** The outcome that a client reports. */
export interface PaymentReport {
  readonly outcome: (typeof OUTCOMES)[number];
  /** The return code of a debit. */
  readonly bankSays: string;
  readonly nowUs: number;
}

/** A payment after the report, with the webhooks of its steps. */
export interface Moved {
  readonly paymentType: 'ACH' | 'CREDITCARD' | 'CUSTODY' | 'WIRE' | 'DISBURSEMENT' | 'REFUND';
  readonly accountId: string;
  readonly tradeId: string | null;
  readonly referenceNumber: string | null;
  readonly status: string;
  readonly errors: string | null;
  readonly webhooks: readonly TradeWebhook[];
}

/**
 * The live payment of the client's trade, first one that has not settled, or its wire. Throws 212 when the trade has
 * neither.
 */
export async function movePaymentOfTrade(
  db: Db,
  of: { readonly clientId: string; readonly tradeId: number },
  report: PaymentReport,
): Promise<Moved> {
  const trade = found(TRADE, await holdTrade(db, of));
  const moves = [
    ...(await movesOf(ACH, db, trade)),
    ...(await movesOf(CARD, db, trade)),
    ...(await movesOf(DEPOSIT, db, trade)),
  ];
  const next = moves.find(({ state }) => state !== 'Settled') ?? moves.at(-1);
  if (next !== undefined) return next.go(report);
  if (trade.transaction_type === 'WIRE') return moveWire(db, trade, report);
  throw new ApiError(212, 'the trade has no live payment');
}

/** The client's deposit into custody, for a trade or not. */
export async function movePaymentOfDeposit(
  db: Db,
  { clientId, id }: { readonly clientId: string; readonly id: number },
  report: PaymentReport,
): Promise<Moved> {
  return move(DEPOSIT, db, await depositRail.require(db, clientId, id), report);
}

/** The statuses between a status of a disbursement and its end (U8). */
const DISBURSEMENT_WAYS: Readonly<Record<string, readonly DisbursementStatus[]>> = {
  pending: ['in_review', 'approved', 'scheduled'],
  in_review: ['approved', 'scheduled'],
  processing: ['approved', 'scheduled'],
  on_hold: ['approved', 'scheduled'],
  approved: ['scheduled'],
};

/** The client's disbursement, through every status in between. */
export async function endDisbursement(db: Db, of: Owned, report: PaymentReport): Promise<Moved> {
  let row = found(DISBURSEMENT, await holdRecord(db, DISBURSEMENT, of));
  const end = report.outcome === 'Settled' ? 'completed' : 'failed';
  for (const status of [...(DISBURSEMENT_WAYS[row.status] ?? []), end] as const) {
    row = await moveDisbursement(db, row, status, { updated_at: report.nowUs });
  }
  return {
    paymentType: 'DISBURSEMENT',
    accountId: row.account_id,
    tradeId: null,
    referenceNumber: null,
    status: row.status,
    errors: null,
    webhooks: [],
  };
}

/** The client's refund, as the bank or the card processor would end it. */
export async function endRefund(
  db: Db,
  { clientId, id }: { readonly clientId: string; readonly id: number },
  { outcome, bankSays, nowUs }: PaymentReport,
): Promise<Moved> {
  let held: HeldRefund = await holdRefund(db, clientId, id);
  const { status: before, rail } = held.refund;
  if (before === 'Settled' && outcome === 'Failed') throw new ApiError(224, 'the state is Settled');
  const webhooks: TradeWebhook[] = [];
  const step = async (...[trigger, changes]: [PaymentTrigger, Parameters<typeof stepRefund>[3]['changes']]) => {
    const moved = await stepRefund(db, held, trigger, { nowUs, ...(changes && { changes }) });
    webhooks.push(...moved.webhooks);
    held = { ...held, refund: moved.refund };
  };
  if (before === 'Pending') {
    const errors = await notToSend(db, held);
    if (errors !== undefined) throw new ApiError(224, errors);
    await step('submit', await submission(db, held));
  }
  if (outcome === 'Settled') await step('settle', undefined);
  else await step('return', { errors: rail === 'CARD' ? 'The bank of the card refused the refund' : bankSays });
  const { refund } = held;
  const shown = shownPayment(refund, refund.refund_id);
  return { paymentType: 'REFUND', ...shown, status: refund.status, errors: refund.errors, webhooks };
}

/** What the payment by card had refunded before; the processor never gets the refund. */
async function submission(db: Db, { refund: { rail, payment } }: HeldRefund) {
  if (rail !== 'CARD') return undefined;
  const { payment: move } = await cardRail.require(db, EVERY_CLIENT, payment ?? 0);
  return { refunded_before: move.refunded_amount };
}

/** How payments of an instrument end in the sandbox. */
interface Ending<T extends PaymentTable, Trigger extends string> {
  readonly rail: InstrumentRail<T, Trigger>;
  readonly paymentType: Moved['paymentType'];
  readonly failed: Trigger;
  readonly errors: (report: PaymentReport) => string;
  /** Webhooks of a step that follows the first. */
  readonly further?: (payment: RecordOf<T>) => TradeWebhook;
}

const bankSays = (report: PaymentReport) => report.bankSays;
const ACH = {
  rail: achRail,
  paymentType: 'ACH',
  failed: 'return',
  errors: bankSays,
} as const;
const DEPOSIT = {
  rail: depositRail,
  paymentType: 'CUSTODY',
  failed: 'decline',
  errors: bankSays,
} as const;
/** As the processor would report it (K9), although it never got the payment. */
const CARD = {
  rail: cardRail,
  paymentType: 'CREDITCARD',
  failed: 'return',
  errors: ({ outcome }: PaymentReport) =>
    outcome === 'Failed' ? 'The card was declined' : 'Refunded by the processor',
  further: processedWebhook,
} as const;

/** The live payments of a trade by an instrument, oldest first, and how each is moved. */
async function movesOf<T extends PaymentTable, Trigger extends string>(
  ending: Ending<T, Trigger | PaymentTrigger>,
  db: Db,
  trade: TradeRow,
) {
  const live = await ending.rail.live(db, [trade.trade_id]);
  return live.map((payment) => ({
    state: ending.rail.stateOf(payment),
    go: (report: PaymentReport) => move(ending, db, { payment, trade }, report),
  }));
}

async function move<T extends PaymentTable, Trigger extends string>(
  { rail, paymentType, failed, errors, further }: Ending<T, Trigger | PaymentTrigger>,
  db: Db,
  held: HeldPayment<T>,
  report: PaymentReport,
): Promise<Moved> {
  const before = rail.stateOf(held.payment);
  if (report.outcome === 'Failed' && before === 'Settled') throw new ApiError(224, 'the state is Settled');
  if (before === 'Pending')
    requireSent(rail.approvalOf(held.payment), (await rail.canBePaid(db, [held.payment]))(held.payment));
  const end = { Settled: 'settle', Returned: 'return', Failed: failed } as const;
  const webhooks: TradeWebhook[] = [];
  let { payment } = held;
  for (const trigger of before === 'Pending' ? (['submit', end[report.outcome]] as const) : [end[report.outcome]]) {
    const isTakenBack = trigger !== 'submit' && trigger !== 'settle';
    const details = { nowUs: report.nowUs, errors: isTakenBack ? errors(report) : null };
    const moved = await rail.step(db, { ...held, payment }, trigger, details);
    payment = moved.payment;
    if (trigger !== 'submit' && further !== undefined) webhooks.push(further(payment));
    webhooks.push(...moved.webhooks);
  }
  const shown = shownPayment(payment, rail.numberOf(payment));
  return { paymentType, ...shown, status: rail.stateOf(payment), errors: payment.errors || null, webhooks };
}

/** A wire that the operator has not recorded (A23) has no record; it only changes its trade. */
async function moveWire(db: Db, trade: TradeRow, report: PaymentReport): Promise<Moved> {
  if (report.outcome === 'Failed') throw new ApiError(190, 'a wire that never arrives changes nothing');
  const isSettled = report.outcome === 'Settled';
  const { received, due } = await moneyOfTrade(db, trade);
  const recorded = recordedOf(trade);
  if (!isSettled && received > recorded) throw new ApiError(190, 'the operator has recorded what came: returnReceipt');
  if (isSettled && trade.order_status === 'CREATED') {
    const payment = { ...trade, amount: toMillionths(trade.total_amount) };
    requireSent('', (await canBePaid(db, [payment]))(payment));
  }
  const trigger = isSettled ? 'fundsSettled' : 'fundsReturned';
  const values = { recorded_amount: isSettled ? fromMillionths(recorded + due) : await refundedByHand(db, trade) };
  const { row, webhooks } = await changeTrade(db, trade, { trigger, values }, report.nowUs);
  if (row.order_status === trade.order_status) throw new ApiError(190, `the state is ${trade.order_status}`);
  return { paymentType: 'WIRE', ...shownPayment(row, null), status: report.outcome, errors: null, webhooks };
}

function shownPayment(
  row: { readonly account_id: string; readonly trade_id: number | null },
  referenceNumber: number | null,
): Pick<Moved, 'accountId' | 'tradeId' | 'referenceNumber'> {
  const text = (id: number | null) => (id === null ? null : String(id));
  return { accountId: row.account_id, tradeId: text(row.trade_id), referenceNumber: text(referenceNumber) };
}

/** Throws 224 when the batch would not send the payment (A11, K7, T14). */
function requireSent(approval: string, refusal: NotPayable | undefined): void {
  if (approval === 'Declined') throw new ApiError(224, 'transactionstatus is Declined');
  if (refusal !== undefined) throw new ApiError(224, refusal.reason);
}
