import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DepthBook } from '../../../src/exchange/api/depth-book.ts';
import { shownOf } from '../../../src/exchange/api/market-reads.ts';
import type { ReplayedMarket, ReplayQuestion } from '../../../src/exchange/api/replays.ts';
import type { SecurityId } from '../../../src/exchange/api/units.ts';
import type { JournaledCommand } from '../../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../../src/exchange/journal/file-system.ts';
import { listSegments } from '../../../src/exchange/journal/segments.ts';
import { listSnapshots } from '../../../src/exchange/storage/snapshot.ts';
import { HistoryFollower } from '../../../src/history/follower.ts';
import { replayMarket } from '../../../src/history/replay/replay-market.ts';
import { MarketReplays } from '../../../src/history/replay/replay-thread.ts';
import { randomFlow } from '../../exchange/random-flow.ts';
import { closeAfterTest } from '../../support/cleanup.ts';
import { runs } from '../../support/thorough.ts';
import { commands, options, Venue } from '../venue.ts';

const SECURITIES = [7, 8, 9] as SecurityId[];
const START = 1_800_000_000_000_000;
const ALL_LEVELS = 1000;

type Book = Pick<ReplayedMarket, 'bids' | 'offers'>;

function liveBook(state: VenueState, securityId: SecurityId): Book {
  const orders = [...(state.securities.get(securityId)?.orders ?? [])];
  const book = new DepthBook(orders.flatMap((order) => shownOf(order) ?? []));
  return { bids: book.bids.best(ALL_LEVELS), offers: book.offers.best(ALL_LEVELS) };
}

/** The book of a replay after the events up to a moment. */
function bookAt({ bids, offers, events }: ReplayedMarket, time: number): Book {
  const sides = { buy: new Map(bids.map((level) => [level.price, level])), sell: new Map() };
  for (const level of offers) sides.sell.set(level.price, level);
  for (const { event, levels } of events.filter(({ event }) => event.time <= time)) {
    expect(event.seq).toBeGreaterThan(0);
    for (const { side, ...level } of levels) {
      if (level.orders + level.contingentOrders === 0) sides[side].delete(level.price);
      else sides[side].set(level.price, level);
    }
  }
  const sorted = (side: 'buy' | 'sell', sign: number) =>
    [...sides[side].values()].sort((one, other) => sign * (one.price - other.price));
  return { bids: sorted('buy', -1), offers: sorted('sell', 1) };
}

function replay(venue: Venue, question: Partial<ReplayQuestion>) {
  const source = { files, folder: venue.folder, archiveFolder: null, shard: 0, durable: venue.sequence };
  const limits = { levels: ALL_LEVELS, eventsMax: 100_000, commandsMax: 100_000 };
  return replayMarket(source, { securityId: SECURITIES[0]!, from: START, to: START, ...limits, ...question });
}

/** A venue with the books as they were after each command. */
async function played(flow: readonly JournaledCommand[], snapshotCommands: number) {
  const venue = new Venue();
  const follower = await HistoryFollower.open({
    ...options(venue, { position: async () => 0, apply: async () => {} }),
    snapshotCommands,
  });
  for (let at = 0; at < flow.length; at += 9) await follower.advance(await venue.take(flow.slice(at, at + 9)));
  const live = new VenueState(0);
  const books = flow.map((command) => {
    live.apply(command);
    return { time: command.time, of: new Map(SECURITIES.map((id) => [id, liveBook(live, id)])) };
  });
  return { venue, books };
}

describe('the past of a market', () => {
  test('is the live book of each moment, from whichever snapshot, and through every event after it (O7)', async () => {
    let levels = 0;
    await fc.assert(
      fc.asyncProperty(
        randomFlow(100),
        fc.nat(99),
        fc.nat(40),
        fc.constantFrom(...SECURITIES),
        async (steps, first, length, securityId) => {
          const flow = steps.map((one, index) => ({ ...one, time: START + index }) as JournaledCommand);
          const { venue, books } = await played(flow, 25);
          const from = Math.min(first, books.length - 1);
          const to = Math.min(from + length, books.length - 1);
          const found = replay(venue, { securityId, from: books[from]!.time, to: books[to]!.time });
          if (typeof found === 'string') throw new Error(found);
          for (let at = from; at <= to; at++) {
            levels += found.bids.length + found.offers.length + found.events.length;
            expect(bookAt(found, books[at]!.time)).toEqual(books[at]!.of.get(securityId));
          }
          const events = venue.events.filter(({ time, type }) => {
            return time > books[from]!.time && time <= books[to]!.time && type !== 'top' && type !== 'security';
          });
          expect(found.events.map(({ event }) => event.seq)).toEqual(
            events.filter((event) => idOf(event) === securityId).map(({ seq }) => seq),
          );
        },
      ),
      { numRuns: runs(8, 25), seed: 26 },
    );
    expect(levels).toBeGreaterThan(runs(150, 500));
  });

  test('begins at the snapshot before the moment, and says when it would have to read too much', async () => {
    const { venue } = await played(commands(200, 5), 50);
    expect(listSnapshots(files, venue.folder).length).toBe(3);
    const late = { from: START + 180, to: START + 180 };
    expect(replay(venue, { ...late, commandsMax: 49 })).toMatchObject({ to: START + 180 });
    expect(replay(venue, { ...late, commandsMax: 10 })).toBe('too far');
    expect(replay(venue, { from: START + 40, to: START + 40, commandsMax: 40 })).toBe('too far');
    expect(replay(venue, { from: START - 1, to: START - 1 })).toMatchObject({ market: null, bids: [], eventSeq: 0 });
  });

  test('is not known where the journal of that moment is gone', async () => {
    const { venue } = await played(commands(400, 5), 100);
    files.remove(listSegments(files, venue.folder)[0]!.path);
    expect(replay(venue, { from: START + 10, to: START + 10 })).toBe('no journal');
    expect(replay(venue, { from: START + 350, to: START + 390 })).toMatchObject({ to: START + 390 });
  });

  test('has whole commands only, and a call from its end goes on (O8)', async () => {
    const { venue } = await played(commands(300, 7), 100);
    const all = replay(venue, { from: START, to: START + 299 }) as ReplayedMarket;
    expect(all.events.length).toBeGreaterThan(20);
    const parts: number[] = [];
    let from = START;
    while (from < START + 299) {
      const part = replay(venue, { from, to: START + 299, eventsMax: 5 }) as ReplayedMarket;
      expect(part.to).toBeGreaterThan(from);
      parts.push(...part.events.map(({ event }) => event.seq));
      from = part.to;
    }
    expect(parts).toEqual(all.events.map(({ event }) => event.seq));
  });

  test('is read in a thread, one after the other, and not while too many wait (O9)', async () => {
    const { venue } = await played(commands(120, 9), 50);
    const replays = new MarketReplays({
      folder: venue.folder,
      archiveFolder: null,
      shard: 0,
      durable: () => venue.sequence,
      after: () => () => {},
    });
    closeAfterTest(() => replays.end());
    const limits = { levels: 10, eventsMax: 1000, commandsMax: 1000 };
    const question = { securityId: SECURITIES[1]!, from: START + 60, to: START + 119, ...limits };
    const answers = await Promise.all(Array.from({ length: 10 }, () => replays.read(question)));
    expect(answers.slice(8)).toEqual(['busy', 'busy']);
    for (const answer of answers.slice(0, 8)) expect(answer).toEqual(replay(venue, question));
    await replays.end();
    expect(await replays.read(question)).toBe('busy');
  });
});

function idOf(event: Venue['events'][number]): SecurityId | undefined {
  if (event.type === 'order') return event.order.ticket.securityId;
  if (event.type === 'match') return event.match.securityId;
  return event.type === 'market' ? event.securityId : undefined;
}
