import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { AccountRow } from '../../database/tables/reference.ts';
import { nextId } from '../shared/next-id.ts';
import { containsPattern } from '../shared/search.ts';
import type { Secrets } from '../shared/services.ts';
import type { AccountChange } from './account-patch.ts';

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

/**
 * Changes the client's account to the given values and answers it as it then is; unchanged where they are already its
 * values. Undefined as in findAccount.
 */
export async function changeAccount(
  db: Kysely<Schema>,
  secrets: Secrets,
  account: { readonly clientId: string; readonly accountId: string },
  change: AccountChange,
  at: { readonly now: number; readonly ip: string },
): Promise<{ readonly row: AccountRow; readonly changed: boolean } | undefined> {
  const row = await findAccount(db, account.clientId, account.accountId);
  if (row === undefined) return undefined;
  const { tax_id, ...plain } = change;
  const values: Partial<AccountRow> = Object.fromEntries(
    Object.entries(plain).filter(([column, value]) => row[column as keyof AccountRow] !== value),
  );
  if (tax_id !== undefined && tax_id !== taxIdOf(row, secrets)) {
    values.tax_id_sealed = tax_id === null ? null : secrets.seal(tax_id, taxIdContext(row.account_id));
  }
  if (Object.keys(values).length === 0) return { row, changed: false };
  const written = await db
    .updateTable('accounts')
    .set({ ...values, updated_at: at.now, updated_ip_address: at.ip })
    .where('account_id', '=', account.accountId)
    .where('client_id', '=', account.clientId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return written && { row: written, changed: true };
}

/** Deletes the client's account virtually; false as in findAccount. */
export async function deleteAccount(
  db: Kysely<Schema>,
  clientId: string,
  accountId: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ deleted_at: now })
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Most accounts in the answer of a deprecated method that knows no pages. */
const ACCOUNTS_MAX = 10_000;

/** The client's accounts, newest first, at most 10,000. */
export function allAccounts(db: Kysely<Schema>, clientId: string): Promise<AccountRow[]> {
  return clientsAccounts(db, clientId).execute();
}

/** The client's accounts whose id is the word, or whose name holds it, in any case. */
export function searchAccounts(db: Kysely<Schema>, clientId: string, word: string): Promise<AccountRow[]> {
  return clientsAccounts(db, clientId)
    .where((row) =>
      row.or([
        row('account_id', '=', word),
        sql<boolean>`lower(account_name) like lower(${containsPattern(word)}) escape '!'`,
      ]),
    )
    .execute();
}

function clientsAccounts(db: Kysely<Schema>, clientId: string) {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('account_id', 'desc')
    .limit(ACCOUNTS_MAX);
}

/** A and 6 to 10 digits (spec/1, Identifiers). */
export function isAccountId(text: string): boolean {
  return /^A[0-9]{6,10}$/.test(text);
}

/** The tax id as it was sent, hyphens included. */
export function taxIdOf(row: AccountRow, secrets: Secrets): string | null {
  return row.tax_id_sealed === null ? null : secrets.open(row.tax_id_sealed, taxIdContext(row.account_id));
}

/** Empty unless operations staff stored one (spec/3 GET /v3/accounts). */
export function socialSecurityNumberOf(row: AccountRow, secrets: Secrets): string {
  const sealed = row.social_security_number_sealed;
  return sealed === null ? '' : secrets.open(sealed, `accounts.social_security_number:${row.account_id}`);
}

/** Binds a sealed tax id to its account: copied to another row, it does not open. */
function taxIdContext(accountId: string): string {
  return `accounts.tax_id:${accountId}`;
}
