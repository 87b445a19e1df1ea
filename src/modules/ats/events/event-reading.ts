/** A client's events from the order history, in the venue's order (H7). */

import { type RawBuilder, sql } from 'kysely';
import type { Db, MarketEventRow, MatchRow, OrderEntryRow, OrderUpdateRow } from '../../../database/schema/index.ts';
import {
  type Amount,
  amountFrom,
  type EventSeq,
  type Fill,
  type Liquidity,
  liquidityOf,
  type MatchId,
  type NoticeView,
  type OrderId,
} from '../../../exchange/api/index.ts';
import type { Microseconds } from '../../../time/units.ts';
import { ownedBy } from '../../shared/record/index.ts';
import { between, type EventRange, first } from './event-range.ts';
import { noticesIn } from './notice-reading.ts';

/** The fixed values of an order that events show. */
type EnteredOrder = Pick<
  OrderEntryRow,
  'order_id' | 'client_id' | 'security_id' | 'member_id' | 'account_id' | 'token' | 'side' | 'type' | 'optional'
>;

/** An order as one of its changes left it. */
export type OrderChangeOf = Pick<
  OrderUpdateRow,
  'change' | 'status' | 'remaining' | 'quantity' | 'price' | 'reason'
> & {
  readonly executed: Amount;
  readonly fill?: Fill | undefined;
  /** Of a fill. */
  readonly liquidity?: Liquidity | undefined;
  readonly entry: EnteredOrder;
  /** Of a replacement that gave the order another token: the one before. */
  readonly previousToken?: string | null | undefined;
};

export type ReadEvent = { readonly seq: EventSeq; readonly time: Microseconds } & (
  | { readonly type: 'order'; readonly order: OrderChangeOf }
  | { readonly type: 'match'; readonly match: MatchOf }
  | { readonly type: 'market'; readonly market: Pick<MarketEventRow, 'security_id' | 'market' | 'reason' | 'cause'> }
  | { readonly type: 'notice'; readonly notice: Pick<NoticeView, 'kind' | 'to'> }
);

type MatchOf = Pick<
  MatchRow,
  | 'match_id'
  | 'security_id'
  | 'price'
  | 'quantity'
  | 'buy_order_id'
  | 'sell_order_id'
  | 'buy_client_id'
  | 'sell_client_id'
  | 'block'
  | 'auction'
>;

/** A match with the terms that its orders had, which its fills show. */
interface FilledMatch extends MatchRow {
  readonly buy_quantity: number | null;
  readonly buy_price: number | null;
  /** Null: the order has kept the token of its entry. */
  readonly buy_token: string | null;
  /** Null: the order has kept its optional terms. */
  readonly buy_optional: string | null;
  readonly sell_quantity: number | null;
  readonly sell_price: number | null;
  readonly sell_token: string | null;
  readonly sell_optional: string | null;
}

/** A change with the token that its order had after it, null as above, and the one that it took from it. */
interface UpdateWithToken extends OrderUpdateRow {
  readonly token: string | null;
  readonly previous_token: string | null;
}

/** Oldest first; more than `limit` where there are more. */
export async function eventsOf(db: Db, asked: EventRange): Promise<ReadEvent[]> {
  const entries = await entriesOf(db, asked);
  let range = upToLast(asked, entries);
  const updates = await updatesOf(db, range);
  range = upToLast(range, updates);
  // The fills of a match have the two numbers after its own.
  const matches = await matchesOf(db, { ...range, after: range.after - 2, limit: range.limit + 2 });
  range = upToLast(range, matches);
  const markets = await marketsOf(db, range);
  const notices = await noticesIn(db, range);
  const isOwn = (clientId: string) => range.clientId === undefined || range.clientId === clientId;
  const known = new Map(entries.map((entry) => [entry.order_id, entry]));
  const orderIds = [
    ...updates.map(({ order_id }) => order_id),
    ...matches.flatMap((match) => [
      ...(isOwn(match.buy_client_id) ? [match.buy_order_id] : []),
      ...(isOwn(match.sell_client_id) ? [match.sell_order_id] : []),
    ]),
  ];
  for (const entry of await entriesWith(db, orderIds, known)) known.set(entry.order_id, entry);
  const events: ReadEvent[] = [
    ...entries.map((entry) => enteredEvent(entry)),
    ...updates.map((row): ReadEvent => {
      const entry = replacedEntry(known.get(row.order_id)!, row);
      const order = { ...row, executed: amountFrom(row.executed), entry, previousToken: row.previous_token };
      return { type: 'order', seq: row.seq, time: row.changed_at, order };
    }),
    ...matches.flatMap((match) => matchEvents(match, known)),
    ...markets.map((market): ReadEvent => ({ type: 'market', seq: market.seq, time: market.occurred_at, market })),
    ...notices.map(({ seq, time, ...notice }): ReadEvent => ({ type: 'notice', seq, time, notice })),
  ];
  return events.filter(({ seq }) => seq > range.after && seq <= range.upTo).sort((one, other) => one.seq - other.seq);
}

/** Not more is read than a full page, and one more record to know whether there are more. */
function upToLast(range: EventRange, rows: readonly { readonly seq: EventSeq }[]): EventRange {
  const extra = rows.filter(({ seq }) => seq > range.after)[range.limit];
  return extra === undefined ? range : { ...range, upTo: Math.min(range.upTo, extra.seq) };
}

function enteredEvent(entry: OrderEntryRow): ReadEvent {
  const { seq, created_at, quantity, price, status } = entry;
  const terms = { remaining: quantity, quantity, price, executed: 0 };
  const order = { ...terms, change: 'entered', status, reason: null, entry } as const;
  return { type: 'order', seq, time: created_at, order };
}

/**
 * The match, and the fills of those of its orders that are known: the caller's own. The initiator's fill comes first.
 */
function matchEvents(match: FilledMatch, known: ReadonlyMap<OrderId, OrderEntryRow>): ReadEvent[] {
  const events: ReadEvent[] = [{ type: 'match', seq: match.seq, time: match.matched_at, match }];
  for (const side of ['buy', 'sell'] as const) {
    const entry = known.get(match[`${side}_order_id`]);
    if (entry === undefined) continue;
    const remaining = match[`${side}_remaining`];
    const isInitiator = match.hub_order_id === entry.order_id;
    const order = {
      change: 'filled',
      status: remaining === 0 ? 'Executed' : 'Partially Executed',
      remaining,
      executed: amountFrom(match[`${side}_executed`]),
      fill: fillOf(match, match[`${side}_fee`]),
      liquidity: liquidityOf(isInitiator, match.block === 1),
      quantity: match[`${side}_quantity`] ?? entry.quantity,
      price: match[`${side}_price`] ?? entry.price,
      reason: null,
      entry: replacedEntry(entry, { token: match[`${side}_token`], optional: match[`${side}_optional`] }),
    } as const;
    const seq = match.seq + (isInitiator ? 1 : 2);
    events.push({ type: 'order', seq, time: match.matched_at, order });
  }
  return events;
}

function fillOf({ match_id: matchId, price, quantity }: FilledMatch, fee: number | null): Fill {
  return fee === null ? { matchId, price, quantity } : { matchId, price, quantity, fee };
}

/** The entry with what replacements gave the order; null: it has kept that of its entry. */
function replacedEntry(
  entry: OrderEntryRow,
  { token, optional }: Pick<UpdateWithToken, 'token' | 'optional'>,
): OrderEntryRow {
  if (token === null && optional === null) return entry;
  return { ...entry, token: token ?? entry.token, optional: optional ?? entry.optional };
}

async function entriesOf(db: Db, range: EventRange): Promise<OrderEntryRow[]> {
  const which = range.clientId === undefined ? await idsBetween(db, 'order_entries', range) : ownedBy(range.clientId);
  const by = range.clientId === undefined ? sql`order_id` : sql`seq`;
  const { rows } = await sql<OrderEntryRow>`select * from order_entries
    where ${which} and ${between(range)} order by ${by} ${first(range)}`.execute(db);
  return rows;
}

async function updatesOf(db: Db, range: EventRange): Promise<UpdateWithToken[]> {
  const { rows } = await sql<UpdateWithToken>`select u.*, r.previous_token,
      ${tokenAt(sql`u.order_id`, sql`seq <= u.seq`)} as token
    from (select * from order_updates where ${ofClient(range)} ${between(range)} order by seq ${first(range)}) as u
    left join order_renames as r on r.seq = u.seq order by u.seq`.execute(db);
  return rows;
}

/** The token that replacements up to there gave the order; null: none did. */
function tokenAt(orderId: RawBuilder<unknown>, upTo: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select token from order_renames where order_id = ${orderId} and ${upTo} order by seq desc limit 1)`;
}

/** They concern everybody. */
async function marketsOf(db: Db, range: EventRange): Promise<MarketEventRow[]> {
  const { rows } = await sql<MarketEventRow>`select * from market_events
    where ${between(range)} order by seq ${first(range)}`.execute(db);
  return rows;
}

function ofClient({ clientId }: EventRange): RawBuilder<unknown> {
  return clientId === undefined ? sql`` : sql`${ownedBy(clientId)} and`;
}

async function matchesOf(db: Db, range: EventRange): Promise<FilledMatch[]> {
  const own = (side: 'buy' | 'sell') => sql`select * from (select * from matches
    where ${sql.ref(`${side}_client_id`)} = ${range.clientId} and ${between(range)}
    order by seq ${first(range)}) as ${sql.ref(side)}`;
  const found =
    range.clientId === undefined
      ? sql`select * from matches where ${await idsBetween(db, 'matches', range)} and ${between(range)}
          order by match_id ${first(range)}`
      : sql`${own('buy')} union ${own('sell')}`;
  const term = (side: 'buy' | 'sell', name: 'quantity' | 'price' | 'optional') => sql`
    (select ${sql.ref(`u.${name}`)} from order_updates as u
      where u.order_id = ${sql.ref(`m.${side}_order_id`)} and u.seq < m.seq order by u.seq desc limit 1)
      as ${sql.ref(`${side}_${name}`)}`;
  const terms = (['buy', 'sell'] as const).flatMap((side) => [
    term(side, 'quantity'),
    term(side, 'price'),
    term(side, 'optional'),
    sql`${tokenAt(sql.ref(`m.${side}_order_id`), sql`seq < m.seq`)} as ${sql.ref(`${side}_token`)}`,
  ]);
  const { rows } = await sql<FilledMatch>`select m.*, ${sql.join(terms)} from (${found}) as m
    order by m.seq ${first(range)}`.execute(db);
  return rows;
}

async function entriesWith(
  db: Db,
  orderIds: readonly OrderId[],
  known: ReadonlyMap<OrderId, unknown>,
): Promise<OrderEntryRow[]> {
  const ids = [...new Set(orderIds)].filter((id) => !known.has(id));
  return ids.length === 0 ? [] : db.selectFrom('order_entries').selectAll().where('order_id', 'in', ids).execute();
}

export async function idsBetween(
  db: Db,
  table: 'order_entries' | 'matches',
  { after, upTo }: Pick<EventRange, 'after' | 'upTo'>,
): Promise<RawBuilder<boolean>> {
  const id = sql.ref(table === 'matches' ? 'match_id' : 'order_id');
  return sql<boolean>`${id} > ${await lastBefore(db, table, after)} and ${id} <= ${await lastBefore(db, table, upTo)}`;
}

/**
 * An id that all rows with a higher sequence number lie above, as far up as halving finds it: ids and sequence numbers
 * rise together, and there is no index of the latter over all clients, which every order would pay for.
 */
function lastBefore(db: Db, table: 'order_entries' | 'matches', seq: EventSeq): Promise<number> {
  return lastUpTo(db, table, 'seq', seq);
}

/** The same for any column that rises with the ids: an id that all rows with more in it lie above. */
export async function lastUpTo<Table extends 'order_entries' | 'matches'>(
  db: Db,
  table: Table,
  column: 'seq' | 'matched_at',
  value: number,
): Promise<Table extends 'matches' ? MatchId : OrderId> {
  const id = sql.ref(table === 'matches' ? 'match_id' : 'order_id');
  const { rows: ends } = await sql<{ high: number | null }>`select max(${id}) as high from ${sql.table(table)}`.execute(
    db,
  );
  let [low, high] = [0, ends[0]?.high ?? 0];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { rows } = await sql<{ id: number; value: number }>`select ${id} as id, ${sql.ref(column)} as value
      from ${sql.table(table)} where ${id} > ${middle} order by ${id} limit 1`.execute(db);
    const above = rows[0];
    if (above === undefined || above.value > value) high = middle;
    else low = above.id;
  }
  return low as Table extends 'matches' ? MatchId : OrderId;
}
