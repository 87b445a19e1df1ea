import type { WeekSchedule } from '../../calendar/schedule.ts';
import type { DatedDay } from '../../calendar/trading-calendar.ts';
import type { Markets, MatchView, Orders, OrderView } from '../../exchange/interface.ts';

/** What the methods of the venue need of the rest of the program. */
export interface AtsServices {
  readonly exchange: Orders & Markets;
  readonly accounts: AccountBook;
  readonly history: OrderHistory;
  readonly reference: Reference;
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

/** Orders and matches that have left the memory of the exchange. */
export interface OrderHistory {
  order(orderId: number): Promise<OrderView | undefined>;
  /** The newest `limit` orders of the client with this token and an id below `before`, oldest first. */
  ordersWithToken(clientId: string, token: string, limit: number, before: number): Promise<readonly OrderView[]>;
  match(matchId: number): Promise<MatchView | undefined>;
  matchesOf(orderId: number): Promise<readonly MatchView[]>;
}

/**
 * Clients, issuers and offerings as the database has them, whichever client they belong to: the venue is one for all.
 */
export interface Reference {
  issuerExists(issuerId: number): Promise<boolean>;
  offeringExists(offeringId: number): Promise<boolean>;
  /** Every client: whose orders a master key reads. */
  clientIds(): Promise<readonly string[]>;
  /** Offerings of the issuer with offeringStatus Approved and virtualStatus ACTIVE. */
  approvedOfferings(issuerId: number): Promise<readonly ApprovedOffering[]>;
}

export interface ApprovedOffering {
  readonly offeringId: number;
  readonly issueName: string;
}
