import { type Microseconds, SECOND_US } from '../../../time/units.ts';
import {
  type LimitName,
  type Millionths,
  type OrderTerms,
  type OrderTicket,
  type Refusal,
  type Refused,
  refused,
  type Shares,
  type TakeQuoteCommand,
} from '../../api/index.ts';
import type { OrderRecord } from '../order-record.ts';
import type { VenueCounters } from '../venue-counters.ts';
import { Amendments } from './amendments.ts';
import { KillSwitches } from './kill-switches.ts';
import { LimitBook } from './limit-book.ts';
import { type Asked, raises } from './limit-checks.ts';
import { Positions } from './positions.ts';
import { ReferencePrices } from './reference-prices.ts';

const REFUSALS: Readonly<Record<LimitName, Refusal>> = {
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
};

/**
 * Kill switches (V54) and limits (V49), which limit orders besides the rules of all. While
 * nobody has asked for any of it, an order costs a look at whether that is so.
 */
export class RiskGate {
  readonly limits = new LimitBook();
  readonly positions = new Positions();
  readonly prices = new ReferencePrices();
  readonly switches = new KillSwitches();
  /**
   * Matches with a higher number move positions and reference prices; null: under rules of before POSITIONS_SINCE,
   * nobody has set limits, positions or prices yet.
   */
  tracksSince: number | null = null;
  readonly amendments = new Amendments();
  readonly #counters: VenueCounters;

  constructor(counters: VenueCounters) {
    this.#counters = counters;
  }

  /** Matches count from now on. */
  track(): void {
    this.tracksSince ??= this.#counters.matches;
  }

  /** Why an order may not enter at that time; undefined when it may. */
  refusalOf(
    ticket: OrderTicket,
    { price, quantity }: Pick<OrderTerms, 'price' | 'quantity'>,
    time = this.#counters.time,
  ): Refused | undefined {
    if (this.switches.size > 0) {
      const stopping = this.switches.stopping(ticket);
      if (stopping !== undefined) return { ...refused('trading stopped'), stopping };
    }
    if (this.limits.isEmpty) return undefined;
    return this.#exceeded({ ticket, price, quantity, isFirm: ticket.type !== 'RFQ', before: null }, time);
  }

  /** Why an order may not have new terms: only limits that it would come nearer to are asked (V50). */
  refusalOfTerms(order: OrderRecord, { price, quantity }: OrderTerms): Refused | undefined {
    if (this.limits.isEmpty) return undefined;
    return this.#exceeded(replacementOf(order, price, quantity));
  }

  /** Why neither side may trade by the quote: the RFQ order is held against what it would trade for. */
  refusalOfQuote(order: OrderRecord, { ticket, quantity, price }: TakeQuoteCommand): Refused | undefined {
    const refusal = this.refusalOf(ticket, { quantity, price });
    if (refusal !== undefined || this.limits.isEmpty) return refusal;
    return this.#exceeded({ ticket: order.ticket, price, quantity, isFirm: true, isQuoted: true, before: null });
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

  matched(buyer: OrderTicket, seller: OrderTicket, price: Millionths, quantity: Shares): void {
    if (this.tracksSince === null) return;
    this.positions.trade(buyer, quantity, price);
    this.positions.trade(seller, -quantity, price);
    this.prices.matched(buyer.securityId, price);
  }

  #exceeded(asked: Asked, time = this.#counters.time): Refused | undefined {
    const known = { positions: this.positions, prices: this.prices, second: secondOf(time) };
    const breach = this.limits.breachOf(asked, known);
    return breach && { ...refused(REFUSALS[breach.limit]), breach };
  }
}

/** The second of the venue's clock. */
export function secondOf(time: Microseconds): number {
  return Math.floor(time / SECOND_US);
}

function replacementOf(order: OrderRecord, price: Millionths, quantity: Shares): Asked {
  const before = { price: order.price, quantity: order.quantity, remaining: order.remaining };
  return { ticket: order.ticket, price, quantity, isFirm: order.ticket.type === 'Limit', before };
}
