import { type BookSide, BUY, type Engine, SELL, type SideTop } from '../../matching/index.ts';
import type { TopSide } from '../api/index.ts';
import { type EventPublisher, type SecurityRecord, sameTop, type VenueRecords } from '../records/index.ts';

/** Publishes the visible tops that a command has changed, at its end. */
export class TopOfBookPublisher {
  readonly #records: VenueRecords;
  readonly #events: EventPublisher;
  /**
   * Securities whose visible top this command may have changed, the first `#count`. Overwritten and not emptied: an
   * empty array, as an empty Map, would allocate its room again for each order.
   */
  readonly #touched: SecurityRecord[] = [];
  #count = 0;

  constructor(records: VenueRecords, events: EventPublisher) {
    this.#records = records;
    this.#events = events;
  }

  touch(security: SecurityRecord, side: BookSide): void {
    if (security.touchedSides === 0) this.#touched[this.#count++] = security;
    security.touchedSides |= bitOf(side);
  }

  publish(engine: Engine): void {
    for (let i = 0; i < this.#count; i++) this.#publish(this.#touched[i] as SecurityRecord, engine);
    this.#count = 0;
  }

  #publish(security: SecurityRecord, engine: Engine): void {
    const { securityId, top: last, touchedSides: sides } = security;
    security.touchedSides = 0;
    let { bid, offer } = last;
    if ((sides & bitOf(BUY)) !== 0) bid = keptOr(bid, topSide(engine.topOfBook(securityId, BUY), security.rfqBids));
    if ((sides & bitOf(SELL)) !== 0) {
      offer = keptOr(offer, topSide(engine.topOfBook(securityId, SELL), security.rfqOffers));
    }
    if (bid === last.bid && offer === last.offer) return;
    const top = { securityId, seq: last.seq + 1, time: this.#records.counters.time, bid, offer };
    security.top = top;
    this.#records.tops.add(top);
    this.#events.top(top);
    if (isRfq(bid) !== isRfq(last.bid) || isRfq(offer) !== isRfq(last.offer)) {
      security.depth.addRfq(this.#records.counters.eventSeq);
    }
  }
}

function bitOf(side: BookSide): number {
  return side === BUY ? 1 : 2;
}

function isRfq(side: TopSide): boolean {
  return side === 'RFQ';
}

/** An unchanged side keeps its object, so that the stored tops of the stream share it. */
function keptOr(last: TopSide, now: TopSide): TopSide {
  return sameTop(last, now) ? last : now;
}

function topSide(side: SideTop, rfqOrders: number): TopSide {
  if (side.price === 0) return rfqOrders > 0 ? 'RFQ' : null;
  const firmDiffers = side.firmPrice !== 0 && side.firmPrice !== side.price;
  return {
    price: side.price,
    quantity: side.quantity,
    orders: side.orders,
    contingentQuantity: side.contingentQuantity,
    contingentOrders: side.contingentOrders,
    firm: firmDiffers ? { price: side.firmPrice, quantity: side.firmQuantity, orders: side.firmOrders } : null,
  };
}
