/**
 * A message of a LOBSTER file: time, type, order id, size, price in dollars x 10,000, side (1 buy, -1 sell).
 * For an execution the side is that of the resting order that was hit.
 */
import { ReplayFailure } from './failure.ts';
import { textLines } from './text-lines.ts';

export const SUBMISSION = 1;
export const REDUCTION = 2;
export const DELETION = 3;
export const EXECUTION = 4;
export const HIDDEN_EXECUTION = 5;
export const CROSS_TRADE = 6;
export const HALT_INDICATOR = 7;

/** Prices of a halt indicator: the halt begins, trading resumes. 0 (quoting resumes) changes nothing here. */
export const HALTED = -1;
export const TRADING_RESUMED = 1;

export interface Message {
  readonly type: number;
  /** The file's own number of the order. */
  readonly orderId: number;
  /** Shares. */
  readonly size: number;
  /** Ten-thousandths of a dollar. */
  readonly price: number;
  readonly side: 'buy' | 'sell';
}

/** Some files have a seventh column with the participant. */
const COLUMNS = /^\d+(?:\.\d+)?,([1-7]),(\d{1,15}),(\d{1,10}),(-?\d{1,12}),(-?1)(?:,[^,]*)?$/;

/** The message of a line; a sentence saying what is wrong with it otherwise. */
export function parseMessage(line: string): Message | string {
  const columns = COLUMNS.exec(line);
  if (columns === null) return 'not time, type 1 to 7, order id, size, price, side 1 or -1';
  const [, type, orderId, size, price, side] = columns.map(Number) as [number, number, number, number, number, number];
  if (type === HALT_INDICATOR) {
    if (price < HALTED || price > TRADING_RESUMED) return 'the price of a halt indicator must be -1, 0 or 1';
  } else if (size === 0 || price <= 0) return 'size and price must be above 0';
  return { type, orderId, size, price, side: side === 1 ? 'buy' : 'sell' };
}

/**
 * The first `limit` messages of a file, as many at a time as one read gives. Throws ReplayFailure naming file and line
 * where a line is malformed.
 */
export async function* readMessages(file: string, limit: number): AsyncGenerator<readonly Message[]> {
  for await (const { lines, first } of textLines(file)) {
    const messages: Message[] = [];
    for (const [index, line] of lines.slice(0, limit - first + 1).entries()) {
      const message = parseMessage(line);
      if (typeof message === 'string') throw new ReplayFailure(`${file}, line ${first + index}: ${message}`);
      messages.push(message);
    }
    yield messages;
    if (first + lines.length > limit) return;
  }
}
