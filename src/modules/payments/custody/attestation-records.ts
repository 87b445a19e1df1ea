import type { Kysely } from 'kysely';
import type { CustodyAttestationRow, Schema } from '../../../database/schema/index.ts';

/** Stores the attestation of an account, in the place of an earlier one. */
export async function putAttestation(db: Kysely<Schema>, row: CustodyAttestationRow): Promise<void> {
  const { document_url, created_ip_address, created_at } = row;
  await db
    .insertInto('custody_attestations')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ document_url, created_ip_address, created_at }),
    )
    .execute();
}
