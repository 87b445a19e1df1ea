import { limitTicket } from '../../scripts/limit-ticket.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { seededRandom } from './random.ts';

const SECURITIES = 10;
const CLIENTS = 50;
const CENT = 10_000;
/** Cents. */
const MIDDLE = 5000;
const OFFSET_MAX = 200;

interface LiveOrder {
  readonly orderId: number;
  readonly clientId: string;
  readonly filled: number;
}

/**
 * Commands of a busy venue, made by running it: half are new orders, of which a third trades at once, the other half
 * cancels and, one in five of those, replacements. A few in a hundred orders have a contingency.
 */
export class VenueFlow {
  readonly state = new VenueState(0);
  readonly #random = seededRandom(20260105);
  readonly #live: LiveOrder[] = [];
  readonly #places = new Map<number, number>();
  readonly #resting: number;
  #time = 1_800_000_000_000_000;

  /** @param resting live orders around which the flow keeps the number of live orders */
  constructor(resting = 50_000) {
    this.#resting = resting;
    this.state.sink = (event) => this.#observe(event);
  }

  /** The commands with which the venue opens its markets. */
  *opening(): Generator<JournaledCommand> {
    yield this.#apply({
      type: 'session',
      action: 'open',
      securityId: null,
      date: '2027-01-15',
      dayOver: false,
      scheduled: this.#time,
    });
    for (let securityId = 1; securityId <= SECURITIES; securityId++) {
      const name = `Example Security ${securityId}`;
      yield this.#apply({
        type: 'security',
        securityId: securityId as SecurityId,
        issuerId: 1,
        ownerClientId: 'C10000000',
        name,
        status: 'trading',
      });
    }
  }

  next(): JournaledCommand {
    const chance = this.#live.length < this.#resting ? this.#random() * 0.7 : this.#random();
    if (chance < 0.5) return this.#apply(this.#enter(true));
    return this.#apply(chance < 0.9 ? this.#cancel() : this.#replace());
  }

  /** A new order that rests. */
  rest(): JournaledCommand {
    return this.#apply(this.#enter(false));
  }

  #apply(command: UntimedCommand): JournaledCommand {
    this.#time += 50 + this.#below(100);
    const timed = { ...command, time: this.#time } as JournaledCommand;
    const outcome = this.state.apply(timed);
    if (!outcome.ok) throw new Error(`the flow is wrong: ${command.type} was refused: ${outcome.refusal}`);
    return timed;
  }

  #enter(mayTrade: boolean): UntimedCommand {
    const side = this.#random() < 0.5 ? 'buy' : 'sell';
    const quantity = 1 + this.#below(500);
    const contingent = this.#random() < 0.03;
    return {
      type: 'enter',
      ticket: limitTicket({
        clientId: `C1000${String(this.#below(CLIENTS)).padStart(4, '0')}`,
        securityId: (1 + this.#below(SECURITIES)) as SecurityId,
        accountId: `A1${String(this.#below(10_000)).padStart(6, '0')}`,
        side,
      }),
      quantity,
      price: this.#price(side, mayTrade && this.#random() < 0.33),
      contingency: contingent ? 'Minimum Quantity' : 'None',
      minimum: contingent ? 1 + this.#below(quantity) : 0,
    };
  }

  #cancel(): UntimedCommand {
    const { orderId, clientId } = this.#pick();
    return { type: 'cancel', clientId, orderId: orderId as OrderId };
  }

  #replace(): UntimedCommand {
    const { orderId, clientId, filled } = this.#pick();
    const { side } = this.state.orders.get(orderId as OrderId)!.ticket;
    return {
      type: 'replace',
      clientId,
      orderId: orderId as OrderId,
      price: this.#price(side, false),
      quantity: filled + 500,
    };
  }

  #price(side: 'buy' | 'sell', aggressive: boolean): number {
    const offset = aggressive ? -5 : 1 + Math.floor(this.#random() ** 1.5 * OFFSET_MAX);
    return (MIDDLE + (side === 'buy' ? -offset : offset)) * CENT;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick(): LiveOrder {
    return this.#live[this.#below(this.#live.length)]!;
  }

  #observe(event: ExchangeEvent): void {
    if (event.type !== 'order') return;
    const { orderId, ticket, quantity, remaining, status } = event.order;
    const place = this.#places.get(orderId) ?? this.#live.length;
    if (status === 'Live' || status === 'Partially Executed') {
      this.#places.set(orderId, place);
      this.#live[place] = { orderId, clientId: ticket.clientId, filled: quantity - remaining };
      return;
    }
    const last = this.#live.pop()!;
    if (last.orderId !== orderId) {
      this.#live[place] = last;
      this.#places.set(last.orderId, place);
    }
    this.#places.delete(orderId);
  }
}
