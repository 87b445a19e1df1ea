import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../../src/database/database.ts';
import { type DatabaseLocation, openHistoryDatabase } from '../../../src/database/open-database.ts';
import { nodeFileSystem } from '../../../src/exchange/file-system.ts';
import type { ExchangeEvent } from '../../../src/exchange/interface.ts';
import { type JournalPosition, readJournal } from '../../../src/exchange/journal/reader.ts';
import { JournalWriter } from '../../../src/exchange/journal/writer.ts';
import { encodeCommand } from '../../../src/exchange/journaled-command.ts';
import { listSnapshots, loadSnapshot, writeSnapshot } from '../../../src/exchange/snapshot.ts';
import type { VenueState } from '../../../src/exchange/venue-state.ts';
import { HistoryStore } from '../../../src/history/store.ts';
import type { OrderParties } from '../order-requests.ts';
import { VenueProcess } from '../venue-process.ts';
import { HistoryFlow } from './flow.ts';
import { analyze, historyBytes } from './schemas.ts';

const SHARD = 0;
/** Events of one transaction while the history is filled. */
const EVENTS_A_BATCH = 20_000;
const GROUP_COMMANDS = 29;
const RESTING_MAX = 50_000;
const SEGMENT_BYTES_MAX = 64 * 1024 * 1024;

/** The same bytes without waiting for the disk at each group: the journal is not what is measured here. */
const unsynced = { ...nodeFileSystem, sync: () => Promise.resolve() };

/** A data folder of the program with its history; on PostgreSQL the database is somewhere else. */
export interface Place {
  readonly folder: string;
  /** Null: SQLite in the folder. */
  readonly url: string | null;
}

/** How much a history holds. */
export interface Extent {
  readonly orders: number;
  readonly matches: number;
  readonly events: number;
}

/** A venue with a long past: its snapshot, its history, and commands in its journal that the history does not have yet. */
export class FilledVenue {
  readonly place: Place;
  readonly parties: OrderParties;
  /** Of the history as it was filled; it grows by what is projected later. */
  readonly extent: Extent;
  /** Seconds that filling took; 0 when the place was filled before. */
  readonly filled_s: number;

  private constructor(place: Place, parties: OrderParties, extent: Extent, filled_s: number) {
    this.place = place;
    this.parties = parties;
    this.extent = extent;
    this.filled_s = filled_s;
  }

  /**
   * Lets the program make its data folder, unless it is there; runs the venue on, in this process, until there are `orders`
   * orders and as many matches, and writes what happens through HistoryStore, as the follower does, but without a journal and in
   * larger transactions; then leaves a snapshot, and `commands` further commands in the journal.
   */
  static async make(place: Place, orders: number, commands: number): Promise<FilledVenue> {
    const parties = await partiesOf(place);
    const { state, position } = newestSnapshot(place);
    const flow = new HistoryFlow(state, parties, Math.min(orders / 20, RESTING_MAX));
    const started = performance.now();
    const isShort = () => Math.min(state.counters.orders, state.counters.matches) < orders;
    const wasShort = isShort();
    if (wasShort) {
      await fill(place, flow, isShort);
      if (place.url !== null) await analyze(place.url);
      await writeSnapshot(nodeFileSystem, venueFolder(place), state, position);
    }
    const filled_s = wasShort ? (performance.now() - started) / 1000 : 0;
    const { orders: written, matches, eventSeq: events } = state.counters;
    await appendCommands(place, flow, position, commands);
    return new FilledVenue(place, parties, { orders: written, matches, events }, filled_s);
  }

  openHistory(): Promise<Database> {
    return openHistoryDatabase(historyLocation(this.place));
  }

  get venueFolder(): string {
    return venueFolder(this.place);
  }

  /** Bytes of the history on disk, indexes included. */
  async bytes(): Promise<number> {
    return this.place.url === null ? statSync(historyFile(this.place)).size : await historyBytes(this.place.url);
  }

  serve(): Promise<VenueProcess> {
    return serve(this.place);
  }
}

function venueFolder({ folder }: Place): string {
  return join(folder, 'venue');
}

function historyFile({ folder }: Place): string {
  return join(folder, 'history.db');
}

/** As the service opens it. */
function historyLocation(place: Place): DatabaseLocation {
  return place.url === null ? { file: historyFile(place), synchronous: 'NORMAL' } : { url: place.url };
}

function serve({ folder, url }: Place): Promise<VenueProcess> {
  return VenueProcess.start(folder, [], url === null ? {} : { DATABASE_URL: url });
}

async function partiesOf(place: Place): Promise<OrderParties> {
  const venue = await serve(place);
  await venue.settled();
  await venue.stop();
  return venue.parties();
}

function newestSnapshot(place: Place): { state: VenueState; position: JournalPosition } {
  const [newest] = listSnapshots(nodeFileSystem, venueFolder(place));
  if (newest === undefined || !existsSync(newest.path)) throw new Error('the venue left no snapshot');
  return loadSnapshot(nodeFileSystem, newest.path, SHARD);
}

async function fill(place: Place, flow: HistoryFlow, isShort: () => boolean): Promise<void> {
  const { state } = flow;
  const database = await openHistoryDatabase(historyLocation(place));
  try {
    const store = new HistoryStore(database);
    let events: ExchangeEvent[] = [];
    state.sink = (event) => {
      events.push(event);
      flow.observe(event);
    };
    while (isShort()) {
      while (events.length < EVENTS_A_BATCH) flow.next();
      await store.apply(events);
      events = [];
    }
  } finally {
    await database.close();
  }
}

async function appendCommands(place: Place, flow: HistoryFlow, from: JournalPosition, count: number): Promise<void> {
  const folder = venueFolder(place);
  const end = readJournal(nodeFileSystem, folder, SHARD, from, () => {});
  if (end.sequence !== from.sequence) throw new Error('the journal goes on behind the snapshot');
  const journal = new JournalWriter(unsynced, folder, SHARD, SEGMENT_BYTES_MAX, end);
  flow.state.sink = (event) => flow.observe(event);
  for (let left = count; left > 0; left -= GROUP_COMMANDS) {
    const group = Array.from({ length: Math.min(GROUP_COMMANDS, left) }, () => encodeCommand(flow.next()));
    await journal.append(group);
  }
  journal.close();
}
