/** Payments of every rail, moved as the bank, the card processor or the custodian would move them. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { AchFundMoveRow } from '../../database/tables/ach.ts';
import type { CustodyFundMoveRow } from '../../database/tables/custody.ts';
import type { TradeRow } from '../../database/tables/trades.ts';
import { ApiError } from '../../http/status-codes.ts';
import {
  CUSTODY_FUND_MOVE,
  DISBURSEMENT,
  DISBURSEMENT_LIFECYCLE,
  type DisbursementStatus,
  type HeldMove,
  holdDeposit,
  liveDeposits,
  liveFundMoves,
  liveMovesOf,
  moveCard,
  moveDeposit,
  movedWebhooks,
  moveFunds,
  processedWebhook,
  refusalsToDebit,
} from '../payments/index.ts';
import { stateAfter } from '../shared/lifecycle.ts';
import { found, holdRecord, type Owned, writeRecord } from '../shared/record/index.ts';
import { holdTrade, moveTrade, refusalsToPay, TRADE, type TradeWebhook } from '../trades/index.ts';

export const OUTCOMES = ['Settled', 'Returned', 'Failed'] as const;

/** What a client reports of a payment. */
export interface PaymentReport {
  readonly outcome: (typeof OUTCOMES)[number];
  /** Why a debit came back. */
  readonly bankSays: string;
  readonly nowUs: number;
}

/** A payment as it then is, with the webhooks of its steps. */
export interface Moved {
  readonly paymentType: 'ACH' | 'CREDITCARD' | 'CUSTODY' | 'WIRE' | 'DISBURSEMENT';
  readonly accountId: string;
  readonly tradeId: string | null;
  readonly referenceNumber: string | null;
  readonly status: string;
  readonly errors: string | null;
  readonly webhooks: readonly TradeWebhook[];
}

/** The live payment of the client's trade, or its wire. Throws 212 where it has neither. */
export async function movePaymentOfTrade(
  db: Kysely<Schema>,
  of: { readonly clientId: string; readonly tradeId: number },
  report: PaymentReport,
): Promise<Moved> {
  const trade = found(TRADE, await holdTrade(db, of));
  const [debit] = await liveFundMoves(db, [trade.trade_id]);
  if (debit !== undefined) return moveDebit(db, debit, report);
  const [card] = await liveMovesOf(db, [trade.trade_id]);
  if (card !== undefined) return moveCardPayment(db, { move: card, trade }, report);
  const [deposit] = await liveDeposits(db, [trade.trade_id]);
  if (deposit !== undefined) return moveHeldDeposit(db, deposit, report);
  if (trade.transaction_type === 'WIRE') return moveWire(db, trade, report);
  throw new ApiError(212, 'the trade has no live payment');
}

/** The client's deposit into custody, for a trade or not. */
export async function movePaymentOfDeposit(db: Kysely<Schema>, of: Owned, report: PaymentReport): Promise<Moved> {
  const { deposit } = found(CUSTODY_FUND_MOVE, await holdDeposit(db, of.clientId, of.id));
  return moveHeldDeposit(db, deposit, report);
}

/** What lies between a status of a disbursement and its end (U8). */
const DISBURSEMENT_WAYS: Readonly<Record<string, readonly DisbursementStatus[]>> = {
  pending: ['in_review', 'approved', 'scheduled'],
  in_review: ['approved', 'scheduled'],
  processing: ['approved', 'scheduled'],
  on_hold: ['approved', 'scheduled'],
  approved: ['scheduled'],
};

/** The client's disbursement, through every status in between. */
export async function moveDisbursement(db: Kysely<Schema>, of: Owned, report: PaymentReport): Promise<Moved> {
  let row = found(DISBURSEMENT, await holdRecord(db, DISBURSEMENT, of));
  const end = report.outcome === 'Settled' ? 'completed' : 'failed';
  for (const status of [...(DISBURSEMENT_WAYS[row.status] ?? []), end] as const) {
    const changes = { status: stateAfter(DISBURSEMENT_LIFECYCLE, row.status, status), updated_at: report.nowUs };
    row = found(DISBURSEMENT, await writeRecord(db, DISBURSEMENT, of, changes));
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

async function moveDebit(db: Kysely<Schema>, debit: AchFundMoveRow, report: PaymentReport): Promise<Moved> {
  if (debit.fund_status === 'Pending') requireSent(debit, (await refusalsToDebit(db, [debit]))(debit));
  let row = debit;
  const webhooks: TradeWebhook[] = [];
  for (const step of stepsFrom(debit.fund_status, report)) {
    const errors = step === 'return' ? report.bankSays : null;
    const moved = await moveFunds(db, row, step, { nowUs: report.nowUs, errors });
    row = moved.row;
    webhooks.push(...movedWebhooks(moved));
  }
  const { fund_status: status, errors } = row;
  return { paymentType: 'ACH', ...payment(row, row.ref_num), status, errors, webhooks };
}

/** As the processor reports it (K9), of a payment that it was never asked for. */
async function moveCardPayment(db: Kysely<Schema>, { move, trade }: HeldMove, report: PaymentReport): Promise<Moved> {
  if (move.fund_status === 'Pending') requireSent(move, (await refusalsToPay(db, [move]))(move));
  const because = report.outcome === 'Failed' ? 'The card was declined' : 'Refunded by the processor';
  let row = move;
  const webhooks: TradeWebhook[] = [];
  for (const trigger of stepsFrom(move.fund_status, report)) {
    const submitted = { transaction_status: 'Approved', submitted_at: report.nowUs };
    const values = trigger === 'submit' ? submitted : { errors: trigger === 'return' ? because : null };
    const moved = await moveCard(db, { move: row, trade }, { trigger, values }, report.nowUs);
    row = moved.move;
    webhooks.push(...(trigger === 'submit' ? [] : [processedWebhook(row)]), ...moved.webhooks);
  }
  const { fund_status: status, errors } = row;
  return { paymentType: 'CREDITCARD', ...payment(row, row.ref_num), status, errors, webhooks };
}

async function moveHeldDeposit(db: Kysely<Schema>, deposit: CustodyFundMoveRow, report: PaymentReport): Promise<Moved> {
  const { client_id: clientId, reference_number: id } = deposit;
  if (deposit.status === 'Pending') requireSent({}, (await refusalsToDebit(db, [deposit]))(deposit));
  let row = deposit;
  const webhooks: TradeWebhook[] = [];
  for (const step of stepsFrom(deposit.status, report)) {
    const trigger = step === 'return' && report.outcome === 'Failed' ? 'decline' : step;
    const errors = step === 'return' ? report.bankSays : '';
    const moved = await moveDeposit(db, { clientId, id }, trigger, { nowUs: report.nowUs, errors });
    row = moved.row;
    webhooks.push(...moved.webhooks);
  }
  return { paymentType: 'CUSTODY', ...payment(row, id), status: row.status, errors: row.errors || null, webhooks };
}

/** A wire is no record: what it does to its trade is all there is of it. */
async function moveWire(db: Kysely<Schema>, trade: TradeRow, report: PaymentReport): Promise<Moved> {
  if (report.outcome === 'Failed') throw new ApiError(190, 'a wire that never arrives changes nothing');
  const trigger = report.outcome === 'Settled' ? 'fundsSettled' : 'fundsReturned';
  const { row, webhooks } = await moveTrade(db, trade, trigger, report.nowUs);
  if (row.order_status === trade.order_status) throw new ApiError(190, `the state is ${trade.order_status}`);
  return { paymentType: 'WIRE', ...payment(row, null), status: report.outcome, errors: null, webhooks };
}

function payment(
  row: { readonly account_id: string; readonly trade_id: number | null },
  referenceNumber: number | null,
): Pick<Moved, 'accountId' | 'tradeId' | 'referenceNumber'> {
  const text = (id: number | null) => (id === null ? null : String(id));
  return { accountId: row.account_id, tradeId: text(row.trade_id), referenceNumber: text(referenceNumber) };
}

/** The steps that lead to the outcome. Throws 224 where the payment has arrived and cannot fail any more. */
function stepsFrom(status: string, { outcome }: PaymentReport): readonly ('submit' | 'settle' | 'return')[] {
  if (outcome === 'Failed' && status === 'Settled') throw new ApiError(224, 'the state is Settled');
  const end = outcome === 'Settled' ? 'settle' : 'return';
  return status === 'Pending' ? ['submit', end] : [end];
}

/** Throws 224 where the batch would not send the payment (A11, K7, T14). */
function requireSent({ transaction_status }: { readonly transaction_status?: string }, refusal?: string): void {
  if (transaction_status === 'Declined') throw new ApiError(224, 'transactionstatus is Declined');
  if (refusal !== undefined) throw new ApiError(224, refusal);
}
