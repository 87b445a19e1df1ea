import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../database/database.ts';
import type { DayEndRow, Db, ReportManifest } from '../../database/schema/index.ts';
import { NO_MATCH, NO_ORDER, type SecurityId } from '../../exchange/api/index.ts';
import { type CsvColumns, CsvFile, type WrittenFile } from './csv-file.ts';
import { FEE_COLUMNS } from './fee-columns.ts';
import { MANIFEST_FILE, manifestText } from './manifest.ts';
import { inSequence } from './pages.ts';
import { csvColumns, writeParquet } from './parquet-file.ts';
import { holdingsAtEnd, keepPositions, positionsAtEnd, securitiesAtEnd } from './positions.ts';
import {
  ADJUSTMENT_COLUMNS,
  BUST_COLUMNS,
  changeOfEntry,
  changeOfUpdate,
  changesOfMatch,
  HOLDING_COLUMNS,
  MATCH_COLUMNS,
  ORDER_COLUMNS,
  POSITION_COLUMNS,
  RECORD_COLUMNS,
  type RecordedChange,
  SECURITY_COLUMNS,
  symbolIn,
  TRADE_COLUMNS,
  type WithSymbol,
} from './report-columns.ts';
import {
  amendmentsOfDay,
  collectCarried,
  type DayRange,
  dropCarried,
  entriesOfDay,
  feesOfDay,
  matchesOfDay,
  ordersOfDay,
  tradesOfDay,
  updatesOfDay,
} from './report-reads.ts';

/** The day of this date is not over, as far as the history knows. */
export class DayNotOver extends Error {
  override readonly name = 'DayNotOver';
}

/** The days that are over, oldest first, from a date on. */
export async function daysOver(db: Db, from = ''): Promise<string[]> {
  const ends = db.selectFrom('day_ends').select('date').where('is_over', '=', 1).where('date', '>=', from);
  return (await ends.orderBy('date').execute()).map(({ date }) => date);
}

/**
 * Writes the files of a day and their manifest into a new folder, all of them durable: from the history up to the end
 * of the day and nothing else, so that making them again gives the same bytes (E2).
 */
export async function makeDayReport(
  database: Database,
  shard: number,
  date: string,
  folder: string,
): Promise<ReportManifest> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { end, range } = await dayOf(database.db, date);
  await keepMissingPositions(database.db, date);
  // The table of collectCarried is one connection's.
  const written = await database.db.connection().execute((db) => writeFiles(db, range, folder));
  const manifest = manifestOf(shard, end, range, written);
  writeFileSync(join(folder, MANIFEST_FILE), manifestText(manifest), { flag: 'wx', mode: 0o600, flush: true });
  syncFolder(folder);
  return manifest;
}

async function dayOf(db: Db, date: string): Promise<{ end: DayEndRow; range: DayRange }> {
  const over = db.selectFrom('day_ends').selectAll().where('is_over', '=', 1);
  const end = await over.where('date', '=', date).executeTakeFirst();
  if (end === undefined) throw new DayNotOver(`the history does not have the end of ${date}`);
  const before = await over.where('date', '<', date).orderBy('date', 'desc').limit(1).executeTakeFirst();
  const range = {
    date,
    fromSeq: before?.event_seq ?? 0,
    toSeq: end.event_seq,
    fromOrder: before?.order_id ?? NO_ORDER,
    toOrder: end.order_id,
    fromMatch: before?.match_id ?? NO_MATCH,
    toMatch: end.match_id,
  };
  return { end, range };
}

/** A history that was rebuilt from the journal has none of them. */
async function keepMissingPositions(db: Db, upTo: string): Promise<void> {
  const missing = db.selectFrom('day_ends').select('date').where('is_over', '=', 1).where('has_positions', '=', 0);
  for (const { date } of await missing.where('date', '<=', upTo).orderBy('date').execute()) {
    await keepPositions(db, (await dayOf(db, date)).range);
  }
}

async function writeFiles(db: Db, range: DayRange, folder: string): Promise<Readonly<Record<string, WrittenFile>>> {
  await collectCarried(db, range);
  const symbols = await symbolsAtEnd(db, range);
  const write = <Item>(name: string, columns: CsvColumns<Item>, items: AsyncGenerator<Item>) =>
    writeFile(join(folder, name), columns, items);
  const trades = () => withSymbols(symbols, tradesOfDay(db, range));
  const written = {
    'orders.csv': await write('orders.csv', ORDER_COLUMNS, withSymbols(symbols, ordersOfDay(db, range))),
    'matches.csv': await write('matches.csv', MATCH_COLUMNS, matchesOfDay(db, range)),
    'adjustments.csv': await write('adjustments.csv', ADJUSTMENT_COLUMNS, amendmentsOfDay(db, 'adjust', range)),
    'busts.csv': await write('busts.csv', BUST_COLUMNS, amendmentsOfDay(db, 'bust', range)),
    'fees.csv': await write('fees.csv', FEE_COLUMNS, feesOfDay(db, range)),
    'positions.csv': await write('positions.csv', POSITION_COLUMNS, positionsAtEnd(db, range)),
    'holdings.csv': await write('holdings.csv', HOLDING_COLUMNS, holdingsAtEnd(db, range)),
    'securities.csv': await write('securities.csv', SECURITY_COLUMNS, securitiesAtEnd(db, range)),
    'trades.csv': await write('trades.csv', csvColumns(TRADE_COLUMNS), trades()),
    'trades.parquet': await writeParquet(join(folder, 'trades.parquet'), TRADE_COLUMNS, trades()),
    'rule-302.csv': await write('rule-302.csv', RECORD_COLUMNS, changesOfDay(db, range)),
  };
  await dropCarried(db);
  return written;
}

async function writeFile<Item>(
  path: string,
  columns: CsvColumns<Item>,
  items: AsyncGenerator<Item>,
): Promise<WrittenFile> {
  const file = new CsvFile(path, columns);
  for await (const item of items) file.add(item);
  return file.close();
}

/** Of the securities that had one at the end of the day. */
async function symbolsAtEnd(db: Db, range: DayRange): Promise<ReadonlyMap<SecurityId, string>> {
  const symbols = new Map<SecurityId, string>();
  for await (const row of securitiesAtEnd(db, range)) {
    const symbol = symbolIn(row);
    if (symbol !== null) symbols.set(row.security_id, symbol);
  }
  return symbols;
}

async function* withSymbols<Row extends { readonly security_id: SecurityId }>(
  symbols: ReadonlyMap<SecurityId, string>,
  rows: AsyncGenerator<Row>,
): AsyncGenerator<WithSymbol<Row>> {
  for await (const row of rows) yield { ...row, symbol: symbols.get(row.security_id) ?? null };
}

/** Every change of every order on the day, in the venue's order. */
function changesOfDay(db: Db, range: DayRange): AsyncGenerator<RecordedChange> {
  return inSequence<RecordedChange>([
    each(entriesOfDay(db, range), (row) => [changeOfEntry(row)]),
    each(updatesOfDay(db, range), (row) => [changeOfUpdate(row)]),
    each(matchesOfDay(db, range), changesOfMatch),
  ]);
}

async function* each<Row>(
  rows: AsyncGenerator<Row>,
  changes: (row: Row) => readonly RecordedChange[],
): AsyncGenerator<RecordedChange> {
  for await (const row of rows) yield* changes(row);
}

function manifestOf(
  shard: number,
  end: DayEndRow,
  range: DayRange,
  files: Readonly<Record<string, WrittenFile>>,
): ReportManifest {
  return {
    format: 1,
    shard,
    date: end.date,
    endedAt: end.ended_at,
    firstEventSeq: range.fromSeq + 1,
    lastEventSeq: end.event_seq,
    command: end.command,
    chain: { command: end.group_end, sha256: end.chain_hash },
    files: Object.entries(files).map(([name, file]) => ({ name, ...file })),
  };
}

function syncFolder(folder: string): void {
  const file = openSync(folder, 'r');
  fsyncSync(file);
  closeSync(file);
}
