import { askedClients } from '../api/index.ts';
import {
  bookSideOf,
  type EventPublisher,
  type OrderRecord,
  type SecurityRecord,
  type VenueRecords,
} from '../records/index.ts';
import type { TopOfBookPublisher } from './top-of-book-publisher.ts';

/**
 * RFQ orders have no place in a book: the disclosed ones show as markers of the top (V17), those that ask named clients
 * to these alone (Y6).
 */
export class RfqMarkers {
  readonly #records: VenueRecords;
  readonly #events: EventPublisher;
  readonly #tops: TopOfBookPublisher;

  constructor(records: VenueRecords, events: EventPublisher, tops: TopOfBookPublisher) {
    this.#records = records;
    this.#events = events;
    this.#tops = tops;
  }

  show(order: OrderRecord, security: SecurityRecord): void {
    const asked = askedClients(order.ticket);
    if (asked !== undefined) {
      this.#records.directed.add(order);
      this.#events.rfq(order, asked, 'Open');
      return;
    }
    if (!order.ticket.disclosed) return;
    security.markers[order.ticket.side].add(order);
    this.#count(order, security, 1);
  }

  /** Does nothing for an order that is not shown. */
  hide(order: OrderRecord, security: SecurityRecord): void {
    const asked = askedClients(order.ticket);
    if (asked !== undefined && this.#records.directed.delete(order)) this.#events.rfq(order, asked, 'Closed');
    if (security.markers[order.ticket.side].delete(order)) this.#count(order, security, -1);
  }

  #count({ ticket }: OrderRecord, security: SecurityRecord, by: 1 | -1): void {
    if (ticket.side === 'buy') security.rfqBids += by;
    else security.rfqOffers += by;
    this.#tops.touch(security, bookSideOf(ticket.side));
  }
}
