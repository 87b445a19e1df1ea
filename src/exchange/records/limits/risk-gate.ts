import { easternDay } from '../../../calendar/eastern-time.ts';
import { type Microseconds, SECOND_US } from '../../../time/units.ts';
import {
  type BreachName,
  type Fill,
  filledOf,
  type LimitBreach,
  type Millionths,
  type OrderTerms,
  type OrderTicket,
  REPLAYED_COST_SINCE,
  type Refusal,
  type Refused,
  refused,
  SHORT_SALES_BOUND_SINCE,
  type Shares,
  type TakeQuoteCommand,
} from '../../api/index.ts';
import type { OrderRecord } from '../order-record.ts';
import type { Register } from '../register/register.ts';
import type { Securities } from '../securities.ts';
import type { VenueCounters } from '../venue-counters.ts';
import { Amendments } from './amendments.ts';
import { KillSwitches } from './kill-switches.ts';
import { LimitBook } from './limit-book.ts';
import { type Asked, raises } from './limit-checks.ts';
import { ReferencePrices } from './reference-prices.ts';
import { type AskedOfSecurity, breachOfSecurity } from './security-limits.ts';

const REFUSALS: Readonly<Record<BreachName, Refusal>> = {
  maxOrderQuantity: 'order quantity above limit',
  maxOrderValue: 'order value above limit',
  maxOpenValue: 'open value above limit',
  maxOpenOrders: 'open orders above limit',
  priceBand: 'price outside band',
  allowedSecurities: 'security not allowed',
  restrictedSecurities: 'security restricted',
  sides: 'side not allowed',
  noShortSale: 'short sale',
  maxOrdersPerSecond: 'order rate above limit',
  tickSize: 'price off tick',
  lotSize: 'quantity off lot',
  minimumQuantity: 'quantity below minimum',
  maximumQuantity: 'quantity above maximum',
  priceCollar: 'price outside collar',
};

/** An order without a contingency has no minimum. */
type Terms = Pick<OrderTerms, 'price' | 'quantity'> & { readonly minimum?: number };

/**
 * Kill switches (V54), the rules of a security (V68) and limits (V49), which limit orders besides the rules of all.
 * While nobody has set any of them, an order costs only the check for that.
 */
export class RiskGate {
  readonly limits = new LimitBook();
  readonly prices = new ReferencePrices();
  readonly switches = new KillSwitches();
  /**
   * Matches with a higher number move positions and reference prices; null: under rules of before POSITIONS_SINCE,
   * nobody has set limits, positions, prices or reference data yet.
   */
  tracksSince: number | null = null;
  readonly amendments = new Amendments();
  readonly #counters: VenueCounters;
  readonly #register: Register;
  readonly #securities: Securities;

  constructor(counters: VenueCounters, securities: Securities, register: Register) {
    this.#counters = counters;
    this.#register = register;
    this.#securities = securities;
  }

  /** Matches count from now on. */
  track(): void {
    this.tracksSince ??= this.#counters.matches;
  }

  /** Why an order may not enter at that time; undefined when it may. */
  refusalOf(ticket: OrderTicket, terms: Terms, time = this.#counters.time): Refused | undefined {
    return (
      this.stopped(ticket) ??
      this.#refusalOfShort(ticket, terms.quantity) ??
      this.refusalBySecurity(ticket, terms) ??
      this.#exceededOnEntry(ticket, terms, time)
    );
  }

  /** By a kill switch, whatever the terms are (V54). */
  stopped(whose: Pick<OrderTicket, 'clientId' | 'accountId' | 'securityId'>): Refused | undefined {
    const stopping = this.switches.size > 0 ? this.switches.stopping(whose) : undefined;
    return stopping && { ...refused('trading stopped'), stopping };
  }

  /** V68, of an order that enters. */
  refusalBySecurity(ticket: OrderTicket, { price, quantity, minimum = 0 }: Terms): Refused | undefined {
    if (!this.#securities.hasReferences) return undefined;
    const isFirm = ticket.type !== 'RFQ';
    return this.#brokenRule(ticket, { price, quantity, minimum, isFirm, before: null });
  }

  /** Why an order may not have new terms: only limits that it would come nearer to are asked (V50). */
  refusalOfTerms(order: OrderRecord, terms: OrderTerms): Refused | undefined {
    const { ticket } = order;
    const { price, quantity, minimum } = terms;
    const broken = this.#securities.hasReferences
      ? this.#brokenRule(ticket, { price, quantity, minimum, isFirm: ticket.type === 'Limit', before: order })
      : undefined;
    const isMore = quantity > order.quantity;
    const refusal = broken ?? (isMore ? this.#refusalOfShort(ticket, quantity - filledOf(order)) : undefined);
    if (refusal !== undefined || this.limits.isEmpty) return refusal;
    return this.#exceeded(replacementOf(order, price, quantity));
  }

  /** Why neither side may trade by the quote: the RFQ order is checked with the terms of the trade. */
  refusalOfQuote(order: OrderRecord, { ticket, quantity, price }: TakeQuoteCommand): Refused | undefined {
    const terms = { quantity, price };
    const refusal =
      ofOther(this.stopped(ticket) ?? this.#refusalOfShort(ticket, quantity), ticket, order.ticket) ??
      this.#refusalOfShort(order.ticket, quantity) ??
      this.refusalOfQuotedTerms(order, terms) ??
      ofOther(this.#exceededOnEntry(ticket, terms, this.#counters.time), ticket, order.ticket);
    if (refusal !== undefined || this.limits.isEmpty) return refusal;
    return this.#exceeded({ ticket: order.ticket, price, quantity, isFirm: true, isQuoted: true, before: null });
  }

  /** V68, of a quote: the RFQ order says beyondCollar or not. */
  refusalOfQuotedTerms(order: OrderRecord, { price, quantity }: Terms): Refused | undefined {
    if (!this.#securities.hasReferences) return undefined;
    const isRemainder = quantity === order.remaining;
    return this.#brokenRule(order.ticket, { price, quantity, minimum: 0, isFirm: true, before: null, isRemainder });
  }

  /** An order of these terms was taken: it counts for the rate. */
  entered(ticket: OrderTicket): void {
    if (!this.limits.isEmpty) this.limits.count(ticket, secondOf(this.#counters.time));
  }

  /** The order has new terms. To be called before it has them. */
  replaced(order: OrderRecord, { price, quantity }: OrderTerms): void {
    if (!this.limits.isEmpty && raises(replacementOf(order, price, quantity))) this.entered(order.ticket);
  }

  /** Whether live orders are summed up: `hold` and `release` are for nothing otherwise. */
  get sums(): boolean {
    return !this.limits.isEmpty;
  }

  matched(buy: OrderRecord, sell: OrderRecord, { matchId, price, quantity }: Fill): void {
    if (this.tracksSince === null) return;
    this.#register.match(buy, sell, { matchId, price, quantity }, easternDay(this.#counters.time));
    this.prices.matched(buy.ticket.securityId, price, this.#keepsPrices ? matchId : null);
  }

  /** What all holders together have stays a number that is exact: only sales of what is not there add to it. */
  #refusalOfShort(ticket: OrderTicket, shares: Shares): Refused | undefined {
    if (ticket.side !== 'sell' || this.#register.hasRoomFor(ticket.securityId, shares)) return undefined;
    const isNew = (this.#counters.rules ?? 1) >= SHORT_SALES_BOUND_SINCE;
    return isNew && this.#register.heldBy(ticket).quantity < shares ? refused('too many shares') : undefined;
  }

  get #keepsPrices(): boolean {
    return (this.#counters.rules ?? 1) >= REPLAYED_COST_SINCE;
  }

  #brokenRule(
    { securityId, optional }: OrderTicket,
    asked: Omit<AskedOfSecurity, 'beyondCollar'>,
  ): Refused | undefined {
    const rules = this.#securities.get(securityId)?.reference?.reference;
    if (rules === undefined) return undefined;
    const beyondCollar = optional?.beyondCollar === true;
    return refusedFor(breachOfSecurity(rules, { ...asked, beyondCollar }, this.prices.of(securityId)));
  }

  #exceededOnEntry(ticket: OrderTicket, { price, quantity }: Terms, time: number): Refused | undefined {
    if (this.limits.isEmpty) return undefined;
    return this.#exceeded({ ticket, price, quantity, isFirm: ticket.type !== 'RFQ', before: null }, time);
  }

  #exceeded(asked: Asked, time = this.#counters.time): Refused | undefined {
    const known = { register: this.#register, prices: this.prices, second: secondOf(time) };
    return refusedFor(this.limits.breachOf(asked, known));
  }
}

type Whose = Pick<OrderTicket, 'clientId'>;

/**
 * A refusal of the order of one client, as another one that asked for the trade may know of it: what stops everybody it
 * may know as it is.
 */
export function ofOther(refusal: Refused | undefined, { clientId }: Whose, asking: Whose): Refused | undefined {
  if (refusal === undefined || clientId === asking.clientId) return refusal;
  const { breach, stopping } = refusal;
  const isOfOne = stopping === undefined ? breach?.of !== 'security' : stopping.clientId !== undefined;
  return isOfOne ? { ...refusal, ofOther: true } : refusal;
}

function refusedFor(breach: LimitBreach | undefined): Refused | undefined {
  return breach && { ...refused(REFUSALS[breach.limit]), breach };
}

/** The second of the venue's clock. */
export function secondOf(time: Microseconds): number {
  return Math.floor(time / SECOND_US);
}

function replacementOf(order: OrderRecord, price: Millionths, quantity: Shares): Asked {
  const before = { price: order.price, quantity: order.quantity, remaining: order.remaining };
  return { ticket: order.ticket, price, quantity, isFirm: order.ticket.type === 'Limit', before };
}
