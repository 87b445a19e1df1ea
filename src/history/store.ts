import type { Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { MarketEventRow, MatchRow, OrderChangeRow, OrderRow } from '../database/tables/history.ts';
import type { ExchangeEvent, MarketEvent, MatchView, OrderEvent, OrderView } from '../exchange/interface.ts';
import { BulkInsert } from './bulk-insert.ts';
import {
  CHANGING_ORDER_COLUMNS,
  MARKET_EVENT_COLUMNS,
  MATCH_COLUMNS,
  ORDER_CHANGE_COLUMNS,
  ORDER_COLUMNS,
  type SequencedMatch,
} from './columns.ts';
import {
  type MarketEventView,
  marketEventView,
  matchView,
  type OrderChangeView,
  orderChangeView,
  orderView,
} from './views.ts';

/** Most items that a read returns unless the caller asks for another number. */
const ITEMS_MAX = 10_000;

/** The events do not follow on what the history holds: some were left out. */
export class HistoryGap extends Error {
  override readonly name = 'HistoryGap';

  constructor(expected: number, found: number) {
    super(`The order history expects event ${expected} next and was given event ${found}`);
  }
}

/**
 * The venue's order and match history: a projection of its events that remembers how far it came (architecture.md, the
 * life of an order). Units are those of exchange/interface.ts.
 */
export class HistoryStore {
  readonly #database: Database;
  readonly #orders: BulkInsert<OrderRow, OrderView>;
  readonly #changes: BulkInsert<OrderChangeRow, OrderEvent>;
  readonly #matches: BulkInsert<MatchRow, SequencedMatch>;
  readonly #markets: BulkInsert<MarketEventRow, MarketEvent>;

  constructor(database: Database) {
    const { dialect } = database;
    this.#database = database;
    this.#orders = new BulkInsert(dialect, 'orders', ORDER_COLUMNS, {
      key: 'order_id',
      overwrite: CHANGING_ORDER_COLUMNS,
    });
    this.#changes = new BulkInsert(dialect, 'order_changes', ORDER_CHANGE_COLUMNS);
    this.#matches = new BulkInsert(dialect, 'matches', MATCH_COLUMNS);
    this.#markets = new BulkInsert(dialect, 'market_events', MARKET_EVENT_COLUMNS);
  }

  /** Sequence number of the last event that the history holds; 0 when it is empty. */
  async position(): Promise<number> {
    const row = await this.#database.db.selectFrom('history_position').select('seq').executeTakeFirstOrThrow();
    return row.seq;
  }

  /**
   * Adds events, in their order, in one transaction: all or none. Events that the history already holds are skipped, so
   * a batch may be given again after a crash. Throws HistoryGap when an event is missing before or among them.
   */
  async apply(events: readonly ExchangeEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.#database.db.transaction().execute(async (transaction) => {
      const position = await this.#lockPosition(transaction);
      const fresh = events.filter((event) => event.seq > position);
      if (fresh.length === 0) return;
      checkGapless(position, fresh);
      await this.#write(transaction, fresh);
      await transaction
        .updateTable('history_position')
        .set({ seq: fresh.at(-1)!.seq })
        .execute();
    });
  }

  /** On SQLite the transaction already keeps other writers out. */
  async #lockPosition(transaction: Transaction<Schema>): Promise<number> {
    const query = transaction.selectFrom('history_position').select('seq');
    const row = await (this.#database.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow();
    return row.seq;
  }

  async #write(transaction: Transaction<Schema>, events: readonly ExchangeEvent[]): Promise<void> {
    // One upsert an order and batch: only its last state counts.
    const orders = new Map<number, OrderView>();
    const changes: OrderEvent[] = [];
    const matches: SequencedMatch[] = [];
    const markets: MarketEvent[] = [];
    for (const event of events) {
      if (event.type === 'order') {
        orders.set(event.order.orderId, event.order);
        changes.push(event);
      } else if (event.type === 'match') matches.push(event);
      else if (event.type === 'market') markets.push(event);
    }
    await this.#orders.write(transaction, [...orders.values()]);
    await this.#changes.write(transaction, changes);
    await this.#matches.write(transaction, matches);
    await this.#markets.write(transaction, markets);
  }

  /** The order as it stands; undefined when it is unknown. Whose it is, is for the caller to check. */
  async order(orderId: number): Promise<OrderView | undefined> {
    const row = await this.#database.db
      .selectFrom('orders')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    return row && orderView(row);
  }

  /** The newest `limit` orders of the client with this token, oldest first. */
  async ordersWithToken(clientId: string, token: string, limit = ITEMS_MAX): Promise<OrderView[]> {
    const rows = await this.#database.db
      .selectFrom('orders')
      .selectAll()
      .where('client_id', '=', clientId)
      .where('token', '=', token)
      .orderBy('order_id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(orderView).reverse();
  }

  async match(matchId: number): Promise<MatchView | undefined> {
    const row = await this.#database.db
      .selectFrom('matches')
      .selectAll()
      .where('match_id', '=', matchId)
      .executeTakeFirst();
    return row && matchView(row);
  }

  /** Matches of the order on either side, oldest first. */
  async matchesOf(orderId: number, limit = ITEMS_MAX): Promise<MatchView[]> {
    const rows = await this.#database.db
      .selectFrom('matches')
      .selectAll()
      .where((where) => where.or([where('buy_order_id', '=', orderId), where('sell_order_id', '=', orderId)]))
      .orderBy('match_id')
      .limit(limit)
      .execute();
    return rows.map(matchView);
  }

  /** Changes of the order, oldest first. */
  async changesOf(orderId: number, limit = ITEMS_MAX): Promise<OrderChangeView[]> {
    const rows = await this.#database.db
      .selectFrom('order_changes')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map(orderChangeView);
  }

  /** Openings, closes and halts of the security, newest first. */
  async marketEventsOf(securityId: number, limit = ITEMS_MAX): Promise<MarketEventView[]> {
    const rows = await this.#database.db
      .selectFrom('market_events')
      .selectAll()
      .where('security_id', '=', securityId)
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
    return rows.map(marketEventView);
  }
}

function checkGapless(position: number, events: readonly ExchangeEvent[]): void {
  let expected = position + 1;
  for (const event of events) {
    if (event.seq !== expected) throw new HistoryGap(expected, event.seq);
    expected++;
  }
}
