import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ALL_OR_NONE,
  Book,
  type BookContingency,
  type BookSide,
  BUY,
  EngineParts,
  NO_PREVENTION,
  NOBODY,
  NONE,
  POST_ONLY,
  SEARCH_LIMITS,
  SELL,
  type SearchLimits,
} from '../../src/matching/index.ts';
import { type BookCommand, perform } from '../model/commands.ts';
import { Comparison } from '../model/compare.ts';
import { BITS_ONLY, CUT_OFFS, LITTLE_WORK } from '../model/cut-offs.ts';
import { commandOf, type FlowShape, MOSTLY_PLAIN, SHAPES } from '../model/flow.ts';
import { Recorder } from '../model/recorder.ts';
import { checkFlows } from '../support/flows.ts';
import { share } from '../support/thorough.ts';

/** The same flows in every run; test/soak.ts looks for new ones. */
const SEED = 20_260_101;
const COMMANDS_MAX = 200;
const DEEP_COMMANDS = 700;
/** Of the flows, how many are run. */
const SHARE = share(0.125, 1);
/** Of what the flows of most seeds exercise, how much those of any seed must: their lengths are random. */
const LEAST = SHARE / 6;
/** Commands that continue until nothing is pending, at the end of a flow. */
const FINISH_COMMANDS_MAX = 1000;

/** Runs random flows against the model, comparing every event, and returns what they exercised. */
async function compare(
  shape: FlowShape,
  limits: SearchLimits,
  runs: number,
  commandsMax = COMMANDS_MAX,
  commandsMin = 0,
  matchesMax = Infinity,
) {
  const seen = {
    commands: 0,
    matches: 0,
    retries: 0,
    searched: 0,
    selfTrades: 0,
    cutOff: 0,
    pending: 0,
    slices: 0,
    searches: 0,
    postOnly: 0,
    refills: 0,
  };
  const flow = fc.array(commandOf(shape), { minLength: commandsMin, maxLength: commandsMax, size: 'max' });
  const run = (commands: readonly BookCommand[]) => {
    const comparison = new Comparison(limits, matchesMax);
    for (const command of commands) comparison.run(command);
    comparison.finish(FINISH_COMMANDS_MAX);
    const kinds = Object.keys(seen) as (keyof typeof seen)[];
    for (const kind of kinds) seen[kind] += comparison.seen[kind];
  };
  await checkFlows([flow], run, { numRuns: Math.ceil(runs * SHARE), seed: SEED });
  return seen;
}

for (const [name, shape] of Object.entries(SHAPES)) {
  test(`the book does what the model does (M1 to M13): ${name}`, async () => {
    const seen = await compare(shape, SEARCH_LIMITS, 120);
    expect(seen.commands).toBeGreaterThan(LEAST * 8000);
    expect(seen.matches).toBeGreaterThan(LEAST * 2000);
    expect(seen.retries).toBeGreaterThan(LEAST * 500);
    expect(seen.searched).toBeGreaterThan(LEAST * 50);
    expect(seen.pending).toBe(0);
  });
}

for (const [name, shape] of Object.entries(MOSTLY_PLAIN)) {
  test(`the book does what the model does when few orders have a contingency: ${name}`, async () => {
    const seen = await compare(shape, SEARCH_LIMITS, 120);
    expect(seen.commands).toBeGreaterThan(LEAST * 8000);
    expect(seen.matches).toBeGreaterThan(LEAST * 2000);
    expect(seen.retries).toBeGreaterThan(LEAST * 20);
  });
}

test('the book does what the model does when owners keep from trading with themselves (M15)', async () => {
  const shape = { prices: 4, quantity: 30, lot: 10, owners: 2 };
  const seen = await compare(shape, SEARCH_LIMITS, 240);
  expect(seen.commands).toBeGreaterThan(LEAST * 20_000);
  expect(seen.selfTrades).toBeGreaterThan(LEAST * 1000);
  expect(seen.matches).toBeGreaterThan(LEAST * 2000);
  expect(seen.searched).toBeGreaterThan(LEAST * 50);
});

test('the book does what the model does when many orders are post-only (M18)', async () => {
  const seen = await compare({ prices: 5, quantity: 12, lot: 3, owners: 4, postOnly: 40 }, SEARCH_LIMITS, 240);
  expect(seen.commands).toBeGreaterThan(LEAST * 20_000);
  expect(seen.postOnly).toBeGreaterThan(LEAST * 1000);
  expect(seen.matches).toBeGreaterThan(LEAST * 2000);
  expect(seen.searched).toBeGreaterThan(LEAST * 50);
});

test('the book does what the model does when many orders have a display quantity (M19)', async () => {
  const seen = await compare({ prices: 3, quantity: 24, lot: 3, owners: 5, parted: 90, plain: 70 }, SEARCH_LIMITS, 240);
  expect(seen.refills).toBeGreaterThan(LEAST * 2000);
  expect(seen.matches).toBeGreaterThan(LEAST * 4000);
  expect(seen.searched).toBeGreaterThan(LEAST * 50);
  expect(seen.selfTrades).toBeGreaterThan(LEAST * 200);
});

test('a post-only order trades at its own price, in no command that lets it enter (M18)', () => {
  const shape = { prices: 4, quantity: 12, lot: 3, postOnly: 50, plain: 50 };
  const flow = fc.array(commandOf(shape), { minLength: 300, maxLength: 300 });
  let trades = 0;
  for (const commands of fc.sample(flow, { numRuns: 20, seed: SEED })) {
    const recorder = new Recorder();
    const book = new Book(recorder);
    const limits = new Map<number, number>();
    for (const [i, command] of commands.entries()) {
      const orderId = 'pick' in command ? command.pick % (i + 1) : i + 1;
      perform(book, command, orderId);
      if (command.type === 'enter' && command.guards === POST_ONLY) limits.set(orderId, command.price);
      const events = recorder.take();
      const entered = !events.some(([name, ...values]) => name === 'replaced' && values.at(-1) === true);
      for (const [name, , ...values] of events) {
        if (name === 'replaced' && limits.has(values[0] as number))
          limits.set(values[0] as number, values[1] as number);
        if (name !== 'matched') continue;
        const [initiatorId, contraId, , price] = values as number[];
        for (const limit of [initiatorId!, contraId!].map((id) => limits.get(id))) {
          if (limit === undefined) continue;
          trades++;
          expect(price).toBe(limit);
        }
        if (limits.has(orderId) && entered) expect([initiatorId, contraId]).not.toContain(orderId);
      }
    }
  }
  expect(trades).toBeGreaterThan(500);
});

test('an owner without a mode changes nothing (M15)', () => {
  const flow = fc.array(commandOf({ prices: 3, quantity: 12, lot: 3, owners: 3 }), { minLength: 300, maxLength: 300 });
  const eventsOf = (commands: readonly BookCommand[]) => {
    const recorder = new Recorder();
    const book = new Book(recorder);
    for (const [i, command] of commands.entries()) {
      perform(book, command, 'pick' in command ? command.pick % (i + 1) : i + 1);
    }
    return recorder.events;
  };
  for (const commands of fc.sample(flow, { numRuns: 20, seed: SEED })) {
    const withOwner = (owner: 'kept' | 'taken') =>
      commands.map((command): BookCommand => {
        if (command.type !== 'enter') return command;
        return { ...command, guards: NO_PREVENTION, owner: owner === 'kept' ? command.owner : NOBODY };
      });
    expect(eventsOf(withOwner('kept'))).toEqual(eventsOf(withOwner('taken')));
  }
});

for (const [name, limits] of Object.entries(LITTLE_WORK)) {
  test(`the book does what the model does when the work of a command does not reach (M9, M13): ${name}`, async () => {
    for (const shape of Object.values(SHAPES)) {
      const seen = await compare(shape, limits, 40);
      expect(seen.matches).toBeGreaterThan(LEAST * 500);
      expect(seen.pending).toBeGreaterThan(LEAST * 50);
    }
  });
}

test('the book does what the model does when it is deep', async () => {
  const seen = await compare({ prices: 40, quantity: 200, lot: 100 }, SEARCH_LIMITS, 4, DEEP_COMMANDS, DEEP_COMMANDS);
  expect(seen.commands).toBe(Math.ceil(4 * SHARE) * DEEP_COMMANDS);
  expect(seen.matches).toBeGreaterThan(LEAST * 200);
});

test('the book does what the model does when sums are kept as bits', async () => {
  const seen = await compare({ prices: 2, quantity: 60, lot: 7 }, BITS_ONLY, 100);
  expect(seen.searched).toBeGreaterThan(LEAST * 50);
  expect(seen.cutOff).toBe(0);
});

for (const [name, limits] of Object.entries(CUT_OFFS)) {
  test(`the book does what the model does where the search is cut off (M9): ${name}`, async () => {
    let cutOff = 0;
    for (const shape of [
      { prices: 2, quantity: 24, lot: 4 },
      { prices: 1, quantity: 9, lot: 3 },
      { prices: 2, quantity: 24, lot: 4, owners: 6 },
      { prices: 2, quantity: 24, lot: 3, parted: 70, plain: 50 },
    ]) {
      const seen = await compare(shape, limits, 60);
      expect(seen.matches).toBeGreaterThan(LEAST * 1000);
      cutOff += seen.cutOff;
    }
    expect(cutOff).toBeGreaterThan(LEAST * 60);
  });
}

test.each([1, 2, 3, 100])('slices of %d matches change no match and no order of events (M17)', async (matchesMax) => {
  const sliced = (shape: FlowShape, limits: SearchLimits, runs: number) =>
    compare(shape, limits, runs, COMMANDS_MAX, 0, matchesMax);
  const shapes = [
    { prices: 4, quantity: 30, lot: 10, owners: 2 },
    { prices: 2, quantity: 24, lot: 4 },
    { prices: 3, quantity: 200, lot: 5, owners: 4 },
    { prices: 2, quantity: 40, lot: 3, owners: 6, parted: 80, plain: 60 },
  ];
  let searches = 0;
  for (const shape of shapes) {
    const seen = await sliced(shape, SEARCH_LIMITS, 40);
    expect(seen.matches).toBeGreaterThan(LEAST * 500);
    // No command of so small a book makes a hundred matches: those of several slices are counted apart.
    if (matchesMax < 100) expect(seen.slices).toBeGreaterThan(LEAST * 50);
    searches += seen.searches;
  }
  if (matchesMax < 100) expect(searches).toBeGreaterThan(LEAST * 150);
  for (const limits of [...Object.values(CUT_OFFS), ...Object.values(LITTLE_WORK)]) await sliced(shapes[1]!, limits, 8);
});

test.each([1, 2, 3])('slices of %d matches take no more search work than the command has (M9, M17)', (matchesMax) => {
  const flow = fc
    .array(commandOf({ prices: 2, quantity: 24, lot: 4, owners: 6 }), { minLength: 200, maxLength: 200 })
    // An opening that is pending makes no command wait, so slices may let a command come before the rest of it.
    .map((commands) => commands.filter(({ type }) => type !== 'open' && type !== 'close'));
  const eventsOf = (commands: readonly BookCommand[], most: number) => {
    const recorder = new Recorder();
    const parts = new EngineParts({ ...SEARCH_LIMITS, commandSteps: 300 * matchesMax, continueSteps: 2500 });
    parts.work.matchesMax = most;
    const book = new Book(recorder, 1, parts);
    for (const [i, command] of commands.entries()) {
      perform(book, command, 'pick' in command ? command.pick % (i + 1) : i + 1);
      while (book.isSuspended) book.resumeSuspended();
      recorder.events.push(['pending', book.hasPendingWork]);
    }
    return recorder.events.filter(([kind]) => kind !== 'topOfBookChanged');
  };
  for (const commands of fc.sample(flow, { numRuns: Math.ceil(60 * SHARE), seed: SEED })) {
    expect(eventsOf(commands, matchesMax)).toEqual(eventsOf(commands, 2 ** 31 - 1));
  }
});

test('a change in an early slice lets an order be tried again whose search was cut off (M9, M17)', () => {
  const comparison = new Comparison(CUT_OFFS['few contras']!, 2);
  const enter = (side: BookSide, price: number, quantity: number, contingency: BookContingency = NONE) =>
    comparison.run({
      ...{ type: 'enter', side, price, quantity, contingency, minimum: 0, owner: 0, guards: 0, display: 0 },
      ...{ immediate: false, disclosed: true },
    });
  for (const quantity of [1, 1]) enter(SELL, 12, quantity);
  for (const quantity of [10, 90]) enter(SELL, 12, quantity, ALL_OR_NONE);
  enter(SELL, 13, 3);
  // Its search looks at the two offers of one share only.
  enter(BUY, 12, 100, ALL_OR_NONE);
  expect(comparison.seen).toMatchObject({ matches: 0, cutOff: 1 });
  // Its last match is at a price that the other bid does not reach.
  enter(BUY, 13, 5);
  expect(comparison.seen).toMatchObject({ matches: 5, retries: 2 });
});
