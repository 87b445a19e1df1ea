import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../src/database/database.ts';
import { type DatabaseLocation, openHistoryDatabase } from '../../src/database/open-database.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import type { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { type JournalPosition, readJournal } from '../../src/exchange/journal/reader.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { listSnapshots, loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { HistoryStore } from '../../src/history/store.ts';
import type { OrderParties } from '../support/order-requests.ts';
import { VenueProcess } from '../support/venue-process.ts';
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

/**
 * A venue with a long past: its snapshot, its history, and commands in its journal that the history does not have yet.
 */
export class FilledVenue {
  readonly place: Place;
  readonly parties: OrderParties;
  /** Of the history as it was filled; it grows by what is projected later. */
  readonly extent: Extent;
  private constructor(place: Place, parties: OrderParties, extent: Extent) {
    this.place = place;
    this.parties = parties;
    this.extent = extent;
  }

  /** Of a place that was filled; appends `commands` further commands to its journal. */
  static async open(place: Place, commands: number): Promise<FilledVenue> {
    const { state, position } = newestSnapshot(place);
    const { orders, matches, eventSeq: events } = state.counters;
    const parties = partiesIn(place);
    await appendCommands(place, new HistoryFlow(state, parties, state.orders.size), position, commands);
    return new FilledVenue(place, parties, { orders, matches, events });
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

function partiesIn({ folder }: Place): OrderParties {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return { ...read('sandbox-client.json'), ...read('sandbox-demo.json') };
}

function newestSnapshot(place: Place): { state: VenueState; position: JournalPosition } {
  const [newest] = listSnapshots(nodeFileSystem, venueFolder(place));
  if (newest === undefined) throw new Error('the venue left no snapshot');
  return loadSnapshot(nodeFileSystem, newest.path, SHARD);
}

/**
 * Lets the program make its data folder; then runs the venue on, in this process, until there are `orders` orders and
 * as many matches, and writes what happens through HistoryStore, as the follower does, but without a journal and in
 * larger transactions; then leaves a snapshot. Does nothing in a place that was filled before.
 */
export async function fillPlace(place: Place, orders: number): Promise<void> {
  if (!existsSync(venueFolder(place))) {
    const venue = await serve(place);
    await venue.settled();
    await venue.stop();
  }
  const { state, position } = newestSnapshot(place);
  if (Math.min(state.counters.orders, state.counters.matches) >= orders) return;
  const database = await openHistoryDatabase(historyLocation(place));
  try {
    await fill(new HistoryStore(database, 0), state, partiesIn(place), orders);
  } finally {
    await database.close();
  }
  if (place.url !== null) await analyze(place.url);
  await writeSnapshot(nodeFileSystem, venueFolder(place), state, position);
}

async function fill(store: HistoryStore, state: VenueState, parties: OrderParties, orders: number): Promise<void> {
  const flow = new HistoryFlow(state, parties, Math.min(orders / 20, RESTING_MAX));
  let events: ExchangeEvent[] = [];
  state.sink = (event) => {
    events.push(event);
    flow.observe(event);
  };
  while (Math.min(state.counters.orders, state.counters.matches) < orders) {
    while (events.length < EVENTS_A_BATCH) flow.next();
    await store.apply(events);
    events = [];
  }
}

async function appendCommands(place: Place, flow: HistoryFlow, from: JournalPosition, count: number): Promise<void> {
  const folder = venueFolder(place);
  const end = readJournal(nodeFileSystem, folder, from, () => {});
  if (end.sequence !== from.sequence) throw new Error('the journal goes on after the snapshot');
  const journal = new JournalWriter(unsynced, folder, SEGMENT_BYTES_MAX, end);
  flow.state.sink = (event) => flow.observe(event);
  for (let left = count; left > 0; left -= GROUP_COMMANDS) {
    const group = Array.from({ length: Math.min(GROUP_COMMANDS, left) }, () => encodeCommand(flow.next()));
    await journal.append(group);
  }
  journal.close();
}
