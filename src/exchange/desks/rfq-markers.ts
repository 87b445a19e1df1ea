import { bookSideOf, type OrderRecord, type SecurityRecord } from '../records/index.ts';
import type { TopOfBookPublisher } from './top-of-book-publisher.ts';

/** RFQ orders have no place in a book: the disclosed ones show as markers of the top (V17). */
export class RfqMarkers {
  readonly #tops: TopOfBookPublisher;

  constructor(tops: TopOfBookPublisher) {
    this.#tops = tops;
  }

  show(order: OrderRecord, security: SecurityRecord): void {
    if (!order.ticket.disclosed) return;
    security.markers[order.ticket.side].add(order);
    this.#count(order, security, 1);
  }

  /** Does nothing for an order that is not shown. */
  hide(order: OrderRecord, security: SecurityRecord): void {
    if (security.markers[order.ticket.side].delete(order)) this.#count(order, security, -1);
  }

  #count({ ticket }: OrderRecord, security: SecurityRecord, by: 1 | -1): void {
    if (ticket.side === 'buy') security.rfqBids += by;
    else security.rfqOffers += by;
    this.#tops.touch(security, bookSideOf(ticket.side));
  }
}
