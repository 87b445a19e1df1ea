import type { Db, TradeRow } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import type { Secrets } from '../../shared/record/index.ts';
import type { TradeWebhook } from '../records/index.ts';
import { moneyOfTrade } from './trade-balance.ts';

export type LivePayment = 'Pending' | 'Submitted' | 'Settled';

export interface VoidDetails {
  readonly nowUs: number;
  /** For webhooks that show what a payment has sealed; absent: they leave it empty. */
  readonly secrets?: Secrets | undefined;
  /** Why; kept in `errors`. */
  readonly errors?: string;
}

/**
 * A way to pay for trades, as the methods of trades ask it: ACH, cards and custody each give one to tradesModule. All
 * of it happens in the transaction of the caller, which holds the trades.
 */
export interface PaymentRail {
  /** Whether a move of the trade's money is live: Pending can still be voided, Submitted is under way (T10). */
  liveState(transaction: Db, trade: TradeRow): Promise<LivePayment | undefined>;
  /** Voids the Pending moves of trades; answers the webhooks of the voids, such as requestForVoidACH. */
  voidPending(transaction: Db, tradeIds: readonly number[], details: VoidDetails): Promise<readonly TradeWebhook[]>;
}

/** The state of the first live payment of the trade, on any rail; undefined without one. */
export async function livePaymentOf(
  transaction: Db,
  trade: TradeRow,
  rails: readonly PaymentRail[],
): Promise<LivePayment | undefined> {
  for (const rail of rails) {
    const live = await rail.liveState(transaction, trade);
    if (live !== undefined) return live;
  }
  return undefined;
}

/**
 * Refuses (150) to say that other money has funded a trade while a payment of it is Submitted: when it settles the
 * trade is paid twice. The caller holds it.
 */
export async function refuseOtherMoney(transaction: Db, trade: TradeRow): Promise<void> {
  if (trade.order_status !== 'CREATED' || (await moneyOfTrade(transaction, trade)).submitted === 0n) return;
  throw new ApiError(150, 'a payment of the trade is Submitted: wait until it is Settled or Returned');
}

/** Voids Pending payments. Answers whether other payments are under way, and the webhooks of the voids. */
export async function withdrawMoney(
  transaction: Db,
  trade: TradeRow,
  rails: readonly PaymentRail[],
  details: VoidDetails,
): Promise<{ readonly underWay: boolean; readonly webhooks: readonly TradeWebhook[] }> {
  const webhooks: TradeWebhook[] = [];
  for (const rail of rails) webhooks.push(...(await rail.voidPending(transaction, [trade.trade_id], details)));
  return { underWay: (await livePaymentOf(transaction, trade, rails)) !== undefined, webhooks };
}
