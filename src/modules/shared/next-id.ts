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
  | 'link';

/**
 * Takes the next id of a kind of record. One statement, so no two callers ever get the same; an id whose record is then
 * not written stays unused. Call it before a transaction rather than in one: PostgreSQL holds the sequence's row until
 * the transaction ends, and others would wait.
 */
export async function nextId(db: Kysely<Schema>, kind: RecordKind): Promise<number> {
  const { next_id } = await db
    .updateTable('id_sequences')
    .set((row) => ({ next_id: row('next_id', '+', 1) }))
    .where('kind', '=', kind)
    .returning('next_id')
    .executeTakeFirstOrThrow();
  return next_id - 1;
}
