/** Settlements that were canceled while positions did not follow that (V43, F18). */
import {
  IMPORTED_MAX,
  isVoid,
  type Markets,
  type MatchId,
  type Orders,
  type ReportedSettlement,
  type SecurityId,
} from '../../exchange/api/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import type { OrderHistory } from '../ats/index.ts';
import { holderOf, matchWithOrders } from '../settlement/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import type { Statements } from './statements.ts';

export interface SettlementSources extends Pick<ModuleDeps, 'db'> {
  readonly venue: Orders & Markets & ModuleDeps['venue'];
  readonly history: OrderHistory;
}

/** Returns the matches that may be part of what somebody has stated since, or that are not known any more. */
export async function importSettlements(
  deps: SettlementSources,
  statements: Statements,
  securityId: SecurityId,
): Promise<readonly MatchId[]> {
  const left: MatchId[] = [];
  for (let after = 0; ; ) {
    const rows = await canceledOf(deps.db, securityId, after);
    const last = rows.at(-1);
    if (last === undefined) return left;
    after = last.match_id;
    const known = await deps.venue.amendmentsOf(rows.map(({ match_id }) => match_id));
    const settlements: ReportedSettlement[] = [];
    for (const row of rows) {
      const { match_id, updated_at } = row;
      if (isVoid(known.get(match_id))) continue;
      const settlement = await settlementOf(deps, row);
      const isFree = (clientId: string) => statements.isUnstatedSince(updated_at, { clientId, securityId });
      const sides = settlement && [settlement.buyer, settlement.seller];
      if (sides?.every(({ clientId }) => isFree(clientId))) settlements.push(settlement as ReportedSettlement);
      else left.push(match_id);
    }
    if (settlements.length > 0) await deps.venue.submit({ type: 'importSettlements', securityId, settlements });
  }
}

type Row = Awaited<ReturnType<typeof canceledOf>>[number];

function canceledOf(db: ModuleDeps['db'], securityId: SecurityId, after: number) {
  return db
    .selectFrom('settlements')
    .select(['match_id', 'reported_by', 'updated_at'])
    .where('security_id', '=', securityId)
    .where('status', '=', 'CANCELED')
    .where('match_id', '>', after as MatchId)
    .orderBy('match_id')
    .limit(IMPORTED_MAX)
    .execute();
}

/** Undefined: neither the venue nor its history has the match. */
async function settlementOf({ venue, history }: SettlementSources, row: Row): Promise<ReportedSettlement | undefined> {
  const { match_id: matchId, reported_by: reportedBy } = row;
  try {
    const { match, buy, sell } = await matchWithOrders({ exchange: venue, history }, matchId);
    const { price, quantity } = match;
    const holders = { buyer: holderOf(buy), seller: holderOf(sell) };
    return { matchId, outcome: 'Canceled', matched: { price, quantity }, ...holders, reportedBy };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
