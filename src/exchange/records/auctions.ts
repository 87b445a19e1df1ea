import type { AuctionOutcome } from '../../matching/index.ts';
import { type Microseconds, SECOND_US } from '../../time/units.ts';
import type {
  AuctionCall,
  AuctionKind,
  AuctionPlan,
  AuctionsView,
  CallTerms,
  EndedAuction,
  SecurityId,
} from '../api/index.ts';
import { OrdersById } from './orders-by-id.ts';
import type { SessionChange, WaitingCancel } from './walks.ts';

/** Ended auctions of a security that can be read: its newest. */
const ENDED_KEPT = 1000;

/** A call as the venue keeps it. */
export interface Call {
  readonly auctionId: number;
  readonly kind: AuctionKind;
  readonly terms: CallTerms;
  readonly calledAt: Microseconds;
  endsAt: Microseconds;
  latestEnd: Microseconds;
  noCancelFrom: Microseconds;
  isExtended: boolean;
  /** over: the market is about to change. */
  state: 'called' | 'uncrossing' | 'over';
  /** null: nothing is found yet. */
  outcome: AuctionOutcome | null;
  /** The close of the session that ended during the call: its orders expire after the auction. */
  closeAfter: Pick<SessionChange, 'date'> | null;
  /** By client and cause. */
  waiting: Record<string, WaitingCancel>;
}

/** The auctions of a security that has, or had, a plan. All but `orders` is part of a snapshot. */
export interface SecurityAuctions {
  version: number;
  updatedAt: Microseconds;
  plan: AuctionPlan | null;
  /** The number of the newest. */
  count: number;
  call: Call | null;
  /** Oldest first. */
  readonly ended: EndedAuction[];
  /** Its live orders that trade at an auction only (Q9). */
  readonly orders: OrdersById;
}

/** As a snapshot keeps them. */
export type KeptAuctions = Omit<SecurityAuctions, 'orders'>;

export function newAuctions(kept?: KeptAuctions): SecurityAuctions {
  const none = { version: 0, updatedAt: 0, plan: null, count: 0, call: null, ended: [] };
  return { ...(kept ?? none), orders: new OrdersById() };
}

/** The venue keeps times in whole microseconds. @param endsAt the earliest end */
export function timesOf({ noCancelSeconds, randomEndSeconds }: CallTerms, endsAt: Microseconds) {
  return {
    endsAt,
    latestEnd: endsAt + randomEndSeconds * SECOND_US,
    noCancelFrom: endsAt - noCancelSeconds * SECOND_US,
  };
}

export function callView({
  auctionId,
  kind,
  calledAt,
  endsAt,
  latestEnd,
  noCancelFrom,
  isExtended,
}: Call): AuctionCall {
  return { auctionId, kind, calledAt, endsAt, latestEnd, noCancelFrom, isExtended };
}

export function auctionsView({ version, updatedAt, plan, call }: SecurityAuctions): AuctionsView {
  return { version, updatedAt, plan, call: call && callView(call) };
}

/** Whether there is an auction, or may be one. */
export function hasAuctions({ call, plan }: SecurityAuctions): boolean {
  return call !== null || (plan !== null && (plan.auctions.length > 0 || plan.afterHalt !== null));
}

export function keepEnded(auctions: SecurityAuctions, ended: EndedAuction): void {
  auctions.ended.push(ended);
  if (auctions.ended.length > ENDED_KEPT) auctions.ended.shift();
}

/** The securities with plans, and their calls. */
export class Auctions {
  /** Those that have, or had, a plan. */
  readonly planned = new Set<SecurityId>();
  /** Calls under way. An order costs only the check for any. */
  readonly calls = new Map<SecurityId, Call>();
  /** For who keeps the hours of the market: whose calls may begin or end at other times. Not part of the state. */
  readonly changed = new Set<SecurityId>();

  /** The auction that the matches of a book belong to; undefined: none is under way. */
  auctionOf(securityId: SecurityId): number | undefined {
    return this.calls.size === 0 ? undefined : this.calls.get(securityId)?.auctionId;
  }

  /** Q10. */
  isBinding(securityId: SecurityId, time: Microseconds): boolean {
    return this.calls.size > 0 && (this.calls.get(securityId)?.noCancelFrom ?? Infinity) <= time;
  }
}
