import { limitTicket } from '../../scripts/limit-ticket.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { OrderView } from '../../src/exchange/api/orders.ts';
import { following, type MatchId, type OrderId, type SecurityId } from '../../src/exchange/api/units.ts';
import { seededRandom } from '../support/random.ts';
import { TopFlow } from './flow.ts';

type Unnumbered = ExchangeEvent extends infer E ? (E extends ExchangeEvent ? Omit<E, 'seq' | 'time'> : never) : never;
/** Before the exchange has given it its number and its time. */
export type ChannelEvent = Extract<Unnumbered, { readonly type: 'order' | 'top' | 'match' }>;

const MIDDLE = 10_250_000;
const TICK = 10_000;
/** Orders that rest in each book; each change replaces one of them. */
const RESTING = 64;
const TRADES_EVERY = 4;

/** What all channels publish: orders that change the top and the depth, each fourth of which trades. */
export class ChannelFlow {
  readonly #random = seededRandom(20260303);
  readonly #tops = new TopFlow();
  #changes = 0;

  /** The events of one group commit. @param owners clients s0, s1 ... whose orders these are */
  group(securityId: SecurityId, changes: number, owners: number): ChannelEvent[] {
    return Array.from({ length: changes }, () => this.#change(securityId, owners)).flat();
  }

  #change(securityId: SecurityId, owners: number): ChannelEvent[] {
    const order = this.#order(securityId, owners);
    const top = this.#tops.next([securityId]);
    const events: ChannelEvent[] = [
      { type: 'order', change: 'replaced', order, reason: null },
      { type: 'top', top },
    ];
    if (++this.#changes % TRADES_EVERY !== 0) return events;
    const other = `s${this.#below(owners)}`;
    const [buyOrderId, sellOrderId] = [order.orderId, following(order.orderId)];
    const match = {
      matchId: this.#changes as MatchId,
      securityId,
      time: top.time,
      price: order.price,
      quantity: order.quantity,
      buyOrderId,
      sellOrderId,
      buyClientId: order.ticket.clientId,
      sellClientId: other,
      initiatorOrderId: buyOrderId,
    };
    return [...events, { type: 'match', match }];
  }

  #order(securityId: SecurityId, owners: number): OrderView {
    const orderId = 1 + this.#below(RESTING);
    const side = orderId % 2 === 0 ? 'buy' : 'sell';
    const offset = TICK * (1 + this.#below(RESTING / 2));
    const quantity = 1 + this.#below(5000);
    const ticket = limitTicket({ clientId: `s${this.#below(owners)}`, securityId, accountId: 'A1', side });
    return {
      orderId: orderId as OrderId,
      ticket,
      issuerId: 1,
      inSession: true,
      createdAt: 0,
      quantity,
      price: side === 'buy' ? MIDDLE - offset : MIDDLE + offset,
      contingency: 'None',
      minimum: 0,
      executed: 0,
      remaining: quantity,
      status: 'Live',
      updatedAt: 0,
      reason: null,
      ended: null,
      selfTrade: 'None',
      held: null,
    };
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }
}
