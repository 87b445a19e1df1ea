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

/** From now on every id of this database is recorded before it is used. */
export function keepIds(db: Kysely<Schema>, keeper: IdKeeper): void {
  keepers.set(db, keeper);
}

/** Skips ids of every kind that the original of this restored database may have used. */
export async function skipIds(db: Kysely<Schema>, count: number): Promise<void> {
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

/**
 * Takes the next id of a kind of record. One statement, so that two callers never get the same id; an id whose record
 * is not written stays unused. In a transaction it returns only reserved ids: a rollback would set the database's
 * counter back, and PostgreSQL would lock the counter's row until the transaction ends. Rejects with VenueUnavailable
 * when the id cannot be recorded.
 */
export async function nextId(db: Kysely<Schema>, kind: IdKind): Promise<number> {
  const reserved = reserves.get(db)?.get(kind)?.shift();
  return reserved ?? (await takeIds(db, kind, 1)).next;
}

/** The size of a block of ids, for kinds with many records a second. */
const IDS_OF_BLOCK = 200;

/** Ids from `next` up to `end`, exclusive. */
interface Block {
  next: number;
  readonly end: number;
}

/** The block of each kind, or its promise. */
const blocks = new WeakMap<Kysely<Schema>, Map<IdKind, Promise<Block>>>();

/**
 * As nextId, without a write for each id: the ids come from a block that is taken at once. The rest of a block stays
 * unused when the process ends.
 */
export async function nextIdOfBlock(db: Kysely<Schema>, kind: IdKind): Promise<number> {
  const known = blocks.get(db) ?? new Map<IdKind, Promise<Block>>();
  blocks.set(db, known);
  for (;;) {
    const underWay = known.get(kind) ?? takeIds(db, kind, IDS_OF_BLOCK);
    known.set(kind, underWay);
    const block = await underWay.catch((error: unknown) => {
      if (known.get(kind) === underWay) known.delete(kind);
      throw error;
    });
    if (block.next < block.end) return block.next++;
    if (known.get(kind) === underWay) known.delete(kind);
  }
}

async function takeIds(db: Kysely<Schema>, kind: IdKind, count: number): Promise<Block> {
  if (db.isTransaction) throw new Error(`an id is taken before a transaction, not in one: ${kind}`);
  const { next_id } = await db
    .updateTable('id_sequences')
    .set((row) => ({ next_id: row('next_id', '+', count) }))
    .where('kind', '=', kind)
    .returning('next_id')
    .executeTakeFirstOrThrow();
  await keepers.get(db)?.(kind, next_id - 1);
  return { next: next_id - count, end: next_id };
}
