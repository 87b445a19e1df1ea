import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type {
  FeeChangeRow,
  MarketEventRow,
  MatchRow,
  OrderRow,
  RecordedOrderChange,
  Schema,
} from '../database/schema/index.ts';
import { NO_MATCH, NO_ORDER, NO_SECURITY, type OrderId } from '../exchange/api/index.ts';
import { CompiledRead, LIMIT } from './compiled-read.ts';
import type { TokenIndex } from './token-index.ts';

/** Orders whose matches are read by one query. */
export const ORDERS_AT_ONCE = 100;

/** The reads of the order history; the names of their parameters in their order. */
export interface HistoryReads {
  /** orderId */
  readonly order: CompiledRead<OrderRow>;
  /** matchId */
  readonly match: CompiledRead<MatchRow>;
  /** orderId, after, orderId, after, limit */
  readonly matchesOf: CompiledRead<MatchRow>;
  /** ORDERS_AT_ONCE orderIds, the same again, limit */
  readonly matchesOfAll: CompiledRead<MatchRow>;
  /** orderId, after, limit */
  readonly changesOf: CompiledRead<RecordedOrderChange>;
  /** securityId, limit */
  readonly marketEventsOf: CompiledRead<MarketEventRow>;
  /** orderId */
  readonly feesOf: CompiledRead<FeeChangeRow>;
  /** those of TokenIndex.parameters */
  readonly ordersWithToken: CompiledRead<OrderRow>;
}

/** Reads that may find many rows run off the main thread, so that no other call waits for them (Database.pages). */
export function historyReads({ db, pages }: Database, tokens: TokenIndex): HistoryReads {
  const matches = db.selectFrom('matches').selectAll();
  const orderIds = Array<OrderId>(ORDERS_AT_ONCE).fill(NO_ORDER);
  return {
    order: new CompiledRead(db, db.selectFrom('orders').selectAll().where('order_id', '=', NO_ORDER)),
    match: new CompiledRead(db, matches.where('match_id', '=', NO_MATCH)),
    // An order is on one side of all its matches; a query for either side at once would search both indexes too.
    matchesOf: new CompiledRead(
      pages,
      matches
        .where('buy_order_id', '=', NO_ORDER)
        .where('match_id', '>', NO_MATCH)
        .unionAll(matches.where('sell_order_id', '=', NO_ORDER).where('match_id', '>', NO_MATCH))
        .orderBy('match_id')
        .limit(LIMIT),
    ),
    // In no order: one that is wanted would let PostgreSQL read all matches in it.
    matchesOfAll: new CompiledRead(
      pages,
      matches
        .where('buy_order_id', 'in', orderIds)
        .unionAll(matches.where('sell_order_id', 'in', orderIds))
        .limit(LIMIT),
    ),
    // What other tables have is looked up for the page alone; an order may have many more changes.
    changesOf: new CompiledRead(
      pages,
      db
        .selectFrom(
          db
            .selectFrom('order_changes')
            .selectAll()
            .where('order_id', '=', NO_ORDER)
            .where('seq', '>', 0)
            .orderBy('seq')
            .limit(LIMIT)
            .as('order_changes'),
        )
        .selectAll()
        .select((change) => [
          userOf(change, 'user_id').as('user_id'),
          userOf(change, 'client_id').as('user_client_id'),
          previousTokenOf(change).as('previous_token'),
          optionalOf(change).as('optional'),
          initiatorOf(change).as('initiator_order_id'),
        ])
        .orderBy('seq'),
    ),
    marketEventsOf: new CompiledRead(
      db,
      db
        .selectFrom('market_events')
        .selectAll()
        .where('security_id', '=', NO_SECURITY)
        .orderBy('seq', 'desc')
        .limit(LIMIT),
    ),
    feesOf: new CompiledRead(
      db,
      db
        .selectFrom('fee_changes')
        .selectAll()
        .where('order_id', '=', NO_ORDER)
        .orderBy('seq', 'desc')
        .limit(sql.lit(1)),
    ),
    ordersWithToken: new CompiledRead(
      pages,
      db.selectFrom('orders').selectAll().where('order_id', 'in', tokens.newest).orderBy('order_id'),
    ),
  };
}

/** Each is a separate query: joins would keep SQLite from reading the changes of one order by its index. */
type OfChange = ExpressionBuilder<Schema, 'order_changes'>;

function userOf(change: OfChange, column: 'user_id' | 'client_id') {
  return change.selectFrom('event_users').select(column).whereRef('event_users.seq', '=', 'order_changes.seq');
}

function previousTokenOf(change: OfChange) {
  const renames = change.selectFrom('order_renames').select('previous_token');
  return renames.whereRef('order_renames.seq', '=', 'order_changes.seq');
}

/** Of the last update up to the change; those of its entry where no replacement may change them (M19). */
function optionalOf(change: OfChange) {
  const updates = change.selectFrom('order_updates').select('optional');
  const last = updates
    .whereRef('order_updates.order_id', '=', 'order_changes.order_id')
    .whereRef('order_updates.seq', '<=', 'order_changes.seq')
    .orderBy('order_updates.seq', 'desc')
    .limit(sql.lit(1));
  const entry = change.selectFrom('order_entries').select('optional');
  return change.fn.coalesce(last, entry.whereRef('order_entries.order_id', '=', 'order_changes.order_id'));
}

function initiatorOf(change: OfChange) {
  const matches = change.selectFrom('matches').select('hub_order_id');
  return matches.whereRef('matches.match_id', '=', 'order_changes.match_id');
}
