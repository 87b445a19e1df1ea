import { sql } from 'kysely';
import type { Db, SurveillancePosition } from '../../database/schema/index.ts';
import type { Side } from '../../exchange/api/index.ts';

/** Rows of each table that one batch reads. */
const ROWS_A_BATCH = 2000;

interface Surveyed {
  readonly seq: number;
  readonly securityId: number;
  readonly time: number;
}

/** An order that its client cancelled before any of it was filled. */
export interface CancelEvent extends Surveyed {
  readonly type: 'cancel';
  readonly orderId: number;
  readonly clientId: string;
  readonly accountId: string | null;
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
  readonly enteredAt: number;
}

export interface TradeSide {
  readonly orderId: number;
  readonly clientId: string;
  readonly accountId: string | null;
}

export interface TradeEvent extends Surveyed {
  readonly type: 'trade';
  readonly matchId: number;
  readonly price: number;
  readonly quantity: number;
  readonly buy: TradeSide;
  readonly sell: TradeSide;
  /** The side whose order came last. */
  readonly initiator: Side;
  readonly isBlock: boolean;
}

/** The market of the security closed by its schedule, or an auction of it is over. */
export interface CloseEvent extends Surveyed {
  readonly type: 'close';
  /** The last match up to then. */
  readonly matchId: number;
  readonly isAuction: boolean;
}

export type SurveyedEvent = CancelEvent | TradeEvent | CloseEvent;

export interface Batch {
  /** In the order of the venue. */
  readonly events: readonly SurveyedEvent[];
  readonly position: SurveillancePosition;
}

/** The events after a position that the rules check, up to the end of the history. */
export async function readBatch(db: Db, after: SurveillancePosition): Promise<Batch> {
  const history = await db.selectFrom('history_position').select('seq').executeTakeFirst();
  const known = history?.seq ?? 0;
  if (known <= after.seq) return { events: [], position: after };
  const [cancels, trades, closes] = [
    await cancelsAfter(db, after.seq, known),
    await tradesWhere(db, sql`m.match_id > ${after.matchId} and m.seq <= ${known}`, sql`asc`, ROWS_A_BATCH),
    await closesAfter(db, after.seq, known),
  ];
  const ends = [cancels, trades, closes].map((rows) => (rows.length < ROWS_A_BATCH ? known : rows.at(-1)!.seq));
  const seq = Math.min(...ends);
  const taken = [...cancels.filter(isAsked).map(cancelOf), ...trades.map(tradeOf)].filter((event) => event.seq <= seq);
  const matchId = Math.max(after.matchId, ...taken.map((event) => (event.type === 'trade' ? event.matchId : 0)));
  const lastMatch = (at: number) =>
    Math.max(after.matchId, ...trades.filter((trade) => trade.seq < at).map(({ match_id }) => match_id));
  const closed = closes.filter((row) => row.seq <= seq && isClose(row)).map((row) => closeOf(row, lastMatch(row.seq)));
  const events = [...taken, ...closed].sort((one, other) => one.seq - other.seq);
  return { events, position: { ...after, seq, matchId } };
}

/** Cancels and trades before a position, oldest first, for rules that look back. */
export async function readBefore(db: Db, at: SurveillancePosition, limit: number): Promise<SurveyedEvent[]> {
  const cancels = await cancelRows(db, sql`u.seq <= ${at.seq}`, sql`desc`, limit);
  const trades = await tradesWhere(db, sql`m.match_id <= ${at.matchId}`, sql`desc`, limit);
  const events = [...cancels.filter(isAsked).map(cancelOf), ...trades.map(tradeOf)];
  return events.sort((one, other) => one.seq - other.seq);
}

/** The last matches of a security up to one, blocks apart, newest first. */
export async function tradesUpTo(db: Db, securityId: number, matchId: number, limit: number): Promise<TradeEvent[]> {
  const where = sql`m.security_id = ${securityId} and m.match_id <= ${matchId} and m.block is null`;
  return (await tradesWhere(db, where, sql`desc`, limit)).map(tradeOf);
}

interface CancelRow {
  readonly seq: number;
  readonly order_id: number;
  readonly change: string;
  /** Null: nothing was filled. */
  readonly executed: string | null;
  readonly client_id: string;
  readonly security_id: number;
  readonly account_id: string | null;
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
  readonly created_at: number;
  readonly changed_at: number;
}

type Fragment = ReturnType<typeof sql>;

function cancelsAfter(db: Db, seq: number, known: number): Promise<CancelRow[]> {
  return cancelRows(db, sql`u.seq > ${seq} and u.seq <= ${known}`, sql`asc`, ROWS_A_BATCH);
}

/** All updates: the end of a batch follows from the index, not from the kinds of the changes. */
async function cancelRows(db: Db, where: Fragment, order: Fragment, limit: number): Promise<CancelRow[]> {
  const { rows } = await sql<CancelRow>`
    select u.seq, u.order_id, u.change, u.executed, u.client_id, u.price, u.quantity, u.changed_at,
      o.security_id, o.account_id, o.side, o.created_at
    from order_updates as u join order_entries as o on o.order_id = u.order_id
    where ${where} order by u.seq ${order} limit ${limit}`.execute(db);
  return rows;
}

/** Not another change of an order, nor the end of one that was partly filled. */
function isAsked({ change, executed }: CancelRow): boolean {
  return (change === 'cancelled' || change === 'mass cancelled') && executed === null;
}

function cancelOf(row: CancelRow): CancelEvent {
  return {
    type: 'cancel',
    seq: row.seq,
    securityId: row.security_id,
    time: row.changed_at,
    orderId: row.order_id,
    clientId: row.client_id,
    accountId: row.account_id,
    side: row.side,
    price: row.price,
    quantity: row.quantity,
    enteredAt: row.created_at,
  };
}

interface TradeRow {
  readonly match_id: number;
  readonly seq: number;
  readonly security_id: number;
  readonly matched_at: number;
  readonly price: number;
  readonly quantity: number;
  readonly buy_order_id: number;
  readonly sell_order_id: number;
  readonly buy_client_id: string;
  readonly sell_client_id: string;
  readonly buy_account: string | null;
  readonly sell_account: string | null;
  readonly hub_order_id: number;
  readonly block: number | null;
}

async function tradesWhere(db: Db, where: Fragment, order: Fragment, limit: number): Promise<TradeRow[]> {
  const { rows } = await sql<TradeRow>`
    select m.match_id, m.seq, m.security_id, m.matched_at, m.price, m.quantity, m.buy_order_id, m.sell_order_id,
      m.buy_client_id, m.sell_client_id, m.hub_order_id, m.block, b.account_id as buy_account,
      s.account_id as sell_account
    from matches as m
    join order_entry_rows as b on b.order_id = m.buy_order_id
    join order_entry_rows as s on s.order_id = m.sell_order_id
    where ${where} order by m.match_id ${order} limit ${limit}`.execute(db);
  return rows;
}

function tradeOf(row: TradeRow): TradeEvent {
  return {
    type: 'trade',
    seq: row.seq,
    securityId: row.security_id,
    time: row.matched_at,
    matchId: row.match_id,
    price: row.price,
    quantity: row.quantity,
    buy: { orderId: row.buy_order_id, clientId: row.buy_client_id, accountId: row.buy_account },
    sell: { orderId: row.sell_order_id, clientId: row.sell_client_id, accountId: row.sell_account },
    initiator: row.hub_order_id === row.buy_order_id ? 'buy' : 'sell',
    isBlock: row.block === 1,
  };
}

interface CloseRow {
  readonly seq: number;
  readonly security_id: number;
  readonly occurred_at: number;
  readonly market: string;
  readonly cause: string | null;
}

async function closesAfter(db: Db, seq: number, known: number): Promise<CloseRow[]> {
  const { rows } = await sql<CloseRow>`
    select seq, security_id, occurred_at, market, cause from market_events
    where seq > ${seq} and seq <= ${known} order by seq limit ${ROWS_A_BATCH}`.execute(db);
  return rows;
}

/** The end of an auction counts as a close; a halt and the end of an offering do not. */
function isClose({ market, cause }: CloseRow): boolean {
  if (cause === 'auction') return market === 'open' || market === 'closed';
  return market === 'closed' && cause === 'scheduled';
}

function closeOf(row: CloseRow, matchId: number): CloseEvent {
  const { seq, security_id: securityId, occurred_at: time, cause } = row;
  return { type: 'close', seq, securityId, time, matchId, isAuction: cause === 'auction' };
}
