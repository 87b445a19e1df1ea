import type { CardFundMoveRow, Db } from '../../../database/schema/index.ts';
import { ownedBy, type Secrets } from '../../shared/record/index.ts';
import { fromMillionths, toMillionths } from '../../shared/values/index.ts';
import { moveByMoney } from '../../trades/index.ts';
import type { HeldPayment, MovedPayment } from '../lifecycle/index.ts';
import { cardRail } from './card-rail.ts';
import { processedWebhook, stepWebhook } from './card-webhooks.ts';

export type HeldCardPayment = HeldPayment<'card_fund_moves'>;
export type MovedCardPayment = MovedPayment<'card_fund_moves'>;

/** Whether payments of the account wait for their card, or for its processor. */
export async function hasOpenMove(
  db: Db,
  of: { readonly clientId: string; readonly accountId: string },
  states: readonly string[],
): Promise<boolean> {
  const open = await db
    .selectFrom('card_fund_moves')
    .select('ref_num')
    .where(ownedBy(of.clientId))
    .where('account_id', '=', of.accountId)
    .where('fund_status', 'in', states)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/**
 * Stores the refund of a part of a held payment, whose state stays. Its trade is no longer FUNDED where the rest does
 * not pay for it.
 */
export async function refundPart(
  transaction: Db,
  { payment, trade }: HeldCardPayment,
  values: Pick<CardFundMoveRow, 'refunded_amount' | 'errors'>,
  nowUs: number,
): Promise<MovedCardPayment> {
  const refunded = await cardRail.write(transaction, payment, { ...values, updated_at: nowUs });
  // What is refunded before the payment settles never came.
  const isShort = trade?.order_status === 'FUNDED' && refunded.fund_status === 'Settled';
  const further = isShort ? (await moveByMoney(transaction, trade, 'returned', nowUs)).webhooks : [];
  return { payment: refunded, webhooks: [stepWebhook(refunded, 'settle'), ...further] };
}

/**
 * Stores what of a held payment has gone back in all, in millionths; undefined: it is not more than before, or the
 * payment has ended. One that went back in full is Returned; what went back of another is written down with it (K9).
 */
export async function refundTo(
  transaction: Db,
  held: HeldCardPayment,
  refunded: bigint,
  nowUs: number,
): Promise<MovedCardPayment | undefined> {
  const { payment: move } = held;
  const isOut = move.fund_status === 'Submitted' || move.fund_status === 'Settled';
  if (!isOut || refunded <= toMillionths(move.refunded_amount)) return undefined;
  const refund = { refunded_amount: fromMillionths(refunded) };
  const moved =
    refunded === toMillionths(move.total_amount)
      ? await cardRail.step(transaction, held, 'return', { nowUs, errors: WHOLE_REFUND, changes: refund })
      : await refundPart(transaction, held, { ...refund, errors: partRefund(refund) }, nowUs);
  return withProcessed(moved);
}

/** The report of the processor comes before what follows from it (K9). */
export function withProcessed({ payment, webhooks }: MovedCardPayment): MovedCardPayment {
  return { payment, webhooks: [processedWebhook(payment), ...webhooks] };
}

/** Kept in `errors`; null where nothing went back. */
export function partRefund({ refunded_amount }: Pick<CardFundMoveRow, 'refunded_amount'>): string | null {
  return toMillionths(refunded_amount) === 0n ? null : `Refunded by the processor: ${refunded_amount}`;
}

const WHOLE_REFUND = 'Refunded by the processor';

/** Seals the token of the card that pays. */
export function sealToken(secrets: Secrets, { ref_num }: CardFundMoveRow, token: string): string {
  return secrets.seal(token, tokenContext(ref_num));
}

export function paymentToken(secrets: Secrets, { ref_num, token_sealed }: CardFundMoveRow): string {
  return token_sealed === null ? '' : secrets.open(token_sealed, tokenContext(ref_num));
}

function tokenContext(refNum: number): string {
  return `card_fund_moves.token:${refNum}`;
}
