/** The messages of depth (S26 to S28), field by field: no other field can leave. */

import { crc32 } from 'node:zlib';
import { formatInstant } from '../../calendar/format-time.ts';
import {
  type DepthLevel,
  type EventSeq,
  type MarketState,
  priceText,
  type SecurityId,
} from '../../exchange/api/index.ts';
import type { Microseconds } from '../../time/units.ts';
import { Frame } from '../wire/index.ts';

/** Levels of each side that the checksum covers. */
export const CHECKSUM_LEVELS = 10;

export interface DepthHeading {
  readonly securityId: SecurityId;
  readonly seq: EventSeq;
  readonly time: Microseconds;
}

export interface DepthSides {
  readonly bids: readonly DepthLevel[];
  readonly offers: readonly DepthLevel[];
}

/** Whether a side has no level but a live RFQ; undefined: as before. */
export interface RfqSides {
  readonly bidRfq: boolean | undefined;
  readonly offerRfq: boolean | undefined;
}

export interface DepthTail {
  readonly checksum: number | undefined;
}

export function encodeDepthSnapshot(
  heading: DepthHeading & { readonly market: MarketState; readonly resumed: boolean },
  book: DepthSides & RfqSides & DepthTail,
): Frame {
  const { securityId, seq, time, market, resumed } = heading;
  const subject = `"type":"snapshot","channel":"depth","securityId":"${securityId}","seq":${seq}`;
  const refusal = resumed ? '' : ',"resumed":false,"reason":"too-old"';
  const state = `"time":"${formatInstant(time)}","market":"${market}"`;
  return new Frame(`{${subject},${state},${sidesText(book)}${tailText(book)}${refusal}}`);
}

export function encodeDepthUpdate(
  { securityId, seq, time }: DepthHeading,
  prevSeq: EventSeq,
  change: DepthSides & RfqSides & DepthTail,
): Frame {
  const subject = `"type":"update","channel":"depth","securityId":"${securityId}","seq":${seq},"prevSeq":${prevSeq}`;
  return new Frame(`{${subject},"time":"${formatInstant(time)}",${sidesText(change)}${tailText(change)}}`);
}

/** S28. The levels are the best ten of each side, best first. */
export function checksumOf({ bids, offers }: DepthSides): number {
  return crc32(`${bids.map(checkedText).join('|')}/${offers.map(checkedText).join('|')}`);
}

function checkedText({ price, quantity, orders, contingentQuantity, contingentOrders }: DepthLevel): string {
  return `${priceText(price)}:${quantity}:${orders}:${contingentQuantity}:${contingentOrders}`;
}

function sidesText({ bids, offers }: DepthSides): string {
  return `"bids":[${bids.map(levelText).join()}],"offers":[${offers.map(levelText).join()}]`;
}

function levelText({ price, quantity, orders, contingentQuantity, contingentOrders }: DepthLevel): string {
  const contingent =
    contingentOrders === 0 ? '' : `,"contingent":{"quantity":${contingentQuantity},"orders":${contingentOrders}}`;
  return `{"price":"${priceText(price)}","quantity":${quantity},"orders":${orders}${contingent}}`;
}

function tailText({ bidRfq, offerRfq, checksum }: RfqSides & DepthTail): string {
  const bid = bidRfq === undefined ? '' : `,"bidRfq":${bidRfq}`;
  const offer = offerRfq === undefined ? '' : `,"offerRfq":${offerRfq}`;
  return `${bid}${offer}${checksum === undefined ? '' : `,"checksum":${checksum}`}`;
}
