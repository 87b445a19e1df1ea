/** Call auctions of a security (docs/venue/auctions.md). Prices are in millionths of a dollar. */
import type { Microseconds } from '../../time/units.ts';
import type { EventSeq, Millionths, SecurityId, Shares } from './units.ts';

/** The call before an auction, in whole seconds (Q8). */
export interface CallTerms {
  readonly callSeconds: number;
  /** At its end: orders are binding for so long. At most callSeconds. */
  readonly noCancelSeconds: number;
  /** The call may last so much longer: the leader draws how long. */
  readonly randomEndSeconds: number;
}

/** When the call of an auction begins (open) or ends: minutes after midnight, US Eastern. */
export type AuctionTime = 'open' | 'close' | { readonly minute: number };

export interface PlannedAuction extends CallTerms {
  readonly at: AuctionTime;
  /** 1 (Monday) to 7; null: every day with a session. */
  readonly weekdays: readonly number[] | null;
  /** 1 to 31; null: every day with a session. */
  readonly datesOfMonth: readonly number[] | null;
}

/** The auctions of a security (Q7). */
export interface AuctionPlan {
  /** Empty: none but those after a halt. */
  readonly auctions: readonly PlannedAuction[];
  /** null: a halt ends without one. */
  readonly afterHalt: CallTerms | null;
  /** false: the security trades at auctions only. */
  readonly continuous: boolean;
  /** How far the price of an auction may be from the reference price, in hundredths of a percent of it; null: any. */
  readonly collar: number | null;
}

/** From now on the security has this plan (Q7). */
export interface AuctionPlanCommand {
  readonly type: 'auctionPlan';
  readonly securityId: SecurityId;
  /** null: no auctions, and continuous trading. */
  readonly plan: AuctionPlan | null;
  /** The version that it replaces; null: whichever there is. */
  readonly expected: number | null;
}

/** A session, in any unit of time. */
export interface SessionTimes {
  readonly open: number;
  readonly close: number;
  readonly ofMinute: (minute: number) => number;
  readonly second: number;
}

/**
 * When the call of an auction begins and ends in a session that has it, in the unit of the session; null: no room (Q8).
 * A call at the open may end after the close.
 */
export function callIn(
  { at, callSeconds }: PlannedAuction,
  { open, close, ofMinute, second }: SessionTimes,
): { readonly begins: number; readonly ends: number } | null {
  const length = callSeconds * second;
  if (at === 'open') return { begins: open, ends: open + length };
  const ends = at === 'close' ? close : ofMinute(at.minute);
  const begins = ends - length;
  return begins > open && ends <= close ? { begins, ends } : null;
}

/** time: at a minute of the day; halt: after a halt. */
export type AuctionKind = 'open' | 'close' | 'time' | 'halt';

/** As they are shown. */
export const AUCTION_KINDS = {
  open: 'Open',
  close: 'Close',
  time: 'Time',
  halt: 'Halt',
} as const satisfies Record<AuctionKind, string>;

/** A call under way. */
export interface AuctionCall {
  /** Counts the auctions of the security from 1. */
  readonly auctionId: number;
  readonly kind: AuctionKind;
  readonly calledAt: Microseconds;
  /** The call ends then, or at any moment up to latestEnd. */
  readonly endsAt: Microseconds;
  readonly latestEnd: Microseconds;
  /** From then on orders are binding (Q10). */
  readonly noCancelFrom: Microseconds;
  /** The price was outside of the collar once (Q12). */
  readonly isExtended: boolean;
}

/** What a call came to. */
export interface AuctionResult {
  /** null: nothing traded. */
  readonly price: Millionths | null;
  readonly volume: Shares;
  /** What was left over at the price: above 0 of buyers, below 0 of sellers. */
  readonly surplus: number;
}

/** What the disclosed orders of a call would trade now (Q15). Derived of durable state, and no part of the journal. */
export interface Indicated {
  /** The last event that it takes into account. */
  readonly seq: EventSeq;
  readonly time: Microseconds;
  /** null: it is not computed yet. */
  readonly indication: AuctionResult | null;
}

export const NOTHING_TRADED: AuctionResult = { price: null, volume: 0, surplus: 0 };

/** Of whom shares are left over; null: of nobody. */
export function surplusSideOf({ surplus }: AuctionResult): 'Buy' | 'Sell' | null {
  if (surplus === 0) return null;
  return surplus > 0 ? 'Buy' : 'Sell';
}

/** An auction that is over. */
export interface EndedAuction extends AuctionResult {
  readonly auctionId: number;
  readonly kind: AuctionKind;
  readonly calledAt: Microseconds;
  readonly endedAt: Microseconds;
  readonly isExtended: boolean;
  /** false: the call ended without an auction (Q11). */
  readonly isUncrossed: boolean;
}

/** How far an auction is. ended: without an auction. */
export type AuctionPhase = 'called' | 'extended' | 'uncrossed' | 'ended';

/** The plan of a security since its newest change, and its call. */
export interface AuctionsView {
  /** Counts the changes of the plan from 1. */
  readonly version: number;
  readonly updatedAt: Microseconds;
  readonly plan: AuctionPlan | null;
  /** null: no call is on. */
  readonly call: AuctionCall | null;
}

/** A call that the plan has, in microseconds. */
export interface PlannedCall {
  readonly kind: AuctionKind;
  readonly begins: Microseconds;
  readonly ends: Microseconds;
  readonly terms: CallTerms;
}

export interface AuctionReads {
  /** At most `limit` of the ended auctions with a lower id, newest first; of a security the newest 1,000 are kept. */
  endedAuctions(securityId: SecurityId, before: number, limit: number): readonly EndedAuction[];
  /** The next call by the plan, one that could begin now included; null: none is known. */
  nextCall(securityId: SecurityId): PlannedCall | null;
  /** Whether its market never closes (V30). */
  isAlwaysOpen(securityId: SecurityId): boolean;
}

export interface IndicationFeed {
  /** Of the call that is on; null: no call is on, or its auction takes place. */
  indicated(securityId: SecurityId): Indicated | null;
  /** Calls back with each new indication, at most one each second for a security. Returns a function that ends it. */
  onIndicated(listener: (securityId: SecurityId, indicated: Indicated) => void): () => void;
}
