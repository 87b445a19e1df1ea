import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart, readJournal } from '../../src/exchange/journal/reader.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { listSnapshots, loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { FaultyFileSystem } from '../support/faulty-file-system.ts';
import { checkFlows } from '../support/flows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runs } from '../support/thorough.ts';
import { ruledFlow } from './random-flow.ts';
import { order, security } from './venue.ts';

function timed(commands: readonly UntimedCommand[]): JournaledCommand[] {
  return commands.map(
    (command, index) => ({ ...command, time: 1_800_000_000_000_000 + index * 1000 }) as JournaledCommand,
  );
}

/** Writes commands to a journal in groups and hands out the state after each group. */
async function run(
  folder: string,
  commands: readonly JournaledCommand[],
  groupSize: number,
  afterGroup: (state: VenueState, journal: JournalWriter, done: number) => Promise<void> | void,
): Promise<{ state: VenueState; events: ExchangeEvent[] }> {
  const journal = new JournalWriter(
    files,
    folder,
    4096,
    readJournal(files, folder, journalStart(0), () => {}),
  );
  const state = new VenueState(0);
  const events: ExchangeEvent[] = [];
  state.sink = (event) => events.push(event);
  for (let at = 0; at < commands.length; at += groupSize) {
    const group = commands.slice(at, at + groupSize);
    await journal.append(group.map(encodeCommand));
    for (const command of group) state.apply(command);
    await afterGroup(state, journal, at + group.length);
  }
  journal.close();
  return { state, events };
}

function positionAfter(folder: string, sequence: number) {
  let position = journalStart(0);
  const end = readJournal(files, folder, journalStart(0), () => {});
  if (end.sequence === sequence) position = { shard: 0, sequence, hash: end.hash };
  return position;
}

describe('recovery', () => {
  test('a snapshot and the journal after it give the state of a replay from the first record', async () => {
    await checkFlows(
      [ruledFlow(250), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 250 })],
      async (flow, groupSize, at) => {
        const folder = temporaryFolder();
        const { state } = await run(folder, timed(flow), groupSize, async (now, journal, done) => {
          if (done < at || done >= at + groupSize) return;
          await writeSnapshot(files, folder, now, positionAfter(folder, journal.sequence));
        });
        const fromSnapshot = recover(files, folder, 0);
        const fromStart = recover(files, folder, 0, { eventSeqMax: 0 });
        expect(fromSnapshot.warnings).toEqual([]);
        expect(fromSnapshot.snapshotSequence).toBeGreaterThan(0);
        expect(fromStart.snapshotSequence).toBe(0);
        expect(digestOf(fromStart.state)).toBe(digestOf(state));
        expect(digestOf(fromSnapshot.state)).toBe(digestOf(state));
      },
      { numRuns: runs(12, 40) },
    );
  });

  test('what happens after a snapshot is the same, event for event', async () => {
    await checkFlows(
      [ruledFlow(300)],
      async (flow) => {
        const folder = temporaryFolder();
        const commands = timed(flow);
        const half = Math.floor(commands.length / 2);
        await run(folder, commands.slice(0, half), 10, async (now, journal, done) => {
          if (done === half) await writeSnapshot(files, folder, now, positionAfter(folder, journal.sequence));
        });
        const whole = new VenueState(0);
        const wholeEvents: ExchangeEvent[] = [];
        for (const command of commands.slice(0, half)) whole.apply(command);
        whole.sink = (event) => wholeEvents.push(event);
        const { state: loaded } = recover(files, folder, 0);
        const loadedEvents: ExchangeEvent[] = [];
        loaded.sink = (event) => loadedEvents.push(event);
        for (const command of commands.slice(half)) {
          expect(loaded.apply(command)).toEqual(whole.apply(command));
        }
        expect(loadedEvents).toEqual(wholeEvents);
      },
      { numRuns: runs(12, 40) },
    );
  });

  test('events are numbered without a gap, with and without somebody to take them', async () => {
    await checkFlows(
      [ruledFlow(200)],
      (flow) => {
        const observed = new VenueState(0);
        const deaf = new VenueState(0);
        const numbers: number[] = [];
        observed.sink = ({ seq }) => numbers.push(seq);
        for (const command of timed(flow)) {
          observed.apply(command);
          deaf.apply(command);
        }
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
        expect(digestOf(deaf)).toBe(digestOf(observed));
      },
      { numRuns: runs(12, 40) },
    );
  });

  test('a damaged snapshot is passed over, with a warning, for an older one or the journal', async () => {
    const folder = temporaryFolder();
    const [flow] = fc.sample(ruledFlow(200), { numRuns: 1, seed: 7 });
    const { state } = await run(folder, timed(flow!), 10, async (now, journal, done) => {
      if (done === 50 || done === 100) await writeSnapshot(files, folder, now, positionAfter(folder, journal.sequence));
    });
    const [newest, older] = listSnapshots(files, folder);
    const bytes = readFileSync(newest!.path);
    bytes[200] = (bytes[200] as number) ^ 1;
    writeFileSync(newest!.path, bytes);
    const recovered = recover(files, folder, 0);
    expect(recovered.snapshotSequence).toBe(older!.sequence);
    expect(recovered.warnings).toEqual([
      expect.stringContaining(`${newest!.path} is passed over: its checksum is wrong`),
    ]);
    writeFileSync(older!.path, 'nothing');
    const again = recover(files, folder, 0);
    expect(again.snapshotSequence).toBe(0);
    expect(digestOf(again.state)).toBe(digestOf(state));
  });

  test('a snapshot is made durable piece by piece, so that no order waits for all of it', async () => {
    const folder = temporaryFolder();
    const state = new VenueState(0);
    const [open, ...orders] = timed([security(), ...Array.from({ length: 12_000 }, () => order())]);
    for (const command of [open!, ...orders]) state.apply(command);
    const pieces = new FaultyFileSystem();
    const sizes: number[] = [];
    const write = pieces.write.bind(pieces);
    pieces.write = (file, bytes, position) => {
      expect(pieces.syncs).toBe(sizes.length);
      sizes.push(bytes.length);
      write(file, bytes, position);
    };
    const path = await writeSnapshot(pieces, folder, state, { shard: 0, sequence: 12_001, hash: Buffer.alloc(32) });
    expect(pieces.syncs).toBe(sizes.length);
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThan(1.1 * 1024 * 1024);
    expect(digestOf(loadSnapshot(files, path, 0).state)).toBe(digestOf(state));
  });

  test('a snapshot that was written is there after a power cut', async () => {
    const [folder, disk] = [temporaryFolder(), new FaultyFileSystem()];
    const path = await writeSnapshot(disk, folder, new VenueState(0), journalStart(0));
    disk.powerCut();
    expect(listSnapshots(files, folder).map((snapshot) => snapshot.path)).toEqual([path]);
  });

  test('a snapshot without its journal does not start a venue', async () => {
    const folder = temporaryFolder();
    const other = temporaryFolder();
    const [flow] = fc.sample(ruledFlow(50), { numRuns: 1, seed: 7 });
    await run(folder, timed(flow!), 10, async (now, journal, done) => {
      if (done === 50) await writeSnapshot(files, other, now, positionAfter(folder, journal.sequence));
    });
    expect(() => recover(files, other, 0)).toThrow('there is a snapshot of command 50, but no journal');
  });
});
