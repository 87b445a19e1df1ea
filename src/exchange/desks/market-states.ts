import type { Engine } from '../../matching/index.ts';
import type { MarketCause, MarketState } from '../api/index.ts';
import { type EventPublisher, isTrading, marketOf, type SecurityRecord } from '../records/index.ts';
import type { MassDesk } from './mass-desk.ts';

/** Brings what the state of a market requires to listeners and to its book. */
export class MarketStates {
  readonly #events: EventPublisher;
  readonly #mass: MassDesk;
  readonly #engine: Engine;

  constructor(events: EventPublisher, mass: MassDesk, engine: Engine) {
    this.#events = events;
    this.#mass = mass;
    this.#engine = engine;
  }

  /** Publishes the state of the market when it has changed. */
  publish(security: SecurityRecord, before: MarketState, cause: MarketCause, reason: string | null): void {
    const market = marketOf(security);
    if (market !== before) this.#events.market(security.securityId, market, cause, reason);
  }

  /** Opens or closes the book when the market or the status of the security requires it (M12, M13). */
  syncBook(security: SecurityRecord): void {
    const trading = isTrading(security);
    if (trading !== this.#engine.isOpen(security.securityId)) this.#mass.changeMarket(security.securityId, trading);
  }
}
