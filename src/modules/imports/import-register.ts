/**
 * What 0.1.0 left outside the register, by the leader and once (F18): canceled settlements and SETTLED trades. The
 * venue knows which securities are still to be imported. Everything here may be repeated, so a leader that comes after
 * another begins with the first of these.
 */
import { type MatchId, NO_SECURITY, type SecurityId } from '../../exchange/api/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { longRead } from '../shared/list/index.ts';
import type { VenueNotices } from '../shared/venue-notices.ts';
import { submitAllUnits } from '../units/index.ts';
import { importSettlements, type SettlementSources } from './import-settlements.ts';
import { importUnits } from './import-units.ts';
import { Statements } from './statements.ts';

export interface ImportDeps extends Omit<ModuleDeps, 'venue'>, SettlementSources {
  readonly notices: Pick<VenueNotices, 'publish'>;
}

export interface Imported {
  readonly securityId: SecurityId;
  readonly trades: number;
  /** What somebody must state by setHoldings or setPosition, unless it is part of what was stated. */
  readonly left: { readonly trades: readonly number[]; readonly matches: readonly MatchId[] };
}

/** @param ended is called after each security; NO_SECURITY stands for all that the venue does not know */
export async function importRegister(
  deps: ImportDeps,
  ended: (imported: Imported) => void,
  stop?: AbortSignal,
): Promise<void> {
  const open = deps.venue.imports();
  if (open.length === 0) return;
  // Reports that are stored and not journaled yet are imported by their own commands.
  await deps.notices.publish();
  const statements = await longRead(deps, (db) => Statements.read(db));
  // Last those that the venue does not know: until then it admits none (C51).
  for (const securityId of [...open.filter((one) => one !== NO_SECURITY), NO_SECURITY]) {
    if (stop?.aborted) return;
    const isKnown = securityId !== NO_SECURITY;
    const matches = isKnown ? await importSettlements(deps, statements, securityId) : [];
    const trades = await importUnits(deps, statements, isKnown ? securityId : undefined);
    await submitAllUnits(deps, isKnown ? { offeringId: securityId } : {});
    await deps.venue.submit({ type: 'importEnd', securityId });
    ended({ securityId, trades: trades.issued, left: { trades: trades.left, matches } });
  }
}
