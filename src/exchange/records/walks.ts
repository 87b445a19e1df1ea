import {
  type ActionId,
  type HolderName,
  NO_ORDER,
  type OrderEnd,
  type OrderFilter,
  type OrderId,
  type OrderStatus,
  type OwnTerms,
  type QuoteEntry,
  type QuoteId,
  type QuoteResult,
  type QuoteView,
  type SecurityId,
} from '../api/index.ts';
import type { SessionCommand } from '../commands/index.ts';
import type { Whose } from './limits/limit-book.ts';
import type { OrderRecord } from './order-record.ts';
import { expiresAtClose, expiresWithDate } from './order-terms.ts';

/** How orders end. status, unapproved, reason: null stands for the venue's default for such an end. */
export type EndTerms = readonly [
  change: OrderEnd,
  status: OrderStatus | null,
  unapproved: OrderStatus | null,
  reason: string | null,
];

/** See SessionCommand. */
export type SessionChange = Pick<SessionCommand, 'action' | 'date' | 'dayOver'>;

/** The cost of looking at an order that the walk does not concern, where an effect costs 1. */
export const PASSED = 1 / 16;

/** Orders that expire with a date, or at the close that ends it (M14). */
export interface Expiry {
  readonly date: string;
  readonly atClose: boolean;
}

/** A cancel of a client's orders in the security that waits for the end of the call (Q10). */
export interface WaitingCancel {
  readonly clientId: string;
  readonly change: OrderEnd;
  /** Of an account, or of all of the client (ALL_ACCOUNTS): the newest order that there was when the cancel was due. */
  readonly upTo: Record<string, OrderId>;
}

export const ALL_ACCOUNTS = '*';

/**
 * Orders of a book that a command changes in the same way, oldest first. They are found one after the other, so that
 * the command's own work does not grow with their number (M17).
 */
export interface Walk {
  readonly type:
    | 'block'
    | 'quote'
    | 'massQuote'
    | 'end'
    | 'consider'
    | 'judge'
    | 'approve'
    | 'release'
    | 'move'
    | 'unseat'
    | 'sum'
    | 'session'
    | 'join'
    /** Orders get the terms that a split leaves them (R2). */
    | 'adjust'
    /** Holders of the security, not its orders: a split reaches one after another (R3). */
    | 'split'
    /** Holders of the security are listed, who have a right to a dividend (R9). */
    | 'list'
    /** Answers to a tender are gone through (R14). */
    | 'tender';
  /**
   * No order before this one is left to visit; 0 after the last one. Not used by `move` and `unseat`; 0 after the
   * session has begun or ended. `approve` takes the first that waits. Of a walk over blocks or quotes: the id of the
   * last one that was visited; of a mass quote: the number of its next part in this book. 1: the first that there is
   * when its turn comes.
   */
  next: OrderId;
  /** The session that begins or ends in this book and in others. */
  readonly session?: SessionChange;
  /** How they end. */
  readonly terms?: EndTerms;
  /** Whether only the orders of the client are visited whose order is next. */
  readonly ofClient?: boolean;
  readonly filter?: OrderFilter;
  /** Whose blocks or quotes end; empty: those of all clients. */
  readonly clientId?: string;
  /** Whose limits the orders count for from now on (V49). */
  readonly limits?: Whose;
  readonly expiry?: Expiry;
  /** As in WaitingCancel. */
  readonly upTo?: WaitingCancel['upTo'];
  /** Only the orders are visited that trade at an auction only (Q9). */
  readonly atAuction?: boolean;
  /** The quotes on this order only; without a client: those of all clients. */
  readonly orderId?: OrderId;
  /** How the quotes end. */
  readonly ending?: Pick<QuoteView, 'status' | 'end' | 'reason'>;
  /** Who quotes, and the parts of the mass quote in this book: each with its place among all, new ones with an id. */
  readonly quoting?: {
    readonly clientId: string;
    readonly ip: string;
    readonly entries: readonly (readonly [place: number, entry: QuoteEntry, reserved: QuoteId | null])[];
  };
  /** Another security, which takes no other command until the walk is over (R13). */
  readonly into?: SecurityId;
  /** The corporate action that it is of. */
  readonly actionId?: ActionId;
  /** Of the list of holders: its number in the security, and the last holder that it has; absent: none yet. */
  readonly entry?: number;
  reached?: HolderName;
  /** The idempotency key of the command, in whose outcome the orders or quotes that end are listed. */
  readonly key?: string;
  /** That list. A snapshot has it with the key. */
  ended?: OrderId[];
  /** Of a mass quote: what each of its parts came to. A snapshot has it with the key. */
  results?: QuoteResult[];
}

/** Of a corporate action over holders. */
export type HolderWalk = Walk & { readonly type: 'split' | 'list' | 'tender'; readonly actionId: ActionId };

export function isOfHolders(walk: Walk): walk is HolderWalk {
  return walk.type === 'split' || walk.type === 'list' || walk.type === 'tender';
}

/** Whether the walk concerns an order. */
export function isMeant(order: OrderRecord, { filter, expiry, upTo, type }: Walk): boolean {
  if (upTo !== undefined) return isUpTo(order, upTo);
  if (filter !== undefined) return fitsFilter(order.ticket, filter);
  if (expiry !== undefined) return expires(order, expiry);
  return type === 'end' || type === 'approve' || order.status !== 'Pending';
}

function isUpTo({ orderId, ticket }: OrderRecord, upTo: WaitingCancel['upTo']): boolean {
  const ofAccount = upTo[ticket.accountId ?? ALL_ACCOUNTS] ?? NO_ORDER;
  return orderId <= ofAccount || orderId <= (upTo[ALL_ACCOUNTS] ?? NO_ORDER);
}

export function fitsFilter(ticket: OwnTerms, { securityId, side, accountId, memberId }: OrderFilter): boolean {
  return (
    (securityId === undefined || ticket.securityId === securityId) &&
    (side === undefined || ticket.side === side) &&
    (accountId === undefined || ticket.accountId === accountId) &&
    (memberId === undefined || ticket.memberId === memberId)
  );
}

function expires(order: OrderRecord, { date, atClose }: Expiry): boolean {
  return atClose ? expiresAtClose(order, date) : expiresWithDate(order, date);
}
