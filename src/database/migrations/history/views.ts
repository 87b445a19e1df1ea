import { type Kysely, type RawBuilder, sql } from 'kysely';
import { CHOICE_COLUMNS, choiceIn } from '../../queries/index.ts';
import type { Dialect } from '../../schema/index.ts';

/** The columns of order_entry_rows that order_entries shows as they are. */
const ENTRY_COLUMNS = [
  'order_id',
  'seq',
  'client_id',
  'security_id',
  'issuer_id',
  'member_id',
  'account_id',
  'token',
  'expiration_date',
  'ip',
  'created_at',
  'price',
  'quantity',
  'minimum',
  'optional',
];

/** The views of the history, all computed from the rows of its events. */
export async function createHistoryViews(db: Kysely<unknown>): Promise<void> {
  await createOrderEntriesView(db);
  await createOrdersView(db);
  await createOrderChangesView(db);
  await createOrderListView(db);
  await createTradeListView(db);
}

/** Orders at their entry, with each choice in its own column. */
async function createOrderEntriesView(db: Kysely<unknown>): Promise<void> {
  const columns = sql.join(ENTRY_COLUMNS.map((column) => sql.ref(column)));
  const choices = sql.join(CHOICE_COLUMNS.map((column) => sql`${choiceIn(column)} as ${sql.ref(column)}`));
  await sql`create view order_entries as select ${columns}, ${choices} from order_entry_rows`.execute(db);
}

/**
 * Orders in their present state. The terms are those of the last update, or of the entry; remaining, status and time
 * those of the last update or match, whichever came later; the reason that of the last change that is no fill. An order
 * is on one side of all its matches. (The last of some is quicker to plan than their maximum.)
 */
async function createOrdersView(db: Kysely<unknown>): Promise<void> {
  await sql`create view orders as ${ordersWith(sql`o.token`, sql`o.optional`)}`.execute(db);
}

const LAST_TOKEN = sql`coalesce(
    (select token from order_renames where order_id = o.order_id order by seq desc limit 1), o.token)`;

/** The view orders shows the token that the last replacement gave. */
export async function showRenamedOrders(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await changeOrdersView(db, dialect, ordersWith(LAST_TOKEN, sql`o.optional`));
}

/** It shows the optional terms that replacements gave. */
export async function showReplacedTerms(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await changeOrdersView(db, dialect, ordersWith(LAST_TOKEN, sql`coalesce(u.optional, o.optional)`));
}

/** The list of trades names the auction of each. */
export async function showAuctions(db: Kysely<unknown>): Promise<void> {
  await sql`drop view trade_list`.execute(db);
  await createTradeListView(db, sql`, m.auction`);
}

/** Fills and the list of trades have the fee of their side. */
export async function showFees(db: Kysely<unknown>): Promise<void> {
  await sql`drop view trade_list`.execute(db);
  await createTradeListView(db, sql`, m.auction`, (side) => sql`, ${sql.ref(`m.${side}_fee`)} as fee`);
  await sql`drop view order_changes`.execute(db);
  await createOrderChangesView(db, true);
}

/** On PostgreSQL another view reads it, so it is not dropped. */
async function changeOrdersView(db: Kysely<unknown>, dialect: Dialect, select: RawBuilder<unknown>): Promise<void> {
  if (dialect === 'sqlite') await sql`drop view orders`.execute(db);
  const create = dialect === 'sqlite' ? sql`create view orders` : sql`create or replace view orders`;
  await sql`${create} as ${select}`.execute(db);
}

function ordersWith(token: RawBuilder<unknown>, optional: RawBuilder<unknown>) {
  return sql`
    select o.order_id, o.client_id, o.security_id, o.issuer_id, o.member_id, o.account_id, o.type, o.side,
      ${token} as token, o.disclosed, o.solicited, o.expiration, o.expiration_date, o.ip, o.in_session, o.created_at,
      coalesce(u.price, o.price) as price,
      coalesce(u.quantity, o.quantity) as quantity,
      case
        when m.seq > coalesce(u.seq, 0) then case o.side when 'buy' then m.buy_remaining else m.sell_remaining end
        else coalesce(u.remaining, o.quantity)
      end as remaining,
      case
        when m.seq > coalesce(u.seq, 0) then case o.side when 'buy' then m.buy_executed else m.sell_executed end
        else u.executed
      end as executed,
      coalesce(u.contingency, o.contingency) as contingency,
      coalesce(u.minimum, o.minimum) as minimum,
      case
        when m.seq > coalesce(u.seq, 0) then
          case case o.side when 'buy' then m.buy_remaining else m.sell_remaining end
            when 0 then 'Executed' else 'Partially Executed'
          end
        else coalesce(u.status, o.status)
      end as status,
      case when m.seq > coalesce(u.seq, 0) then m.matched_at else coalesce(u.changed_at, o.created_at) end
        as updated_at,
      u.reason as reason, u.change as last_change, o.self_trade, ${optional} as optional
    from order_entries as o
    left join order_updates as u on u.seq = (
      select seq from order_updates where order_id = o.order_id order by seq desc limit 1
    )
    left join matches as m on m.match_id = case o.side
      when 'buy' then (select match_id from matches where buy_order_id = o.order_id order by match_id desc limit 1)
      else (select match_id from matches where sell_order_id = o.order_id order by match_id desc limit 1)
    end`;
}

async function createOrderChangesView(db: Kysely<unknown>, hasFees = false): Promise<void> {
  const none = hasFees ? sql`, cast(null as bigint) as fill_fee` : sql``;
  await sql`
    create view order_changes as
    select seq, order_id, 'entered' as change, status, quantity as remaining, quantity, price,
      cast(null as text) as reason, created_at as changed_at, cast(null as text) as executed,
      cast(null as bigint) as match_id, cast(null as bigint) as fill_price,
      cast(null as bigint) as fill_quantity${none}
    from order_entries
    union all
    select seq, order_id, change, status, remaining, quantity, price, reason, changed_at, executed, null, null,
      null${hasFees ? sql`, null` : none}
    from order_updates
    union all ${fillsOf('buy', hasFees)}
    union all ${fillsOf('sell', hasFees)}`.execute(db);
}

/** Changes of the orders on one side of the matches: the initiator's comes first (M8). */
function fillsOf(side: 'buy' | 'sell', hasFees: boolean) {
  const fee = hasFees ? sql`, ${sql.ref(`m.${side}_fee`)}` : sql``;
  const order = sql.ref(`m.${side}_order_id`);
  const remaining = sql.ref(`m.${side}_remaining`);
  const term = (name: 'quantity' | 'price') => sql`coalesce(
    (select u.${sql.ref(name)} from order_updates as u where u.order_id = ${order} and u.seq < m.seq
      order by u.seq desc limit 1),
    o.${sql.ref(name)})`;
  return sql`
    select case m.hub_order_id when ${order} then m.seq + 1 else m.seq + 2 end, ${order}, 'filled',
      case ${remaining} when 0 then 'Executed' else 'Partially Executed' end,
      ${remaining}, ${term('quantity')}, ${term('price')}, null, m.matched_at,
      ${sql.ref(`m.${side}_executed`)}, m.match_id, m.price, m.quantity${fee}
    from matches as m join order_entries as o on o.order_id = ${order}`;
}

async function createOrderListView(db: Kysely<unknown>): Promise<void> {
  await sql`create view order_list as
    select o.*,
      case when o.status in ('Live', 'Partially Executed') then 'Active' else 'Inactive' end as book_state
    from orders as o`.execute(db);
}

/** A match is two trades, one for each side. */
async function createTradeListView(
  db: Kysely<unknown>,
  more = sql``,
  ofSide: (side: 'buy' | 'sell') => RawBuilder<unknown> = () => sql``,
): Promise<void> {
  const side = (name: 'buy' | 'sell') => sql`
    select m.match_id * 2 + ${sql.raw(name === 'sell' ? '0' : '1')} as trade_row_id, m.match_id, m.security_id,
      ${sql.ref(`m.${name}_client_id`)} as client_id, ${sql.raw(`'${name}'`)} as side,
      o.member_id, o.account_id, m.buy_order_id, m.sell_order_id, m.price, m.quantity, m.matched_at,
      m.block${more}${ofSide(name)}
    from matches as m join order_entries as o on o.order_id = ${sql.ref(`m.${name}_order_id`)}`;
  await sql`create view trade_list as ${side('sell')} union all ${side('buy')}`.execute(db);
}
