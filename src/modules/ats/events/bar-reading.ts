/** Bars of the past, from the order history (S42). */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../database/schema/index.ts';
import type { Amendment, MatchIds, SecurityId } from '../../../exchange/api/index.ts';
import { lastUpTo } from './event-reading.ts';
import { corrected } from './market-reading.ts';

/** From one instant up to another, microseconds since 1970 UTC. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Prices in millionths of a dollar. */
export interface ReadBar {
  /** How many whole intervals of its span were over when it began. */
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly last: number;
  readonly volume: number;
  readonly trades: number;
}

/** By the ids, which rise with the times: a step in an index for each halving, however many matches there are. */
export async function matchIdsIn(db: Kysely<Schema>, { from, to }: Span): Promise<MatchIds> {
  const [after, upTo] = [from - 1, to - 1].map((time) => lastUpTo(db, 'matches', 'matched_at', time));
  return { after: await after!, upTo: await upTo! };
}

export interface BarsQuery {
  readonly securityId: SecurityId;
  readonly span: Span;
  readonly ids: MatchIds;
  readonly interval_us: number;
  /** Busted matches count nowhere (V45), corrected ones as they are now (V65). */
  readonly amendments: readonly Amendment[];
}

/** Oldest first; intervals without a trade are left out. Adds up in the database. */
export async function barsIn(db: Kysely<Schema>, query: BarsQuery): Promise<ReadBar[]> {
  const { securityId, span, ids, interval_us, amendments } = query;
  const busted = amendments.filter(({ bustedAt }) => bustedAt !== null).map(({ matchId }) => matchId);
  // Written out, as they are ids from a table: a statement takes no more than some thousand parameters.
  const counted = busted.length === 0 ? sql`` : sql`and match_id not in (${sql.raw(busted.join(','))})`;
  const { rows } = await sql<ReadBar>`
    select b.at, b.high, b.low, b.volume, b.trades, ${corrected('price', amendments, 'o')} as open,
      ${corrected('price', amendments, 'l')} as last from (
      select (matched_at - ${sql.lit(span.from)}) / ${sql.lit(interval_us)} as at,
        max(${corrected('price', amendments)}) as high, min(${corrected('price', amendments)}) as low,
        sum(${corrected('quantity', amendments)}) as volume, count(*) as trades,
        min(match_id) as first_id, max(match_id) as last_id
      from matches
      where security_id = ${securityId} and match_id > ${ids.after} and match_id <= ${ids.upTo} ${counted}
      group by 1
    ) as b
    join matches as o on o.match_id = b.first_id
    join matches as l on l.match_id = b.last_id
    order by b.at`.execute(db);
  return rows.map((row) => ({
    at: Number(row.at),
    open: Number(row.open),
    high: Number(row.high),
    low: Number(row.low),
    last: Number(row.last),
    volume: Number(row.volume),
    trades: Number(row.trades),
  }));
}
