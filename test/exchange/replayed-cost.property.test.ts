/**
 * The cost of positions after busts and corrections is that of a replay with each of them at its original place, or it
 * is not shown (V52): against a model that keeps everything and replays all of it after each step.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { THOROUGH } from '../support/thorough.ts';
import { ALICE, BOB, CAROL, Run, step } from './replayed-cost.ts';
import { DOLLAR } from './venue.ts';

test('after whatever is traded, corrected, busted and reported, also after a restart', async () => {
  const folder = temporaryFolder();
  const seen = { known: 0, unknown: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const run = new Run();
      for (const one of steps) {
        run.play(one);
        run.expectReplayed();
      }
      seen.known += run.seen.known;
      seen.unknown += run.seen.unknown;
      const replayed = new VenueState(0);
      for (const line of run.journal) replayed.apply(decodeCommand(JSON.parse(line) as unknown[]));
      expect(digestOf(replayed)).toBe(digestOf(run.state));
      const path = await writeSnapshot(files, folder, run.state, journalStart(0));
      expect(digestOf(loadSnapshot(files, path, 0).state)).toBe(digestOf(run.state));
    }),
    { numRuns: THOROUGH ? 3000 : 100, seed: 1 },
  );
  // Only a bust or other shares of a match of before the position began leave it unknown.
  expect(seen.known).toBeGreaterThan(4 * seen.unknown);
});

describe('worked examples', () => {
  test('bought 100 at 10 and 100 at 20, 150 sold at 30, the first corrected to 10.01: 15.005', () => {
    const run = new Run();
    run.trade(ALICE, BOB, 100, 10 * DOLLAR);
    run.trade(ALICE, BOB, 100, 20 * DOLLAR);
    run.trade(BOB, ALICE, 150, 30 * DOLLAR);
    run.amend(0, { price: 10_010_000, quantity: 100 });
    expect(run.average(ALICE)).toBe(15.005);
  });

  test('bought 100 at 10 and 100 at 20, 50 sold, the first busted: 20, and not above any price paid', () => {
    const run = new Run();
    run.trade(ALICE, BOB, 100, 10 * DOLLAR);
    run.trade(ALICE, BOB, 100, 20 * DOLLAR);
    run.trade(BOB, ALICE, 50, 30 * DOLLAR);
    run.amend(0, null);
    expect(run.of(ALICE).quantity).toBe(50);
    expect(run.average(ALICE)).toBe(20);
  });

  test('bought 100 at 10, all sold, 10 bought at 40, the first corrected to 11: 40', () => {
    const run = new Run();
    run.trade(ALICE, BOB, 100, 10 * DOLLAR);
    run.trade(CAROL, ALICE, 100, 12 * DOLLAR);
    run.trade(ALICE, BOB, 10, 40 * DOLLAR);
    run.amend(0, { price: 11 * DOLLAR, quantity: 100 });
    expect(run.average(ALICE)).toBe(40);
    run.amend(0, null);
    expect([run.of(ALICE).quantity, run.average(ALICE)]).toEqual([-90, null]);
  });

  test('of the oldest of very many trades: no average is shown, of the newest the exact one', () => {
    const run = new Run();
    for (let at = 0; at < 1010; at++) run.trade(ALICE, at % 2 === 0 ? BOB : CAROL, 10, 10 * DOLLAR);
    run.amend(1009, { price: 20 * DOLLAR, quantity: 10 });
    expect(run.of(ALICE)).toEqual({ quantity: 10_100, cost: 101_100 * DOLLAR });
    run.amend(0, { price: 20 * DOLLAR, quantity: 10 });
    expect(run.of(ALICE)).toEqual({ quantity: 10_100, cost: null });
    // Until it has been 0.
    run.trade(BOB, ALICE, 10_100, DOLLAR);
    run.trade(ALICE, BOB, 10, 7 * DOLLAR);
    expect(run.average(ALICE)).toBe(7);
  });
});
