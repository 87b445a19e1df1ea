/** Checks of an order's terms and state, for the order desk. */
import { keepsPriority } from '../../matching/index.ts';
import {
  type Contingency,
  type DecideCommand,
  filledOf,
  type OrderStatus,
  type OrderTerms,
  type OrderTicket,
  type OrderView,
  type Refusal,
  type ReplaceableTerms,
  type ReplaceCommand,
  type Shares,
} from '../api/index.ts';
import { bookContingencyOf, displayOf, type OrderRecord } from './order-record.ts';

type Entered = Pick<OrderView, 'quantity' | 'remaining'>;

/** What an order has after a replacement (M10). */
export interface NewTerms extends OrderTerms {
  /** The display quantity; 0: the order shows whole (M19). */
  readonly display: Shares;
  /** Absent: the order keeps its own. */
  readonly token?: string | undefined;
  readonly optional?: ReplaceableTerms | undefined;
}

export function newTerms(
  order: OrderRecord,
  command: ReplaceCommand,
  { token, optional }: Pick<NewTerms, 'token' | 'optional'>,
): NewTerms {
  const contingency = command.contingency ?? order.contingency;
  return {
    price: command.price ?? order.price,
    quantity: command.quantity ?? order.quantity,
    contingency,
    minimum: contingency === 'Minimum Quantity' ? (command.minimum ?? order.minimum) : 0,
    display: optional?.displayQuantity ?? displayOf(order),
    token,
    optional,
  };
}

/** Why the order may not have the terms; undefined when it may. */
export function refusalOf(order: OrderView, terms: NewTerms): Refusal | undefined {
  if (terms.quantity <= filledOf(order)) return 'quantity not above filled';
  if (order.ticket.type === 'Limit' && terms.price <= 0) return 'price required';
  const needsMinimum = terms.contingency === 'Minimum Quantity';
  if (needsMinimum && (terms.minimum < 1 || terms.minimum > terms.quantity)) return 'minimum out of range';
  return terms.display === 0 ? undefined : refusalOfDisplay(order.ticket, terms.contingency);
}

/** Why an order may not have a display quantity (M19); undefined when it may. */
export function refusalOfDisplay(
  { type, expiration, disclosed }: OrderTicket,
  contingency: Contingency,
): Refusal | undefined {
  const mayHaveOne =
    type === 'Limit' && expiration !== 'IOC' && expiration !== 'Auction' && disclosed && contingency === 'None';
  return mayHaveOne ? undefined : 'display quantity must show';
}

/** M19: an order that becomes live displays the first part of what remains of it. */
export function showFirstPart(order: OrderRecord): void {
  if (order.displayed !== undefined) order.displayed = Math.min(displayOf(order), order.remaining);
}

/**
 * M10, as the book answers it, of an order that need not be in a book: a change that keeps its place needs no new
 * approval.
 */
export function wouldKeepPriority(order: OrderRecord, terms: NewTerms): boolean {
  return keepsPriority(bookTermsOf(order, displayOf(order)), bookTermsOf(terms, terms.display));
}

function bookTermsOf({ price, quantity, contingency, minimum }: OrderTerms, display: Shares) {
  return { price, quantity, contingency: bookContingencyOf(contingency), minimum, display };
}

/** Q10: whether an order offers less by its new terms: fewer shares, a worse price, or a new condition. */
export function isWorse(order: OrderRecord, { price, quantity, contingency, minimum }: NewTerms): boolean {
  const isWorsePrice = order.ticket.side === 'buy' ? price < order.price : price > order.price;
  const isConditional = contingency !== 'None' && (contingency !== order.contingency || minimum > order.minimum);
  return quantity < order.quantity || isWorsePrice || isConditional;
}

/** Whether a decision is about the terms that the order has. */
export function hasTerms(order: OrderTerms, terms: DecideCommand['terms'] = {}): boolean {
  const { quantity = order.quantity, price = order.price, contingency = order.contingency } = terms;
  return quantity === order.quantity && price === order.price && contingency === order.contingency;
}

/** The status of an order that the venue ends, and not its client. */
export function endedStatus(order: Entered): OrderStatus {
  return order.remaining < order.quantity ? 'Partially Executed & Cancelled' : 'Cancelled';
}

/** An approved order may have traded before a replacement sent it back. */
export function approvedStatus(order: Entered): OrderStatus {
  return order.remaining < order.quantity ? 'Partially Executed' : 'Live';
}

/** M14: with the close that ends a trading day. */
export function expiresAtClose(order: OrderView, date: string): boolean {
  return order.ticket.expiration === 'Day' || expiresWithDate(order, date);
}

/** M14: with the end of a date. */
export function expiresWithDate({ ticket }: OrderView, date: string): boolean {
  const { expirationDate } = ticket;
  return expirationDate !== null && expirationDate <= date && !hasTime(ticket);
}

/** Whether there is a close or a date with which it does. */
export function mayExpire({ ticket }: Pick<OrderView, 'ticket'>): boolean {
  return ticket.expiration === 'Day' || (ticket.expirationDate !== null && !hasTime(ticket));
}

function hasTime({ optional }: OrderTicket): boolean {
  return optional?.expirationTime !== undefined;
}
