/** Refunds as they are stored, held and moved (A30). */
import { rowsHeld } from '../../../database/queries/index.ts';
import type { Db, RefundRow, TradeRow } from '../../../database/schema/index.ts';
import { violated } from '../../../invariant.ts';
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
import { cardRail, refundTo } from '../cards/index.ts';
import { PAYMENT_LIFECYCLE, type PaymentTrigger } from '../lifecycle/index.ts';
import { refundWebhook } from './refund-fields.ts';

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

/** Moves a held refund to where the lifecycle leads by the trigger, with its payment and its trade. Throws 224. */
export async function stepRefund(
  transaction: Db,
  { refund: before, trade }: HeldRefund,
  trigger: PaymentTrigger,
  { nowUs, changes, refunded }: StepDetails,
): Promise<MovedRefund> {
  const status = stateAfter(PAYMENT_LIFECYCLE, before.status, trigger);
  const { client_id: clientId, refund_id: id } = before;
  // The processor is not asked about a refund that has ended.
  const values = { ask_at: null, ...changes, status, updated_at: nowUs };
  const refund = found(REFUND, await writeRecord(transaction, REFUND, { clientId, id }, values));
  const ofPayment =
    trigger === 'settle' && refund.rail === 'CARD' ? await countRefund(transaction, refund, { nowUs, refunded }) : [];
  const ofTrade = await moveTradeOf(transaction, trade, { trigger, nowUs });
  return { refund, webhooks: [refundWebhook(refund), ...ofPayment, ...ofTrade] };
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

/** The payment by card has what of it went back; a notice of the processor may have said so before. */
async function countRefund(
  transaction: Db,
  { payment, refunded_before, amount }: RefundRow,
  { nowUs, refunded }: { readonly nowUs: number; readonly refunded: bigint | undefined },
): Promise<readonly TradeWebhook[]> {
  const held = await cardRail.require(transaction, EVERY_CLIENT, payment ?? 0);
  const total = refunded ?? toMillionths(refunded_before ?? '0.000000') + toMillionths(amount);
  return (await refundTo(transaction, held, total, nowUs))?.webhooks ?? [];
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
