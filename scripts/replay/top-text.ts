/** One text for a visible top of the book, the same whether it comes from the engine or from the stream. */
import type { TopSide } from '../../src/exchange/api/top-views.ts';

export function topText(bid: TopSide, offer: TopSide): string {
  return `${sideText(bid)} / ${sideText(offer)}`;
}

/** Orders of a replay have no contingency, so price, shares and number of orders are all there is to a side. */
function sideText(side: TopSide): string {
  if (side === null) return 'none';
  return side === 'RFQ' ? 'RFQ' : `${side.quantity} in ${side.orders} at ${priceText(side.price)}`;
}

function priceText(millionths: number): string {
  const digits = String(millionths).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** The sides of a message of the stream (S6). */
export interface StreamedTop {
  readonly bid: StreamedSide;
  readonly offer: StreamedSide;
}
type StreamedSide =
  | null
  | { readonly rfq: true }
  | { readonly price: string; readonly quantity: number; readonly orders: number };

export function streamedTopText({ bid, offer }: StreamedTop): string {
  return `${streamedSideText(bid)} / ${streamedSideText(offer)}`;
}

function streamedSideText(side: StreamedSide): string {
  if (side === null) return 'none';
  return 'rfq' in side ? 'RFQ' : `${side.quantity} in ${side.orders} at ${side.price}`;
}
