/** The content of a statement: positions at the ends of two trading days, and everything between them. */

import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { easternInstant } from '../../calendar/eastern-time.ts';
import type { Db, FeeChangeRow } from '../../database/schema/index.ts';
import type {
  ActionReads,
  Amendment,
  EventSeq,
  Markets,
  MatchId,
  Orders,
  RiskReads,
  SecurityId,
} from '../../exchange/api/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { type Payment, readPayments } from '../payments/index.ts';
import { longRead, type ReadDeps } from '../shared/list/index.ts';
import { ownedBy } from '../shared/record/index.ts';
import { actionsOf, readActions, type StatementAction } from './statement-actions.ts';

export interface StatementReads extends ReadDeps {
  readonly venue: Markets &
    ActionReads &
    Pick<Orders, 'amendmentsOf'> & { readonly risk: RiskReads; lastEventSeq(): EventSeq };
  readonly records: ReadDeps & { reached(eventSeq: EventSeq): Promise<void> };
  readonly nowUs: () => number;
}

export interface Asked {
  readonly clientId: string;
  /** null: the client with all its accounts. */
  readonly accountId: string | null;
  /** YYYY-MM */
  readonly month: string;
}

/** A side of a match, as corrections left it (V65). */
interface StatementTrade {
  readonly side: 'buy' | 'sell';
  readonly match_id: MatchId;
  readonly security_id: SecurityId;
  /** Millionths of a dollar. */
  readonly price: number;
  readonly quantity: number;
  readonly matched_at: number;
  /** Empty: the client itself. */
  readonly account_id: string;
  /** Why its shares went back; null: it holds. */
  readonly end: 'busted' | 'canceled' | null;
}

interface StatementPosition {
  readonly accountId: string;
  readonly securityId: SecurityId;
  readonly opening: number;
  readonly bought: number;
  readonly sold: number;
  readonly closing: number;
}

/** An investment that was made in the month. */
interface StatementInvestment {
  readonly trade_id: number;
  readonly account_id: string;
  readonly offering_id: number;
  readonly total_shares: string;
  readonly unit_price: string;
  readonly fees: string;
  readonly total_amount: string;
  readonly order_status: string;
  readonly created_at: number;
}

type StatementFee = Pick<
  Selectable<FeeChangeRow>,
  'changed_at' | 'match_id' | 'order_id' | 'account_id' | 'security_id' | 'cause' | 'fee'
>;

export interface Statement extends Asked {
  /** The trading day whose end the opening positions are of; null: none had ended. */
  readonly openingDay: string | null;
  /** The month is; otherwise the closing positions are those of now. */
  readonly isOver: boolean;
  /** Of the closing positions; null: none had ended, or the month is not over. */
  readonly closingDay: string | null;
  readonly positions: readonly StatementPosition[];
  readonly trades: readonly StatementTrade[];
  /** Those that had effect in the month. */
  readonly actions: readonly StatementAction[];
  readonly investments: readonly StatementInvestment[];
  /** What matches of the month, and busts and corrections made in it, cost or gave back (X7). */
  readonly fees: readonly StatementFee[];
  /** Oldest first. */
  readonly payments: readonly Payment[];
}

/** Of each kind: a longer statement is refused, and asked for by account. */
const ROWS_MAX = 2000;

function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

/** Throws ApiError 106 where there is too much of something; 503 where the history is too late to wait for. */
export async function readStatement(deps: StatementReads, asked: Asked): Promise<Statement> {
  const { records, venue } = deps;
  await records.reached(venue.lastEventSeq());
  const next = monthAfter(asked.month);
  const isOver = deps.nowUs() >= easternInstant(`${next}-01`, 0);
  const opening = await lastDayBefore(records.db, `${asked.month}-01`);
  const closing = isOver ? await lastDayBefore(records.db, `${next}-01`) : undefined;
  const trades = await longRead(deps, () =>
    readTrades(records.db, asked, { after: opening?.event_seq ?? 0, upTo: isOver ? (closing?.event_seq ?? 0) : null }),
  );
  const before = await heldAt(records.db, asked, opening?.date);
  const after = isOver ? await heldAt(records.db, asked, closing?.date) : await heldNow(deps, asked);
  const from = easternInstant(`${asked.month}-01`, 0);
  const to = easternInstant(`${next}-01`, 0);
  const amended = await amendedTrades(venue, trades);
  const query = { reader: asked.clientId, from, to, ...(asked.accountId && { accountId: asked.accountId }) };
  const payments = await longRead(deps, (db) => readPayments(db, query, ROWS_MAX + 1));
  return {
    ...asked,
    openingDay: opening?.date ?? null,
    isOver,
    closingDay: closing?.date ?? null,
    positions: positionsOf(before, after, amended),
    trades: amended,
    actions: actionsOf(
      venue,
      atMost('corporate actions', await readActions(records, { ...asked, from, to }, ROWS_MAX + 1)),
    ),
    investments: atMost('investments', await longRead(deps, (db) => readInvestments(db, asked, from, to))),
    fees: atMost('fees', await longRead(records, (db) => readFees(db, asked, from, to))),
    payments: atMost('payments', payments).toReversed(),
  };
}

function atMost<T>(what: string, rows: readonly T[]): readonly T[] {
  if (rows.length > ROWS_MAX) {
    throw new ApiError(106, `month has more than ${ROWS_MAX} ${what}: name an accountid, or read them with the lists`);
  }
  return rows;
}

const lastDayBefore = (db: Db, date: string) =>
  db
    .selectFrom('day_ends')
    .select(['date', 'event_seq'])
    .where('is_over', '=', 1)
    .where('date', '<', date)
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst();

async function readTrades(
  db: Db,
  { clientId, accountId }: Asked,
  { after, upTo }: { readonly after: number; readonly upTo: number | null },
): Promise<readonly Omit<StatementTrade, 'end'>[]> {
  const end = upTo === null ? sql`` : sql`and m.seq <= ${upTo}`;
  const account = accountId === null ? sql`` : sql`and o.account_id = ${accountId}`;
  const side = (name: 'buy' | 'sell') => sql`
    select * from (select ${sql.lit(name)} as side, m.match_id, m.security_id, m.price, m.quantity, m.matched_at,
        coalesce(o.account_id, '') as account_id
      from matches as m join order_entries as o on o.order_id = ${sql.ref(`m.${name}_order_id`)}
      where ${sql.ref(`m.${name}_client_id`)} = ${clientId} and m.seq > ${after} ${end} ${account}
      order by m.seq limit ${ROWS_MAX + 1}) as ${sql.ref(`${name}s`)}`;
  const { rows } = await sql<Omit<StatementTrade, 'end'>>`
    ${side('buy')} union all ${side('sell')} order by match_id, side limit ${ROWS_MAX + 1}`.execute(db);
  return atMost('trades', rows);
}

async function amendedTrades(
  venue: StatementReads['venue'],
  trades: readonly Omit<StatementTrade, 'end'>[],
): Promise<readonly StatementTrade[]> {
  const amendments = await venue.amendmentsOf([...new Set(trades.map(({ match_id }) => match_id))]);
  return trades.map((trade) => {
    const amendment = amendments.get(trade.match_id);
    return { ...trade, ...amendment?.adjusted, end: endOf(amendment) };
  });
}

function endOf(amendment: Amendment | undefined): StatementTrade['end'] {
  if (amendment === undefined) return null;
  if (amendment.bustedAt !== null) return 'busted';
  return amendment.canceledAt === undefined ? null : 'canceled';
}

type Held = ReadonlyMap<string, number>;

const keyOf = (accountId: string, securityId: number): string => `${accountId}/${securityId}`;

async function heldAt(db: Db, { clientId, accountId }: Asked, date: string | undefined): Promise<Held> {
  if (date === undefined) return new Map();
  const all = db
    .selectFrom('day_holdings')
    .select(['account_id', 'security_id', 'quantity'])
    .where('date', '=', date)
    .where(ownedBy(clientId));
  const rows = await (accountId === null ? all : all.where('account_id', '=', accountId)).limit(ROWS_MAX + 1).execute();
  return new Map(
    atMost('positions', rows).map((row) => [keyOf(row.account_id, row.security_id), Number(row.quantity)]),
  );
}

async function heldNow(deps: StatementReads, asked: Asked): Promise<Held> {
  const { clientId, accountId } = asked;
  const page = { ...(accountId === null ? {} : { accountId }), offset: 0, limit: ROWS_MAX + 1 };
  const found = atMost('positions', await deps.venue.risk.positionsOf(clientId, page));
  return new Map(found.map((one) => [keyOf(one.accountId ?? '', one.securityId), one.quantity]));
}

function positionsOf(before: Held, after: Held, trades: readonly StatementTrade[]): readonly StatementPosition[] {
  const sums = new Map<string, { bought: number; sold: number }>();
  for (const { side, quantity, account_id, security_id, end } of trades) {
    const key = keyOf(account_id, security_id);
    const sum = sums.get(key) ?? { bought: 0, sold: 0 };
    if (end === null) sum[side === 'buy' ? 'bought' : 'sold'] += quantity;
    sums.set(key, sum);
  }
  return [...new Set([...before.keys(), ...after.keys(), ...sums.keys()])].sort().map((key) => {
    const [accountId = '', securityId] = key.split('/');
    const { bought, sold } = sums.get(key) ?? { bought: 0, sold: 0 };
    const ends = { opening: before.get(key) ?? 0, closing: after.get(key) ?? 0 };
    return { accountId, securityId: Number(securityId) as SecurityId, bought, sold, ...ends };
  });
}

function readFees(db: Db, { clientId, accountId }: Asked, from: number, to: number): Promise<StatementFee[]> {
  const all = db
    .selectFrom('fee_changes')
    .select(['changed_at', 'match_id', 'order_id', 'account_id', 'security_id', 'cause', 'fee'])
    .where('changed_at', '>=', from)
    .where('changed_at', '<', to)
    .where(ownedBy(clientId));
  const own = accountId === null ? all : all.where('account_id', '=', accountId);
  return own
    .orderBy('changed_at')
    .orderBy('seq')
    .orderBy('order_id')
    .limit(ROWS_MAX + 1)
    .execute();
}

function readInvestments(
  db: Db,
  { clientId, accountId }: Asked,
  from: number,
  to: number,
): Promise<readonly StatementInvestment[]> {
  const all = db
    .selectFrom('trades')
    .select(['trade_id', 'account_id', 'offering_id', 'total_shares', 'unit_price', 'fees', 'total_amount'])
    .select(['order_status', 'created_at'])
    .where('deleted_at', 'is', null)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where(ownedBy(clientId));
  const own = accountId === null ? all : all.where('account_id', '=', accountId);
  return own
    .orderBy('trade_id')
    .limit(ROWS_MAX + 1)
    .execute();
}
