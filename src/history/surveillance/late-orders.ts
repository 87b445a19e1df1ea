import { sql } from 'kysely';
import type { AlertEvidence, Db, Finding, Thresholds } from '../../database/schema/index.ts';
import type { SecurityId, Side } from '../../exchange/api/index.ts';
import { SECOND_US } from '../../time/units.ts';
import { keyOf } from './finding-key.ts';
import { movePercent, rounded, sharesOf } from './price-rules.ts';
import { type CloseEvent, type TradeEvent, tradesUpTo } from './surveyed-events.ts';

/** Of an auction with more matches, the last of them are checked: those of the orders with the least priority. */
const MATCHES_MAX = 5000;
const EVIDENCE_MAX = 50;

/** What a late order filled in an auction. */
interface LateRow {
  readonly order_id: number;
  readonly client_id: string;
  readonly account_id: string | null;
  readonly side: Side;
  readonly filled: number;
  readonly came_at: number;
}

interface Auction {
  readonly last: TradeEvent;
  readonly trades: readonly TradeEvent[];
}

/**
 * Who entered or replaced, in the last seconds before an auction, orders of one side that came to a large part of its
 * shares: the others could not answer them, and in the binding part (Q10) not even leave.
 */
export async function lateOrders(
  history: Db,
  close: CloseEvent,
  { latePercent, lateSeconds }: Thresholds,
): Promise<Finding[]> {
  if (latePercent === 0 || !close.isAuction) return [];
  const auction = await auctionOf(history, close);
  if (auction === undefined) return [];
  const shares = sharesOf(auction.trades);
  const since = auction.last.time - lateSeconds * SECOND_US;
  const late = Map.groupBy(await lateRows(history, auction, since), (row) => `${row.client_id}|${row.side}`);
  const before = await priceBefore(history, auction);
  return [...late.values()].flatMap((rows) => {
    const filled = rows.reduce((sum, row) => sum + row.filled, 0);
    const percent = (100 * filled) / shares;
    if (percent < latePercent) return [];
    const { client_id: clientId, account_id: accountId, side } = rows[0]!;
    const { price, time } = auction.last;
    return [
      {
        rule: 'Late orders of an auction' as const,
        key: keyOf('late', close.securityId, time, clientId, side),
        securityId: close.securityId,
        ...{ clientId, accountId, otherClientId: null, otherAccountId: null, time },
        figures: {
          ...{ side, shares: filled, percent: rounded(percent), threshold: latePercent, price: price / 1e6 },
          ...(before === undefined ? {} : { before: before / 1e6, movePercent: rounded(movePercent(before, price)) }),
        },
        evidence: rows.slice(0, EVIDENCE_MAX).map(evidenceOf),
      },
    ];
  });
}

/** The matches of the auction that ended the call; undefined: nothing traded. */
async function auctionOf(history: Db, { securityId, seq, matchId }: CloseEvent): Promise<Auction | undefined> {
  const called = await history
    .selectFrom('market_events')
    .select('seq')
    .where('security_id', '=', securityId as SecurityId)
    .where('seq', '<', seq)
    .where('market', '=', 'call')
    .where('cause', '=', 'auction')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const newest = await tradesUpTo(history, securityId, matchId, MATCHES_MAX);
  const trades = newest.filter((trade) => trade.seq > (called?.seq ?? seq));
  const [last] = trades;
  return last === undefined ? undefined : { last, trades };
}

/** The orders of the auction that came after an instant, those with the most shares first. */
async function lateRows(history: Db, { last, trades }: Auction, since: number): Promise<LateRow[]> {
  const first = trades.at(-1)!.matchId;
  const { rows } = await sql<LateRow>`
    with fills as (
      select buy_order_id as order_id, 'buy' as side, quantity from matches
      where security_id = ${last.securityId} and match_id >= ${first} and match_id <= ${last.matchId} and block is null
      union all
      select sell_order_id as order_id, 'sell' as side, quantity from matches
      where security_id = ${last.securityId} and match_id >= ${first} and match_id <= ${last.matchId} and block is null
    ), sums as (select order_id, side, cast(sum(quantity) as bigint) as filled from fills group by order_id, side),
    came as (
      select o.order_id, o.client_id, o.account_id, s.side, s.filled, coalesce((
        select max(u.changed_at) from order_updates as u
        where u.order_id = o.order_id and u.change = 'replaced' and u.seq < ${last.seq}
      ), o.created_at) as came_at
      from sums as s join order_entry_rows as o on o.order_id = s.order_id
    )
    select * from came where came_at > ${since} order by filled desc, order_id`.execute(history);
  return rows;
}

/** Of the match before the auction, where there is one. */
async function priceBefore(history: Db, { trades, last }: Auction): Promise<number | undefined> {
  const [before] = await tradesUpTo(history, last.securityId, trades.at(-1)!.matchId - 1, 1);
  return before?.price;
}

function evidenceOf({ order_id, came_at, filled }: LateRow): AlertEvidence {
  return { orderId: order_id, time: came_at, quantity: filled };
}
