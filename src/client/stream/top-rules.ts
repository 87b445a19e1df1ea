import type { Market, Message, Side } from '../wire/index.ts';
import { subscriptionNameOf } from '../wire/index.ts';
import { type BookRules, type BookView, type Conflation, modeOf } from './book-channel.ts';

/** The visible top of the book of one security (S5 to S10). */
export interface TopView extends BookView {
  /** Of the change, RFC 3339. */
  readonly time: string;
  /** At the last snapshot; the channel market has what it is now. */
  readonly market: Market;
  readonly bid: Side;
  readonly offer: Side;
}

export function topRules(conflation: Conflation): BookRules<TopView> {
  return {
    channel: 'topOfBook',
    subscription: subscriptionNameOf({ intervalMs: conflation.intervalMs }),
    parameters: modeOf(conflation),
    fromSnapshot: (message) => ({ ...topOf(message), market: message.market as Market }),
    updated: ({ market }, message) => ({ ...topOf(message), market }),
  };
}

function topOf(message: Message): Omit<TopView, 'market'> {
  return {
    securityId: String(message.securityId),
    seq: Number(message.seq),
    time: String(message.time),
    bid: message.bid as Side,
    offer: message.offer as Side,
    stale: false,
  };
}
