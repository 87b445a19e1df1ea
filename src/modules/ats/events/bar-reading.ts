/** Bars of the past, from the order history (S42). */
import { sql } from 'kysely';
import type { Db } from '../../../database/schema/index.ts';
import type { Amendment, MatchId, MatchIds, SecurityId } from '../../../exchange/api/index.ts';
import type { Microseconds } from '../../../time/units.ts';
import { lastUpTo } from './event-reading.ts';
import { type CorrectedMatch, type TradeSums, tradeSums } from './trade-sums.ts';

/** From one instant up to another, microseconds since 1970 UTC. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface ReadBar extends TradeSums {
  /** How many whole intervals of its span were over when it began. */
  readonly at: number;
}

/** Matches that a statement names. */
const NAMED_MAX = 500;

/** By the ids, which rise with the times: a step in an index for each halving, however many matches there are. */
export async function matchIdsIn(db: Db, { from, to }: Span): Promise<MatchIds> {
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
export async function barsIn(db: Db, query: BarsQuery): Promise<ReadBar[]> {
  const { securityId, span, ids, interval_us, amendments } = query;
  const sums = await tradeSums(db, {
    group: sql`(matched_at - ${sql.lit(span.from)}) / ${sql.lit(interval_us)}`,
    where: sql`security_id = ${securityId} and match_id > ${ids.after} and match_id <= ${ids.upTo}`,
    busted: amendments.filter(({ bustedAt }) => bustedAt !== null).map(({ matchId }) => matchId),
    corrected: await correctedIn(db, query),
  });
  return [...sums].map(([at, of]) => ({ at, ...of })).sort((one, other) => one.at - other.at);
}

/** The corrected matches of the history that count, by interval. */
async function correctedIn(db: Db, { span, interval_us, amendments }: BarsQuery): Promise<CorrectedMatch[]> {
  const corrected = amendments.filter(({ adjusted, bustedAt }) => adjusted !== null && bustedAt === null);
  const times = await timesOf(
    db,
    corrected.map(({ matchId }) => matchId),
  );
  return corrected.flatMap(({ matchId, adjusted }) => {
    const time = times.get(matchId);
    return time === undefined ? [] : { matchId, group: Math.floor((time - span.from) / interval_us), ...adjusted! };
  });
}

async function timesOf(db: Db, matchIds: readonly MatchId[]): Promise<Map<MatchId, Microseconds>> {
  const times = new Map<MatchId, Microseconds>();
  for (let from = 0; from < matchIds.length; from += NAMED_MAX) {
    const some = matchIds.slice(from, from + NAMED_MAX);
    const read = db.selectFrom('matches').select(['match_id', 'matched_at']).where('match_id', 'in', some);
    for (const { match_id, matched_at } of await read.execute()) times.set(match_id, matched_at);
  }
  return times;
}
