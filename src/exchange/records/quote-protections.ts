import { type Microseconds, SECOND_US } from '../../time/units.ts';
import type { ProtectionView, QuoteProtection, Shares } from '../api/index.ts';
import { Fifo } from '../collections/index.ts';

/** The most fills that a protection counts, whatever its shares are: then it withdraws too. */
const FILLS_MAX = 1000;

type CountedFill = readonly [time: Microseconds, shares: Shares];

/** A client's protection, with the fills of its quotes that count: at most FILLS_MAX, oldest first. */
export interface KeptProtection {
  readonly protection: QuoteProtection;
  readonly fills: readonly CountedFill[];
  readonly trippedAt: Microseconds | null;
}

/** The fills of a client that count, and the sum of their shares. */
class Counted {
  readonly protection: QuoteProtection;
  readonly trippedAt: Microseconds | null;
  readonly fills = new Fifo<CountedFill>();
  shares: Shares = 0;

  constructor({ protection, fills, trippedAt }: KeptProtection) {
    this.protection = protection;
    this.trippedAt = trippedAt;
    for (const fill of fills) this.#add(fill);
  }

  /** Each fill leaves once, so that a fill takes the same time however many count. */
  filled(shares: Shares, time: Microseconds): boolean {
    for (let first = this.fills.first; first !== undefined && !this.counts(first, time); first = this.fills.first) {
      this.fills.shift();
      this.shares -= first[1];
    }
    this.#add([time, shares]);
    const { protection } = this;
    return this.fills.size >= (protection.fills ?? FILLS_MAX) || this.shares >= (protection.shares ?? Infinity);
  }

  /** A fill counts for the seconds after it, the end not included. */
  counts([time]: CountedFill, now: Microseconds): boolean {
    return time > now - this.protection.seconds * SECOND_US;
  }

  #add(fill: CountedFill): void {
    this.fills.push(fill);
    this.shares += fill[1];
  }
}

/** How much of the quotes of which clients was accepted lately (Y5). Part of the venue's state. */
export class QuoteProtections {
  readonly #ofClients = new Map<string, Counted>();

  /** Counting begins again. */
  set(clientId: string, protection: QuoteProtection | null): void {
    const trippedAt = this.#ofClients.get(clientId)?.trippedAt ?? null;
    if (protection === null) this.#ofClients.delete(clientId);
    else this.restore(clientId, { protection, fills: [], trippedAt });
  }

  /** A quote of the client was accepted. Returns whether its others must be withdrawn; counting begins again then. */
  filled(clientId: string, shares: Shares, time: Microseconds): boolean {
    const counted = this.#ofClients.get(clientId);
    if (counted === undefined || !counted.filled(shares, time)) return false;
    this.restore(clientId, { protection: counted.protection, fills: [], trippedAt: time });
    return true;
  }

  view(clientId: string, now: Microseconds): ProtectionView | null {
    const counted = this.#ofClients.get(clientId);
    if (counted === undefined) return null;
    const fills = counted.fills.toArray().filter((fill) => counted.counts(fill, now));
    const usedShares = fills.reduce((sum, [, shares]) => sum + shares, 0);
    return { ...counted.protection, usedFills: fills.length, usedShares, trippedAt: counted.trippedAt };
  }

  /** By client. */
  *entries(): Generator<readonly [clientId: string, KeptProtection], void, undefined> {
    for (const clientId of [...this.#ofClients.keys()].sort()) {
      const { protection, fills, trippedAt } = this.#ofClients.get(clientId) as Counted;
      yield [clientId, { protection, fills: fills.toArray(), trippedAt }];
    }
  }

  restore(clientId: string, kept: KeptProtection): void {
    this.#ofClients.set(clientId, new Counted(kept));
  }
}
