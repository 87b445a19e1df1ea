import type { EventSeq } from '../exchange/api/index.ts';

/** The events do not follow the last event of the history: some were left out, or the history has lost some. */
export class HistoryGap extends Error {
  override readonly name = 'HistoryGap';
  readonly expected: EventSeq;

  constructor(expected: EventSeq, found: EventSeq) {
    super(`The order history expects event ${expected} next and was given event ${found}`);
    this.expected = expected;
  }
}
