import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';

export type RecordKind =
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
  /** Debits of every kind: of trades, and deposits into custody accounts. */
  | 'ach_fund_move'
  | 'quote';

/** Makes it durable, where no database that is lost or restored can take it back, that an id is handed out. */
export type IdKeeper = (kind: RecordKind, id: number) => Promise<void>;

const keepers = new WeakMap<Kysely<Schema>, IdKeeper>();

/** From now on every id of this database is kept before it is handed out. */
export function keepIds(db: Kysely<Schema>, keeper: IdKeeper): void {
  keepers.set(db, keeper);
}

/** Passes over ids of every kind that may have been given out by a database of which this one is a copy. */
export async function skipIds(db: Kysely<Schema>, count: number): Promise<void> {
  await db
    .updateTable('id_sequences')
    .set((row) => ({ next_id: row('next_id', '+', count) }))
    .execute();
}

/** Ids by kind, the next one first. */
export type ReservedIds = ReadonlyMap<RecordKind, readonly number[]>;

const reserves = new WeakMap<Kysely<Schema>, ReadonlyMap<RecordKind, number[]>>();

/** Takes ids outside of a transaction that will use them. */
export async function reserveIds(db: Kysely<Schema>, kinds: readonly RecordKind[]): Promise<ReservedIds> {
  const reserved = new Map<RecordKind, number[]>();
  for (const kind of kinds) reserved.set(kind, [...(reserved.get(kind) ?? []), await nextId(db, kind)]);
  return reserved;
}

/** From now on nextId hands these out in the transaction; the same again in one that does its work anew. */
export function useIds(transaction: Kysely<Schema>, reserved: ReservedIds): void {
  reserves.set(transaction, new Map([...reserved].map(([kind, ids]) => [kind, [...ids]])));
}

/**
 * Takes the next id of a kind of record. One statement, so no two callers ever get the same; an id whose record is
 * then not written stays unused. In a transaction only one that was reserved before it: a transaction that is rolled
 * back would leave the database behind what is kept, and PostgreSQL would hold the sequence's row until it ends.
 * Rejects with VenueUnavailable when the id cannot be kept.
 */
export async function nextId(db: Kysely<Schema>, kind: RecordKind): Promise<number> {
  const reserved = reserves.get(db)?.get(kind)?.shift();
  return reserved ?? (await takeIds(db, kind, 1)).next;
}

/** Ids that are taken at a time of kinds of which many are made a second. */
const IDS_OF_BLOCK = 200;

/** Ids from `next` up to, but not, `end`. */
interface Block {
  next: number;
  readonly end: number;
}

/** The block of each kind, taken or being taken. */
const blocks = new WeakMap<Kysely<Schema>, Map<RecordKind, Promise<Block>>>();

/**
 * As nextId, without a write of its own for each: the ids come from a block that is taken at once. What is left of a
 * block when the program ends stays unused.
 */
export async function nextIdOfBlock(db: Kysely<Schema>, kind: RecordKind): Promise<number> {
  const known = blocks.get(db) ?? new Map<RecordKind, Promise<Block>>();
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

async function takeIds(db: Kysely<Schema>, kind: RecordKind, count: number): Promise<Block> {
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
