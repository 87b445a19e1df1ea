import type { Thresholds } from '../../../src/database/schema/index.ts';
import type { ExchangeEvent } from '../../../src/exchange/api/events.ts';
import type { Outcome } from '../../../src/exchange/api/outcomes.ts';
import { type Millionths, NO_MATCH, NO_ORDER, type OrderId, type SecurityId } from '../../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../../src/exchange/desks/venue-state.ts';
import type { JournaledDayEnd } from '../../../src/history/follower.ts';
import type { HistoryStore } from '../../../src/history/store.ts';
import { CALL, plan } from '../../exchange/auctions.ts';
import { cancel, DOLLAR, idOfOrder, type OrderFields, order, replace, security } from '../../exchange/venue.ts';
import { microsOf } from '../../support/manual-time.ts';

export const THRESHOLDS: Thresholds = {
  washShares: 10,
  windowSeconds: 60,
  layeringOrders: 3,
  quickCancels: 4,
  quickCancelMs: 500,
  closeSeconds: 300,
  closeMovePercent: 3,
  lateSeconds: 30,
  latePercent: 0,
  priceBandPercent: 10,
  holderPercent: 40,
};

const DATE = '2026-11-20';
const SECOND = 1_000_000;

/** A market whose orders and times a test writes; the history gets its events. */
export class MarketScript {
  readonly #state = new VenueState(0);
  readonly #store: HistoryStore;
  #events: ExchangeEvent[] = [];
  #now = microsOf(`${DATE}T15:00:00Z`);

  constructor(store: HistoryStore) {
    this.#store = store;
    this.#state.sink = (event) => this.#events.push(event);
    this.#do(security());
    this.#do({ type: 'session', action: 'open', securityId: null, date: DATE, dayOver: false, scheduled: this.#now });
  }

  #do(command: UntimedCommand): Outcome {
    this.#now += 1000;
    return this.#state.apply({ ...command, time: this.#now } as JournaledCommand);
  }

  wait(seconds: number): void {
    this.#now += seconds * SECOND;
  }

  /** @param dollars the price */
  order(clientId: string, side: 'buy' | 'sell', dollars: number, more: OrderFields = {}): OrderId {
    return idOfOrder(this.#do(order({ clientId, side, price: dollars * DOLLAR, ...more })));
  }

  replace(clientId: string, orderId: OrderId, dollars: number): void {
    this.#do(replace(orderId, { clientId, price: (dollars * DOLLAR) as Millionths }));
  }

  cancel(clientId: string, orderId: OrderId): void {
    this.#do(cancel(orderId, { clientId }));
  }

  /** A trade at a price, which the first client initiates. */
  trade([initiator, contra]: readonly [string, string], side: 'buy' | 'sell', dollars: number, quantity = 100): void {
    this.order(contra, side === 'buy' ? 'sell' : 'buy', dollars, { quantity });
    this.order(initiator, side, dollars, { quantity });
  }

  close(): void {
    this.#do({ type: 'session', action: 'close', securityId: null, date: DATE, dayOver: true, scheduled: this.#now });
  }

  /** The call of an auction begins. */
  call(): void {
    const securityId = 7 as SecurityId;
    this.#do({ type: 'auctionPlan', securityId, plan: plan({}), expected: null });
    this.#do({ type: 'auctionCall', securityId, kind: 'time', terms: CALL, endsAt: this.#now + 300 * SECOND });
  }

  /** It ends with an auction. */
  uncross(): void {
    this.#do({ type: 'uncross', securityId: 7 as SecurityId, missed: false });
  }

  halt(): void {
    this.#do({ type: 'halt', clientId: 'operator', securityId: 7 as SecurityId, reason: 'news' } as UntimedCommand);
  }

  /** The history gets what has happened, and the holdings of a day that has ended. */
  async record(dayEnds: readonly JournaledDayEnd[] = []): Promise<void> {
    await this.#store.apply(this.#events.splice(0), dayEnds);
  }

  /** The end of a day with what each client holds. */
  dayEnd(date: string, holdings: Readonly<Record<string, number>>): JournaledDayEnd {
    const { eventSeq } = this.#state.counters;
    const securityId = 7 as SecurityId;
    return {
      ...{ date, isOver: true, byMidnight: false, command: 1, groupEnd: 1, chainHash: '', eventSeq, time: this.#now },
      ...{ orderId: NO_ORDER, matchId: NO_MATCH },
      securities: [],
      positions: Object.entries(holdings).map(([clientId, quantity]) => {
        return { clientId, accountId: null, securityId, quantity, cost: null, isFolded: false };
      }),
    } as JournaledDayEnd;
  }
}
