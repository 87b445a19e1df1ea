import type { Amendment, MatchId, MatchIds, SecurityId } from '../../api/index.ts';
import { SortedMap } from '../../collections/index.ts';

const NONE: ReadonlyMap<MatchId, Amendment> = new Map();

/**
 * The matches that the operator corrected or busted (V45, V65), and those that are never settled (V43). They are kept
 * for good: whatever is reported of a match later, a void one stays void.
 */
export class Amendments {
  readonly #byMatch = new Map<MatchId, Amendment>();
  /** Without those that are only canceled: clients cancel as many as they match, and what was traded stays. */
  readonly #bySecurity = new Map<SecurityId, SortedMap<MatchId, Amendment>>();

  find(matchId: MatchId): Amendment | undefined {
    return this.#byMatch.get(matchId);
  }

  set(amendment: Amendment): void {
    const { matchId, securityId, adjusted, bustedAt } = amendment;
    this.#byMatch.set(matchId, amendment);
    if (adjusted === null && bustedAt === null) return;
    const ofSecurity = this.#bySecurity.get(securityId) ?? new SortedMap((a: MatchId, b: MatchId) => a - b);
    ofSecurity.set(matchId, amendment);
    this.#bySecurity.set(securityId, ofSecurity);
  }

  of(matchIds: readonly MatchId[]): ReadonlyMap<MatchId, Amendment> {
    if (this.#byMatch.size === 0) return NONE;
    const found = new Map<MatchId, Amendment>();
    for (const matchId of matchIds) {
      const amendment = this.#byMatch.get(matchId);
      if (amendment !== undefined) found.set(matchId, amendment);
    }
    return found;
  }

  /** Those that change what was traded. */
  in(securityId: SecurityId, { after, upTo }: MatchIds): readonly Amendment[] {
    return this.#bySecurity.get(securityId)?.between(after, upTo) ?? [];
  }

  *entries(): Generator<Amendment, void, undefined> {
    const matchIds = [...this.#byMatch.keys()].sort((a, b) => a - b);
    for (const matchId of matchIds) yield this.#byMatch.get(matchId) as Amendment;
  }
}
