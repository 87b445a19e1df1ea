import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { nodeFileSystem as files } from '../../src/exchange/file-system.ts';
import type { ExchangeEvent } from '../../src/exchange/interface.ts';
import { JOURNAL_START, readJournal } from '../../src/exchange/journal/reader.ts';
import { listSegments } from '../../src/exchange/journal/segments.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { encodeCommand, type JournaledCommand } from '../../src/exchange/journaled-command.ts';
import { digestOf, listSnapshots } from '../../src/exchange/snapshot.ts';
import { VenueState } from '../../src/exchange/venue-state.ts';
import { type FollowerOptions, HistoryFollower } from '../../src/history/follower.ts';
import { FollowerThread } from '../../src/history/follower-thread.ts';
import { HistoryStore } from '../../src/history/store.ts';
import { randomFlow } from '../exchange/random-flow.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { expectSameHistory } from './expected.ts';

function commands(length: number, seed: number): JournaledCommand[] {
  const [flow] = fc.sample(randomFlow(length), { numRuns: 1, seed });
  return flow!.map((one, index) => ({ ...one, time: 1_800_000_000_000_000 + index }) as JournaledCommand);
}

/** The live venue's part: a journal in small segments, and the events that the history must come to hold. */
class Venue {
  readonly folder = temporaryFolder();
  readonly state = new VenueState(0);
  readonly events: ExchangeEvent[] = [];
  readonly #journal = new JournalWriter(
    files,
    this.folder,
    0,
    8192,
    readJournal(files, this.folder, 0, JOURNAL_START, () => {}),
  );

  constructor() {
    this.state.sink = (event) => this.events.push(event);
  }

  async take(group: readonly JournaledCommand[]): Promise<number> {
    await this.#journal.append(group.map(encodeCommand));
    for (const command of group) this.state.apply(command);
    return this.#journal.sequence;
  }

  async takeAll(all: readonly JournaledCommand[], groupSize = 9): Promise<number> {
    for (let at = 0; at < all.length; at += groupSize) await this.take(all.slice(at, at + groupSize));
    return this.#journal.sequence;
  }
}

function options(venue: Venue, store: Pick<HistoryStore, 'position' | 'apply'>): FollowerOptions {
  return {
    files,
    folder: venue.folder,
    shard: 0,
    projection: store,
    snapshotCommands: 100,
    archiveFolder: null,
    onProjected: () => {},
    onNote: (message) => {
      throw new Error(message);
    },
  };
}

describeOnEachDatabase('the follower', (open) => {
  test('projects what the live venue did, while it does it', async () => {
    const venue = new Venue();
    const store = new HistoryStore(await open.history());
    const follower = await HistoryFollower.open(options(venue, store));
    const flow = commands(600, 1);
    for (let at = 0; at < flow.length; at += 37) {
      const durable = await venue.take(flow.slice(at, at + 37));
      if (at % 2 === 0) await follower.advance(durable);
    }
    await follower.advance(flow.length);
    expect(digestOf(follower.state)).toBe(digestOf(venue.state));
    await expectSameHistory(store, venue.events);
  });

  test('goes on after an end at any point, from a snapshot that is not ahead of the history', async () => {
    const venue = new Venue();
    const store = new HistoryStore(await open.history());
    const flow = commands(900, 2);
    for (let at = 0; at < flow.length; at += 150) {
      const durable = await venue.takeAll(flow.slice(at, at + 150));
      const follower = await HistoryFollower.open(options(venue, store));
      await follower.advance(durable);
    }
    expect(listSnapshots(files, venue.folder).length).toBe(3);
    await expectSameHistory(store, venue.events);
  });

  test('a crash between the history and the snapshot leaves nothing out and nothing twice', async () => {
    const venue = new Venue();
    const store = new HistoryStore(await open.history());
    const flow = commands(600, 3);
    const durable = await venue.takeAll(flow);
    let batches = 0;
    const crashing = await HistoryFollower.open(
      options(venue, {
        position: () => store.position(),
        apply: async (events) => {
          if (++batches === 4) throw new Error('the process ends here');
          await store.apply(events);
        },
      }),
    );
    await expect(crashing.advance(durable)).rejects.toThrow('the process ends here');
    expect(await store.position()).toBeLessThan(venue.state.counters.eventSeq);
    const again = await HistoryFollower.open(options(venue, store));
    await again.advance(durable);
    await expectSameHistory(store, venue.events);
  });

  test('a history that was lost is made again from the first record', async () => {
    const venue = new Venue();
    const durable = await venue.takeAll(commands(400, 4));
    const lost = await HistoryFollower.open(options(venue, new HistoryStore(await open.history())));
    await lost.advance(durable);
    const store = new HistoryStore(await open.history());
    const again = await HistoryFollower.open(options(venue, store));
    await again.advance(durable);
    await expectSameHistory(store, venue.events);
  });
});

describe('the journal archive', () => {
  test('takes segments that no kept snapshot needs, and recovery does without them', async () => {
    const venue = new Venue();
    const archive = temporaryFolder();
    const durable = await venue.takeAll(commands(900, 5));
    const notes: string[] = [];
    const store = { position: async () => Number.MAX_SAFE_INTEGER, apply: async () => {} };
    const follower = await HistoryFollower.open({
      ...options(venue, store),
      archiveFolder: archive,
      onNote: (message) => notes.push(message),
    });
    const before = listSegments(files, venue.folder);
    await follower.advance(durable);
    const kept = listSegments(files, venue.folder);
    const moved = listSegments(files, archive);
    expect(moved.length).toBeGreaterThan(2);
    expect(notes.length).toBe(moved.length);
    expect([...moved, ...kept].map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    const oldest = listSnapshots(files, venue.folder).at(-1)!.sequence;
    expect(kept[0]!.firstSequence).toBeLessThanOrEqual(oldest + 1);
    const next = await HistoryFollower.open(options(venue, store));
    await next.advance(durable);
    expect(digestOf(next.state)).toBe(digestOf(venue.state));
  });
});

describe('the thread', () => {
  const threads: FollowerThread[] = [];
  afterEach(async () => {
    for (const thread of threads.splice(0)) await thread.terminate();
  });

  function thread(venue: Venue, file: string, failures: string[]): FollowerThread {
    const made = new FollowerThread({
      folder: venue.folder,
      shard: 0,
      database: { file },
      snapshotCommands: 100,
      archiveFolder: null,
      timers: {
        after: (_delay_ms, callback) => {
          setImmediate(callback);
          return () => {};
        },
      },
      onProjected: () => {},
      onNote: () => {},
      onFailure: (message) => failures.push(message),
    });
    threads.push(made);
    return made;
  }

  test('follows, says how far it has come, and ends with a snapshot', async () => {
    const venue = new Venue();
    const failures: string[] = [];
    const durable = await venue.takeAll(commands(250, 6));
    const one = thread(venue, `${venue.folder}/history.db`, failures);
    one.durable(durable);
    await one.reached(venue.state.counters.eventSeq);
    await one.finish();
    expect(listSnapshots(files, venue.folder)[0]?.sequence).toBe(durable);
    expect(failures).toEqual([]);
  });

  test('that fails says so to those who wait for it', async () => {
    const venue = new Venue();
    const failures: string[] = [];
    const durable = await venue.takeAll(commands(50, 7));
    for (const { path } of listSegments(files, venue.folder)) rmSync(path);
    const one = thread(venue, `${venue.folder}/history.db`, failures);
    one.durable(durable);
    await expect(one.reached(1)).rejects.toThrow('the order history has stopped');
    expect(failures).toEqual([expect.stringContaining('the segment that holds command 1 is missing')]);
  });
});
