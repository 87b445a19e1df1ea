import type { Db, SettlementRow } from '../../database/schema/index.ts';
import type { EventFeed, Markets, MatchId, MatchView, OrderReads, Orders } from '../../exchange/api/index.ts';
import type { KeyedQueue } from '../../time/keyed-queue.ts';
import type { OrderHistory, Settlement, VenueRecords } from '../ats/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { type Lifecycle, stateAfter } from '../shared/record/index.ts';
import type { VenueNotices } from '../shared/venue-notices.ts';

/** What the methods of this module are built from. */
export interface SettlementDeps extends ModuleDeps {
  readonly exchange: Orders & Markets & Pick<EventFeed, 'lastEventSeq'>;
  readonly records: Pick<VenueRecords, 'reached'>;
  readonly history: OrderHistory;
  readonly notices: VenueNotices;
  /** Changes of the settlement of a match, one after the other. */
  readonly turns: KeyedQueue<MatchId>;
}

/** What may become of a match after the venue made it (V44). */

export const SETTLEMENT_STATES = ['PENDING', 'SETTLED', 'CANCELED', 'BUSTED'] as const;

export type SettlementState = (typeof SETTLEMENT_STATES)[number];

export type SettlementTrigger =
  /** Shares and money changed hands: notifySettlement. */
  | 'settle'
  /** They will not: notifySettlement. */
  | 'cancel'
  /** The operator declares the match void: bustTrade. */
  | 'bust';

export const SETTLEMENT_LIFECYCLE: Lifecycle<SettlementState, SettlementTrigger> = {
  states: SETTLEMENT_STATES,
  reason: 'match has another state',
  refusals: { settle: 190, cancel: 190, bust: 190 },
  moves: [
    { from: 'PENDING', trigger: 'settle', to: 'SETTLED' },
    { from: 'PENDING', trigger: 'cancel', to: 'CANCELED' },
    { from: 'PENDING', trigger: 'bust', to: 'BUSTED' },
    { from: 'SETTLED', trigger: 'bust', to: 'BUSTED' },
  ],
};

/** What parties reported of matches is in the database; the venue knows which are busted, and that prevails. */
interface SettlementSources {
  readonly db: Db;
  readonly exchange: Pick<OrderReads, 'amendmentsOf'>;
}

/** Of these matches, those that were reported or busted. */
export async function settlementsOf(
  { db, exchange }: SettlementSources,
  matchIds: readonly MatchId[],
): Promise<ReadonlyMap<MatchId, Settlement>> {
  if (matchIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('settlements')
    .select(['match_id', 'status', 'updated_at'])
    .where('match_id', 'in', matchIds)
    .execute();
  const found = new Map<MatchId, Settlement>(
    rows.map((row) => [row.match_id, { status: row.status as SettlementState, updatedAt: row.updated_at }]),
  );
  for (const [matchId, { bustedAt }] of await exchange.amendmentsOf(matchIds)) {
    if (bustedAt !== null) found.set(matchId, { status: 'BUSTED', updatedAt: bustedAt });
  }
  return found;
}

export async function settlementOf(sources: SettlementSources, matchId: MatchId): Promise<SettlementState> {
  return (await settlementsOf(sources, [matchId])).get(matchId)?.status ?? 'PENDING';
}

/**
 * Moves the settlement of a match to where the lifecycle leads by the trigger (V44). Throws ApiError with the refusal
 * of the trigger. Of calls that come at once, one moves it and the others find it moved.
 */
export async function moveSettlement(
  db: Db,
  { matchId, securityId }: MatchView,
  trigger: 'settle' | 'cancel',
  said: Pick<SettlementRow, 'reported_by' | 'updated_at'>,
): Promise<void> {
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
  await db
    .updateTable('settlements')
    .set({ ...said, status: stateAfter(SETTLEMENT_LIFECYCLE, held.status, trigger) })
    .where('match_id', '=', matchId)
    .execute();
}
