/** The durable events of the venue, numbered without gaps in each shard. */

import type { Microseconds } from '../../time/units.ts';
import type { AuctionCall, AuctionPhase, AuctionResult } from './auctions.ts';
import type { Fill } from './executions.ts';
import type { FeeChange } from './fees.ts';
import type { CommandUser } from './idempotency.ts';
import type { NoticeView } from './notices.ts';
import type { MatchView, OrderChange, OrderView } from './orders.ts';
import type { MarketCause } from './reasons.ts';
import type { ChangedBy, RegisterChange } from './register-changes.ts';
import type { MarketState, SecurityView } from './securities.ts';
import type { TopOfBook } from './top-views.ts';
import type { EventSeq, SecurityId } from './units.ts';

interface Sequenced {
  /** Sequence number of the event in its shard: gapless, the same on every replay. */
  readonly seq: EventSeq;
  readonly time: Microseconds;
  /** Whose call caused it: absent where a call with an API key or the venue did. Not for everybody (userShownTo). */
  readonly user?: CommandUser;
}

export interface OrderEvent extends Sequenced {
  readonly type: 'order';
  readonly change: OrderChange;
  /** The order right after this change (a copy, not the live record). */
  readonly order: OrderView;
  readonly reason: string | null;
  /** Where the change is filled: its share of the match, whose event comes before it. */
  readonly fill?: Fill;
  /** Of a fill: whether the order came to the other one, which was there. */
  readonly isInitiator?: boolean;
  /** Of a replacement: whether the order lost its place in the book. */
  readonly lostPriority?: boolean;
  /** Of a replacement that gave the order another token: the one before; null: it had none. */
  readonly previousToken?: string | null;
}

export interface MatchEvent extends Sequenced {
  readonly type: 'match';
  readonly match: MatchView;
  /** Of its orders that pay. Nobody sees them: the history has them for getFees. */
  readonly fees?: readonly FeeChange[];
}

interface TopEvent extends Sequenced {
  readonly type: 'top';
  readonly top: TopOfBook;
}

export interface MarketEvent extends Sequenced {
  readonly type: 'market';
  readonly securityId: SecurityId;
  readonly market: MarketState;
  /** The operator's text. */
  readonly reason: string | null;
  readonly cause: MarketCause;
}

interface SecurityEvent extends Sequenced {
  readonly type: 'security';
  readonly security: SecurityView;
}

export interface NoticeEvent extends Sequenced {
  readonly type: 'notice';
  readonly notice: NoticeView;
  /** Of a bust or a correction, as of a match. */
  readonly fees?: readonly FeeChange[];
}

/** A mass cancel, which may have ended quotes (V47). Nobody sees it. */
interface MassCancelEvent extends Sequenced {
  readonly type: 'massCancel';
  /** Whose; empty: those of all clients. */
  readonly clientId: string;
}

/** The register changed, and not by a match (F17). Nobody sees it: the history has it for getRegisterChanges. */
export interface RegisterEvent extends Sequenced, ChangedBy {
  readonly type: 'register';
  readonly changes: readonly RegisterChange[];
}

/** A call has begun, or came to this (Q13). Market data: nobody has to be asked whose it is. */
export interface AuctionEvent extends Sequenced {
  readonly type: 'auction';
  readonly securityId: SecurityId;
  readonly phase: AuctionPhase;
  readonly call: AuctionCall;
  readonly result: AuctionResult;
}

export type ExchangeEvent =
  | OrderEvent
  | MatchEvent
  | TopEvent
  | MarketEvent
  | SecurityEvent
  | NoticeEvent
  | AuctionEvent
  | MassCancelEvent
  | RegisterEvent;

/** An event of certain clients, or of everybody (H9). */
export type PublicEvent = Exclude<ExchangeEvent, { type: 'top' | 'security' | 'massCancel' | 'auction' | 'register' }>;

export function isPublic(event: ExchangeEvent): event is PublicEvent {
  const { type } = event;
  return type !== 'top' && type !== 'security' && type !== 'massCancel' && type !== 'auction' && type !== 'register';
}
