/** What moves shares, as the register takes it. */
import type { Amount, MatchId, MatchTerms, Millionths, OrderTicket, Shares } from '../../api/index.ts';
import type { VenueCounters } from '../venue-counters.ts';
import type { Holder } from './holder.ts';
import type { Units } from './units.ts';

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

/** Units of a raise that a holder gets, and where among its entries they come. */
export interface Issue extends Units {
  readonly cost: Amount;
  /** Between the match before and the match after. */
  readonly place: number;
  readonly day: number;
  readonly entry: number;
}

export interface Trade {
  readonly matchId: MatchId;
  readonly price: Millionths;
  /** Eastern, as a day number. */
  readonly day: number;
  /** Whether its settlement is still to be reported. */
  readonly isPending: boolean;
  /** 0: not numbered. */
  readonly entry: number;
}

/** A side of a match before and after a correction: shares below 0 were sold. */
export interface AmendedSide {
  readonly matchId: MatchId;
  readonly before: Shares;
  readonly shares: Shares;
  readonly price: Millionths;
  /** Whether the match is settled, if its entry is not kept any more. */
  readonly isSettled: boolean;
}
