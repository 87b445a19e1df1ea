import { type Microseconds, SECOND_US } from '../../time/units.ts';
import type { ProtectionView, QuoteProtection, Shares } from '../api/index.ts';

/** The most fills that a protection counts, whatever its shares are: then it withdraws too. */
const FILLS_MAX = 1000;

type CountedFill = readonly [time: Microseconds, shares: Shares];

/** A client's protection, with the fills of its quotes that count: at most FILLS_MAX. */
export interface KeptProtection {
  readonly protection: QuoteProtection;
  readonly fills: readonly CountedFill[];
  readonly trippedAt: Microseconds | null;
}

/** How much of the quotes of which clients was accepted lately (Y5). Part of the venue's state. */
export class QuoteProtections {
  readonly #ofClients = new Map<string, KeptProtection>();

  /** Counting begins again. */
  set(clientId: string, protection: QuoteProtection | null): void {
    const trippedAt = this.#ofClients.get(clientId)?.trippedAt ?? null;
    if (protection === null) this.#ofClients.delete(clientId);
    else this.#ofClients.set(clientId, { protection, fills: [], trippedAt });
  }

  /** A quote of the client was accepted. Returns whether its others must be withdrawn; counting begins again then. */
  filled(clientId: string, shares: Shares, time: Microseconds): boolean {
    const kept = this.#ofClients.get(clientId);
    if (kept === undefined) return false;
    const { protection } = kept;
    const fills = [...within(kept, time), [time, shares] as const];
    const isTripped =
      fills.length >= (protection.fills ?? FILLS_MAX) || sumOf(fills) >= (protection.shares ?? Infinity);
    this.#ofClients.set(
      clientId,
      isTripped ? { protection, fills: [], trippedAt: time } : { protection, fills, trippedAt: kept.trippedAt },
    );
    return isTripped;
  }

  view(clientId: string, now: Microseconds): ProtectionView | null {
    const kept = this.#ofClients.get(clientId);
    if (kept === undefined) return null;
    const fills = within(kept, now);
    return { ...kept.protection, usedFills: fills.length, usedShares: sumOf(fills), trippedAt: kept.trippedAt };
  }

  /** By client. */
  *entries(): Generator<readonly [clientId: string, KeptProtection], void, undefined> {
    for (const clientId of [...this.#ofClients.keys()].sort())
      yield [clientId, this.#ofClients.get(clientId) as KeptProtection];
  }

  restore(clientId: string, kept: KeptProtection): void {
    this.#ofClients.set(clientId, kept);
  }
}

/** A fill counts for the seconds after it, the end not included. */
function within({ fills, protection }: KeptProtection, now: Microseconds): CountedFill[] {
  const from = now - protection.seconds * SECOND_US;
  return fills.filter(([time]) => time > from);
}

function sumOf(fills: readonly CountedFill[]): Shares {
  return fills.reduce((sum, [, shares]) => sum + shares, 0);
}
