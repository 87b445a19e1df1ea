/** Reads of the venue for the rest of the program: durable state only. */

import type { Microseconds } from '../../time/units.ts';
import type { Command } from './commands.ts';
import type { ExchangeEvent } from './events.ts';
import type { Idempotency } from './idempotency.ts';
import type { Amendment } from './limits.ts';
import type { BookDepth } from './market-reads.ts';
import type { MatchView, OrderView } from './orders.ts';
import type { Outcome } from './outcomes.ts';
import type { MarketChange, SecurityView } from './securities.ts';
import type { TopOfBook } from './top-views.ts';
import type { RfqPage } from './transfer-reads.ts';
import type { EventSeq, MatchId, OrderId, SecurityId } from './units.ts';

/** The ids of matches: above `after` and at most `upTo`. */
export interface MatchIds {
  readonly after: MatchId;
  readonly upTo: MatchId;
}

/** At once where the venue's state is at hand; a promise where its position must be waited for first. */
export type Awaitable<T> = T | Promise<T>;

/** An order, and those of its matches that the history may not hold yet, oldest first: both of the same moment. */
export interface RecentOrder {
  readonly order: OrderView;
  readonly matches: readonly MatchView[];
}

/** Reads of orders and matches. The history has the older ones; ids name the shard. */
export interface OrderReads {
  /** The outcome of an earlier command with this idempotency key (marked replayed); undefined for a new key. */
  storedOutcome(clientId: string, idempotency: Idempotency): Awaitable<Outcome | undefined>;
  /** A live order, or a recent terminal one that the history may not hold yet. */
  order(orderId: OrderId): Awaitable<OrderView | undefined>;
  /** The same with its matches. */
  recentOrder(orderId: OrderId): Awaitable<RecentOrder | undefined>;
  /**
   * Orders of the client with this token whose entry the history may not hold yet: the newest `limit` below `before`,
   * oldest first.
   */
  recentWithToken(clientId: string, token: string, limit: number, before: OrderId): Awaitable<readonly OrderView[]>;
  /** Pending orders of a security with an id above `after`: the first `limit`, oldest first. */
  pendingOrders(securityId: SecurityId, after: OrderId, limit: number): Awaitable<readonly OrderView[]>;
  /** Live RFQ orders of a security that disclose. */
  rfqOrders(securityId: SecurityId, page: RfqPage): Awaitable<readonly OrderView[]>;
  /** A match that the history may not hold yet, as it was matched. */
  match(matchId: MatchId): Awaitable<MatchView | undefined>;
  /** Of these matches, those that were corrected or busted, by their ids (V45, V65). */
  amendmentsOf(matchIds: readonly MatchId[]): Awaitable<ReadonlyMap<MatchId, Amendment>>;
  /** The corrected and busted matches of a security with an id above `after` and at most `upTo`, by their ids. */
  amendmentsIn(securityId: SecurityId, ids: MatchIds): Awaitable<readonly Amendment[]>;
}

/** Orders and matches. */
export interface Orders extends OrderReads {
  /** Resolves once the command is durable and applied. Commands are applied in the order of the calls. */
  submit(command: Command): Promise<Outcome>;
  /** Of a security what each new order is checked against; makes no view, so the next command may change it. */
  listing(securityId: SecurityId): SecurityListing | undefined;
  /** The security that has the symbol now (V67). */
  securityNamed(symbol: string): SecurityId | undefined;
}

export type SecurityListing = Pick<SecurityView, 'issuerId' | 'status'>;

/** Securities and their markets. */
export interface Markets {
  security(securityId: SecurityId): SecurityView | undefined;
  securities(): SecurityView[];
  topOfBook(securityId: SecurityId): TopOfBook | undefined;
  /**
   * The best `levels` of each side; undefined for an unknown security. Takes the time of these levels, or of all orders
   * of the book while a sliced command has pending work in it (M17).
   */
  depth(securityId: SecurityId, levels: number): BookDepth | undefined;
  /** Now, by the venue's clock, in microseconds since 1970. */
  readonly nowUs: () => Microseconds;
  /**
   * The next change of a security's market by its schedule; null when none is known: always open, or not to be traded.
   */
  nextTransition(securityId: SecurityId): MarketChange | null;
}

/** Securities in pages. */
export interface SecurityPages {
  /** At most `limit` of those with a higher id, the lowest first. */
  securitiesAfter(securityId: SecurityId, limit: number): readonly SecurityView[];
}

/** The venue was put back to an event: what happened after it is gone, and other events have its numbers (S23). */
export interface Restore {
  readonly id: string;
  readonly seq: EventSeq;
}

/** The events of one shard as they happen: each shard has its own sequence numbers. */
export interface EventFeed {
  /** The id of the venue, which its database was given; empty before. */
  readonly venueId: string;
  readonly shard: number;
  /** The oldest first. */
  readonly restores: readonly Restore[];
  /** The sequence number of the last event. */
  lastEventSeq(): EventSeq;
  /** Calls back with each durable event, in order, never before it is durable. Returns a function that ends it. */
  subscribe(listener: (event: ExchangeEvent) => void): () => void;
  /** Top-of-book changes after seq `after`, oldest first; undefined when they are no longer kept. */
  topsSince(securityId: SecurityId, after: EventSeq): TopOfBook[] | undefined;
}
