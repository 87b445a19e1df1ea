/** The list of refunds, and of what is to be given back (A35). */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import Type from 'typebox';
import type { Db, TradeRow } from '../../../database/schema/index.ts';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, numericId, optional, text } from '../../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import { OFFERING } from '../../offerings/index.ts';
import { comparing, longRead } from '../../shared/list/index.ts';
import {
  findRecord,
  found,
  ownedBy,
  type Reader,
  readerOf,
  shownTo,
  shownToSchema,
} from '../../shared/record/index.ts';
import {
  cursorParameter,
  fromMillionths,
  pageLimit,
  pageOf,
  placeOfCursor,
  textOrNull,
  timeCursor,
} from '../../shared/values/index.ts';
import { moneyOfTrades, TRADE } from '../../trades/index.ts';
import type { AchDeps } from '../ach/accounts/index.ts';
import { DERIVED_STATUSES, type Listed, REFUND_STATUSES, refundSchema, shownRefund } from './refund-fields.ts';
import { allocated, refundable, type Source, sourcesOf, type Waiting } from './sources.ts';

const LIMIT_MAX = 100;
/** Overpaid trades that one call goes through at most, whatever it filters; and at once. */
const TRADES_MAX = 1000;
const TRADES_AT_ONCE = 100;

interface RefundQuery {
  readonly reader: Reader;
  readonly status?: string | undefined;
  readonly offeringId?: number | undefined;
  readonly tradeId?: number | undefined;
  readonly accountId?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface Page {
  readonly page: readonly Listed[];
  /** For the next page; null after the last item. */
  readonly nextCursor: string | null;
}

export function getRefunds(deps: AchDeps): Method {
  return defineMethod({
    name: 'getRefunds',
    summary: 'Lists refunds, newest first, and what is to be given back',
    description:
      'An extension (A35). With status Due and Waiting what is to be given back: of each payment, the newest first, ' +
      'now or once the bank cannot take it back any more; a page may then have fewer items than limit. Otherwise ' +
      'refunds that were made. A master key lists those of all clients.',
    refusals: [OFFERING.unknown, TRADE.unknown, ACCOUNT.unknown],
    parameters: {
      status: optional(choice(REFUND_STATUSES, { description: 'absent: every refund that was made' })),
      offeringId: optional(numericId({ description: 'Of trades of this offering.' })),
      tradeId: optional(numericId({ description: 'Of this trade.' })),
      accountId: optional(text({ maxLength: 100, description: 'Of trades of this account.' })),
      cursor: cursorParameter(),
      limit: pageLimit('Refunds', LIMIT_MAX),
    },
    response: Type.Object({
      refunds: Type.Array(shownToSchema(refundSchema)),
      nextCursor: textOrNull('For the next page; null after the oldest refund.'),
    }),
    handler: async ({ client, values: { limit = LIMIT_MAX, ...sent } }) => {
      const query: RefundQuery = { ...sent, reader: readerOf(client), limit };
      await refuseUnknown(deps.db, query);
      const isDerived = DERIVED_STATUSES.some((status) => status === query.status);
      const waiting = { waitDays: deps.ach.refundWaitDays, nowUs: deps.nowUs() };
      const read = (db: Db) => (isDerived ? readOverpaid(db, query, waiting) : readRefunds(db, query));
      const { page, nextCursor } = await longRead(deps, read);
      return { fields: { refunds: page.map((one) => shownTo(client, one, shownRefund(one))), nextCursor } };
    },
  });
}

/** Throws the refusal of an offering, a trade or an account that the reader does not have. */
async function refuseUnknown(db: Db, { reader, offeringId, tradeId, accountId }: RefundQuery): Promise<void> {
  if (offeringId !== undefined) found(OFFERING, await findRecord(db, OFFERING, reader, offeringId));
  if (tradeId !== undefined) found(TRADE, await findRecord(db, TRADE, reader, tradeId));
  if (accountId !== undefined) found(ACCOUNT, await findAccount(db, reader, accountId));
}

/** Newest first. Throws 106 for a cursor that is malformed. */
export async function readRefunds(db: Db, { limit, cursor, reader, ...query }: RefundQuery): Promise<Page> {
  const conditions: RawBuilder<unknown>[] = [
    sql`${ownedBy(reader)}`,
    ...comparing('status', '=', query.status),
    ...comparing('offering_id', '=', query.offeringId),
    ...comparing('trade_id', '=', query.tradeId),
    ...comparing('account_id', '=', query.accountId),
    ...comparing('refund_id', '<', cursor === undefined ? undefined : placeOf(cursor).trade),
  ];
  const refunds = db
    .selectFrom('refunds')
    .selectAll()
    .where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`);
  const { page, more } = pageOf(
    await refunds
      .orderBy('refund_id', 'desc')
      .limit(limit + 1)
      .execute(),
    limit,
  );
  const last = page.at(-1);
  return {
    page: page.map((refund) => ({ ...refund, refund })),
    nextCursor: more === 'Yes' && last !== undefined ? cursorOf(last.refund_id, 'after') : null,
  };
}

type OverpaidTrade = Pick<
  TradeRow,
  'trade_id' | 'client_id' | 'offering_id' | 'account_id' | 'order_status' | 'recorded_amount' | 'transaction_type'
>;

/** What is to be given back, of the trades with the highest numbers first. Throws as readRefunds. */
export async function readOverpaid(db: Db, query: RefundQuery, waiting: Waiting): Promise<Page> {
  let place = query.cursor === undefined ? undefined : placeOf(query.cursor);
  const page: Listed[] = [];
  for (let seen = 0; seen < TRADES_MAX; seen += TRADES_AT_ONCE) {
    const { trades, last } = await overpaidTrades(db, query, place);
    const items = (await itemsOf(db, trades, waiting)).filter(({ status }) => status === query.status);
    const isAfter = place === undefined ? () => true : afterPlace(place);
    for (const item of items.filter(isAfter)) {
      const before = page.at(-1);
      if (page.length === query.limit && before !== undefined) return { page, nextCursor: cursorOfItem(before) };
      page.push(item);
    }
    if (last === undefined) return { page, nextCursor: null };
    place = { trade: last, rest: 'after' };
  }
  return { page, nextCursor: place === undefined ? null : cursorOf(place.trade, 'after') };
}

/** The next trades that are overpaid; `last`: the last that was read, undefined where no more follow. */
async function overpaidTrades(db: Db, { reader, ...query }: RefundQuery, place: Place | undefined) {
  const isFrom = place?.rest === 'after' ? sql`<` : sql`<=`;
  const from = place === undefined ? sql`1 = 1` : sql`cast(owner as bigint) ${isFrom} cast(${place.trade} as bigint)`;
  const only = query.tradeId === undefined ? sql`1 = 1` : sql`cast(owner as bigint) = cast(${query.tradeId} as bigint)`;
  const balances = sql`select cast(owner as bigint) as trade_id from ledger_balances
    where kind = 'due' and amount < 0 and ${from} and ${only} order by cast(owner as bigint) desc`;
  const conditions: RawBuilder<unknown>[] = [
    sql`${ownedBy(reader)}`,
    ...comparing('offering_id', '=', query.offeringId),
    ...comparing('account_id', '=', query.accountId),
  ];
  const { rows } = await sql<OverpaidTrade & { readonly is_asked: number }>`
    select t.trade_id, client_id, offering_id, account_id, order_status, recorded_amount, transaction_type,
      case when ${sql.join(conditions, sql` and `)} then 1 else 0 end as is_asked
    from (${balances} limit ${TRADES_AT_ONCE}) as b join trades as t on t.trade_id = b.trade_id
    order by t.trade_id desc`.execute(db);
  const last = rows.length < TRADES_AT_ONCE ? undefined : rows.at(-1)?.trade_id;
  return { trades: rows.filter(({ is_asked }) => Number(is_asked) === 1), last };
}

/** One for each payment that would be given back. */
async function itemsOf(
  db: Db,
  trades: readonly OverpaidTrade[],
  waiting: Waiting,
): Promise<Required<Omit<Listed, 'refund'>>[]> {
  const ids = trades.map(({ trade_id }) => trade_id);
  const [money, sources] = [await moneyOfTrades(db, ids), await sourcesOf(db, trades, waiting)];
  return trades.flatMap((trade) => {
    const { trade_id, client_id, offering_id, account_id } = trade;
    const [own, balance] = [sources.get(trade_id) ?? [], money.get(trade_id)];
    if (balance === undefined) return [];
    return allocated(own, refundable(balance, own)).map(({ source, amount }) => ({
      ...{ trade_id, client_id, offering_id, account_id, source, amount: fromMillionths(amount) },
      ...{ rail: source.rail, payment: source.payment },
      status: source.waitsUntil === null ? 'Due' : 'Waiting',
    }));
  });
}

/** A refund, or a payment of a trade: items after it come next. */
interface Place {
  readonly trade: number;
  /** `after`: the trade, or the refund, with all that it has; otherwise the payment. */
  readonly rest: string;
}

const cursorOf = (number: number, rest: string) =>
  timeCursor({ time: number as Parameters<typeof timeCursor>[0]['time'], id: rest });

const nameOf = ({ rail, payment, cameAt }: Source) => `${rail}-${payment ?? 'none'}-${cameAt}`;

function cursorOfItem({ trade_id, source }: Listed): string {
  return cursorOf(trade_id, source === undefined ? 'after' : nameOf(source));
}

function placeOf(cursor: string): Place {
  const { time, id } = placeOfCursor(cursor);
  if (id !== 'after' && !/^[A-Z]+-(none|[0-9]{1,15})-[0-9]{1,17}$/.test(id)) {
    throw new ApiError(106, 'cursor is malformed');
  }
  return { trade: Number(time), rest: id };
}

/** Sources are in the order of time: one that has gone meanwhile hides none after it. */
function afterPlace({ trade, rest }: Place): (item: Listed) => boolean {
  if (rest === 'after') return () => true;
  const [, number, cameAt] = rest.split('-');
  const at = Number(cameAt);
  const named = number === 'none' ? -1 : Number(number);
  return ({ trade_id, source }) => {
    if (trade_id !== trade || source === undefined) return true;
    return source.cameAt < at || (source.cameAt === at && (source.payment ?? -1) < named);
  };
}
