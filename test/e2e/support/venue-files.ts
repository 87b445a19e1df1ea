/** What a data folder holds, read without the server: the journal from its first record, the snapshots, the history. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { openHistoryDatabase } from '../../../src/database/open-database.ts';
import type { MarketEventRow, MatchRow, OrderChangeRow, OrderRow } from '../../../src/database/schema/index.ts';
import type { ExchangeEvent } from '../../../src/exchange/api/events.ts';
import type { MatchView, OrderView } from '../../../src/exchange/api/orders.ts';
import { commandsIn } from '../../../src/exchange/commands/command-text.ts';
import { VenueState } from '../../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem } from '../../../src/exchange/journal/file-system.ts';
import { journalStart, readJournal } from '../../../src/exchange/journal/reader.ts';
import { recover } from '../../../src/exchange/storage/recovery.ts';
import { listSnapshots, loadSnapshot } from '../../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../../src/exchange/storage/snapshot-lines.ts';
import {
  type MarketEventView,
  marketEventView,
  matchView,
  type OrderChangeView,
  orderChangeView,
  orderView,
} from '../../../src/history/views.ts';

const SHARD = 0;
const BUSY_MS_MAX = 30_000;

export function venueFolderOf(dataDir: string): string {
  return join(dataDir, 'venue');
}

/** The last file of the journal and where its last group ends; after it may be space for more. */
export function endOfJournal(dataDir: string): { readonly path: string; readonly size: number } {
  const { segment, size } = readJournal(nodeFileSystem, venueFolderOf(dataDir), journalStart(SHARD), () => {});
  if (segment === null) throw new Error('there is no journal');
  return { path: segment.path, size };
}

/** Writes bytes after the last group of the journal. */
export function writeAfterJournal(dataDir: string, bytes: Uint8Array): void {
  const { path, size } = endOfJournal(dataDir);
  const file = nodeFileSystem.openForWriting(path);
  nodeFileSystem.write(file, bytes, size);
  nodeFileSystem.close(file);
}

/** All that ever happened at a venue, from its journal only. */
export interface Replay {
  readonly events: readonly ExchangeEvent[];
  readonly state: VenueState;
  readonly digest: string;
}

/** Applies the journal from its first record; `visit` sees the state after each group. */
export function replay(dataDir: string, visit: (sequence: number, state: VenueState) => void = () => {}): Replay {
  const events: ExchangeEvent[] = [];
  const state = new VenueState(SHARD);
  state.sink = (event) => events.push(event);
  readJournal(nodeFileSystem, venueFolderOf(dataDir), journalStart(SHARD), (group, firstSequence) => {
    for (const command of commandsIn(group.payload)) state.apply(command);
    visit(firstSequence + group.count - 1, state);
  });
  return { events, state, digest: digestOf(state) };
}

/**
 * Recovery with the newest snapshot, recovery from the first record and every snapshot that is kept must be what a
 * replay comes to. For a folder whose server is down. Returns that replay and the number of snapshots.
 */
export function expectOneState(dataDir: string): Replay & { readonly snapshots: number } {
  const folder = venueFolderOf(dataDir);
  const snapshots = listSnapshots(nodeFileSystem, folder);
  const wanted = new Set(snapshots.map(({ sequence }) => sequence));
  const digests = new Map<number, string>();
  const replayed = replay(dataDir, (sequence, state) => {
    if (wanted.has(sequence)) digests.set(sequence, digestOf(state));
  });
  for (const { path, sequence } of snapshots) {
    expect(digestOf(loadSnapshot(nodeFileSystem, path, SHARD).state), path).toBe(digests.get(sequence));
  }
  const newest = recover(nodeFileSystem, folder, SHARD);
  expect(newest.snapshotSequence).toBe(snapshots[0]?.sequence ?? 0);
  expect(digestOf(newest.state)).toBe(replayed.digest);
  expect(digestOf(recover(nodeFileSystem, folder, SHARD, { eventSeqMax: 0 }).state)).toBe(replayed.digest);
  return { ...replayed, snapshots: snapshots.length };
}

/** The order history at one moment. */
export interface History {
  /** Sequence of the last event that it holds. */
  readonly position: number;
  readonly orders: readonly OrderView[];
  readonly changes: readonly OrderChangeView[];
  readonly matches: readonly MatchView[];
  readonly markets: readonly MarketEventView[];
}

/**
 * Reads the history in one transaction, next to a server that may be running: history.db, or the PostgreSQL database of
 * the URL.
 */
export async function readHistory(dataDir: string, url: string | null): Promise<History> {
  const rows = url === null ? sqliteRows(join(dataDir, 'history.db')) : await postgresRows(url);
  return {
    position: rows.position,
    orders: rows.orders.map(orderView),
    changes: changesOf(rows),
    matches: rows.matches.map(matchView),
    markets: rows.markets.map(marketEventView),
  };
}

/** Without their users, renames and optional terms. */
function changesOf({ changes, matches }: HistoryRows): OrderChangeView[] {
  const initiators = new Map(matches.map((match) => [match.match_id, match.hub_order_id]));
  const rest = { user_id: null, user_client_id: null, previous_token: null, optional: null };
  return changes.map((row) => {
    const initiator_order_id = row.match_id === null ? null : initiators.get(row.match_id)!;
    return orderChangeView({ ...row, ...rest, initiator_order_id });
  });
}

interface HistoryRows {
  readonly position: number;
  readonly orders: OrderRow[];
  readonly changes: OrderChangeRow[];
  readonly matches: MatchRow[];
  readonly markets: MarketEventRow[];
}

function sqliteRows(file: string): HistoryRows {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS_MAX });
  try {
    database.exec('BEGIN');
    const rows = <Row>(table: string, key: string) =>
      database.prepare(`SELECT * FROM ${table} ORDER BY ${key}`).all() as Row[];
    return {
      position: rows<{ seq: number }>('history_position', 'shard')[0]?.seq ?? 0,
      orders: rows('orders', 'order_id'),
      changes: rows('order_changes', 'seq'),
      matches: rows('matches', 'match_id'),
      markets: rows('market_events', 'seq'),
    };
  } finally {
    database.close();
  }
}

async function postgresRows(url: string): Promise<HistoryRows> {
  const database = await openHistoryDatabase({ url, connectionsMax: 1 });
  try {
    return await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => ({
        position: (await transaction.selectFrom('history_position').select('seq').executeTakeFirst())?.seq ?? 0,
        orders: await transaction.selectFrom('orders').selectAll().orderBy('order_id').execute(),
        changes: await transaction.selectFrom('order_changes').selectAll().orderBy('seq').execute(),
        matches: await transaction.selectFrom('matches').selectAll().orderBy('match_id').execute(),
        markets: await transaction.selectFrom('market_events').selectAll().orderBy('seq').execute(),
      }));
  } finally {
    await database.close();
  }
}

/** The history that these events make. */
function historyOf(events: readonly ExchangeEvent[]): History {
  const orders = new Map<number, OrderView>();
  const changes: OrderChangeView[] = [];
  const matches: MatchView[] = [];
  const markets: MarketEventView[] = [];
  for (const event of events) {
    const { seq, time } = event;
    if (event.type === 'order') {
      const { orderId, status, remaining, executed, quantity, price } = event.order;
      orders.set(orderId, event.order);
      changes.push({
        seq,
        orderId,
        change: event.change,
        status,
        remaining,
        executed,
        quantity,
        price,
        reason: event.reason,
        time,
        ...(event.fill === undefined ? {} : { fill: event.fill, isInitiator: event.isInitiator! }),
      });
    } else if (event.type === 'match') matches.push(event.match);
    else if (event.type === 'market') {
      const { securityId, market, reason, cause } = event;
      markets.push({ seq, securityId, market, reason, cause, time });
    }
  }
  const byId = [...orders.values()].sort((a, b) => a.orderId - b.orderId);
  return { position: events.at(-1)?.seq ?? 0, orders: byId, changes, matches, markets };
}

/** Every order, change and match of the history is that of the events, none is missing and none is extra. */
export function expectHistory(found: History, events: readonly ExchangeEvent[]): void {
  const expected = historyOf(events.filter(({ seq }) => seq <= found.position));
  expect(found.position).toBe(expected.position);
  for (const table of ['orders', 'changes', 'matches', 'markets'] as const) {
    expectSameRows(found[table], expected[table], table);
  }
}

/** As toEqual, but names the first row that differs instead of printing thousands. */
function expectSameRows(found: readonly object[], expected: readonly object[], table: string): void {
  const length = Math.max(found.length, expected.length);
  for (let at = 0; at < length; at++) {
    if (!isDeepStrictEqual(found[at], expected[at])) expect(found[at], `${table}, row ${at}`).toEqual(expected[at]);
  }
  expect(found.length, table).toBe(expected.length);
}
