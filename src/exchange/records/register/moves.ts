/** What moves shares, as the register takes it. */
import type { MatchId, MatchTerms, OrderTicket } from '../../api/index.ts';
import type { VenueCounters } from '../venue-counters.ts';
import type { Holder } from './holder.ts';

export type Whose = Pick<OrderTicket, 'clientId' | 'accountId' | 'securityId'>;

/** An order, and the holder that it moved last: null before the first time. */
export interface Mover {
  readonly ticket: Whose;
  holder: Holder | null;
}

/** A match that is corrected, busted or canceled: its terms so far, and from now on, null if it is void. */
export interface AmendedMatch {
  readonly matchId: MatchId;
  readonly buyer: Whose;
  readonly seller: Whose;
  readonly before: MatchTerms;
  readonly after: MatchTerms | null;
  /** Whether it is settled, if its entries are not kept any more. */
  readonly isSettled: boolean;
}

/** What the venue counts, and whose numbers they are. */
export interface VenueNumbers {
  readonly counters: Pick<VenueCounters, 'matches' | 'rules' | 'registerFrom'>;
  readonly shard: number;
}
