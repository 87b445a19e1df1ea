import type { Frame } from '../wire/index.ts';
import type { StreamHistory } from './history.ts';
import { type Bar, encodeBar } from './trade-encoder.ts';

interface Made {
  readonly bar: Bar;
  readonly cursorSeq: number;
  readonly frame: Frame;
}

/** The last bar of each security, encoded once for all who get the same one. */
export class BarFrames {
  readonly #history: Pick<StreamHistory, 'cursorAt'>;
  readonly #last = new Map<number, Made>();

  constructor(history: Pick<StreamHistory, 'cursorAt'>) {
    this.#history = history;
  }

  /** What a bar holds follows from its security and the two seqs; its day may be known or not. */
  frame(bar: Bar, cursorSeq: number): Frame {
    const last = this.#last.get(bar.securityId);
    if (last?.cursorSeq === cursorSeq && isSame(last.bar, bar)) return last.frame;
    const frame = encodeBar(bar, this.#history.cursorAt(cursorSeq));
    this.#last.set(bar.securityId, { bar, cursorSeq, frame });
    return frame;
  }
}

function isSame(one: Bar, other: Bar): boolean {
  return one.prevSeq === other.prevSeq && one.seq === other.seq && one.day === other.day;
}
