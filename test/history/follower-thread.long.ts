import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { listSegments } from '../../src/exchange/journal/segments.ts';
import { listSnapshots } from '../../src/exchange/storage/snapshot.ts';
import { FollowerThread } from '../../src/history/follower-thread.ts';
import type { Timers } from '../../src/time/timers.ts';
import { commands, Venue } from './venue.ts';

describe('the thread', () => {
  const threads: FollowerThread[] = [];
  afterEach(async () => {
    for (const thread of threads.splice(0)) await thread.terminate();
  });

  const nextTurn: Pick<Timers, 'after'> = {
    after: (_delayMs, callback) => {
      setImmediate(callback);
      return () => {};
    },
  };

  function thread(venue: Venue, file: string, failures: string[], timers = nextTurn, onNote = (_: string) => {}) {
    const made = new FollowerThread({
      folder: venue.folder,
      shard: 0,
      database: { file },
      snapshotCommands: 100,
      archiveFolder: null,
      timers,
      onProjected: () => {},
      onNote,
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

  test('gets new commands sooner when many events wait for it (M17)', async () => {
    const delays: number[] = [];
    const timers: Pick<Timers, 'after'> = {
      after: (delayMs) => {
        delays.push(delayMs);
        return () => {};
      },
    };
    const venue = new Venue();
    const one = thread(venue, `${venue.folder}/history.db`, [], timers);
    one.durable(1, 2000);
    expect(delays).toEqual([50]);
    for (const sequence of [2, 3]) one.durable(sequence, 2001);
    expect(delays).toEqual([50, 2]);
  });

  test('has the last group when it ends before it was notified', async () => {
    const venue = new Venue();
    const failures: string[] = [];
    const file = `${venue.folder}/history.db`;
    const durable = await venue.takeAll(commands(30, 12));
    const one = thread(venue, file, failures, { after: () => () => {} });
    one.durable(durable);
    await one.finish();
    expect(listSnapshots(files, venue.folder)[0]?.sequence).toBe(durable);
    await one.reached(venue.state.counters.eventSeq);
    expect(failures).toEqual([]);
  });

  test('waits for a database that cannot be opened yet', async () => {
    const venue = new Venue();
    const failures: string[] = [];
    const durable = await venue.takeAll(commands(30, 6));
    const folder = `${venue.folder}/later`;
    writeFileSync(folder, 'no folder');
    const notes: string[] = [];
    const one = thread(venue, `${folder}/history.db`, failures, nextTurn, (message) => {
      notes.push(message);
      rmSync(folder, { force: true });
    });
    one.durable(durable);
    await one.reached(venue.state.counters.eventSeq);
    expect([notes.length > 0, failures]).toEqual([true, []]);
  });

  test('that ends while its database cannot be opened leaves the history to the next start', async () => {
    const venue = new Venue();
    const failures: string[] = [];
    const noted = Promise.withResolvers<void>();
    const folder = `${venue.folder}/never`;
    writeFileSync(folder, 'no folder');
    const one = thread(venue, `${folder}/history.db`, failures, nextTurn, () => noted.resolve());
    await noted.promise;
    await one.finish();
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
    // Who asks later need not wait for what never comes.
    await expect(one.reached(1)).rejects.toThrow('the order history has stopped');
  });
});
