/** News of own orders, in words: fills, and ends that nobody on this page asked for. */
import { pathOf } from './address.ts';
import { priceText, quantityText } from './amounts.ts';
import type { Fields } from './api.ts';

interface OrderNews {
  readonly text: string;
  /** Of the order, or of the list of orders. */
  readonly path: string;
}

/** News of one order within this time are one message. */
const COLLECTED_MS = 500;
/** News of more orders at once are one message: an algorithm of the same client may have hundreds. */
const MESSAGES_MAX = 3;

const END_WORDS: Readonly<Record<string, string>> = {
  Rejected: 'Rejected',
  Expired: 'Expired',
  Cancelled: 'Cancelled',
};
/** The client asked for it. */
const OWN_CANCEL = 'cancelled';

interface Collected {
  shares: number;
  amount: number;
  /** Of all fills of the order so far. */
  filled: number;
  end: string;
}

interface Reader {
  /** Shares that the reader knows to be filled; undefined: the order was placed elsewhere. */
  readonly knownFilled: (orderId: string) => number | undefined;
  readonly report: (news: OrderNews) => void;
}

export class OrderNewsCollector {
  readonly #reader: Reader;
  readonly #collected = new Map<string, Collected>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** A change of an order (H14). */
  take(event: Fields): void {
    const type = String(event.executionType);
    const isFill = type === 'Fill';
    const end = event.change === OWN_CANCEL ? undefined : END_WORDS[type];
    if (!isFill && end === undefined) return;
    const orderId = String(event.orderId);
    const one = this.#collected.get(orderId) ?? { shares: 0, amount: 0, filled: 0, end: '' };
    if (isFill) {
      one.shares += Number(event.fillShares);
      one.amount += Number(event.fillShares) * Number(event.fillPrice);
      one.filled = Number(event.filledShares);
    } else {
      one.end = `${end}${reasonOf(event)}`;
    }
    this.#collected.set(orderId, one);
    this.#timer ??= setTimeout(() => this.#flush(), COLLECTED_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    const news = [...this.#collected].filter(([orderId, { filled, end }]) => {
      const known = this.#reader.knownFilled(orderId);
      return end !== '' || known === undefined || filled > known;
    });
    this.#collected.clear();
    if (news.length > MESSAGES_MAX) {
      const [fills, ends] = [news.filter(([, one]) => one.shares > 0), news.filter(([, one]) => one.end !== '')];
      const words = [
        fills.length > 0 ? `${quantityText(fills.length)} orders are filled or partly filled` : '',
        ends.length > 0 ? `${quantityText(ends.length)} orders ended` : '',
      ];
      this.#reader.report({ text: `${words.filter((part) => part !== '').join(', ')}.`, path: pathOf('orders') });
      return;
    }
    for (const [orderId, one] of news) {
      this.#reader.report({ text: `Order ${orderId}: ${wordsOf(one)}.`, path: pathOf('orders', orderId) });
    }
  }
}

/** Ends without a text have the word of their change. */
function reasonOf({ reason, change, executionType }: Fields): string {
  if (typeof reason === 'string' && reason !== '') return `: ${reason}`;
  return executionType === 'Cancelled' ? `: ${change}` : '';
}

/** `Filled 100 @ 25.04, Expired`. */
function wordsOf({ shares, amount, end }: Collected): string {
  const average = shares === 0 ? '' : priceText((amount / shares).toFixed(6));
  const fill = shares === 0 ? '' : `Filled ${quantityText(shares)} @ ${average}`;
  return [fill, end].filter((part) => part !== '').join(', ');
}
