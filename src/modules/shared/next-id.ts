import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';

export type RecordKind =
  | 'issuer'
  | 'offering'
  | 'account'
  | 'document'
  | 'note'
  | 'trade'
  | 'party'
  | 'entity'
  | 'kyc_response'
  | 'kyc_review'
  | 'link'
  | 'template'
  | 'signature'
  | 'custody_fund_move';

/** Makes it durable, where no database that is lost or restored can take it back, that an id is handed out. */
export type IdKeeper = (kind: RecordKind, id: number) => Promise<void>;

const keepers = new WeakMap<Kysely<Schema>, IdKeeper>();

/** From now on every id of this database is kept before it is handed out. */
export function keepIds(db: Kysely<Schema>, keeper: IdKeeper): void {
  keepers.set(db, keeper);
}

/**
 * Takes the next id of a kind of record. One statement, so no two callers ever get the same; an id whose record is
 * then not written stays unused. Never in a transaction: one that is rolled back would leave the database behind what
 * is kept, and PostgreSQL would hold the sequence's row until it ends. Rejects with VenueUnavailable when the id
 * cannot be kept.
 */
export async function nextId(db: Kysely<Schema>, kind: RecordKind): Promise<number> {
  if (db.isTransaction) throw new Error('an id is taken before a transaction, not in one');
  const { next_id } = await db
    .updateTable('id_sequences')
    .set((row) => ({ next_id: row('next_id', '+', 1) }))
    .where('kind', '=', kind)
    .returning('next_id')
    .executeTakeFirstOrThrow();
  await keepers.get(db)?.(kind, next_id - 1);
  return next_id - 1;
}
