/** Quotes: offers of clients to trade with an RFQ order, which its client accepts (V38 to V42, Y1 to Y7). */
import type { Microseconds } from '../../time/units.ts';
import type { Idempotency } from './idempotency.ts';
import type { OrderTicket } from './orders.ts';
import type { QuoteEnd, Refusal } from './reasons.ts';
import type { OrderFilter } from './risk-commands.ts';
import type { MatchId, Millionths, OrderId, QuoteId, Shares } from './units.ts';

/** Open: it may be accepted. All others are its end. */
export const QUOTE_STATUSES = ['Open', 'Accepted', 'Declined', 'Cancelled', 'Expired', 'Ended'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** When a quote ends by itself: at a moment, or some seconds after the command is applied; neither: with its order. */
export interface QuoteExpiry {
  readonly expiresAt?: Microseconds;
  readonly seconds?: number;
}

interface QuoteTerms {
  readonly price: Millionths;
  readonly quantity: Shares;
}

/** A new quote (Y1). */
export interface NewQuote extends QuoteTerms, QuoteExpiry {
  readonly orderId: OrderId;
  readonly memberId: string;
  readonly accountId: string | null;
  readonly token: string | null;
}

/** New terms of an open quote, which keeps its id (Y2). Absent ones stay. */
export interface QuoteChange extends Partial<QuoteTerms>, QuoteExpiry {
  readonly quoteId: QuoteId;
  /** The change counts only while this is the version of the quote; absent: any. */
  readonly version?: number;
}

interface QuoteCommand extends NewQuote {
  readonly type: 'quote';
  readonly clientId: string;
  readonly ip: string;
  readonly idempotency?: Idempotency;
}

interface ReplaceQuoteCommand extends QuoteChange {
  readonly type: 'replaceQuote';
  readonly clientId: string;
  readonly idempotency?: Idempotency;
}

/** One part of a mass quote: a new quote, new terms of a quote, or its end. */
export type QuoteEntry =
  | NewQuote
  | QuoteChange
  | (Pick<QuoteChange, 'quoteId' | 'version'> & { readonly cancel: true });

/** Many quotes of a client in one command, each with its own result (Y4). */
export interface MassQuoteCommand {
  readonly type: 'massQuote';
  readonly clientId: string;
  readonly ip: string;
  readonly entries: readonly QuoteEntry[];
  readonly idempotency?: Idempotency;
}

/** The client of the RFQ order trades with the quote (V39). */
export interface AcceptQuoteCommand {
  readonly type: 'acceptQuote';
  readonly clientId: string;
  readonly quoteId: QuoteId;
  /** As of QuoteChange. */
  readonly version?: number;
  readonly idempotency?: Idempotency;
}

/** The client of the RFQ order declines the quote, or the client that quotes takes it back (V41). */
export interface EndQuoteCommand {
  readonly type: 'endQuote';
  readonly clientId: string;
  readonly quoteId: QuoteId;
  readonly status: 'Declined' | 'Cancelled';
  readonly reason: string | null;
  readonly idempotency?: Idempotency;
}

/** Which quotes a mass cancel of quotes concerns: those that match all of its fields. */
export interface QuoteFilter extends OrderFilter {
  readonly orderId?: OrderId;
}

/** The client takes back many quotes at once (Y4). */
export interface CancelQuotesCommand {
  readonly type: 'cancelQuotes';
  readonly clientId: string;
  readonly filter: QuoteFilter;
  readonly idempotency?: Idempotency;
}

/** How much of a client's quotes may be accepted in a time before the others are withdrawn (Y5). */
export interface QuoteProtection {
  readonly fills: number | null;
  readonly shares: Shares | null;
  readonly seconds: number;
}

export interface QuoteProtectionCommand {
  readonly type: 'quoteProtection';
  readonly clientId: string;
  /** Null: none from now on. */
  readonly protection: QuoteProtection | null;
  readonly idempotency?: Idempotency;
}

export type QuotingCommand =
  | QuoteCommand
  | ReplaceQuoteCommand
  | MassQuoteCommand
  | AcceptQuoteCommand
  | EndQuoteCommand
  | CancelQuotesCommand
  | QuoteProtectionCommand;

/** The time of these quotes is over (Y3). */
export interface QuoteTimerCommand {
  readonly type: 'quoteTimer';
  readonly quoteIds: readonly QuoteId[];
}

/** An open quote. */
export interface OpenQuote extends QuoteTerms {
  readonly quoteId: QuoteId;
  readonly orderId: OrderId;
  /** The client of the RFQ order. */
  readonly orderClientId: string;
  /** Of the order that is made when the quote is accepted. */
  readonly ticket: OrderTicket;
  /** Counted from 1: each replacement is a new one. */
  readonly version: number;
  readonly expiresAt: Microseconds | null;
  readonly createdAt: Microseconds;
  /** Null: it never changed. */
  readonly updatedAt: Microseconds | null;
}

/** A quote as its events show it. */
export interface QuoteView extends OpenQuote {
  readonly status: QuoteStatus;
  /** Why it ended without a match; null of others. */
  readonly end: QuoteEnd | null;
  /** As a person or the venue said it. */
  readonly reason: string | null;
  /** Of one that was accepted. */
  readonly matchId: MatchId | null;
}

/** What a part of a mass quote came to. */
export type QuoteResult =
  | { readonly quoteId: QuoteId; readonly version: number; readonly refusal?: undefined }
  | { readonly refusal: Refusal };

/** The clients that an RFQ order asks alone (Y6); undefined: it names none. */
export function askedClients({ optional }: Pick<OrderTicket, 'optional'>): readonly string[] | undefined {
  return optional?.rfqClients?.split(' ');
}

/** V38: whether the RFQ order asks the client, whose own it may be. For others it does not exist. */
export function asksClient(ticket: OrderTicket, clientId: string): boolean {
  if (ticket.clientId === clientId) return true;
  if (ticket.type !== 'RFQ') return false;
  return askedClients(ticket)?.includes(clientId) ?? ticket.disclosed;
}

/** A quote that can be accepted. */
export function openView(quote: OpenQuote): QuoteView {
  return { ...quote, status: 'Open', end: null, reason: null, matchId: null };
}
