import type { WeekSchedule } from '../../../calendar/schedule.ts';
import type { DatedDay } from '../../../calendar/trading-calendar.ts';
import type { Db } from '../../../database/schema/index.ts';
import type {
  ActionReads,
  Amount,
  AuctionReads,
  CommandUser,
  EventFeed,
  EventSeq,
  FeeReads,
  Fill,
  IndicationFeed,
  Markets,
  MatchId,
  MatchView,
  Millionths,
  OptionalTerms,
  OrderChange,
  OrderFees,
  OrderId,
  OrderStatus,
  Orders,
  OrderView,
  RiskReads,
  SecurityPages,
  Shares,
} from '../../../exchange/api/index.ts';
import type { Microseconds } from '../../../time/units.ts';
import type { Venue } from '../../shared/deps.ts';
import type { LongReads } from '../../shared/list/index.ts';
import type { EventWaits } from './event-waits.ts';

/** What the methods of the venue need of the rest of the program. */
export interface AtsDeps {
  readonly exchange: Orders &
    Markets &
    SecurityPages &
    ActionReads &
    AuctionReads &
    Pick<IndicationFeed, 'indicated'> &
    Pick<Venue, 'rules'> &
    Pick<EventFeed, 'venueId' | 'shard' | 'lastEventSeq' | 'restores' | 'subscribe'> & {
      readonly risk: RiskReads;
      readonly fees: FeeReads;
    };
  readonly accounts: AccountBook & AccountNames & CheckedAccounts;
  readonly history: OrderHistory;
  readonly records: VenueRecords;
  readonly aftermath: Aftermath;
  readonly eventWaits: EventWaits;
  readonly reference: Reference;
  /** Live orders of one client that may share a token; getOrder answers this many at once. */
  readonly ordersPerTokenMax: number;
  /** The market identifier of the venue (ISO 10383); null: it has none. */
  readonly mic: string | null;
  /** The default hours of the week; a day that is absent is closed. */
  readonly defaultSchedule: WeekSchedule;
  /** Holidays, early closes and operator's dates of a year, by date (US Eastern). */
  calendarOfYear(year: number): readonly DatedDay[];
}

export interface AccountBook {
  /**
   * Whether the client has this account, neither deleted nor archived. A plain boolean when it is known without a
   * query.
   */
  isActive(clientId: string, accountId: string): boolean | Promise<boolean>;
}

export interface AccountNames {
  /** Names of accounts by their ids, without unknown ids and accounts without a name. */
  names(accountIds: readonly (string | null)[]): Promise<ReadonlyMap<string, string>>;
}

/** Where the checks of an account are; empty: not begun. No personal data. */
interface AccountChecks {
  readonly kycStatus: string;
  readonly amlStatus: string;
  readonly accreditedStatus: string;
}

export interface CheckedAccounts {
  /** Checks of accounts by their ids, without unknown ids. */
  checks(accountIds: readonly (string | null)[]): Promise<ReadonlyMap<string, AccountChecks>>;
}

/** settlement/settlement-records.ts has what leads from one to the other (V44). */
export type SettlementStatus = 'PENDING' | 'SETTLED' | 'CANCELED' | 'BUSTED';

export interface Settlement {
  readonly status: SettlementStatus;
  /** Microseconds since 1970 UTC. */
  readonly updatedAt: number;
}

/** The states (V41) that quotes on an RFQ order are in: those that show where its negotiation is. */
export type QuotesOnOrder = ReadonlySet<'Open' | 'Accepted' | 'Declined'>;

/** What came after the matching; each is asked once for a page of a list. */
interface Aftermath {
  /** By match id; matches of which nothing was reported are left out. */
  settlements(matchIds: readonly MatchId[]): Promise<ReadonlyMap<MatchId, Settlement>>;
  /** By order id; orders with no quote in such a state are left out. */
  quotes(orderIds: readonly OrderId[]): Promise<ReadonlyMap<OrderId, QuotesOnOrder>>;
}

/** The order history as tables that lists are made from. */
export interface VenueRecords {
  readonly db: Db;
  /** For lists that take long; absent: they run on db. */
  readonly longReads?: LongReads;
  /** The newest `limit` orders of the client that have this token, or had it. */
  ordersWithToken(
    clientId: string,
    token: string,
    limit: number,
  ): Promise<readonly Pick<OrderView, 'orderId' | 'ticket'>[]>;
  /**
   * Resolves once the tables hold everything up to this event. Rejects with VenueUnavailable where that takes too long.
   * @param withinMs absent: as long as a read may take
   */
  reached(eventSeq: EventSeq, withinMs?: number): Promise<void>;
}

/** One change of an order, as the event with this sequence number showed it. */
export interface OrderHistoryChange {
  readonly seq: EventSeq;
  readonly time: Microseconds;
  readonly change: OrderChange;
  readonly status: OrderStatus;
  readonly quantity: Shares;
  readonly remaining: Shares;
  readonly executed: Amount;
  readonly fill?: Fill;
  /** Of a fill: whether the order came to the other one, which was there. */
  readonly isInitiator?: boolean;
  readonly previousToken?: string;
  readonly price: Millionths;
  readonly optional?: OptionalTerms;
  readonly reason: string | null;
  readonly user?: CommandUser;
}

/** Orders and matches that have left the memory of the exchange. */
export interface OrderHistory {
  order(orderId: OrderId): Promise<OrderView | undefined>;
  /** The newest `limit` orders of the client with this token and an id below `before`, oldest first. */
  ordersWithToken(clientId: string, token: string, limit: number, before: OrderId): Promise<readonly OrderView[]>;
  /** What the order paid, busts and corrections included; undefined where no schedule names it. */
  feesOf(orderId: OrderId): Promise<OrderFees | undefined>;
  match(matchId: MatchId): Promise<MatchView | undefined>;
  /** The first `limit` matches of the order with a higher id than `after`, oldest first. */
  matchesOf(orderId: OrderId, limit: number, after: MatchId): Promise<readonly MatchView[]>;
  /** All matches of at most 100 orders, oldest first; undefined where they are `limit` or more. */
  matchesOfAll(orderIds: readonly OrderId[], limit: number): Promise<readonly MatchView[] | undefined>;
  /** The first `limit` changes of the order with a higher sequence number than `after`, oldest first. */
  changesOf(orderId: OrderId, limit: number, after: number): Promise<readonly OrderHistoryChange[]>;
}

/**
 * Clients, issuers and offerings as the database has them, whichever client they belong to: the venue is one for all.
 */
export interface Reference {
  issuerExists(issuerId: number): Promise<boolean>;
  offeringExists(offeringId: number): Promise<boolean>;
  /** Every client: whose orders a master key reads. */
  clientIds(): Promise<readonly string[]>;
  /** A parent client and the clients below it. */
  clientsUnder(parentId: string): Promise<readonly string[]>;
  /** Offerings of the issuer with offeringStatus Approved and virtualStatus ACTIVE. */
  approvedOfferings(issuerId: number): Promise<readonly ApprovedOffering[]>;
}

interface ApprovedOffering {
  readonly offeringId: number;
  readonly issueName: string;
}
