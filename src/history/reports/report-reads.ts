/** The reads of a report: each a long query in pages, of the state at the end of the day (E2). */

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type {
  Db,
  FeeChangeRow,
  MatchRow,
  NoticeRow,
  OrderEntryRow,
  OrderRow,
  OrderUpdateRow,
} from '../../database/schema/index.ts';
import type { EventSeq, MatchId, OrderId } from '../../exchange/api/index.ts';
import { PAGE_ROWS, rowsOf } from './pages.ts';

/** The events of a day: after the end of the day before, up to its own end. */
export interface DayRange {
  readonly date: string;
  readonly fromSeq: EventSeq;
  readonly toSeq: EventSeq;
  readonly fromOrder: OrderId;
  readonly toOrder: OrderId;
  readonly fromMatch: MatchId;
  readonly toMatch: MatchId;
}

/** A row with the user who caused its event (O14); null: none. */
export type ByUser<Row> = Row & { readonly user_id: string | null };

export interface OrderAtEnd extends ByUser<OrderRow> {
  readonly entry_seq: number;
}

export type UpdateOfOrder = OrderUpdateRow & Pick<OrderEntryRow, TicketColumn>;

type TicketColumn =
  | 'security_id'
  | 'issuer_id'
  | 'member_id'
  | 'account_id'
  | 'type'
  | 'side'
  | 'token'
  | 'disclosed'
  | 'solicited'
  | 'self_trade'
  | 'expiration'
  | 'expiration_date'
  | 'optional';

/** A match, with its two orders as they then were. */
export type MatchOfOrders = MatchRow & SideOf<'buy'> & SideOf<'sell'>;

type SideOf<S extends string> = {
  readonly [C in Exclude<TicketColumn, 'security_id' | 'side'> as `${S}_${C}`]: OrderEntryRow[C];
} & { readonly [C in `${S}_user_id`]: string | null } & {
  readonly [C in 'quantity' | 'price' | 'contingency' | 'minimum' as `${S}_order_${C}`]: OrderUpdateRow[C];
};

const TICKET = ['issuer_id', 'member_id', 'account_id', 'type', 'disclosed', 'solicited', 'self_trade'] as const;
const EXPIRY = ['expiration', 'expiration_date'] as const;
const TERMS = ['quantity', 'price', 'contingency', 'minimum'] as const;
/** A replacement may change optional terms (M19). */
const OPTIONAL_OF_UPDATE = sql<string | null>`coalesce(u.optional, o.optional)`;

/**
 * The orders from before the day that had not ended when it began, in a table of the connection: those that have not
 * ended by now, and those that something happened to since.
 */
export async function collectCarried(db: Db, range: DayRange): Promise<void> {
  const { fromOrder, fromSeq, fromMatch } = range;
  await dropCarried(db);
  await sql`create temporary table report_orders (order_id bigint primary key)`.execute(db);
  await sql`insert into report_orders (order_id)
    select order_id from live_orders where order_id <= ${fromOrder}
    union select order_id from order_updates where seq > ${fromSeq} and order_id <= ${fromOrder}
    union select buy_order_id from matches where match_id > ${fromMatch} and buy_order_id <= ${fromOrder}
    union select sell_order_id from matches where match_id > ${fromMatch} and sell_order_id <= ${fromOrder}`.execute(
    db,
  );
}

export async function dropCarried(db: Db): Promise<void> {
  await sql`drop table if exists report_orders`.execute(db);
}

/** The orders of the day, oldest first, in their state at its end. Needs collectCarried. */
export async function* ordersOfDay(db: Db, range: DayRange): AsyncGenerator<OrderAtEnd> {
  yield* rowsOf((last) =>
    ordersAtEnd(
      db,
      range,
      sql`report_orders as r
    join order_entries as o on o.order_id = r.order_id`,
      sql`r.order_id > ${last?.order_id ?? 0}`,
    ),
  );
  yield* rowsOf((last) =>
    ordersAtEnd(
      db,
      range,
      sql`order_entries as o`,
      sql`o.order_id > ${last?.order_id ?? range.fromOrder} and o.order_id <= ${range.toOrder}`,
    ),
  );
}

/** As in the view orders, without changes from after the day. */
async function ordersAtEnd(
  db: Db,
  { toSeq, toMatch }: DayRange,
  from: ReturnType<typeof sql>,
  where: ReturnType<typeof sql>,
): Promise<OrderAtEnd[]> {
  const left = sql`case o.side when 'buy' then m.buy_remaining else m.sell_remaining end`;
  const filledLast = sql`m.seq > coalesce(u.seq, 0)`;
  const lastMatch = (side: 'buy' | 'sell') => sql`(select match_id from matches
    where ${sql.ref(`${side}_order_id`)} = o.order_id and match_id <= ${toMatch} order by match_id desc limit 1)`;
  const { rows } = await sql<OrderAtEnd>`
    select o.order_id, o.seq as entry_seq, o.client_id, o.security_id, o.issuer_id, o.member_id, o.account_id, o.type,
      o.side, ${tokenUpTo('o', sql`seq <= ${toSeq}`)} as token, o.disclosed, o.solicited, o.self_trade,
      ${OPTIONAL_OF_UPDATE} as optional, o.expiration, o.expiration_date, o.ip, o.in_session, o.created_at,
      coalesce(u.price, o.price) as price, coalesce(u.quantity, o.quantity) as quantity,
      coalesce(u.contingency, o.contingency) as contingency, coalesce(u.minimum, o.minimum) as minimum, u.reason,
      u.change as last_change,
      case when ${filledLast} then ${left} else coalesce(u.remaining, o.quantity) end as remaining,
      case when ${filledLast} then case ${left} when 0 then 'Executed' else 'Partially Executed' end
        else coalesce(u.status, o.status) end as status,
      case when ${filledLast} then m.matched_at else coalesce(u.changed_at, o.created_at) end as updated_at,
      ${userOf('o')} as user_id
    from ${from}
    left join order_updates as u on u.seq = (select seq from order_updates
      where order_id = o.order_id and seq <= ${toSeq} order by seq desc limit 1)
    left join matches as m on m.match_id = case o.side when 'buy' then ${lastMatch('buy')} else ${lastMatch('sell')} end
    where ${where} order by o.order_id limit ${PAGE_ROWS}`.execute(db);
  return rows;
}

export function entriesOfDay(db: Db, { fromOrder, toOrder }: DayRange): AsyncGenerator<ByUser<OrderEntryRow>> {
  const entries = db
    .selectFrom('order_entries as o')
    .selectAll()
    .select(userOf('o').as('user_id'))
    .where('order_id', '<=', toOrder);
  return rowsOf((last) =>
    entries
      .where('order_id', '>', last?.order_id ?? fromOrder)
      .orderBy('order_id')
      .limit(PAGE_ROWS)
      .execute(),
  );
}

export function updatesOfDay(db: Db, { fromSeq, toSeq }: DayRange): AsyncGenerator<ByUser<UpdateOfOrder>> {
  const ticket = [...TICKET, ...EXPIRY, 'security_id', 'side'] as const;
  const updates = db
    .selectFrom('order_updates as u')
    .innerJoin('order_entries as o', 'o.order_id', 'u.order_id')
    .selectAll('u')
    .select(ticket.map((column) => `o.${column}` as const))
    .select([userOf('u').as('user_id'), tokenUpTo('o', sql`seq <= u.seq`).as('token')])
    .select(OPTIONAL_OF_UPDATE.as('optional'))
    .where('u.seq', '<=', toSeq);
  return rowsOf(
    (last) =>
      updates
        .where('u.seq', '>', last?.seq ?? fromSeq)
        .orderBy('u.seq')
        .limit(PAGE_ROWS)
        .execute() as Promise<ByUser<UpdateOfOrder>[]>,
  );
}

/** Each correction (V65) or bust (V45) of a match on the day, as one of those notified sees it. */
export function amendmentsOfDay(
  db: Db,
  kind: 'adjust' | 'bust' | 'settlement',
  { fromSeq, toSeq }: DayRange,
): AsyncGenerator<ByUser<NoticeRow>> {
  return rowsOf(async (last) => {
    const { rows } = await sql<ByUser<NoticeRow>>`select n.*, ${userOf('n')} as user_id from notices as n
      where kind = ${kind} and seq > ${last?.seq ?? fromSeq} and seq <= ${toSeq}
        and seq = (select min(seq) from notices where notice_id = n.notice_id)
        and client_id = (select min(client_id) from notices where seq = n.seq)
      order by seq limit ${PAGE_ROWS}`.execute(db);
    return rows;
  });
}

export function matchesOfDay(db: Db, { fromMatch, toMatch }: DayRange): AsyncGenerator<MatchOfOrders> {
  return rowsOf(async (last) => {
    const { rows } = await sql<MatchOfOrders>`
      select m.*, ${sideColumns('buy', 'b')}, ${sideColumns('sell', 's')},
        ${userOf('b')} as buy_user_id, ${userOf('s')} as sell_user_id
      from matches as m
      join order_entries as b on b.order_id = m.buy_order_id ${lastUpdate('b')}
      join order_entries as s on s.order_id = m.sell_order_id ${lastUpdate('s')}
      where m.match_id > ${last?.match_id ?? fromMatch} and m.match_id <= ${toMatch}
      order by m.match_id limit ${PAGE_ROWS}`.execute(db);
    return rows;
  });
}

/** What matches, busts and corrections of the day changed of the fees of their orders. */
export function feesOfDay(db: Db, { fromSeq, toSeq }: DayRange): AsyncGenerator<Selectable<FeeChangeRow>> {
  return rowsOf(async (last) => {
    const { rows } = await sql<Selectable<FeeChangeRow>>`select * from fee_changes
      where (seq, order_id) > (${last?.seq ?? fromSeq}, ${last?.order_id ?? Number.MAX_SAFE_INTEGER})
        and seq <= ${toSeq}
      order by seq, order_id limit ${PAGE_ROWS}`.execute(db);
    return rows;
  });
}

/** The same without their orders, as everybody may know them. */
export function tradesOfDay(db: Db, { fromMatch, toMatch }: DayRange): AsyncGenerator<MatchRow> {
  return rowsOf((last) =>
    db
      .selectFrom('matches')
      .selectAll()
      .where('match_id', '>', last?.match_id ?? fromMatch)
      .where('match_id', '<=', toMatch)
      .orderBy('match_id')
      .limit(PAGE_ROWS)
      .execute(),
  );
}

/** The token that the order had: of the last replacement which gave one, else of its entry (H10). */
function tokenUpTo(order: 'o' | 'b' | 's', upTo: RawBuilder<unknown>) {
  return sql<string | null>`coalesce((select token from order_renames
    where order_id = ${sql.ref(`${order}.order_id`)} and ${upTo} order by seq desc limit 1),
    ${sql.ref(`${order}.token`)})`;
}

function userOf(event: 'o' | 'u' | 'n' | 'b' | 's') {
  return sql<string | null>`(select user_id from event_users where seq = ${sql.ref(`${event}.seq`)})`;
}

/** The terms of the order at the match: those of the last update before. */
function lastUpdate(order: 'b' | 's') {
  return sql`left join order_updates as ${sql.ref(`${order}u`)} on ${sql.ref(`${order}u.seq`)} = (
    select seq from order_updates where order_id = ${sql.ref(`${order}.order_id`)} and seq < m.seq
    order by seq desc limit 1)`;
}

function sideColumns(side: 'buy' | 'sell', order: 'b' | 's') {
  const ticket = [...TICKET, ...EXPIRY].map(
    (name) => sql`${sql.ref(`${order}.${name}`)} as ${sql.ref(`${side}_${name}`)}`,
  );
  const terms = TERMS.map(
    (name) => sql`coalesce(${sql.ref(`${order}u.${name}`)}, ${sql.ref(`${order}.${name}`)})
      as ${sql.ref(`${side}_order_${name}`)}`,
  );
  const token = sql`${tokenUpTo(order, sql`seq < m.seq`)} as ${sql.ref(`${side}_token`)}`;
  const optional = sql`coalesce(${sql.ref(`${order}u.optional`)}, ${sql.ref(`${order}.optional`)})
      as ${sql.ref(`${side}_optional`)}`;
  return sql.join([...ticket, ...terms, token, optional]);
}
