/** The batch of a bank business day: what is Pending at its cut-off goes to the bank, each once (A14). */
import { Decimal } from 'decimal.js';
import { lastCutOff } from '../../../../calendar/bank-days.ts';
import type { Db } from '../../../../database/schema/index.ts';
import {
  checkEntryFile,
  type Direction,
  FILE_CENTS_MAX,
  type Originator,
  writeEntryFile,
} from '../../../../providers/bank/index.ts';
import { inOneTransaction } from '../../../shared/change/index.ts';
import type { BatchDeps } from './batch-deps.ts';
import { entryFile } from './batch-file.ts';
import { fileContext } from './batch-files.ts';
import type { DueBatch, OutgoingEntry } from './entry-rail.ts';

/** One transaction each, so that calls do not wait long. */
const ENTRIES_PER_FILE = 2_500;
/** Names of the files of a day. Further entries wait for the next day. */
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Makes the newest due batch, or the rest of it. Does nothing when it was made, or no bank is configured. */
export async function makeBatch(deps: BatchDeps, entriesPerFile = ENTRIES_PER_FILE): Promise<void> {
  const { originator } = deps.ach;
  if (originator === null) return;
  const due = lastCutOff(deps.nowUs());
  if (await isMade(deps.db, due.date)) return;
  while (await inOneTransaction(deps, (db) => makePiece(deps, db, { originator, due, entriesPerFile }))) {}
}

interface Piece {
  readonly originator: Originator;
  readonly due: { readonly date: string; readonly time: number };
  readonly entriesPerFile: number;
}

async function isMade(db: Db, day: string): Promise<boolean> {
  const row = await db.selectFrom('ach_batches').select('made_at').where('batch_day', '=', day).executeTakeFirst();
  return row !== undefined && row.made_at > 0;
}

/** One file of the batch, or the end of it: false. */
async function makePiece(deps: BatchDeps, db: Db, piece: Piece): Promise<boolean> {
  const { due, entriesPerFile, originator } = piece;
  const now = deps.nowUs();
  await beginBatch(db, due.date);
  const modifier = MODIFIERS[await filesOf(db, due.date)];
  const batch = { originator, day: due.date, cutOff: due.time, limit: entriesPerFile, centsMax: FILE_CENTS_MAX };
  const entries = modifier === undefined ? [] : await submitAll(deps, db, batch);
  if (modifier === undefined || entries.length === 0) {
    await db.updateTable('ach_batches').set({ made_at: now }).where('batch_day', '=', due.date).execute();
    return false;
  }
  const file = entryFile({ originator, day: due.date, modifier, entries, nowUs: now });
  await storeFile(deps, db, { day: due.date, modifier, content: writeEntryFile(file), entries });
  return true;
}

/** Of every kind, as many as a file holds together, by their number and by what they come to. */
async function submitAll(deps: BatchDeps, db: Db, batch: DueBatch): Promise<OutgoingEntry[]> {
  const submitted: OutgoingEntry[] = [];
  let { centsMax } = batch;
  for (const rail of deps.rails) {
    const limit = batch.limit - submitted.length;
    const entries = await rail.submit(deps, db, { ...batch, limit, centsMax });
    submitted.push(...entries);
    centsMax -= centsOfAll(entries);
  }
  return submitted;
}

function centsOfAll(entries: readonly OutgoingEntry[]): bigint {
  return entries.reduce((sum, { entry }) => sum + entry.cents, 0n);
}

const NOTHING = { entries: 0, total: '0.000000', credits: 0, credit_total: '0.000000' };

/** Holds the batch of the day, so that nobody else makes it at the same time. */
async function beginBatch(db: Db, day: string): Promise<void> {
  await db
    .insertInto('ach_batches')
    .values({ batch_day: day, ...NOTHING, made_at: 0 })
    .onConflict((conflict) => conflict.column('batch_day').doUpdateSet({ batch_day: day }))
    .execute();
}

async function filesOf(db: Db, day: string): Promise<number> {
  const { files } = await db
    .selectFrom('ach_files')
    .select((row) => row.fn.countAll<number>().as('files'))
    .where('batch_day', '=', day)
    .executeTakeFirstOrThrow();
  return files;
}

interface MadeFile {
  readonly day: string;
  readonly modifier: string;
  readonly content: string;
  readonly entries: readonly OutgoingEntry[];
}

/** Kept sealed, for account numbers stand in it; it is written to its folder once this is durable. */
async function storeFile(deps: BatchDeps, db: Db, file: MadeFile): Promise<void> {
  const { day, modifier, content, entries } = file;
  const file_name = `ach-${day}-${modifier}.txt`;
  const content_sealed = deps.secrets.seal(content, fileContext(file_name));
  checkEntryFile(content, { entries: entries.length, cents: centsOfAll(entries) });
  await db
    .insertInto('ach_files')
    .values({ file_name, batch_day: day, modifier, entries: entries.length, content_sealed, written_at: null })
    .execute();
  const made = await db.selectFrom('ach_batches').selectAll().where('batch_day', '=', day).executeTakeFirstOrThrow();
  const of = (direction: Direction) => entries.filter(({ heading }) => heading.direction === direction);
  const [debits, credits] = [of('debit'), of('credit')];
  const changes = {
    ...{ entries: made.entries + debits.length, total: sumOf(debits, made.total) },
    ...{ credits: made.credits + credits.length, credit_total: sumOf(credits, made.credit_total) },
  };
  await db.updateTable('ach_batches').set(changes).where('batch_day', '=', day).execute();
}

function sumOf(entries: readonly OutgoingEntry[], before: string): string {
  return entries.reduce((sum, { amount }) => sum.plus(amount), new Decimal(before)).toFixed(6);
}
