import { hash } from 'node:crypto';
import { limitTicket } from '../../scripts/limit-ticket.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { OrderStatus } from '../../src/exchange/api/orders.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import type { VenueState } from '../../src/exchange/desks/venue-state.ts';
import type { OrderParties } from '../support/order-requests.ts';
import { seededRandom } from '../support/random.ts';

const CENT = 10_000;
/** Cents. Aggressive prices reach all that rests on the other side. */
const MIDDLE = 5000;
const OFFSET_MAX = 20;
const LIVE: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['Live', 'Partially Executed']);

/** One order in ten has it. */
export const DESK_TOKEN = 'desk';
/** A basket has the one token of 20 of 100 orders that were entered one after the other. */
export const BASKET_ORDERS = 20;
const BASKET_SPAN = 100;

/**
 * The token of the `count`th order, which a reader can compute too: a separate random one, its basket's, or the
 * desk's.
 */
export function tokenOf(count: number): string {
  const kind = count % 10;
  if (kind === 9) return DESK_TOKEN;
  return kind >= 7 ? scattered(`basket ${Math.floor(count / BASKET_SPAN)}`) : scattered(`order ${count}`);
}

/** A count of an order with a separate token, at or before `count`. */
export function countOfOwnToken(count: number): number {
  return count - Math.max((count % 10) - 6, 0);
}

export function countOfBasket(count: number): number {
  return Math.floor(count / BASKET_SPAN) * BASKET_SPAN + 7;
}

/** 20 characters without an order: what is dear for an index. */
function scattered(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 20);
}

/**
 * Orders of which nearly all are executed in the end, so that there are about as many matches as orders; one in nine is
 * cancelled, one in thirty replaced; once in ten thousand commands the market halts. Runs the venue on from the state
 * it is given.
 */
export class HistoryFlow {
  readonly state: VenueState;
  readonly #parties: OrderParties;
  readonly #random: () => number;
  readonly #resting: number;
  /** Ids of live orders, in no order, and the place of each. */
  readonly #live: number[] = [];
  readonly #places = new Map<number, number>();

  /** @param resting live orders around which the flow keeps the book */
  constructor(state: VenueState, parties: OrderParties, resting: number) {
    this.state = state;
    this.#parties = parties;
    this.#resting = resting;
    this.#random = seededRandom(state.counters.orders);
    for (const { orderId, status } of state.orders.values()) this.#note(orderId, status);
  }

  /** Applies one more command and returns it. */
  next(): JournaledCommand {
    if (this.#isHalted) return this.#changeMarket('resume');
    const chance = this.#random();
    if (chance < 0.1 && this.#live.length > 0) return this.#cancel();
    if (chance < 0.13 && this.#live.length > 0) return this.#replace();
    if (chance < 0.1301) return this.#changeMarket('halt');
    return this.#enter();
  }

  /** Receives every event of the state. */
  observe(event: ExchangeEvent): void {
    if (event.type === 'order') this.#note(event.order.orderId, event.order.status);
  }

  #note(orderId: number, status: OrderStatus): void {
    const place = this.#places.get(orderId);
    if (LIVE.has(status)) {
      if (place === undefined) this.#places.set(orderId, this.#live.push(orderId) - 1);
    } else if (place !== undefined) {
      const last = this.#live.pop()!;
      this.#places.delete(orderId);
      if (last === orderId) return;
      this.#live[place] = last;
      this.#places.set(last, place);
    }
  }

  #enter(): JournaledCommand {
    const { clientID, securityId, accountId } = this.#parties;
    const side = this.#random() < 0.5 ? 'buy' : 'sell';
    const aggressive = this.#random() < (this.#live.length < this.#resting ? 0.25 : 0.6);
    return this.#apply({
      type: 'enter',
      ticket: limitTicket({
        clientId: clientID,
        securityId: Number(securityId) as SecurityId,
        accountId,
        side,
        token: tokenOf(this.state.counters.orders + 1),
      }),
      quantity: 1 + this.#below(500),
      price: this.#price(side, aggressive),
      contingency: 'None',
      minimum: 0,
    });
  }

  #cancel(): JournaledCommand {
    return this.#apply({ type: 'cancel', clientId: this.#parties.clientID, orderId: this.#pick() as OrderId });
  }

  #replace(): JournaledCommand {
    const orderId = this.#pick();
    const { ticket, quantity, remaining } = this.state.orders.get(orderId as OrderId)!;
    return this.#apply({
      type: 'replace',
      clientId: this.#parties.clientID,
      orderId: orderId as OrderId,
      price: this.#price(ticket.side, false),
      quantity: quantity - remaining + 1 + this.#below(500),
    });
  }

  get #isHalted(): boolean {
    return this.state.securities.get(Number(this.#parties.securityId) as SecurityId)?.halted === true;
  }

  #changeMarket(type: 'halt' | 'resume'): JournaledCommand {
    return this.#apply({
      type,
      securityId: Number(this.#parties.securityId) as SecurityId,
      reason: 'of a measurement',
    });
  }

  #apply(command: UntimedCommand): JournaledCommand {
    // A microsecond each, so that the venue's time does not run far ahead of the clock.
    const timed = { ...command, time: this.state.counters.time + 1 } as JournaledCommand;
    const outcome = this.state.apply(timed);
    if (!outcome.ok) throw new Error(`the flow is wrong: ${command.type} was refused: ${outcome.refusal}`);
    return timed;
  }

  #price(side: 'buy' | 'sell', aggressive: boolean): number {
    const offset = aggressive ? -OFFSET_MAX : 1 + this.#below(OFFSET_MAX);
    return (MIDDLE + (side === 'buy' ? -offset : offset)) * CENT;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick(): number {
    return this.#live[this.#below(this.#live.length)]!;
  }
}
