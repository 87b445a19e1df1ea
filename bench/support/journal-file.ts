import { closeSync, openSync, writeSync } from 'node:fs';
import { encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import type { JournaledCommand } from '../../src/exchange/commands/journaled-command.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { journalStart, readJournal } from '../../src/exchange/journal/reader.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { seededRandom } from './random.ts';
import { VenueFlow } from './venue-flow.ts';

/** That of the setting JOURNAL_SEGMENT_BYTES. */
const SEGMENT_BYTES_MAX = 64 * 1024 * 1024;
const GROUP_COMMANDS_MAX = 64;

/** The same bytes without waiting for the disk at each group: writing is not what is measured here. */
const unsynced = { ...nodeFileSystem, sync: () => Promise.resolve() };

export interface WrittenJournal {
  readonly bytes: number;
  readonly groups: number;
  readonly liveOrders: number;
  /** SHA-256 of the state after the last command: what every recovery must come to. */
  readonly digest: string;
}

export interface JournalPlan {
  readonly commands: number;
  /** The command after which a snapshot is written. */
  readonly snapshotAt: number;
  /** Where the same lines go without anything around them; absent: nowhere. */
  readonly plainFile?: string;
}

/** Writes a journal of a busy venue in groups of 1 to 64 commands, and a snapshot. */
export async function writeJournal(folder: string, plan: JournalPlan): Promise<WrittenJournal> {
  const { commands, snapshotAt, plainFile } = plan;
  nodeFileSystem.ensureFolder(folder);
  const writer = new JournalWriter(unsynced, folder, SEGMENT_BYTES_MAX, readAll(folder));
  const plain = plainFile === undefined ? null : openSync(plainFile, 'w');
  const flow = new VenueFlow();
  const random = seededRandom(1);
  const opening = [...flow.opening()];
  let bytes = 0;
  let groups = 0;
  while (writer.sequence < commands) {
    const next = writer.sequence < snapshotAt ? snapshotAt : commands;
    const size = Math.min(1 + Math.floor(random() * GROUP_COMMANDS_MAX), next - writer.sequence);
    const group: JournaledCommand[] = opening.splice(0, size);
    while (group.length < size) group.push(flow.next());
    const lines = group.map(encodeCommand);
    bytes += await writer.append(lines);
    groups++;
    if (plain !== null) writeSync(plain, `${lines.join('\n')}\n`);
    if (writer.sequence === snapshotAt) await writeSnapshot(nodeFileSystem, folder, flow.state, readAll(folder));
  }
  writer.close();
  if (plain !== null) closeSync(plain);
  return { bytes, groups, liveOrders: flow.state.orders.size, digest: digestOf(flow.state) };
}

/** Writes a journal of orders that rest and nothing else, and a snapshot after them. */
export async function writeRestingOrders(folder: string, orders: number): Promise<void> {
  nodeFileSystem.ensureFolder(folder);
  const writer = new JournalWriter(unsynced, folder, SEGMENT_BYTES_MAX, readAll(folder));
  const flow = new VenueFlow(orders);
  await writer.append([...flow.opening()].map(encodeCommand));
  for (let left = orders; left > 0; left -= GROUP_COMMANDS_MAX) {
    const size = Math.min(left, GROUP_COMMANDS_MAX);
    await writer.append(Array.from({ length: size }, () => encodeCommand(flow.rest())));
  }
  writer.close();
  await writeSnapshot(nodeFileSystem, folder, flow.state, readAll(folder));
}

function readAll(folder: string) {
  return readJournal(nodeFileSystem, folder, journalStart(0), () => {});
}
