import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Book, BUY, NONE, SELL } from '../../src/matching/index.ts';
import { OrderIndex } from '../../src/matching/order-index.ts';
import { type BookCommand, perform } from '../model/commands.ts';
import { commandOf, SHAPES } from '../model/flow.ts';
import { Recorder } from '../model/recorder.ts';

/** Runs commands on a book whose orders get the ids 1, 2, ...; returns all that it tells. */
function eventsOf(commands: readonly BookCommand[], orders: OrderIndex, between: () => void) {
  const recorder = new Recorder();
  const book = new Book(recorder, 1, orders);
  let entered = 0;
  for (const command of commands) {
    between();
    if (command.type === 'enter') entered++;
    const number = command.type === 'enter' ? entered : 'pick' in command ? 1 + (command.pick % (entered + 1)) : 0;
    perform(book, command, number);
  }
  return recorder.events;
}

test('the same commands give the same events, whatever else the engine holds (M11)', () => {
  const flows = Object.values(SHAPES).flatMap((shape) =>
    fc.sample(fc.array(commandOf(shape), { minLength: 300, maxLength: 300 }), { numRuns: 3, seed: 1 }),
  );
  for (const commands of flows) {
    const alone = eventsOf(commands, new OrderIndex(), () => {});

    // Another book of the same engine takes and gives back order nodes, and fills the index, between any two commands.
    const orders = new OrderIndex();
    const other = new Book(new Recorder(), 2, orders);
    let id = 1_000_000;
    const busy = () => {
      id += 7;
      other.enter(id, BUY, 100 + (id % 5), 1 + (id % 9), NONE, 0, false, true);
      if (id % 3 === 0) other.cancel(id - 7);
      if (id % 4 === 0) other.enter(id + 1, SELL, 100, 30, NONE, 0, true, true);
    };
    expect(eventsOf(commands, orders, busy)).toEqual(alone);
    expect(alone.filter(([kind]) => kind === 'matched').length).toBeGreaterThan(20);
  }
});
