import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { AccountRow } from '../../database/tables/reference.ts';
import { nextId } from '../shared/next-id.ts';
import type { Secrets } from '../shared/services.ts';

/** What createAccount stores; see AccountRow for units. */
export type NewAccount = Readonly<
  Omit<
    AccountRow,
    | 'account_id'
    | 'client_id'
    | 'tax_id_sealed'
    | 'social_security_number_sealed'
    | 'kyc_date'
    | 'archived'
    | 'updated_ip_address'
    | 'created_at'
    | 'updated_at'
    | 'deleted_at'
  >
> & { readonly tax_id: string | null };

/** Stores an account, active. Its social security number and KYC date are not the caller's to set (spec/3 Accounts). */
export async function insertAccount(
  db: Kysely<Schema>,
  secrets: Secrets,
  clientId: string,
  account: NewAccount,
  now: number,
): Promise<AccountRow> {
  const { tax_id, ...plain } = account;
  const account_id = `A${await nextId(db, 'account')}`;
  const row: AccountRow = {
    ...plain,
    account_id,
    client_id: clientId,
    tax_id_sealed: tax_id === null ? null : secrets.seal(tax_id, taxIdContext(account_id)),
    social_security_number_sealed: null,
    kyc_date: null,
    archived: 0,
    updated_ip_address: null,
    created_at: now,
    updated_at: null,
    deleted_at: null,
  };
  await db.insertInto('accounts').values(row).execute();
  return row;
}

/** The client's account; undefined when it is unknown, deleted or another client's, and for what is no account id. */
export async function findAccount(
  db: Kysely<Schema>,
  clientId: string,
  accountId: string,
): Promise<AccountRow | undefined> {
  if (!isAccountId(accountId)) return undefined;
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** A and 6 to 10 digits (spec/1, Identifiers). */
export function isAccountId(text: string): boolean {
  return /^A[0-9]{6,10}$/.test(text);
}

/** The tax id as it was sent, hyphens included. */
export function taxIdOf(row: AccountRow, secrets: Secrets): string | null {
  return row.tax_id_sealed === null ? null : secrets.open(row.tax_id_sealed, taxIdContext(row.account_id));
}

/** Binds a sealed tax id to its account: copied to another row, it does not open. */
function taxIdContext(accountId: string): string {
  return `accounts.tax_id:${accountId}`;
}
