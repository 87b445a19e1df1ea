/** A row of a LOBSTER order book file, level 1: best ask price, ask size, best bid price, bid size after a message. */
import type { PricedTop, TopOfBook } from '../../src/exchange/api/top-views.ts';
import { ReplayFailure } from './failure.ts';
import { type TextLines, textLines } from './text-lines.ts';

const MILLIONTHS_OF_UNIT = 100;

export interface TopRow {
  /** Ten-thousandths of a dollar; meaningless where the size is 0: then the side is empty. */
  readonly askPrice: number;
  readonly askSize: number;
  readonly bidPrice: number;
  readonly bidSize: number;
}

/** Files with more levels have more columns. */
const COLUMNS = /^(-?\d{1,12}),(\d{1,12}),(-?\d{1,12}),(\d{1,12})(?:,|$)/;

/** The rows of a file, one after another. */
export class TopRows {
  readonly #file: string;
  readonly #batches: AsyncGenerator<TextLines>;
  #batch: TextLines = { lines: [], first: 1 };
  #next = 0;

  constructor(file: string) {
    this.#file = file;
    this.#batches = textLines(file);
  }

  /** undefined after the last. Throws ReplayFailure naming file and line where a line is malformed. */
  async next(): Promise<TopRow | undefined> {
    while (this.#next === this.#batch.lines.length) {
      const batch = await this.#batches.next();
      if (batch.done) return undefined;
      this.#batch = batch.value;
      this.#next = 0;
    }
    const row = parseRow(this.#batch.lines[this.#next] as string);
    if (row === undefined) {
      const number = this.#batch.first + this.#next;
      throw new ReplayFailure(`${this.#file}, line ${number}: not ask price, ask size, bid price, bid size`);
    }
    this.#next++;
    return row;
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.#batches.return(undefined);
  }
}

function parseRow(line: string): TopRow | undefined {
  const columns = COLUMNS.exec(line);
  if (columns === null) return undefined;
  const [, askPrice, askSize, bidPrice, bidSize] = columns.map(Number) as [number, number, number, number, number];
  return { askPrice, askSize, bidPrice, bidSize };
}

/** Whether price and visible shares of both sides are the same. */
export function equalsTop(row: TopRow, { bid, offer }: TopOfBook): boolean {
  return equalsSide(row.askPrice, row.askSize, offer) && equalsSide(row.bidPrice, row.bidSize, bid);
}

function equalsSide(price: number, size: number, side: TopOfBook['bid']): boolean {
  const shown = side === 'RFQ' ? null : (side as PricedTop | null);
  if (shown === null) return size === 0;
  return shown.quantity === size && shown.price === price * MILLIONTHS_OF_UNIT;
}
