import type { Retries, SideRetries } from '../search/index.ts';
import type { AuctionTerms, EntryQueue, OrderId, Price, Records, Ref, Shares, Unpublished } from '../store/index.ts';

/** The worst ranks of bids and of offers that the other side overlaps. */
export type Overlap = readonly [bids: number, offers: number];

/**
 * The unfinished work of a book, and its state apart from its orders: part of a snapshot, because it decides
 * where the next commands stop (M9, M11).
 */
export interface PendingWork {
  /** Ids of the orders that wait to enter (M13), oldest first. */
  readonly entering: readonly number[];
  /** While orders are taken out for an opening; absent: none are. */
  readonly overlap?: Overlap;
  /** Ids of the orders that wait to be retried (M7), oldest first. */
  readonly queued: readonly number[];
  /** The conditions that bids and offers wait for. */
  readonly sides: readonly [SideRetries, SideRetries];
  readonly retriesPending: boolean;
  /** What was retried in vain, as Retries names it; absent: nothing since the last execution. */
  readonly failed?: readonly string[];
  /** What a command that has not ended has changed of bids and of offers; absent: neither. */
  readonly unpublished?: readonly [Unpublished | null, Unpublished | null];
  /** The order that is suspended while it enters (M17), and whether it is immediate; absent: none. */
  readonly suspended?: readonly [orderId: OrderId, immediate: boolean];
  /** The execution of which some matches are made (M17); absent: none. */
  readonly unfinished?: UnfinishedWork;
  /** The auction of the book (Q6); absent: none. */
  readonly auction?: PendingAuction;
}

/** An auction that is being computed, or one whose cancels and matches are being made. */
export type PendingAuction =
  | {
      readonly terms: AuctionTerms;
      /** How far it is computed, in steps: a book from a snapshot computes it again up to there. */
      readonly steps: number;
    }
  | {
      readonly price: Price | null;
      /** Ids of the orders that are still to end (Q4), in this order. */
      readonly cancels: readonly OrderId[];
      /** The matches that are left to be made. */
      readonly matches: readonly (readonly [buy: OrderId, sell: OrderId, quantity: Shares])[];
    };

export interface UnfinishedWork {
  readonly initiatorId: OrderId;
  /** Search work that is left to the command. */
  readonly steps: number;
  /** How far its contras have been searched for, as a count of what was read; absent: all are found. */
  readonly searched?: number;
  /** What its matches so far lack of its least fill; absent: nothing. */
  readonly owed?: Shares;
  /** The matches that are left to be made. */
  readonly matches: readonly (readonly [contraId: OrderId, quantity: Shares])[];
}

const AWAITS_NOTHING: SideRetries = { gained: null, round: null, asked: false, undecided: false, recheck: false };
const NOTHING_AWAITED = [AWAITS_NOTHING, AWAITS_NOTHING] as const;

/** Orders on their way into a book. */
interface Entering {
  readonly entering: EntryQueue;
  readonly overlap: Overlap | null;
  readonly suspended: { readonly order: Ref; readonly immediate: boolean } | null;
  readonly unfinished: UnfinishedWork | undefined;
  readonly unpublished: PendingWork['unpublished'];
}

/** The pending work of a book with these retries and these orders that wait to enter; null without any. */
export function pendingWorkOf(
  records: Records,
  retries: Retries | null,
  { entering: waiting, overlap, suspended, unfinished, unpublished }: Entering,
  auction: PendingAuction | undefined,
): PendingWork | null {
  const isPublished = unpublished === undefined;
  const isStill =
    waiting.size === 0 &&
    overlap === null &&
    suspended === null &&
    unfinished === undefined &&
    auction === undefined &&
    isPublished;
  if (retries === null && isStill) return null;
  const queued = retries?.queued ?? [];
  const sides = retries?.sides ?? NOTHING_AWAITED;
  const retriesPending = retries?.arePending ?? false;
  const failed = retries?.failedShapes ?? [];
  const entering = waiting.toArray().map((order) => records.orderId(order));
  const isIdle = sides.every(({ gained, undecided, recheck }) => gained === null && !undecided && !recheck);
  if (isIdle && !retriesPending && queued.length === 0 && isStill) return null;
  return {
    entering,
    queued: queued.map((order) => records.orderId(order)),
    sides,
    retriesPending,
    ...(failed.length === 0 ? {} : { failed }),
    ...(isPublished ? {} : { unpublished }),
    ...(overlap === null ? {} : { overlap }),
    ...(suspended === null ? {} : { suspended: [records.orderId(suspended.order), suspended.immediate] as const }),
    ...(unfinished === undefined ? {} : { unfinished }),
    ...(auction === undefined ? {} : { auction }),
  };
}
