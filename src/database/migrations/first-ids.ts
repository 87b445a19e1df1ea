import type { Kysely } from 'kysely';

/** The first id of each kind of record (src/modules/shared/next-id.ts). */
export async function firstIds(db: Kysely<unknown>, ids: Readonly<Record<string, number>>): Promise<void> {
  await (db as Kysely<IdSequences>)
    .insertInto('id_sequences')
    .values(Object.entries(ids).map(([kind, next_id]) => ({ kind, next_id })))
    .execute();
}

/** The table as migrations know it, whatever becomes of it later. */
interface IdSequences {
  id_sequences: { kind: string; next_id: number };
}
