/**
 * The messages about the book, field by field: no other field can leave. The text is put together
 * without JSON.stringify, in a third of its time, since there is one for every change of a top: it holds only numbers,
 * times and fixed words, none of which needs escaping.
 */

import { formatInstant } from '../../calendar/format-time.ts';
import {
  type EventSeq,
  type MarketState,
  type PricedTop,
  priceText,
  type TopOfBook,
  type TopSide,
} from '../../exchange/api/index.ts';
import type { Microseconds } from '../../time/units.ts';
import { Frame } from './frame.ts';

/** prevSeq: the seq of the message sent before on the subscription that receives this. */
export function encodeUpdate(top: TopOfBook, prevSeq: EventSeq): Frame {
  const sequence = `"seq":${top.seq},"prevSeq":${prevSeq},"time":"${formatInstant(top.time)}"`;
  return new Frame(`{"type":"update",${subject(top)},${sequence},${sides(top)}}`);
}

/** resumeRefused: the subscriber asked for what it missed, and that is no longer kept. */
export function encodeSnapshot(top: TopOfBook, market: MarketState, resumeRefused: boolean): Frame {
  const state = `"seq":${top.seq},"time":"${formatInstant(top.time)}","market":"${market}"`;
  const refusal = resumeRefused ? ',"resumed":false,"reason":"too-old"' : '';
  return new Frame(`{"type":"snapshot",${subject(top)},${state},${sides(top)}${refusal}}`);
}

/** time: microseconds since 1970; lastEventSeq: the venue-wide number of the last event. */
export function encodeHeartbeat(time: Microseconds, lastEventSeq: EventSeq): Frame {
  return new Frame(`{"type":"heartbeat","time":"${formatInstant(time)}","seq":${lastEventSeq}}`);
}

function subject(top: TopOfBook): string {
  return `"channel":"topOfBook","securityId":"${top.securityId}"`;
}

function sides(top: TopOfBook): string {
  return `"bid":${sideText(top.bid)},"offer":${sideText(top.offer)}`;
}

function sideText(side: TopSide): string {
  if (side === null) return 'null';
  if (side === 'RFQ') return '{"rfq":true}';
  const firm = side.firm === null ? '' : `,"firm":{${pricedText(side.firm)}}`;
  return `{${pricedText(side)}${contingentText(side)}${firm}}`;
}

function pricedText({ price, quantity, orders }: NonNullable<PricedTop['firm']>): string {
  return `"price":"${priceText(price)}","quantity":${quantity},"orders":${orders}`;
}

function contingentText({ contingentQuantity, contingentOrders }: PricedTop): string {
  if (contingentOrders === 0) return '';
  return `,"contingent":{"quantity":${contingentQuantity},"orders":${contingentOrders}}`;
}
