import type { BookContingency, BookSide, Guards } from '../../src/matching/index.ts';

/** One command to a book. Orders get the ids 1, 2, ... as they are entered; `pick` chooses among those, or misses. */
export type BookCommand =
  | {
      readonly type: 'enter';
      readonly side: BookSide;
      readonly price: number;
      readonly quantity: number;
      readonly contingency: BookContingency;
      readonly minimum: number;
      readonly immediate: boolean;
      readonly disclosed: boolean;
      readonly owner: number;
      readonly guards: Guards;
      readonly display: number;
    }
  | { readonly type: 'cancel'; readonly pick: number }
  | {
      readonly type: 'replace';
      readonly pick: number;
      readonly price: number;
      readonly quantity: number;
      readonly contingency: BookContingency;
      readonly minimum: number;
      readonly display: number;
    }
  | { readonly type: 'open' | 'close' | 'continue' | 'snapshot' };

/** The verbs that the fast book and the model share. */
interface AnyBook {
  enter(
    orderId: number,
    side: BookSide,
    price: number,
    quantity: number,
    contingency: BookContingency,
    minimum: number,
    immediate: boolean,
    disclosed: boolean,
    filled: number,
    owner: number,
    guards: Guards,
    display: number,
  ): unknown;
  cancel(orderId: number): unknown;
  replace(
    orderId: number,
    price: number,
    quantity: number,
    contingency: BookContingency,
    minimum: number,
    display: number,
  ): unknown;
  openMarket(): unknown;
  closeMarket(): unknown;
  resume(): unknown;
}

/** @param orderId the id of a new order, or of the order that the command picks */
export function perform(book: AnyBook, command: BookCommand, orderId: number): void {
  switch (command.type) {
    case 'enter': {
      const { side, price, quantity, contingency, minimum, immediate, disclosed, owner, guards, display } = command;
      book.enter(orderId, side, price, quantity, contingency, minimum, immediate, disclosed, 0, owner, guards, display);
      break;
    }
    case 'cancel':
      book.cancel(orderId);
      break;
    case 'replace': {
      const { price, quantity, contingency, minimum, display } = command;
      book.replace(orderId, price, quantity, contingency, minimum, display);
      break;
    }
    case 'open':
      book.openMarket();
      break;
    case 'close':
      book.closeMarket();
      break;
    case 'continue':
      book.resume();
      break;
    case 'snapshot':
      break;
  }
}
