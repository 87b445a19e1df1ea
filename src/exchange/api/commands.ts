/** The commands that may be submitted to the venue. */

import type { WeekSchedule } from '../../calendar/schedule.ts';
import type { Microseconds } from '../../time/units.ts';
import type { AuctionPlanCommand } from './auctions.ts';
import type { BlockCommand } from './block-commands.ts';
import type { ActionCommand } from './corporate-actions.ts';
import type { SetFeeScheduleCommand } from './fees.ts';
import type { Called, Idempotency } from './idempotency.ts';
import type { ImportCommand } from './import-commands.ts';
import type { UnitsCommand } from './issue-commands.ts';
import type { LimitCommand } from './limit-commands.ts';
import type { CalendarCommand, HaltCommand, ResumeCommand } from './market-commands.ts';
import type { NoticeCommand } from './notices.ts';
import type { ReplaceableTerms } from './optional-terms.ts';
import type { Contingency, OrderTerms, OrderTicket } from './orders.ts';
import type { QuotingCommand } from './quotes.ts';
import type { BindCommand, ClockCommand, IdCommand } from './reference-commands.ts';
import type { RiskCommand } from './risk-commands.ts';
import type { SecurityStatus } from './securities.ts';
import type { SecurityReferenceCommand } from './security-reference.ts';
import type { TenderSharesCommand } from './tenders.ts';
import type { TransferCommand } from './transfer-commands.ts';
import type { IssuerId, Millionths, OrderId, SecurityId, Shares } from './units.ts';

/** `minimum` counts only where the contingency is Minimum Quantity. */
export interface EnterCommand extends OrderTerms {
  readonly type: 'enter';
  readonly ticket: OrderTicket;
  readonly idempotency?: Idempotency;
  /** A command that is applied later is refused (V71). Since DEADLINES_SINCE. */
  readonly deadline?: Microseconds;
}

export interface CancelCommand {
  readonly type: 'cancel';
  readonly clientId: string;
  /** 0 where the token says which. */
  readonly orderId: OrderId;
  /** Of the one live order of the client that has it (H11). */
  readonly token?: string;
  readonly idempotency?: Idempotency;
}

/** M10. Absent fields keep their value; quantity is the new total. */
export interface ReplaceCommand extends Partial<OrderTerms> {
  readonly type: 'replace';
  readonly clientId: string;
  /** As in CancelCommand. */
  readonly orderId: OrderId;
  readonly token?: string;
  /** That the order has from then on: one that no live order of the client has, this one included (H10). */
  readonly newToken?: string;
  /** Those that change. */
  readonly optional?: ReplaceableTerms;
  readonly idempotency?: Idempotency;
  /** As in EnterCommand. */
  readonly deadline?: Microseconds;
}

/** Approval or refusal of a Pending order by the client that owns the security. */
export interface DecideCommand {
  readonly type: 'decide';
  readonly clientId: string;
  readonly orderId: OrderId;
  readonly issuerId: IssuerId;
  readonly approved: boolean;
  readonly reason: string | null;
  /** The decision counts only while the order has these terms. Absent fields may be any. */
  readonly terms?: { readonly quantity?: Shares; readonly price?: Millionths; readonly contingency?: Contingency };
}

/**
 * Trades an RFQ order with a quote that its client accepted: an order made for the quote is executed at once (V39).
 * Journals of before QUOTES_SINCE have it; since then it is AcceptQuoteCommand.
 */
export interface TakeQuoteCommand {
  readonly type: 'takeQuote';
  /** The client of the RFQ order. */
  readonly clientId: string;
  readonly orderId: OrderId;
  /** Of the order that is made for the quote: on the other side, of the client that quotes. */
  readonly ticket: OrderTicket;
  readonly quantity: Shares;
  readonly price: Millionths;
  /** The filled shares of the RFQ order at the decision to trade: if more are filled by now, nothing is done. */
  readonly filled: Shares;
  /** As in QuoteAtRisk; absent: none. */
  readonly massCancels?: number;
}

/**
 * Makes a security known or changes it; absent fields keep their value. The first one needs issuerId, ownerClientId,
 * name, status.
 */
export interface SecurityCommand {
  readonly type: 'security';
  readonly securityId: SecurityId;
  readonly issuerId?: IssuerId;
  readonly ownerClientId?: string;
  readonly name?: string;
  readonly status?: SecurityStatus;
  readonly orderApproval?: boolean;
  /** null takes the security back to the default schedule. */
  readonly hours?: WeekSchedule | null;
  /** The number of this change of the offering, from 1: the database must never be older. */
  readonly revision?: number;
  /** Its shares are those of a raise that was closed before (C51). */
  readonly admitted?: boolean;
}

/** The commands that may be submitted. The session clock and the sequencer have their own commands. */
export type Command = (
  | EnterCommand
  | CancelCommand
  | ReplaceCommand
  | DecideCommand
  | TakeQuoteCommand
  | SecurityCommand
  | SecurityReferenceCommand
  | AuctionPlanCommand
  | ActionCommand
  | TenderSharesCommand
  | HaltCommand
  | ResumeCommand
  | CalendarCommand
  | BindCommand
  | IdCommand
  | ClockCommand
  | NoticeCommand
  | RiskCommand
  | LimitCommand
  | UnitsCommand
  | ImportCommand
  | TransferCommand
  | BlockCommand
  | SetFeeScheduleCommand
  | QuotingCommand
) &
  Called;
