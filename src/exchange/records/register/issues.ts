import type { SecurityId, TradeId } from '../../api/index.ts';
import type { Issue } from './entries.ts';
import type { Whose } from './moves.ts';
import { inMillionths, type Units } from './units.ts';

/** What became of the units of a trade of an offering, so that each revision of it counts once (F12). */
export interface IssuedTrade {
  /** The newest that came. */
  readonly revision: number;
  /** Whether that was refused. */
  readonly isRefused: boolean;
  /** What its account has of it; null: nothing was issued, or it was taken back. */
  readonly issued: (Whose & Units & Pick<Issue, 'place' | 'entry'>) | null;
}

export class Issues {
  readonly #trades = new Map<TradeId, IssuedTrade>();

  of(tradeId: TradeId): IssuedTrade | undefined {
    return this.#trades.get(tradeId);
  }

  set(tradeId: TradeId, trade: IssuedTrade): void {
    this.#trades.set(tradeId, trade);
  }

  /** By trade. */
  get all(): (readonly [TradeId, IssuedTrade])[] {
    return [...this.#trades].sort(([a], [b]) => a - b);
  }

  /** What of each security is issued, in millionths of a share. */
  sums(): ReadonlyMap<SecurityId, bigint> {
    const sums = new Map<SecurityId, bigint>();
    for (const { issued } of this.#trades.values()) {
      if (issued === null) continue;
      sums.set(issued.securityId, (sums.get(issued.securityId) ?? 0n) + inMillionths(issued));
    }
    return sums;
  }
}
