import { type Kysely, sql } from 'kysely';
import type { Schema, SettlementRow } from '../../database/schema/index.ts';
import type { MatchId, MatchView, SecurityId } from '../../exchange/api/index.ts';
import type { Settlement } from '../ats/index.ts';
import { stateAfter } from '../shared/record/index.ts';
import { SETTLEMENT_LIFECYCLE, type SettlementState, type SettlementTrigger } from './settlement-lifecycle.ts';

export async function settlementOf(db: Kysely<Schema>, matchId: MatchId): Promise<SettlementState> {
  const row = await db.selectFrom('settlements').select('status').where('match_id', '=', matchId).executeTakeFirst();
  return (row?.status as SettlementState | undefined) ?? 'PENDING';
}

/** Of these matches, those of which something was reported. */
export async function settlementsOf(
  db: Kysely<Schema>,
  matchIds: readonly MatchId[],
): Promise<ReadonlyMap<MatchId, Settlement>> {
  if (matchIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('settlements')
    .select(['match_id', 'status', 'updated_at'])
    .where('match_id', 'in', matchIds)
    .execute();
  return new Map(
    rows.map((row) => [row.match_id, { status: row.status as SettlementState, updatedAt: row.updated_at }]),
  );
}

/** The busted matches of a security with an id above `after` and at most `upTo`, by the index of busted ones. */
export async function bustedIn(
  db: Kysely<Schema>,
  securityId: SecurityId,
  { after, upTo }: { readonly after: MatchId; readonly upTo: MatchId },
): Promise<MatchId[]> {
  const rows = await db
    .selectFrom('settlements')
    .select('match_id')
    .where('status', '=', sql.lit('BUSTED'))
    .where('match_id', '>', after)
    .where('match_id', '<=', upTo)
    .where('security_id', '=', securityId)
    .execute();
  return rows.map(({ match_id }) => match_id);
}

/**
 * Moves the settlement of a match to where the lifecycle leads by the trigger (V44). Throws ApiError with the refusal
 * of the trigger. Of calls that come at once, one moves it and the others find it moved.
 */
export async function moveSettlement(
  db: Kysely<Schema>,
  { matchId, securityId }: MatchView,
  trigger: SettlementTrigger,
  said: Pick<SettlementRow, 'reported_by' | 'updated_at'> & { readonly reason?: string },
): Promise<SettlementRow> {
  const pending = { match_id: matchId, security_id: securityId, status: 'PENDING', reason: null };
  await db
    .insertInto('settlements')
    .values({ ...pending, reported_by: said.reported_by, updated_at: said.updated_at })
    .onConflict((conflict) => conflict.column('match_id').doNothing())
    .execute();
  const held = await db
    .updateTable('settlements')
    .set({ security_id: securityId })
    .where('match_id', '=', matchId)
    .returning('status')
    .executeTakeFirstOrThrow();
  return db
    .updateTable('settlements')
    .set({ ...said, status: stateAfter(SETTLEMENT_LIFECYCLE, held.status, trigger) })
    .where('match_id', '=', matchId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
