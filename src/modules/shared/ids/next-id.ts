import type { Kysely } from 'kysely';
import type { Schema } from '../../../database/schema/index.ts';

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
  /** The ids of all debits: of trades, and deposits into custody accounts. */
  | 'ach_fund_move'
  | 'quote';

/** Records outside of the database that an id is used, so that a restored database cannot use it again. */
export type IdKeeper = (kind: IdKind, id: number) => Promise<void>;

const keepers = new WeakMap<Kysely<Schema>, IdKeeper>();

/** From now on the last id of every block of this database is recorded before an id of it is used. */
export function keepIds(db: Kysely<Schema>, keeper: IdKeeper): void {
  keepers.set(db, keeper);
}

/** Skips ids of every kind that the original of this restored database may have used. */
export async function skipIds(db: Kysely<Schema>, count: number): Promise<void> {
  blocks.delete(db);
  await db
    .updateTable('id_sequences')
    .set((row) => ({ next_id: row('next_id', '+', count) }))
    .execute();
}

/** Ids by kind, the next one first. */
export type ReservedIds = ReadonlyMap<IdKind, readonly number[]>;

const reserves = new WeakMap<Kysely<Schema>, ReadonlyMap<IdKind, number[]>>();

/** Takes ids before the transaction that will use them. */
export async function reserveIds(db: Kysely<Schema>, kinds: readonly IdKind[]): Promise<ReservedIds> {
  const reserved = new Map<IdKind, number[]>();
  for (const kind of kinds) reserved.set(kind, [...(reserved.get(kind) ?? []), await nextId(db, kind)]);
  return reserved;
}

/** From now on nextId returns these ids in the transaction; the same ids when the transaction is repeated. */
export function useIds(transaction: Kysely<Schema>, reserved: ReservedIds): void {
  reserves.set(transaction, new Map([...reserved].map(([kind, ids]) => [kind, [...ids]])));
}

/** Ids taken by one write. */
const IDS_OF_BLOCK = 200;

/** Ids from `next` up to `end`, exclusive. */
interface Block {
  next: number;
  readonly end: number;
}

/** The block of each kind, or its promise. */
const blocks = new WeakMap<Kysely<Schema>, Map<IdKind, Promise<Block>>>();

/**
 * The next id of a kind of record, from a block that one write took: no two callers get the same id, also of several
 * processes. Unused ids of a block are lost when the process ends. In a transaction it returns only reserved ids: a
 * rollback would set the database's counter back, and PostgreSQL would lock the counter's row until the transaction
 * ends. Rejects with VenueUnavailable when the block cannot be recorded.
 */
export async function nextId(db: Kysely<Schema>, kind: IdKind): Promise<number> {
  const reserved = reserves.get(db)?.get(kind)?.shift();
  if (reserved !== undefined) return reserved;
  const known = blocks.get(db) ?? new Map<IdKind, Promise<Block>>();
  blocks.set(db, known);
  for (;;) {
    const pending = known.get(kind) ?? takeBlock(db, kind);
    known.set(kind, pending);
    const block = await pending.catch((error: unknown) => {
      if (known.get(kind) === pending) known.delete(kind);
      throw error;
    });
    if (block.next < block.end) return block.next++;
    if (known.get(kind) === pending) known.delete(kind);
  }
}

async function takeBlock(db: Kysely<Schema>, kind: IdKind): Promise<Block> {
  if (db.isTransaction) throw new Error(`an id is taken before a transaction, not in one: ${kind}`);
  const { next_id } = await db
    .updateTable('id_sequences')
    .set((row) => ({ next_id: row('next_id', '+', IDS_OF_BLOCK) }))
    .where('kind', '=', kind)
    .returning('next_id')
    .executeTakeFirstOrThrow();
  await keepers.get(db)?.(kind, next_id - 1);
  return { next: next_id - IDS_OF_BLOCK, end: next_id };
}
