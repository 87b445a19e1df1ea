import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { archiveSegment } from '../../src/exchange/journal/archive.ts';
import { type FileSystem, nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { listSegments } from '../../src/exchange/journal/segments.ts';
import { listSnapshots } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { HistoryFollower } from '../../src/history/follower.ts';
import { HistoryGap } from '../../src/history/history-gap.ts';
import { HistoryStore } from '../../src/history/store.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { FaultyFileSystem } from '../support/faulty-file-system.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { expectSameHistory } from './expected.ts';
import { commands, options, Venue } from './venue.ts';

describeOnEachDatabase('the follower', (open) => {
  test('projects what the live venue did, while it does it', async () => {
    const venue = new Venue();
    const store = new HistoryStore(await open.history(), 0);
    const follower = await HistoryFollower.open(options(venue, store));
    const flow = commands(600, 108);
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
    const store = new HistoryStore(await open.history(), 0);
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
    const store = new HistoryStore(await open.history(), 0);
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

  test('continues after skipped numbers, also when it ended right after them (J18)', async () => {
    const venue = new Venue();
    const store = new HistoryStore(await open.history(), 0);
    const flow = commands(300, 2);
    await venue.takeAll(flow.slice(0, 150));
    const skipped = await venue.takeAll([{ type: 'skipIds', count: 1_000_000, time: flow[149]!.time }]);
    await (await HistoryFollower.open(options(venue, store))).advance(skipped);
    const durable = await venue.takeAll(flow.slice(150));
    await (await HistoryFollower.open(options(venue, store))).advance(durable);
    expect(venue.events.at(-1)!.seq).toBeGreaterThan(1_000_000);
    await expectSameHistory(store, venue.events);
  });

  test('a history that loses events while it is followed gets them again (J19)', async () => {
    const venue = new Venue();
    const flow = commands(400, 3);
    const before = new HistoryStore(await open.history(), 0);
    const after = new HistoryStore(await open.history(), 0);
    const notes: string[] = [];
    let store = before;
    const follower = await HistoryFollower.open({
      ...options(venue, { position: () => store.position(), apply: (...batch) => store.apply(...batch) }),
      onNote: (note) => notes.push(note),
    });
    await follower.advance(await venue.takeAll(flow.slice(0, 150)));
    await (await HistoryFollower.open(options(venue, after))).advance(50);
    const [kept, lost] = [await after.position(), await before.position()];
    store = after;
    await follower.advance(await venue.takeAll(flow.slice(150)));
    expect(notes).toEqual([`the order history lost events ${kept + 1} to ${lost}: it reads them again`]);
    await expectSameHistory(after, venue.events);
    expect(digestOf(follower.state)).toBe(digestOf(venue.state));
  });

  test('goes on when another node writes what was lost before this one looks (J19)', async () => {
    const venue = new Venue();
    const flow = commands(400, 3);
    const before = new HistoryStore(await open.history(), 0);
    const after = new HistoryStore(await open.history(), 0);
    const notes: string[] = [];
    let store = before;
    let durable = await venue.takeAll(flow.slice(0, 150));
    const follower = await HistoryFollower.open({
      ...options(venue, {
        position: () => store.position(),
        apply: async (...batch) => {
          const applied = store.apply(...batch);
          await applied.catch(async () => (await HistoryFollower.open(options(venue, after))).advance(durable));
          await applied;
        },
      }),
      onNote: (note) => notes.push(note),
    });
    await follower.advance(durable);
    await (await HistoryFollower.open(options(venue, after))).advance(50);
    const [kept, lost] = [await after.position(), await before.position()];
    store = after;
    durable = await venue.takeAll(flow.slice(150));
    await follower.advance(durable);
    expect(notes).toEqual([`the order history lost events ${kept + 1} to ${lost}: it reads them again`]);
    await expectSameHistory(after, venue.events);
    expect(digestOf(follower.state)).toBe(digestOf(venue.state));
  });

  test('is confirmed once it has what it had, also where nobody says yet what is durable (J19)', async () => {
    const venue = new Venue();
    const flow = commands(400, 3);
    const before = new HistoryStore(await open.history(), 0);
    const after = new HistoryStore(await open.history(), 0);
    const durable = await venue.takeAll(flow.slice(0, 150));
    await (await HistoryFollower.open(options(venue, before))).advance(durable);
    await (await HistoryFollower.open(options(venue, after))).advance(50);
    const [kept, lost] = [await after.position(), await before.position()];
    const notes: string[] = [];
    let store = before;
    const follower = await HistoryFollower.open({
      ...options(venue, { position: () => store.position(), apply: (...batch) => store.apply(...batch) }),
      onNote: (note) => notes.push(note),
    });
    store = after;
    const confirmed: number[] = [];
    const confirming = [1, 2].map((one) => follower.confirm().then(() => confirmed.push(one)));
    for (const known of [0, 60]) {
      await follower.advance(known);
      await new Promise(setImmediate);
      expect(confirmed).toEqual([]);
    }
    await follower.advance(durable);
    await Promise.all(confirming);
    expect(notes).toEqual([`the order history lost events ${kept + 1} to ${lost}: it reads them again`]);
    await expectSameHistory(after, venue.events);
    await follower.confirm();
  });

  test('events that leave one out among them are no loss: the follower ends', async () => {
    const venue = new Venue();
    const store = new HistoryStore(await open.history(), 0);
    const follower = await HistoryFollower.open(
      options(venue, {
        position: () => store.position(),
        apply: (events, ...others) => store.apply(events.toSpliced(1, 1), ...others),
      }),
    );
    await expect(follower.advance(await venue.takeAll(commands(60, 3)))).rejects.toThrow(HistoryGap);
  });

  test('a history that was lost is made again from the first record', async () => {
    const venue = new Venue();
    const durable = await venue.takeAll(commands(400, 3));
    const lost = await HistoryFollower.open(options(venue, new HistoryStore(await open.history(), 0)));
    await lost.advance(durable);
    const store = new HistoryStore(await open.history(), 0);
    const again = await HistoryFollower.open(options(venue, store));
    await again.advance(durable);
    await expectSameHistory(store, venue.events);
  });
});

describe('how far the follower goes', () => {
  /** A projection that keeps what it is given, and waits for the gate first. */
  function gated(events: ExchangeEvent[], gate: Promise<void>) {
    return {
      position: async () => 0,
      apply: async (more: readonly ExchangeEvent[]) => {
        await gate;
        events.push(...more);
      },
    };
  }

  test('no further than was said to be durable, though the journal has more', async () => {
    const venue = new Venue();
    const flow = commands(60, 8);
    const durable = await venue.take(flow.slice(0, 20));
    const { eventSeq } = venue.state.counters;
    await venue.take(flow.slice(20));
    const events: ExchangeEvent[] = [];
    const projected: number[] = [];
    const follower = await HistoryFollower.open({
      ...options(venue, gated(events, Promise.resolve())),
      onProjected: (seq) => projected.push(seq),
    });
    await follower.advance(durable);
    expect(follower.sequence).toBe(durable);
    expect(events.at(-1)?.seq).toBe(eventSeq);
    expect(Math.max(...projected)).toBe(eventSeq);
    await follower.finish();
    expect(listSnapshots(files, venue.folder).map(({ sequence }) => sequence)).toEqual([durable]);
  });

  test('its end waits for the work under way, and no snapshot is ahead of the history', async () => {
    const venue = new Venue();
    const durable = await venue.takeAll(commands(60, 9));
    const gate = Promise.withResolvers<void>();
    const events: ExchangeEvent[] = [];
    const follower = await HistoryFollower.open(options(venue, gated(events, gate.promise)));
    const advanced = follower.advance(durable);
    let finished = false;
    const finish = follower.finish().then(() => {
      finished = true;
    });
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect([finished, listSnapshots(files, venue.folder).length, events.length]).toEqual([false, 0, 0]);
    gate.resolve();
    await finish;
    await advanced;
    expect(events).toEqual(venue.events);
    expect(listSnapshots(files, venue.folder).map(({ sequence }) => sequence)).toEqual([durable]);
  });

  test('says that the history has an event only when it has it', async () => {
    const venue = new Venue();
    const durable = await venue.takeAll(commands(60, 10));
    const gate = Promise.withResolvers<void>();
    const projected: number[] = [];
    const follower = await HistoryFollower.open({
      ...options(venue, gated([], gate.promise)),
      onProjected: (seq) => projected.push(seq),
    });
    const advanced = follower.advance(durable);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(projected).toEqual([0]);
    gate.resolve();
    await advanced;
    expect(projected.at(-1)).toBe(venue.state.counters.eventSeq);
  });

  test('a history that fails leaves no snapshot that would skip missing events', async () => {
    const venue = new Venue();
    const durable = await venue.takeAll(commands(60, 11));
    const broken = {
      position: async () => 0,
      apply: async () => {
        throw new Error('no history today');
      },
    };
    const follower = await HistoryFollower.open(options(venue, broken));
    await expect(follower.advance(durable)).rejects.toThrow('no history today');
    await expect(follower.finish()).rejects.toThrow('no history today');
    expect(listSnapshots(files, venue.folder)).toEqual([]);
  });
});

test('a snapshot without room is reported and leaves nothing; the history continues', async () => {
  const [venue, disk, notes] = [new Venue(), new FaultyFileSystem(), [] as string[]];
  const durable = await venue.takeAll(commands(400, 9));
  const received: ExchangeEvent[] = [];
  disk.bytesLeft = 3000;
  const follower = await HistoryFollower.open({
    ...options(venue, {
      position: async () => 0,
      apply: async (events) => {
        received.push(...events);
        if (notes.length === 2) disk.bytesLeft = Number.POSITIVE_INFINITY;
      },
    }),
    files: disk,
    onNote: (message) => notes.push(message),
  });
  await follower.advance(durable);
  expect(received).toEqual(venue.events);
  expect(notes).toEqual(Array(2).fill(expect.stringMatching(/^the snapshot of command \d+ could not .*ENOSPC/)));
  expect(listSnapshots(files, venue.folder).length).toBeGreaterThan(0);
  expect(files.list(venue.folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
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

describe('the journal archive that is read', () => {
  /** Everything that is archived has passed the follower, which gets its own history. */
  async function follow(venue: Venue, archive: string, durable: number, disk: FileSystem): Promise<ExchangeEvent[]> {
    const received: ExchangeEvent[] = [];
    const archivedBefore = listSegments(files, archive).length;
    const follower = await HistoryFollower.open({
      ...options(venue, {
        position: async () => 0,
        apply: async (events) => {
          received.push(...events);
          const archived = listSegments(files, archive).slice(archivedBefore).at(-1)?.firstSequence ?? 0;
          expect(archived).toBeLessThanOrEqual(follower.sequence);
        },
      }),
      files: disk,
      archiveFolder: archive,
      onNote: (message) => expect(message).toContain('was moved'),
    });
    await follower.advance(durable);
    return received;
  }

  test('may be on another file system, and loses nothing in a power cut', async () => {
    const [venue, archive, disk] = [new Venue(), temporaryFolder(), new FaultyFileSystem()];
    const durable = await venue.takeAll(commands(900, 5));
    const before = listSegments(files, venue.folder);
    const bytes = before.map(({ path }) => readFileSync(path));
    disk.otherFileSystem = archive;
    expect(await follow(venue, archive, durable, disk)).toEqual(venue.events);
    disk.powerCut();
    const [moved, kept] = [listSegments(files, archive), listSegments(files, venue.folder)];
    expect(moved.length).toBeGreaterThan(2);
    expect([...moved, ...kept].map(({ path }) => readFileSync(path))).toEqual(bytes);
  });

  test('has a copy durably before its segment is removed, also when the process ended in between', async () => {
    const [venue, archive, disk] = [new Venue(), temporaryFolder(), new FaultyFileSystem()];
    await venue.takeAll(commands(900, 5));
    const [first] = listSegments(files, venue.folder);
    const bytes = readFileSync(first!.path);
    disk.otherFileSystem = archive;
    disk.folderSyncError = new Error('the process ends here');
    await expect(archiveSegment(disk, first!, archive)).rejects.toThrow('the process ends here');
    await archiveSegment(disk, first!, archive);
    disk.powerCut();
    expect(listSegments(files, archive).map(({ path }) => readFileSync(path))).toEqual([bytes]);
  });

  test('gives a lost history again, from its first record', async () => {
    const [venue, archive] = [new Venue(), temporaryFolder()];
    const flow = commands(1400, 8);
    await follow(venue, archive, await venue.takeAll(flow.slice(0, 900)), files);
    const archived = listSegments(files, archive).length;
    const durable = await venue.takeAll(flow.slice(900));
    expect(await follow(venue, archive, durable, files)).toEqual(venue.events);
    expect(listSegments(files, archive).length).toBeGreaterThan(archived);
  });

  test('takes only what the follower has read, also where snapshots are ahead of it', async () => {
    const [venue, archive] = [new Venue(), temporaryFolder()];
    const durable = await venue.takeAll(commands(900, 5));
    const before = { position: async () => 0, apply: async () => {} };
    await (await HistoryFollower.open(options(venue, before))).advance(durable);
    expect(await follow(venue, archive, durable, files)).toEqual(venue.events);
  });

  test('that holds another file of that name keeps it, and the history goes on', async () => {
    const [venue, archive] = [new Venue(), temporaryFolder()];
    const durable = await venue.takeAll(commands(900, 5));
    const [first] = listSegments(files, venue.folder);
    writeFileSync(join(archive, first!.name), 'of another venue');
    const notes: string[] = [];
    const follower = await HistoryFollower.open({
      ...options(venue, { position: async () => 0, apply: async () => {} }),
      archiveFolder: archive,
      onNote: (message) => notes.push(message),
    });
    await follower.advance(durable);
    expect(follower.sequence).toBe(durable);
    expect(new Set(notes)).toEqual(
      new Set([
        `journal segment ${first!.name} cannot be moved to ${archive}: ${archive}/${first!.name} is there and differs`,
      ]),
    );
    expect(readFileSync(join(archive, first!.name), 'utf8')).toBe('of another venue');
    expect(listSegments(files, venue.folder)[0]).toEqual(first);
  });

  test('a copy that is not what was copied leaves the segment where it is', async () => {
    const [venue, archive, disk] = [new Venue(), temporaryFolder(), new FaultyFileSystem()];
    const durable = await venue.takeAll(commands(900, 5));
    const before = listSegments(files, venue.folder);
    disk.otherFileSystem = archive;
    const read = disk.read.bind(disk);
    const damaging = Object.assign(disk, {
      // What is read back from a copy has one bit that was not written.
      read: (path: string) => {
        const bytes = Buffer.from(read(path));
        if (path.startsWith(archive)) bytes[100] = bytes[100]! ^ 1;
        return bytes;
      },
    });
    const notes: string[] = [];
    const follower = await HistoryFollower.open({
      ...options(venue, { position: async () => 0, apply: async () => {} }),
      files: damaging,
      archiveFolder: archive,
      onNote: (message) => notes.push(message),
    });
    await follower.advance(durable);
    expect(notes[0]).toContain('is not what was written to it');
    expect(listSegments(files, venue.folder)).toEqual(before);
    expect(listSegments(files, archive)).toEqual([]);
  });

  test('a copy that was made and not yet removed is taken for what it is', async () => {
    const [venue, archive] = [new Venue(), temporaryFolder()];
    const durable = await venue.takeAll(commands(900, 5));
    const [first] = listSegments(files, venue.folder);
    copyFileSync(first!.path, join(archive, first!.name));
    expect(await follow(venue, archive, durable, files)).toEqual(venue.events);
    expect(listSegments(files, venue.folder)[0]!.firstSequence).toBeGreaterThan(1);
  });
});
