/** The disclosed price levels of one security (S26 to S28). */

import type { Level, Market, Message } from '../wire/index.ts';
import { subscriptionNameOf } from '../wire/index.ts';
import { type BookRules, type BookView, type Conflation, modeOf } from './book-channel.ts';
import { crc32 } from './crc32.ts';

export interface DepthView extends BookView {
  readonly time: string;
  /** At the last snapshot. */
  readonly market: Market;
  /** The highest price first. */
  readonly bids: readonly Level[];
  /** The lowest price first. */
  readonly offers: readonly Level[];
  /** True: the side has no level, but a request for quote. */
  readonly bidRfq: boolean;
  readonly offerRfq: boolean;
}

export interface DepthParameters extends Conflation {
  /** 1 to 100, or all; 10 when absent. */
  readonly levels?: number | 'all';
}

/** Of the channel, where nothing else is asked for (S26). */
const USUAL_LEVELS = 10;

/** Levels of each side that the checksum is over. */
const CHECKED = 10;

export function depthRules({ levels = USUAL_LEVELS, intervalMs }: DepthParameters): BookRules<DepthView> {
  return {
    channel: 'depth',
    subscription: subscriptionNameOf({ levels: levels === USUAL_LEVELS ? undefined : levels, intervalMs }),
    parameters: { levels, checksum: true, ...modeOf({ intervalMs }) },
    fromSnapshot: (message) => ({
      securityId: String(message.securityId),
      seq: Number(message.seq),
      time: String(message.time),
      market: message.market as Market,
      bids: message.bids as Level[],
      offers: message.offers as Level[],
      bidRfq: message.bidRfq === true,
      offerRfq: message.offerRfq === true,
      stale: false,
    }),
    updated: (view, message) => {
      const next = updated(view, message);
      return isTrue(next, message.checksum) ? next : undefined;
    },
  };
}

function updated(view: DepthView, message: Message): DepthView {
  return {
    ...view,
    seq: Number(message.seq),
    time: String(message.time),
    bids: merged(view.bids, message.bids as readonly Level[] | undefined, -1),
    offers: merged(view.offers, message.offers as readonly Level[] | undefined, 1),
    bidRfq: (message.bidRfq as boolean | undefined) ?? view.bidRfq,
    offerRfq: (message.offerRfq as boolean | undefined) ?? view.offerRfq,
    stale: false,
  };
}

/** direction: 1 where prices rise from the first to the last, else -1. */
function merged(levels: readonly Level[], changed: readonly Level[] = [], direction: 1 | -1): readonly Level[] {
  if (changed.length === 0) return levels;
  const next = [...levels];
  for (const level of changed) {
    const at = placeOf(next, level.price, direction);
    const isThere = next[at]?.price === level.price;
    const isGone = level.quantity === 0 && level.contingent === undefined;
    next.splice(at, isThere ? 1 : 0, ...(isGone ? [] : [level]));
  }
  return next;
}

/** Of the level with that price, or where it belongs. */
function placeOf(levels: readonly Level[], price: string, direction: 1 | -1): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compared(levels[middle]!.price, price) * direction < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Prices have six decimals and no leading zero, so the longer one is the higher. */
function compared(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}

function isTrue({ bids, offers }: DepthView, checksum: unknown): boolean {
  if (checksum === undefined) return true;
  return crc32(`${sideText(bids)}/${sideText(offers)}`) === checksum;
}

function sideText(levels: readonly Level[]): string {
  return levels
    .slice(0, CHECKED)
    .map(({ price, quantity, orders, contingent }) =>
      [price, quantity, orders, contingent?.quantity ?? 0, contingent?.orders ?? 0].join(':'),
    )
    .join('|');
}
