import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { TradeRow } from '../../database/tables/trades.ts';
import type { TradeWebhook } from './trade-webhooks.ts';

/**
 * A way to pay for trades, as the methods of trades ask it: ACH, cards and custody each give one to tradesModule. All
 * of it happens in the transaction of the caller, which holds the trade.
 */
export interface TradeMoney {
  /** Whether a move of the trade's money is live: Pending can still be voided, Submitted is under way (T10). */
  liveMove(transaction: Kysely<Schema>, trade: TradeRow): Promise<'Pending' | 'Submitted' | 'Settled' | undefined>;
  /** Voids the Pending moves of the trade; answers the webhooks of the voids, such as requestForVoidACH. */
  voidPending(transaction: Kysely<Schema>, trade: TradeRow, nowUs: number): Promise<readonly TradeWebhook[]>;
}
