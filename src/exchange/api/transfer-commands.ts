/** The transfer rules of a security, and reports of its shares outside of the venue (F1 to F10). */
import type { Microseconds } from '../../time/units.ts';
import type { OrderId, SecurityId, Shares } from './units.ts';

/** A time in which the security may be traded, in microseconds since 1970. */
interface TradingWindow {
  readonly from: Microseconds;
  /** The first instant that is outside again. */
  readonly to: Microseconds;
}

/** One document for each security; null: there is no such rule. */
export interface TransferRules {
  /** Days for which shares cannot be sold after they were bought. */
  readonly holdingDays: number | null;
  /** The buyers and sellers that are allowed: clients with all of their accounts, and single accounts. */
  readonly allowed: { readonly clients: readonly string[]; readonly accounts: readonly string[] } | null;
  /** The most holders that there may be. */
  readonly holdersMax: number | null;
  /** When the security may be traded, in order of time; none overlaps another. */
  readonly windows: readonly TradingWindow[] | null;
  /**
   * Whether orders may sell more than the register has for their owner; absent: nobody has said so, and they may (F13).
   */
  readonly unregisteredSales?: 'allowed' | 'refused';
  /** How long orders to sell wait for the answer of the security's owner, and what no answer means. */
  readonly firstRefusal: { readonly hours: number; readonly unanswered: 'Waive' | 'Exercise' } | null;
}

export interface TransferRulesCommand {
  readonly type: 'transferRules';
  /** Whose call it is: the client that owns the security, or the operator. */
  readonly clientId: string;
  readonly byOperator: boolean;
  readonly securityId: SecurityId;
  readonly rules: TransferRules;
  /** The version that the caller has read; null: whatever it is. */
  readonly version: number | null;
}

/** Shares that were bought on one date. */
interface ReportedLot {
  /** YYYY-MM-DD, US Eastern. */
  readonly date: string;
  readonly quantity: Shares;
  /** Millionths of a share more; absent: none. Since ISSUES_SINCE. */
  readonly rest?: number;
}

/** All that a holder has of a security; without lots it is no holder. */
export interface ReportedHolding {
  readonly clientId: string;
  readonly accountId: string | null;
  readonly lots: readonly ReportedLot[];
}

export interface HoldingsCommand {
  readonly type: 'holdings';
  readonly clientId: string;
  readonly byOperator: boolean;
  readonly securityId: SecurityId;
  readonly holdings: readonly ReportedHolding[];
  /** The list of reports has it by this id (F11). */
  readonly report?: { readonly reportId: string; readonly reason: string | null };
}

/** The answer of the client that owns the security to an order that waits for it. */
export interface FirstRefusalCommand {
  readonly type: 'firstRefusal';
  readonly clientId: string;
  readonly orderId: OrderId;
  /** Whether the right is used: then the order ends. */
  readonly exercised: boolean;
  readonly reason: string | null;
}

export type TransferCommand = TransferRulesCommand | HoldingsCommand | FirstRefusalCommand;

/** Changes by time under the transfer rules of a security: windows, deadlines, and orders that may trade now. */
export interface TransferDueCommand {
  readonly type: 'transferDue';
  readonly securityId: SecurityId;
}

/** The rules of a security as they are read. */
export interface TransferRulesView {
  readonly securityId: SecurityId;
  /** Counts the changes from 1; 0 before the first. */
  readonly version: number;
  readonly rules: TransferRules;
  readonly updatedAt: Microseconds | null;
  /** Of the register; 0 without one. */
  readonly holders: number;
}

/** Shares of one day and one origin. */
export interface RegisteredLot {
  /** null: nobody knows since when, as of shares that setPosition set. */
  readonly date: string | null;
  readonly quantity: Shares;
  /** Millionths of a share in addition. */
  readonly rest: number;
  /** null: of before the register knew. */
  readonly origin: 'issue' | 'match' | 'report' | 'action' | null;
  /** The number of the entry that made it. */
  readonly entry: number | null;
}

/** A holding as the register has it. */
export interface RegisteredHolding extends Omit<ReportedHolding, 'lots'> {
  /** Oldest first. */
  readonly lots: readonly RegisteredLot[];
  /** Its place in the register: the next page starts after it. */
  readonly place: string;
}

export const NO_TRANSFER_RULES: TransferRules = Object.freeze({
  holdingDays: null,
  allowed: null,
  holdersMax: null,
  windows: null,
  firstRefusal: null,
});
