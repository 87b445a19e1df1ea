import { DepthBook } from '../../../src/exchange/api/depth-book.ts';
import { type DepthReach, reachOf, type ShownOrder, shownOf } from '../../../src/exchange/api/market-reads.ts';
import type { OrderView } from '../../../src/exchange/api/orders.ts';
import type { TopOfBook } from '../../../src/exchange/api/top-views.ts';
import { DepthMarks } from '../../../src/exchange/records/depth-marks.ts';

/** The orders that show in the book of a security, and its marks. */
export class FakeDepth {
  readonly #shown = new Map<number, ShownOrder>();
  readonly marks = new DepthMarks();

  get orders(): Iterable<ShownOrder> {
    return this.#shown.values();
  }

  /** @param seq of its event */
  change(order: OrderView, seq: number): void {
    const before = this.#shown.get(order.orderId);
    const now = shownOf(order);
    if (now === undefined) this.#shown.delete(order.orderId);
    else this.#shown.set(order.orderId, now);
    for (const one of [before, now]) if (one !== undefined) this.marks.add(one.side, one.price, seq);
  }

  topChanged(before: TopOfBook | undefined, now: TopOfBook, seq: number): void {
    const isRfq = (side: 'bid' | 'offer', top: TopOfBook | undefined) => top?.[side] === 'RFQ';
    if ((['bid', 'offer'] as const).some((side) => isRfq(side, before) !== isRfq(side, now))) this.marks.addRfq(seq);
  }

  seq(reach: DepthReach): number {
    return this.marks.lastWithin(reach);
  }

  best(levels: number) {
    const { bids, offers } = new DepthBook(this.orders);
    const sides = { bids: bids.best(levels), offers: offers.best(levels) };
    return { seq: this.seq(reachOf(sides.bids, sides.offers, levels)), ...sides };
  }
}
