/** What the lists show of what came after the matching: settlement of matches, and quotes on RFQ orders (H5, H6). */
import { sql } from 'kysely';
import type { Db } from '../../../database/schema/index.ts';
import { isTerminal, type MatchId, type OrderId, type OrderStatus } from '../../../exchange/api/index.ts';
import type { QuotesOnOrder, SettlementStatus } from '../shared/index.ts';

/** A settlement in the words of the three fields that show it. */
interface SettlementWords {
  /** status of a trade. */
  readonly trade: (typeof TRADE_WORDS)[number];
  /** tradeStatus of an order. */
  readonly order: (typeof ORDER_WORDS)[number];
  /** tradeOrderStatus of an order. */
  readonly tradeOrder: (typeof TRADE_ORDER_WORDS)[number];
}

export const TRADE_WORDS = ['PENDING', 'COMPLETED', 'CANCELED', 'BUSTED'] as const;
export const ORDER_WORDS = ['Pending', 'Settled', 'Canceled', 'Busted'] as const;
export const TRADE_ORDER_WORDS = ['CREATED', 'SETTLED', 'CANCELED'] as const;
export const NEGOTIATION_WORDS = ['Pending', 'Accepted', 'Declined', 'Ended'] as const;

export const SETTLEMENT_WORDS: Readonly<Record<SettlementStatus, SettlementWords>> = {
  PENDING: { trade: 'PENDING', order: 'Pending', tradeOrder: 'CREATED' },
  SETTLED: { trade: 'COMPLETED', order: 'Settled', tradeOrder: 'SETTLED' },
  CANCELED: { trade: 'CANCELED', order: 'Canceled', tradeOrder: 'CANCELED' },
  BUSTED: { trade: 'BUSTED', order: 'Busted', tradeOrder: 'CANCELED' },
};

/** The latest match of each of these orders; those without one are left out. */
export async function latestMatches(db: Db, orderIds: readonly OrderId[]): Promise<ReadonlyMap<OrderId, MatchId>> {
  if (orderIds.length === 0) return new Map();
  // One step in an index for each order, however many matches it has.
  const { rows } = await sql<{ order_id: OrderId; match_id: MatchId | null }>`select e.order_id, case e.side
    when 'buy' then (select max(b.match_id) from matches as b where b.buy_order_id = e.order_id)
    else (select max(s.match_id) from matches as s where s.sell_order_id = e.order_id) end as match_id
    from order_entries as e where e.order_id in (${sql.join(orderIds)})`.execute(db);
  return new Map(rows.flatMap(({ order_id, match_id }) => (match_id === null ? [] : [[order_id, match_id] as const])));
}

/** negotiationStatus of an RFQ order (H6), which trades by quotes only. */
export function negotiationOf(status: OrderStatus, isMatched: boolean, quotes: QuotesOnOrder | undefined): string {
  // A quote may have been accepted after the order was read.
  if (isMatched || quotes?.has('Accepted')) return 'Accepted';
  const isOpen = !isTerminal(status) && quotes?.has('Open');
  if (quotes?.has('Declined') && !isOpen) return 'Declined';
  return isTerminal(status) ? 'Ended' : 'Pending';
}
