import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { formatInstant } from '../../../calendar/format-time.ts';
import { dialectOf } from '../../../database/queries/index.ts';
import type { Db } from '../../../database/schema/index.ts';
import { feeText, priceText, type SecurityId, sharesText } from '../../../exchange/api/index.ts';
import { namedObject } from '../../../http/methods/index.ts';
import {
  comparable,
  type Item,
  type ListPage,
  type ListQuery,
  longRead,
  pageRead,
  type Resource,
  type Row,
} from '../../shared/list/index.ts';
import {
  EVERY_CLIENT,
  millionthsField,
  numberField,
  ownedBy,
  textField,
  timeField,
  wordField,
} from '../../shared/record/index.ts';
import { textOrNull, textsSchema, timestamp } from '../../shared/values/index.ts';
import {
  type AtsDeps,
  amountText,
  auctionFieldOf,
  auctionMark,
  blockFieldOf,
  blockMark,
  eventTimeOfMatch,
  feeSchema,
  type Settlement,
  symbolField,
  symbolSchema,
  type VenueRecords,
} from '../shared/index.ts';
import { SETTLEMENT_WORDS, TRADE_WORDS } from './aftermath.ts';
import { onlyFilter, onlySecurity, type Symbols, symbolFilter } from './only-filter.ts';

/** A client's own sides of matches as GET /v3/ats/trades shows them (H2). */
export function atsTradeResource({ exchange, records, aftermath }: AtsDeps): Resource<'trade_list'> {
  const offering = numberField('security_id');
  return {
    deps: records,
    table: 'trade_list',
    id: 'trade_row_id',
    createdAt: 'matched_at',
    hides: 'nothing',
    counted: false,
    pageOf: (query) => tradePage(records, query, exchange),
    scope: 'ats_trade.read.pii_medium',
    fields: {
      tradeId: numberField('match_id', { filter: 'indexed' }),
      askId: numberField('sell_order_id', { filter: 'indexed' }),
      bidId: numberField('buy_order_id', { filter: 'indexed' }),
      offeringId: offering,
      securityId: offering,
      symbol: symbolFilter(exchange),
      memberId: textField('member_id'),
      accountId: textField('account_id'),
      partyType: wordField('side', { SELLER: 'sell', BUYER: 'buy' }),
      transactionType: wordField('side', { SELL: 'sell', BUY: 'buy' }),
      shares: numberField('quantity', { range: true }),
      sharePrice: millionthsField('price'),
      createdDate: timeField('matched_at'),
    },
    itemSchema: tradeSchema,
    items: async (rows): Promise<Item[]> => {
      const matchIds = [...new Set(rows.map(({ match_id }) => match_id))];
      const settlements = await aftermath.settlements(matchIds);
      const amendments = await exchange.amendmentsOf(matchIds);
      return rows.map((row) => {
        const { match_id: matchId } = row;
        const adjusted = amendments.get(matchId)?.adjusted ?? null;
        const item = itemOf({ ...row, ...adjusted }, settlements.get(matchId));
        const mark = adjusted === null ? {} : { adjusted: 'Yes' };
        return { ...item, ...mark, ...symbolField(exchange.security(row.security_id)) };
      });
    },
  };
}

const tradeSchema = namedObject('MatchSide', {
  ...textsSchema(...['memberId', 'askId', 'bidId', 'offeringId', 'partyType', 'tradeId', 'transactionType', 'amount'])
    .properties,
  ...textsSchema(...['sharePrice', 'shares', 'createdDate', 'updatedDate', 'deleted']).properties,
  symbol: symbolSchema,
  accountId: textOrNull(),
  eventTime: eventTimeOfMatch,
  block: blockMark,
  auctionId: auctionMark,
  fee: feeSchema,
  adjusted: Type.Optional(Type.Literal('Yes', { description: 'The operator corrected price or quantity (V65).' })),
  status: Type.Enum([...TRADE_WORDS], { description: 'By what was reported of the match.' }),
  reportingStatus: Type.Literal('PENDING', { description: 'The venue itself reports no trades to a regulator.' }),
  executionTime: Type.String({
    description: 'Milliseconds that the match took by the clock of the venue, for which a match is one moment.',
  }),
});

function itemOf(row: Row<'trade_list'>, settlement: Settlement | undefined): Item {
  const isSell = row.side === 'sell';
  const time = timestamp(row.matched_at);
  return {
    memberId: row.member_id,
    askId: String(row.sell_order_id),
    bidId: String(row.buy_order_id),
    offeringId: String(row.security_id),
    accountId: row.account_id,
    partyType: isSell ? 'SELLER' : 'BUYER',
    tradeId: String(row.match_id),
    transactionType: isSell ? 'SELL' : 'BUY',
    amount: amountText(row.price, row.quantity),
    sharePrice: priceText(row.price),
    shares: sharesText(row.quantity),
    status: SETTLEMENT_WORDS[settlement?.status ?? 'PENDING'].trade,
    reportingStatus: 'PENDING',
    createdDate: time,
    eventTime: formatInstant(row.matched_at),
    updatedDate: settlement === undefined ? time : timestamp(settlement.updatedAt),
    deleted: '0',
    executionTime: '0',
    ...blockFieldOf(row.block === 1),
    ...auctionFieldOf(row.auction),
    ...(row.fee === null ? {} : { fee: feeText(row.fee) }),
  };
}

/** Pages of a client's own trades: its sides of matches. */

type TradeListRow = Row<'trade_list'>;
/** A side of a match. */
type TradeId = Pick<TradeListRow, 'match_id' | 'trade_row_id'>;

/** Further down than this, the trades are counted off. */
const WALKED_MAX = 20_000;
/** Trades that an index may lead to for the read to count as short. */
const SHORT_MAX = 5000;

export async function tradePage(
  records: VenueRecords,
  query: ListQuery,
  symbols: Symbols,
): Promise<ListPage<TradeListRow>> {
  const { sort, page, conditions, clientId } = query;
  if (page.offset <= WALKED_MAX && (sort === undefined || sort.field.column === 'matched_at')) {
    const only = clientId === undefined ? undefined : onlyFilter(query);
    const securityId = only && onlySecurity(only, symbols);
    if (conditions.all.length === 0 || securityId !== undefined)
      return pageRead(records, page.offset + page.limit, (on) => walked(on, query, securityId));
  }
  if (conditions.indexed) {
    const short = await pageRead(records, SHORT_MAX, (on) => matching(on, query, SHORT_MAX));
    if (short !== undefined) return short;
  }
  return longRead(records, async (on) => (await matching(on, query))!);
}

/**
 * In the order of matches, from the indexes of both sides: of all trades, or of a client's in one security. The sell
 * side of a match counts as the older one.
 */
async function walked(
  db: Db,
  { clientId, sort, page: { offset, limit } }: ListQuery,
  securityId?: SecurityId,
): Promise<ListPage<TradeListRow>> {
  const inSecurity = securityId === undefined ? sql`` : sql`and security_id = ${securityId}`;
  const direction = sort?.direction === 'asc' ? sql`asc` : sql`desc`;
  const side = (column: 'sell_client_id' | 'buy_client_id', add: 0 | 1): RawBuilder<unknown> => {
    const which = clientId === undefined ? sql`` : sql`where ${sql.ref(column)} = ${clientId} ${inSecurity}`;
    const by = clientId === undefined ? sql`match_id` : sql`seq`;
    return sql`select * from (select match_id, match_id * 2 + ${sql.raw(String(add))} as trade_row_id
      from matches ${which} order by ${by} ${direction} limit ${offset + limit}) as ${sql.ref(column)}`;
  };
  const { rows } = await sql<TradeId>`select match_id, trade_row_id
    from (${side('sell_client_id', 0)} union all ${side('buy_client_id', 1)}) as sides
    order by trade_row_id ${direction} limit ${limit} offset ${offset}`.execute(db);
  const own = clientId === undefined ? sql`` : sql`and ${ownedBy(clientId)}`;
  const { rows: totals } = await sql<{ total: number }>`select cast(coalesce(sum(records), 0) as bigint) as total
    from history_counts where kind = 'trade' ${own} ${inSecurity}`.execute(db);
  return { rows: await tradesWith(db, rows), total: totals[0]!.total };
}

/** Undefined where more than `most` match. */
async function matching(
  db: Db,
  { clientId, conditions, sort, page }: ListQuery,
  most?: number,
): Promise<ListPage<TradeListRow> | undefined> {
  const where = sql.join([ownedBy(clientId ?? EVERY_CLIENT), ...conditions.all], sql` and `);
  const limited = most === undefined ? sql`` : sql`limit ${most + 1}`;
  const { rows } = await sql<TradeId & { readonly total: number }>`
    with found as materialized (select match_id, trade_row_id
      ${sort === undefined ? sql`` : sql`, ${sql.ref(sort.field.column)} as sorted`}
      from trade_list where ${where} ${limited})
    select match_id, trade_row_id, (select count(*) from found) as total from found
    order by ${orderOf(sort, db)} limit ${page.limit} offset ${page.offset}`.execute(db);
  const total = rows[0]?.total ?? (page.offset === 0 ? 0 : await countOf(db, where));
  return most !== undefined && total > most ? undefined : { rows: await tradesWith(db, rows), total };
}

function orderOf(sort: ListQuery['sort'], db: Db): RawBuilder<unknown> {
  if (sort === undefined) return sql`trade_row_id desc`;
  const direction = sort.direction === 'asc' ? sql`asc nulls first` : sql`desc nulls last`;
  const isTime = sort.field.column === 'matched_at';
  const tie = isTime && sort.direction === 'asc' ? sql`trade_row_id asc` : sql`trade_row_id desc`;
  return sql`${comparable(sort.field, sql.ref('sorted'), dialectOf(db))} ${direction}, ${tie}`;
}

async function countOf(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from trade_list where ${where}`.execute(db);
  return rows[0]!.total;
}

/** These sides of matches, in their order. */
async function tradesWith(db: Db, ids: readonly TradeId[]): Promise<TradeListRow[]> {
  if (ids.length === 0) return [];
  const matchIds = [...new Set(ids.map(({ match_id }) => match_id))];
  const rows = await db.selectFrom('trade_list').selectAll().where('match_id', 'in', matchIds).execute();
  const byId = new Map(rows.map((row) => [row.trade_row_id, row]));
  return ids.map(({ trade_row_id }) => byId.get(trade_row_id)!);
}
