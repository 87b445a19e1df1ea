import { createRequire } from 'node:module';
import { type BookListener, type BookSide, BUY, Engine, NONE } from '../../src/matching/index.ts';
import { CANCEL, ENTER, type Flow, TICK } from './flow.ts';

/** An order book under measurement: `run` gives it the messages of the flow from one index to another. */
export interface MeasuredBook {
  run(from: number, to: number): void;
  /** Shares traded so far, to see that all books did the same. */
  shares(): number;
}

/** Reads every report, as a receiver would. */
export class ReportCount implements BookListener {
  reports = 0;
  shares = 0;

  accepted(): void {
    this.reports++;
  }
  matched(
    _bookId: number,
    _initiatorId: number,
    _contraId: number,
    _initiatorSide: BookSide,
    _price: number,
    quantity: number,
  ): void {
    this.reports++;
    this.shares += quantity;
  }
  cancelled(): void {
    this.reports++;
  }
  replaced(): void {
    this.reports++;
  }
  rejected(): void {
    this.reports++;
  }
  topOfBookChanged(): void {
    this.reports++;
  }
}

export function ourBook(flow: Flow): MeasuredBook {
  const contra = new ReportCount();
  const engine = new Engine(contra);
  engine.addBook(1, true);
  const { kind, orderId, side, price, quantity } = flow;
  return {
    shares: () => contra.shares,
    run(from, to) {
      for (let i = from; i < to; i++) {
        const id = orderId[i]!;
        if (kind[i] === ENTER) {
          engine.enter(1, id, side[i] as BookSide, price[i]! * TICK, quantity[i]!, NONE, 0, false, true);
        } else if (kind[i] === CANCEL) engine.cancel(id);
        else engine.replace(id, price[i]! * TICK, quantity[i]!, NONE, 0);
      }
    },
  };
}

interface OtherReport {
  readonly done: readonly { readonly id: string; readonly size: number }[];
  readonly partial: { readonly id: string } | null;
  readonly partialQuantityProcessed: number;
  readonly quantityLeft: number;
}
interface OtherBook {
  limit(order: { side: 'buy' | 'sell'; id: string; size: number; price: number }): OtherReport;
  cancel(id: string): unknown;
  modify(id: string, update: { price: number; size: number }): OtherReport;
}

/** nodejs-order-book and hft-limit-order-book have the same interface. Ids are made into strings beforehand. */
export function otherBook(name: string, flow: Flow): MeasuredBook {
  const { OrderBook } = createRequire(import.meta.url)(name) as { OrderBook: new () => OtherBook };
  const book = new OrderBook();
  const { kind, side, price, remaining } = flow;
  const ids = Array.from(flow.orderId, String);
  let shares = 0;
  const count = (report: OtherReport, size: number) => {
    shares += size - report.quantityLeft;
  };
  return {
    shares: () => shares,
    run(from, to) {
      for (let i = from; i < to; i++) {
        const id = ids[i]!;
        const size = remaining[i]!;
        if (kind[i] === ENTER)
          count(book.limit({ side: side[i] === BUY ? 'buy' : 'sell', id, size, price: price[i]! }), size);
        else if (kind[i] === CANCEL) book.cancel(id);
        else count(book.modify(id, { price: price[i]!, size }), size);
      }
    },
  };
}
