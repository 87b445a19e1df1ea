import type { Db, IssuerCustodianAccountRow } from '../../database/schema/index.ts';
import { ownedBy, type SealedDatabase } from '../shared/record/index.ts';

export interface CustodianAccount {
  readonly providerId: number;
  readonly custodianName: string;
  readonly custodianAccountNumber: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountName: string;
  /** Six-decimal text; undefined: not sent. */
  readonly funds: string | undefined;
}

/** The issuer's accounts at custodians, in the order of the custodians' ids. */
export function custodianAccounts(db: Db, clientId: string, issuerId: number): Promise<IssuerCustodianAccountRow[]> {
  return db
    .selectFrom('issuer_custodian_accounts')
    .selectAll()
    .where('issuer_id', '=', issuerId)
    .where(ownedBy(clientId))
    .where('deleted_at', 'is', null)
    .orderBy('provider_id')
    .execute();
}

/**
 * Stores the issuer's account at a custodian and replaces the one stored before, whose funds stay where none are sent.
 * The caller holds the issuer, so that what another call stores at the same moment is seen.
 */
export async function putCustodianAccount(
  { db, secrets }: SealedDatabase,
  issuer: { readonly clientId: string; readonly issuerId: number },
  account: CustodianAccount,
  nowUs: number,
): Promise<void> {
  const key = { issuer_id: issuer.issuerId, provider_id: account.providerId };
  const stored = (await custodianAccounts(db, issuer.clientId, issuer.issuerId)).find(
    ({ provider_id }) => provider_id === account.providerId,
  );
  const values = {
    client_id: issuer.clientId,
    custodian_name: account.custodianName,
    custodian_account_number: account.custodianAccountNumber,
    routing_number_sealed: secrets.seal(account.routingNumber, custodianContext(key, 'routing_number')),
    account_number_sealed: secrets.seal(account.accountNumber, custodianContext(key, 'account_number')),
    account_name: account.accountName,
    funds: account.funds ?? stored?.funds ?? '0.000000',
    updated_at: nowUs,
    deleted_at: null,
  };
  await db
    .insertInto('issuer_custodian_accounts')
    .values({ ...key, ...values, created_at: nowUs })
    .onConflict((conflict) => conflict.columns(['issuer_id', 'provider_id']).doUpdateSet(values))
    .execute();
}

/** Deletes the account at one custodian, or at all of them. */
export async function deleteCustodianAccounts(
  db: Db,
  of: { readonly clientId: string; readonly issuerId: number; readonly providerId: number | undefined },
  nowUs: number,
): Promise<void> {
  const { clientId, issuerId, providerId } = of;
  let update = db
    .updateTable('issuer_custodian_accounts')
    .set({ deleted_at: nowUs })
    .where('issuer_id', '=', issuerId)
    .where(ownedBy(clientId))
    .where('deleted_at', 'is', null);
  if (providerId !== undefined) update = update.where('provider_id', '=', providerId);
  await update.execute();
}

/** Binds a sealed number to the record it belongs to. */
export function custodianContext(
  { issuer_id, provider_id }: Pick<IssuerCustodianAccountRow, 'issuer_id' | 'provider_id'>,
  name: string,
): string {
  return `issuer_custodian_accounts.${name}:${issuer_id}:${provider_id}`;
}
