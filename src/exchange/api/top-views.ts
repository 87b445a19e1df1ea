/** One side of the visible top of book (stream.md). Shares and counts are of disclosed orders only. */
import type { Microseconds } from '../../time/units.ts';
import type { EventSeq, Millionths, SecurityId, Shares } from './units.ts';
export interface PricedTop {
  readonly price: Millionths;
  readonly quantity: Shares;
  readonly orders: number;
  readonly contingentQuantity: Shares;
  readonly contingentOrders: number;
  /** The best price that a plain order can hit, when it differs from price. */
  readonly firm: { readonly price: Millionths; readonly quantity: Shares; readonly orders: number } | null;
}
/** null: nothing to show; 'RFQ': no disclosed Limit order, but a live RFQ order. */
export type TopSide = PricedTop | 'RFQ' | null;

export interface TopOfBook {
  readonly securityId: SecurityId;
  /** Counts the changes of this security's visible top from 1; 0 before the first. Survives restarts. */
  readonly seq: EventSeq;
  readonly time: Microseconds;
  readonly bid: TopSide;
  readonly offer: TopSide;
}
