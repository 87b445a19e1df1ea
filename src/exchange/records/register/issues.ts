import type { IssuedUnits, SecurityId, TradeId } from '../../api/index.ts';
import type { Issue } from './entries.ts';
import type { Whose } from './moves.ts';
import { inMillionths, type Units, unitsOf } from './units.ts';

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
  /** By security and entry, of what is issued. */
  readonly #byEntry = new Map<SecurityId, Map<number, TradeId>>();
  /** Of each security, in millionths of a share. */
  readonly #issued = new Map<SecurityId, bigint>();

  of(tradeId: TradeId): IssuedTrade | undefined {
    return this.#trades.get(tradeId);
  }

  set(tradeId: TradeId, trade: IssuedTrade): void {
    const before = this.#trades.get(tradeId)?.issued ?? null;
    if (before !== null) this.#byEntry.get(before.securityId)?.delete(before.entry);
    if (before !== null) this.#add(before.securityId, -inMillionths(before));
    this.#trades.set(tradeId, trade);
    if (trade.issued === null) return;
    const { securityId, entry } = trade.issued;
    const ofSecurity = this.#byEntry.get(securityId) ?? new Map<number, TradeId>();
    this.#byEntry.set(securityId, ofSecurity.set(entry, tradeId));
    this.#add(securityId, inMillionths(trade.issued));
  }

  /** The trade whose units the entry issued; undefined: they were taken back. */
  tradeOf(securityId: SecurityId, entry: number): TradeId | undefined {
    return this.#byEntry.get(securityId)?.get(entry);
  }

  /** What of the security is issued. */
  unitsIn(securityId: SecurityId): Units {
    return unitsOf(this.#issued.get(securityId) ?? 0n);
  }

  #add(securityId: SecurityId, millionths: bigint): void {
    this.#issued.set(securityId, (this.#issued.get(securityId) ?? 0n) + millionths);
  }

  /** By trade. */
  get all(): (readonly [TradeId, IssuedTrade])[] {
    return [...this.#trades].sort(([a], [b]) => a - b);
  }

  /** By trade, without whose they are. */
  get known(): IssuedUnits[] {
    return this.all.map(([tradeId, { revision, isRefused, issued }]) => ({
      ...{ tradeId, revision, isRefused },
      units: issued === null ? 0n : inMillionths(issued),
    }));
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
