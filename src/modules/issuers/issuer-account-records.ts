import type { Db, IssuerAccountRow } from '../../database/schema/index.ts';
import { changedRow, newOwned, newRow, ownedBy, type SealedDatabase } from '../shared/record/index.ts';
import { ISSUER_ACCOUNT_FIELDS, issuerAccountSealing, type SentIssuerAccount } from './issuer-account-fields.ts';

/** The account record of the client's issuer; undefined when it does not exist or is deleted. */
export function findIssuerAccount(db: Db, clientId: string, issuerId: number): Promise<IssuerAccountRow | undefined> {
  return db
    .selectFrom('issuer_accounts')
    .selectAll()
    .where('issuer_id', '=', issuerId)
    .where(ownedBy(clientId))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Changes the record; undefined when the issuer has none. */
export function changeIssuerAccount(
  { db, secrets }: SealedDatabase,
  issuer: { readonly clientId: string; readonly issuerId: number },
  sent: SentIssuerAccount,
  nowUs: number,
): Promise<IssuerAccountRow | undefined> {
  const sealing = issuerAccountSealing(secrets, issuer.issuerId);
  return db
    .updateTable('issuer_accounts')
    .set({ ...changedRow(ISSUER_ACCOUNT_FIELDS, sent, sealing), updated_at: nowUs })
    .where('issuer_id', '=', issuer.issuerId)
    .where(ownedBy(issuer.clientId))
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Stores the record of an issuer that has none, in the place of a deleted one. The caller holds the issuer. */
export async function insertIssuerAccount(
  { db, secrets }: SealedDatabase,
  issuer: { readonly clientId: string; readonly issuerId: number },
  sent: SentIssuerAccount,
  nowUs: number,
): Promise<IssuerAccountRow> {
  const { issuerId, clientId } = issuer;
  const values: Omit<IssuerAccountRow, 'issuer_id'> = {
    ...newRow(ISSUER_ACCOUNT_FIELDS, sent, issuerAccountSealing(secrets, issuerId)),
    account_status: 'Pending',
    ...newOwned(clientId, nowUs),
  };
  return db
    .insertInto('issuer_accounts')
    .values({ ...values, issuer_id: issuerId })
    .onConflict((conflict) => conflict.column('issuer_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeIssuerAccount(db: Db, clientId: string, issuerId: number, nowUs: number): Promise<void> {
  await db
    .updateTable('issuer_accounts')
    .set({ deleted_at: nowUs })
    .where('issuer_id', '=', issuerId)
    .where(ownedBy(clientId))
    .where('deleted_at', 'is', null)
    .execute();
}
