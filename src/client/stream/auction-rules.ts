import type { AuctionChange, Call, LastAuction, Message } from '../wire/index.ts';
import { subscriptionNameOf } from '../wire/index.ts';
import type { BookRules, BookView } from './book-channel.ts';

/** The call of one security, and what its newest auction came to (S44). */
export interface AuctionView extends BookView {
  /** Of the change, RFC 3339. */
  readonly time: string;
  /** null: as it was when the first message came. */
  readonly change: AuctionChange | null;
  readonly call: Call;
  readonly last: LastAuction;
}

export const AUCTION_RULES: BookRules<AuctionView> = {
  channel: 'auction',
  subscription: subscriptionNameOf({}),
  parameters: {},
  fromSnapshot: auctionOf,
  updated: (_, message) => auctionOf(message),
};

function auctionOf(message: Message): AuctionView {
  return {
    securityId: String(message.securityId),
    seq: Number(message.seq),
    time: String(message.time),
    change: (message.change as AuctionChange | undefined) ?? null,
    call: message.call as Call,
    last: message.last as LastAuction,
    stale: false,
  };
}
