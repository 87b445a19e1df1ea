/** What the import left to a person, for `npm run verify` (F18). */
import type { Db } from '../../database/schema/index.ts';
import type { MatchId } from '../../exchange/api/index.ts';

/** Of the findings this many are named. */
const NAMED_MAX = 100;
const PAGE = 1000;

/** Canceled settlements whose shares are not back, in sentences. @param isVoid by the venue */
export async function canceledSettlements(db: Db, isVoid: (matchId: MatchId) => boolean): Promise<readonly string[]> {
  const found: string[] = [];
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('settlements')
      .select(['match_id', 'security_id'])
      .where('status', '=', 'CANCELED')
      .where('match_id', '>', after as MatchId)
      .orderBy('match_id')
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return found;
    after = last.match_id;
    for (const { match_id, security_id } of rows) {
      if (isVoid(match_id)) continue;
      if (found.length === NAMED_MAX) return [...found, 'settlements: there are more of these'];
      found.push(`settlements: match ${match_id} of security ${security_id} is CANCELED, but its shares are not back`);
    }
  }
}
