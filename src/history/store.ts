import type { CompiledQuery, Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { BulkInsert, withParameters } from '../database/queries/index.ts';
import type {
  EventUserRow,
  FeeChangeRow,
  HistoryPositionRow,
  MarketEventRow,
  MatchRow,
  NoticeRow,
  OrderRenameRow,
  OrderUpdateRow,
  RegisterEntryChangeRow,
  Schema,
  StoredOrderEntryRow,
} from '../database/schema/index.ts';
import {
  type EventSeq,
  type ExchangeEvent,
  type MarketEvent,
  type MatchId,
  type MatchView,
  NO_MATCH,
  NO_ORDER,
  type OrderEvent,
  type OrderFees,
  type OrderId,
  type OrderView,
  type SecurityId,
} from '../exchange/api/index.ts';
import { ClientRecords } from './client-records.ts';
import {
  EVENT_USER_COLUMNS,
  FEE_COLUMNS,
  MARKET_EVENT_COLUMNS,
  MATCH_COLUMNS,
  NOTICE_COLUMNS,
  ORDER_ENTRY_COLUMNS,
  ORDER_RENAME_COLUMNS,
  ORDER_UPDATE_COLUMNS,
  REGISTER_CHANGE_COLUMNS,
} from './columns.ts';
import { writeDayEnds } from './day-ends.ts';
import { addFeeSums } from './fee-sums.ts';
import type { JournaledDayEnd } from './follower.ts';
import { HistoryGap } from './history-gap.ts';
import { QuoteRows } from './quote-rows.ts';
import { type HistoryReads, historyReads, ORDERS_AT_ONCE } from './reads.ts';
import {
  type ChangeOfEvent,
  type EventOfUser,
  type Execution,
  type FeeOfEvent,
  type NoteOfEvent,
  recordedEvents,
} from './recorded-events.ts';
import { plainTokenIndex, type TokenIndex } from './token-index.ts';
import { TokenRuns } from './token-runs.ts';
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

/** The database holds the history of another shard. */
export class ForeignHistory extends Error {
  override readonly name = 'ForeignHistory';

  constructor(expected: number, found: number) {
    super(`The order history is that of shard ${found}, not of shard ${expected}`);
  }
}

/**
 * The order and match history of a shard: a projection of its events that remembers how far it came. Units are those of
 * exchange/interface.ts.
 */
export class HistoryStore {
  readonly #database: Database;
  readonly #shard: number;
  readonly #entries: BulkInsert<StoredOrderEntryRow, OrderEvent>;
  readonly #updates: BulkInsert<OrderUpdateRow, OrderEvent>;
  readonly #renames: BulkInsert<OrderRenameRow, OrderEvent>;
  readonly #matches: BulkInsert<MatchRow, Execution>;
  readonly #markets: BulkInsert<MarketEventRow, MarketEvent>;
  readonly #notices: BulkInsert<NoticeRow, NoteOfEvent>;
  readonly #quotes: QuoteRows;
  readonly #users: BulkInsert<EventUserRow, EventOfUser>;
  readonly #registerChanges: BulkInsert<RegisterEntryChangeRow, ChangeOfEvent>;
  readonly #fees: BulkInsert<FeeChangeRow, FeeOfEvent>;
  readonly #tokens: TokenIndex;
  readonly #clientRecords: ClientRecords;
  readonly #reads: HistoryReads;
  readonly #positionToMove: CompiledQuery<HistoryPositionRow>;
  readonly #movePosition: CompiledQuery;

  constructor(database: Database, shard: number) {
    const { db, dialect } = database;
    this.#database = database;
    this.#shard = shard;
    this.#entries = new BulkInsert(dialect, 'order_entry_rows', ORDER_ENTRY_COLUMNS);
    this.#updates = new BulkInsert(dialect, 'order_updates', ORDER_UPDATE_COLUMNS);
    this.#renames = new BulkInsert(dialect, 'order_renames', ORDER_RENAME_COLUMNS);
    this.#matches = new BulkInsert(dialect, 'matches', MATCH_COLUMNS);
    this.#markets = new BulkInsert(dialect, 'market_events', MARKET_EVENT_COLUMNS);
    this.#notices = new BulkInsert(dialect, 'notices', NOTICE_COLUMNS);
    this.#quotes = new QuoteRows(dialect);
    this.#users = new BulkInsert(dialect, 'event_users', EVENT_USER_COLUMNS);
    this.#registerChanges = new BulkInsert(dialect, 'register_entry_changes', REGISTER_CHANGE_COLUMNS);
    this.#fees = new BulkInsert(dialect, 'fee_changes', FEE_COLUMNS);
    this.#tokens = dialect === 'sqlite' ? new TokenRuns() : plainTokenIndex;
    this.#clientRecords = new ClientRecords(dialect);
    this.#reads = historyReads(database, this.#tokens);
    const position = db.selectFrom('history_position').selectAll();
    // On SQLite the transaction already keeps other writers out.
    this.#positionToMove = (dialect === 'postgres' ? position.forNoKeyUpdate() : position).compile();
    this.#movePosition = db.updateTable('history_position').set({ seq: 0 }).compile();
  }

  /** Sequence number of the last event that the history holds; 0 when it is empty. Throws ForeignHistory. */
  async position(): Promise<EventSeq> {
    return this.#positionIn(await this.#database.db.selectFrom('history_position').selectAll().execute());
  }

  /**
   * As position, where what was read cannot be lost any more: on PostgreSQL the row is locked, in the way that waits
   * for nobody who writes it, and the commit of that waits for the standby as those before it should have (J15).
   */
  async settledPosition(): Promise<EventSeq> {
    if (this.#database.dialect === 'sqlite') return this.position();
    return this.#database.db.transaction().execute(async (transaction) => {
      return this.#positionIn(await transaction.selectFrom('history_position').selectAll().forKeyShare().execute());
    });
  }

  #positionIn(rows: readonly HistoryPositionRow[]): EventSeq {
    const foreign = rows.find(({ shard }) => shard !== this.#shard);
    if (foreign !== undefined) throw new ForeignHistory(this.#shard, foreign.shard);
    return rows[0]?.seq ?? 0;
  }

  /**
   * Adds events, in their order, in one transaction: all or none. Events that the history already holds are skipped, so
   * a batch may be given again after a crash. Throws HistoryGap when an event is missing before or among them.
   *
   * @param skipped by the last event before: the last number that no event has
   */
  async apply(
    events: readonly ExchangeEvent[],
    dayEnds: readonly JournaledDayEnd[] = [],
    skipped: ReadonlyMap<EventSeq, EventSeq> = new Map(),
  ): Promise<void> {
    if (events.length === 0 && dayEnds.length === 0) return;
    await this.#database.db.transaction().execute(async (transaction) => {
      await writeDayEnds(transaction, dayEnds);
      const position = await this.#lockPosition(transaction);
      const fresh = events.filter((event) => event.seq > position);
      if (fresh.length === 0) return;
      checkGapless(position, fresh, skipped);
      await this.#write(transaction, fresh);
      await transaction.executeQuery(withParameters(this.#movePosition, [fresh.at(-1)!.seq]));
    });
  }

  async #lockPosition(transaction: Transaction<Schema>): Promise<EventSeq> {
    const found = await transaction.executeQuery(this.#positionToMove);
    if (found.rows.length > 0) return this.#positionIn(found.rows);
    await transaction
      .insertInto('history_position')
      .values({ shard: this.#shard, seq: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return this.#positionIn((await transaction.executeQuery(this.#positionToMove)).rows);
  }

  async #write(transaction: Transaction<Schema>, events: readonly ExchangeEvent[]): Promise<void> {
    const { entries, updates, renames, executions, markets, notices, ...more } = recordedEvents(events);
    await this.#entries.write(transaction, entries);
    await this.#tokens.add(transaction, entries);
    await this.#updates.write(transaction, updates);
    await this.#renames.write(transaction, renames);
    await this.#matches.write(transaction, executions);
    await this.#markets.write(transaction, markets);
    await this.#notices.write(transaction, notices);
    await this.#quotes.write(transaction, more.quotes);
    await this.#users.write(transaction, more.users);
    await this.#registerChanges.write(transaction, more.registerChanges);
    await this.#fees.write(transaction, more.fees);
    await addFeeSums(transaction, more.fees);
    await this.#clientRecords.add(transaction, events);
  }

  /** The order in its present state; undefined when it is unknown. The caller checks its client. */
  async order(orderId: OrderId): Promise<OrderView | undefined> {
    const [row] = await this.#reads.order.run(orderId);
    return row && orderView(row);
  }

  /** The newest `limit` orders of the client with this token and an id below `before`, oldest first. */
  async ordersWithToken(
    clientId: string,
    token: string,
    limit = ITEMS_MAX,
    before = Number.MAX_SAFE_INTEGER as OrderId,
  ): Promise<OrderView[]> {
    const rows = await this.#reads.ordersWithToken.run(...this.#tokens.parameters(clientId, token, before, limit));
    return rows.map(orderView);
  }

  /** What the order paid, busts and corrections included; undefined where no schedule names it. */
  async feesOf(orderId: OrderId): Promise<OrderFees | undefined> {
    const [row] = await this.#reads.feesOf.run(orderId);
    return row && (JSON.parse(row.fees) as OrderFees);
  }

  async match(matchId: MatchId): Promise<MatchView | undefined> {
    const [row] = await this.#reads.match.run(matchId);
    return row && matchView(row);
  }

  /** The first `limit` matches of the order, on either side, with a higher id than `after`, oldest first. */
  async matchesOf(orderId: OrderId, limit = ITEMS_MAX, after = NO_MATCH): Promise<MatchView[]> {
    const rows = await this.#reads.matchesOf.run(orderId, after, orderId, after, limit);
    return rows.map(matchView);
  }

  /** All matches of at most 100 orders, oldest first; undefined where they are `limit` or more. */
  async matchesOfAll(orderIds: readonly OrderId[], limit: number): Promise<MatchView[] | undefined> {
    const padded = [...orderIds, ...Array<OrderId>(ORDERS_AT_ONCE - orderIds.length).fill(NO_ORDER)];
    const rows = await this.#reads.matchesOfAll.run(...padded, ...padded, limit);
    if (rows.length >= limit) return undefined;
    // One between two of the orders is found from either.
    const byId = new Map(rows.map((row) => [row.match_id, matchView(row)]));
    return [...byId.values()].sort((one, other) => one.matchId - other.matchId);
  }

  /** The first `limit` changes of the order with a higher sequence number than `after`, oldest first. */
  async changesOf(orderId: OrderId, limit = ITEMS_MAX, after = 0): Promise<OrderChangeView[]> {
    const rows = await this.#reads.changesOf.run(orderId, after, limit);
    return rows.map(orderChangeView);
  }

  /** Openings, closes and halts of the security, newest first. */
  async marketEventsOf(securityId: SecurityId, limit = ITEMS_MAX): Promise<MarketEventView[]> {
    const rows = await this.#reads.marketEventsOf.run(securityId, limit);
    return rows.map(marketEventView);
  }
}

function checkGapless(
  position: EventSeq,
  events: readonly ExchangeEvent[],
  skipped: ReadonlyMap<EventSeq, EventSeq>,
): void {
  let last = position;
  for (const { seq } of events) {
    const expected = (skipped.get(last) ?? last) + 1;
    if (seq !== expected) throw new HistoryGap(expected, seq);
    last = seq;
  }
}
