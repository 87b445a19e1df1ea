/** Refunds as they are stored, held and moved (A30). */
import { rowsHeld } from '../../../database/queries/index.ts';
import type { Db, RefundRow, TradeRow } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { violated } from '../../../invariant.ts';
import { holdCash } from '../../ledger/index.ts';
import {
  type Changes,
  EVERY_CLIENT,
  findRecord,
  found,
  type Reader,
  type RecordKind,
  stateAfter,
  writeRecord,
} from '../../shared/record/index.ts';
import { fromMillionths, toMillionths } from '../../shared/values/index.ts';
import { findTrade, holdTrade, moneyOfTrade, moveByMoney, type TradeWebhook } from '../../trades/index.ts';
import { achRail } from '../ach/index.ts';
import { cardRail, type HeldCardPayment, refundTo } from '../cards/index.ts';
import { PAYMENT_LIFECYCLE, type PaymentTrigger } from '../lifecycle/index.ts';
import { refundWebhook } from './refund-fields.ts';
import { least } from './sources.ts';

export const REFUND = { table: 'refunds', id: 'refund_id', unknown: 212 } as const satisfies RecordKind<'refunds'>;

/** A refund and its trade, which nobody else changes before the transaction ends. */
export interface HeldRefund {
  readonly refund: RefundRow;
  readonly trade: TradeRow;
}

export interface MovedRefund {
  readonly refund: RefundRow;
  /** Of the refund, then of the payment and of the trade. */
  readonly webhooks: readonly TradeWebhook[];
}

/** The reader's refund, held after its trade, as every transaction does. Throws 212 for an unknown one. */
export async function holdRefund(transaction: Db, reader: Reader, refundId: number): Promise<HeldRefund> {
  const seen = found(REFUND, await findRecord(transaction, REFUND, reader, refundId));
  const { client_id: clientId, trade_id: tradeId } = seen;
  const trade = await holdTrade(transaction, { clientId, tradeId });
  if (trade === undefined) violated('A30', `trade ${tradeId} of refund ${refundId} is not there`);
  const held = transaction.selectFrom('refunds').selectAll().where('refund_id', '=', refundId);
  return { refund: await rowsHeld(transaction, held).executeTakeFirstOrThrow(), trade };
}

/** How many dollars the refund is of; undefined of an unknown one. */
export async function amountOfRefund(db: Db, refundId: number): Promise<string | undefined> {
  return (await findRecord(db, REFUND, EVERY_CLIENT, refundId))?.amount;
}

interface StepDetails {
  readonly nowUs: number;
  readonly changes?: Changes<'refunds'>;
  /** Of a refund by card that settles: what of the payment has gone back by now, in millionths, where it is known. */
  readonly refunded?: bigint | undefined;
}

/**
 * Moves a held refund to where the lifecycle leads by the trigger, with its payment and its trade. Throws 224, and 190
 * where the cash of a release that is to be returned was paid out.
 */
export async function stepRefund(
  transaction: Db,
  { refund: before, trade }: HeldRefund,
  trigger: PaymentTrigger,
  { nowUs, changes, refunded }: StepDetails,
): Promise<MovedRefund> {
  const status = stateAfter(PAYMENT_LIFECYCLE, before.status, trigger);
  if (trigger === 'return' && before.status === 'Settled') await requireReturnable(transaction, before);
  const count =
    trigger === 'settle' && before.rail === 'CARD' ? await countOf(transaction, before, refunded) : undefined;
  const { client_id: clientId, refund_id: id } = before;
  // The processor is not asked about a refund that has ended.
  const values = { ask_at: null, ...changes, ...(count && { counted: count.counted }), status, updated_at: nowUs };
  const refund = found(REFUND, await writeRecord(transaction, REFUND, { clientId, id }, values));
  const ofPayment = count && (await refundTo(transaction, count.held, count.total, nowUs));
  const ofTrade = await moveTradeOf(transaction, trade, { trigger, nowUs });
  return { refund, webhooks: [refundWebhook(refund), ...(ofPayment?.webhooks ?? []), ...ofTrade] };
}

/**
 * A held trade after money of it went back, or did not: it is UNWIND SETTLED once nothing is left and nothing under
 * way. A refund that did not go out takes nothing from a trade in another state.
 */
export async function moveTradeOf(
  transaction: Db,
  held: TradeRow,
  { trigger, nowUs }: { readonly trigger: PaymentTrigger; readonly nowUs: number },
): Promise<readonly TradeWebhook[]> {
  if (trigger === 'submit') return [];
  // The payment may have moved it.
  const trade = (await findTrade(transaction, held.client_id, held.trade_id)) ?? held;
  if (trigger !== 'settle' && trade.order_status !== 'UNWIND PENDING') return [];
  return (await moveByMoney(transaction, trade, 'returned', nowUs)).webhooks;
}

/** What went back to a card stays there; what became cash of a custody account may have been paid out since. */
async function requireReturnable(transaction: Db, { rail, account_id, amount }: RefundRow): Promise<void> {
  if (rail === 'CARD') throw new ApiError(224, 'the processor has given it back');
  if (rail !== 'CUSTODY') return;
  const cash = await holdCash(transaction, account_id);
  if (cash >= toMillionths(amount)) return;
  throw new ApiError(190, `the custody account has ${fromMillionths(cash > 0n ? cash : 0n)} dollars in cash`);
}

interface CardCount extends Pick<RefundRow, 'counted'> {
  readonly held: HeldCardPayment;
  /** What of the payment has gone back in all, in millionths. */
  readonly total: bigint;
}

/**
 * How a refund by card that settles counts in its payment, which is held: all of it, as a notice of the processor may
 * have said before, or nothing where the payment ended without it. `refunded`: what the processor reports in all.
 */
async function countOf(
  transaction: Db,
  { payment, refunded_before, amount: text }: RefundRow,
  refunded: bigint | undefined,
): Promise<CardCount> {
  const held = await cardRail.require(transaction, EVERY_CLIENT, payment ?? 0);
  const { fund_status, refunded_amount, total_amount } = held.payment;
  const [amount, now, most] = [toMillionths(text), toMillionths(refunded_amount), toMillionths(total_amount)];
  const isThere = now - toMillionths(refunded_before ?? '0.000000') >= amount;
  const total = refunded ?? (isThere ? now : least(now + amount, most));
  // Of a payment that has ended refundTo counts nothing.
  const isOut = fund_status === 'Submitted' || fund_status === 'Settled';
  return { held, total, counted: isOut || total <= now ? text : '0.000000' };
}

/** Why a Pending refund must not be sent any more; undefined: it may be. Holds nothing: its trade is held. */
export async function notToSend(transaction: Db, { refund, trade }: HeldRefund): Promise<string | undefined> {
  const { overpaid, refunding } = await moneyOfTrade(transaction, trade);
  if (refunding > overpaid) {
    return `Of the trade ${fromMillionths(overpaid)} is overpaid, and ${fromMillionths(refunding)} is being refunded`;
  }
  return (await hasPayment(transaction, refund)) ? undefined : 'The payment was returned';
}

async function hasPayment(transaction: Db, { rail, payment, amount }: RefundRow): Promise<boolean> {
  if (payment === null) return true;
  const of = rail === 'ACH' ? achRail : cardRail;
  const found = await of.find(transaction, EVERY_CLIENT, payment);
  return found?.fund_status === 'Settled' && of.instrument.received(found as never) >= toMillionths(amount);
}
