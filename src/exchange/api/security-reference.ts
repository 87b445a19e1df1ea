/** Reference data of a security (V66 to V69). Prices are in millionths of a dollar. */
import type { Microseconds } from '../../time/units.ts';
import { type Millionths, priceText, type SecurityId, type Shares } from './units.ts';

/** Prices from `from` on, up to the next band, are multiples of `tick`. */
export interface TickBand {
  readonly from: Millionths;
  readonly tick: Millionths;
}

/** One document for each security; an absent field is not set. */
export interface SecurityReference {
  /** No other security has it at the same time. */
  readonly symbol?: string;
  readonly isin?: string;
  readonly cusip?: string;
  readonly figi?: string;
  /** ISO 4217. */
  readonly currency?: string;
  /** Rising from 0. */
  readonly tickSizes?: readonly TickBand[];
  /** Shares: those of each order are a multiple of it. */
  readonly lotSize?: Shares;
  readonly minimumQuantity?: Shares;
  readonly maximumQuantity?: Shares;
  /** How far a price may be from the reference price (V51), in millionths of a percent of that. */
  readonly priceCollar?: number;
}

/** The time in which a security had a symbol. */
export interface SymbolPeriod {
  readonly symbol: string;
  readonly from: Microseconds;
  /** The first instant without it; null: it has it now. */
  readonly to: Microseconds | null;
}

/** The reference data of a security since its newest change. */
export interface ReferenceVersion {
  /** Counted from 1. */
  readonly version: number;
  readonly updatedAt: Microseconds;
  readonly reference: SecurityReference;
  /** The newest of them, oldest first. */
  readonly symbols: readonly SymbolPeriod[];
}

/** From now on the security has this reference data (V66). */
export interface SecurityReferenceCommand {
  readonly type: 'securityReference';
  readonly securityId: SecurityId;
  readonly reference: SecurityReference;
  /** The version that it replaces; null: whichever there is. */
  readonly expected: number | null;
}

/** The rules of a security that an order may not meet (V68). */
export type SecurityLimitName = 'tickSize' | 'lotSize' | 'minimumQuantity' | 'maximumQuantity' | 'priceCollar';

/** The tick at a price; undefined: any price may be. */
export function tickAt(bands: readonly TickBand[] | undefined, price: Millionths): Millionths | undefined {
  return bands?.findLast(({ from }) => from <= price)?.tick;
}

/** Reference data as it is shown, over HTTP and on the stream, and as it can be sent again. */
export function referenceFields({ tickSizes, priceCollar, ...rest }: SecurityReference) {
  return {
    ...rest,
    ...(tickSizes === undefined
      ? {}
      : { tickSizes: tickSizes.map(({ from, tick }) => ({ from: priceText(from), tick: priceText(tick) })) }),
    ...(priceCollar === undefined ? {} : { priceCollar: priceText(priceCollar) }),
  };
}
