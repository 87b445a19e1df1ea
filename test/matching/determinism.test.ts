import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Book, BUY, EngineParts, NONE, SELL, type SearchLimits } from '../../src/matching/index.ts';
import { type BookCommand, perform } from '../model/commands.ts';
import { copyInto } from '../model/copy-book.ts';
import { LITTLE_WORK } from '../model/cut-offs.ts';
import { commandOf, SHAPES } from '../model/flow.ts';
import { Recorder } from '../model/recorder.ts';
import { runs } from '../support/thorough.ts';

/** May go on with another book that stands for the first. */
type Between = (book: Book, recorder: Recorder, limits: SearchLimits) => Book | undefined;

/** Runs commands on a book whose orders get the ids 1, 2, ...; returns all that it reports. */
function eventsOf(commands: readonly BookCommand[], parts: EngineParts, between: Between) {
  const recorder = new Recorder();
  let book = new Book(recorder, 1, parts);
  let entered = 0;
  for (const command of commands) {
    book = between(book, recorder, parts.limits) ?? book;
    if (command.type === 'enter') entered++;
    const number = command.type === 'enter' ? entered : 'pick' in command ? 1 + (command.pick % (entered + 1)) : 0;
    perform(book, command, number);
  }
  return recorder.events;
}

test('the same commands give the same events, whatever else the engine holds (M11)', () => {
  const flows = Object.values(SHAPES).flatMap((shape) =>
    fc.sample(fc.array(commandOf(shape), { minLength: 300, maxLength: 300 }), { numRuns: runs(1, 3), seed: 1 }),
  );
  for (const commands of flows) {
    const alone = eventsOf(commands, new EngineParts(), () => undefined);

    // Another book of the same engine takes and gives back order nodes, and fills the index, between any two commands.
    const parts = new EngineParts();
    const other = new Book(new Recorder(), 2, parts);
    let id = 1_000_000;
    const busy = (): undefined => {
      id += 7;
      other.enter(id, BUY, 100 + (id % 5), 1 + (id % 9), NONE, 0, false, true);
      if (id % 3 === 0) other.cancel(id - 7);
      if (id % 4 === 0) other.enter(id + 1, SELL, 100, 30, NONE, 0, true, true);
    };
    expect(eventsOf(commands, parts, busy)).toEqual(alone);
    expect(alone.filter(([kind]) => kind === 'matched').length).toBeGreaterThan(20);
  }
});

describe('a book loaded from its own copy stops where the old one would have stopped (M9, M11)', () => {
  for (const [name, limits] of Object.entries(LITTLE_WORK)) {
    test(name, () => {
      const flows = Object.values(SHAPES).flatMap((shape) =>
        fc.sample(fc.array(commandOf(shape), { minLength: 300, maxLength: 300 }), {
          numRuns: runs(2, 5),
          seed: 2,
        }),
      );
      let pending = 0;
      for (const commands of flows) {
        const parts = new EngineParts(limits);
        const expected = eventsOf(commands, parts, () => {
          pending += parts.pending.size;
          return undefined;
        });
        expect(eventsOf(commands, new EngineParts(limits), reloaded)).toEqual(expected);
      }
      expect(pending).toBeGreaterThan(100);
    });
  }
});

/** The same book, restored from its orders and its pending work. */
function reloaded(old: Book, recorder: Recorder, limits: SearchLimits): Book {
  return copyInto(new Book(recorder, old.bookId, new EngineParts(limits)), old);
}
