/** What the stream says about the book, field by field: only what is named here can ever leave. */
import { formatInstant } from '../calendar/format-time.ts';
import type { MarketState, TopOfBook, TopSide } from '../exchange/interface.ts';
import { priceText } from '../exchange/units.ts';
import { type Frame, textFrame } from './frame.ts';
import { CHANNEL } from './protocol.ts';

function sideOf(side: TopSide): object | null {
  if (side === null) return null;
  if (side === 'RFQ') return { rfq: true };
  const { contingentQuantity, contingentOrders, firm } = side;
  return {
    price: priceText(side.price),
    quantity: side.quantity,
    orders: side.orders,
    ...(contingentOrders > 0 && { contingent: { quantity: contingentQuantity, orders: contingentOrders } }),
    ...(firm && { firm: { price: priceText(firm.price), quantity: firm.quantity, orders: firm.orders } }),
  };
}

/** prevSeq: the seq of the message sent before on the subscription that receives this. */
export function encodeUpdate(top: TopOfBook, prevSeq: number): Frame {
  return textFrame({
    type: 'update',
    channel: CHANNEL,
    securityId: String(top.securityId),
    seq: top.seq,
    prevSeq,
    time: formatInstant(top.time),
    bid: sideOf(top.bid),
    offer: sideOf(top.offer),
  });
}

/** resumeRefused: the subscriber asked for what it missed, and that is no longer kept. */
export function encodeSnapshot(top: TopOfBook, market: MarketState, resumeRefused: boolean): Frame {
  return textFrame({
    type: 'snapshot',
    channel: CHANNEL,
    securityId: String(top.securityId),
    seq: top.seq,
    time: formatInstant(top.time),
    market,
    bid: sideOf(top.bid),
    offer: sideOf(top.offer),
    ...(resumeRefused && { resumed: false }),
  });
}

/** time: microseconds since 1970; lastEventSeq: the venue-wide number of the last event. */
export function encodeHeartbeat(time: number, lastEventSeq: number): Frame {
  return textFrame({ type: 'heartbeat', time: formatInstant(time), seq: lastEventSeq });
}
