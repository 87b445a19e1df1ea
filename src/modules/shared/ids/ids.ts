import { randomBytes } from 'node:crypto';
import type { Db } from '../../../database/schema/index.ts';

export type IdKind =
  | 'issuer'
  | 'offering'
  | 'account'
  | 'document'
  | 'note'
  | 'trade'
  | 'card'
  | 'card_move'
  | 'party'
  | 'entity'
  | 'kyc_response'
  | 'kyc_review'
  | 'link'
  | 'template'
  | 'signature'
  | 'external_account'
  /** The ids of all debits: of trades, and deposits into custody accounts; and of refunds. */
  | 'ach_fund_move'
  | 'quote'
  /** Of wires and checks. */
  | 'receipt';

/** Records outside of the database that an id is used, so that a restored database cannot use it again. */
export type IdKeeper = (kind: IdKind, id: number) => Promise<void>;

const keepers = new WeakMap<Db, IdKeeper>();

/** From now on the last id of every block of this database is recorded before an id of it is used. */
export function keepIds(db: Db, keeper: IdKeeper): void {
  keepers.set(databaseOf(db), keeper);
}

/** Each record has its own write: fewer than this are made between two backups. */
const SKIPPED_IDS = 1_000_000;

/** Skips ids of every kind that the original of this restored database may have used. */
export async function skipIds(db: Db, count = SKIPPED_IDS): Promise<void> {
  blocks.delete(db);
  await db
    .updateTable('id_sequences')
    .set((row) => ({ next_id: row('next_id', '+', count) }))
    .execute();
}

/** Ids of one kind that no record has, `next` first; no more from `end` on. */
interface Block {
  next: number;
  end: number;
  /** Settles when the next block is taken. */
  refill?: Promise<void> | undefined;
}

const blocks = new WeakMap<Db, Map<IdKind, Block>>();

/** The databases of transactions, and of other ways to the same database. */
const databases = new WeakMap<Db, Db>();

/** Ids that are taken through `other` come from the blocks of `db`. */
export function shareIds(other: Db, db: Db): void {
  databases.set(other, db);
}

function databaseOf(db: Db): Db {
  const other = databases.get(db);
  return other === undefined ? db : databaseOf(other);
}

/** Ids taken by one write. */
const IDS_OF_BLOCK = 200;

/** Thrown in a transaction, in which no block can be taken. */
class IdsUsedUp extends Error {
  readonly kind: IdKind;

  constructor(kind: IdKind) {
    super(`ids are taken before a transaction, not in one: ${kind}`);
    this.kind = kind;
  }
}

/**
 * The next id of a kind of record, from a block that one write took: no two callers get the same id, also of several
 * processes. Unused ids of a block are lost when the process ends. Rejects with VenueUnavailable when the block cannot
 * be recorded. A transaction needs withIds.
 */
export async function nextId(db: Db, kind: IdKind): Promise<number> {
  const database = databaseOf(db);
  for (;;) {
    const block = blockOf(database, kind);
    if (block.next < block.end) return block.next++;
    if (db.isTransaction) throw new IdsUsedUp(kind);
    await refilled(database, kind);
  }
}

/**
 * Runs a transaction that calls `use` with itself first, so that nextId works in it. Blocks are taken outside of it: a
 * rollback would set the database's counter back, and PostgreSQL would lock the counter's row until the transaction
 * ends. When a block is used up, the transaction is rolled back and runs again with the next one.
 */
export async function withIds<T>(db: Db, run: (use: (transaction: Db) => void) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run((transaction) => databases.set(transaction, db));
    } catch (error) {
      if (!(error instanceof IdsUsedUp)) throw error;
      await refilled(databaseOf(db), error.kind);
    }
  }
}

function blockOf(db: Db, kind: IdKind): Block {
  const known = blocks.get(db) ?? new Map<IdKind, Block>();
  blocks.set(db, known);
  const block = known.get(kind) ?? { next: 0, end: 0 };
  known.set(kind, block);
  return block;
}

/** Concurrent callers share the block. */
function refilled(db: Db, kind: IdKind): Promise<void> {
  const block = blockOf(db, kind);
  block.refill ??= takeBlock(db, kind)
    .then((taken) => void Object.assign(block, taken))
    .finally(() => {
      block.refill = undefined;
    });
  return block.refill;
}

async function takeBlock(db: Db, kind: IdKind): Promise<Block> {
  const { next_id } = await db
    .updateTable('id_sequences')
    .set((row) => ({ next_id: row('next_id', '+', IDS_OF_BLOCK) }))
    .where('kind', '=', kind)
    .returning('next_id')
    .executeTakeFirstOrThrow();
  await keepers.get(db)?.(kind, next_id - 1);
  return { next: next_id - IDS_OF_BLOCK, end: next_id };
}

/** 32 letters and digits that are not easily confused, one for each value of five random bits. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz';
const LENGTH = 10;

/** Ten random letters and digits: the id of a record that must not be guessable. */
export function shortId(): string {
  return [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
