import { sql } from 'kysely';
import type { AccountRow, Db } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { recheckTradesOf } from '../shared/eligible-to-close.ts';
import { nextId } from '../shared/ids/index.ts';
import {
  type DeletedLink,
  deleteLinksOf,
  differing,
  findRecord,
  found,
  holdRecord,
  insertRecord,
  inTransaction,
  newOwned,
  newRow,
  ownedBy,
  type Reader,
  rowOfValues,
  type SealedDatabase,
  type SentValues,
  type Values,
  writeRecord,
} from '../shared/record/index.ts';
import { containsPattern } from '../shared/values/index.ts';
import { ACCOUNT, ACCOUNT_FIELDS, accountSealing } from './account-fields.ts';

/** Values of an account by column, the tax id in the clear. */
export type AccountChange = Values<typeof ACCOUNT_FIELDS>;

/** Stores an active account with the values that were sent. */
export async function insertAccount(
  { db, secrets }: SealedDatabase,
  clientId: string,
  sent: SentValues<typeof ACCOUNT_FIELDS>,
  nowUs: number,
): Promise<AccountRow> {
  const account_id = `A${await nextId(db, 'account')}`;
  const row: AccountRow = {
    ...newRow(ACCOUNT_FIELDS, sent, accountSealing(secrets, account_id)),
    account_id,
    social_security_number_sealed: null,
    archived: 0,
    updated_ip_address: null,
    ...newOwned(clientId, nowUs),
  };
  await insertRecord(db, ACCOUNT, row);
  return row;
}

/** The reader's account; undefined when it is unknown, deleted or another client's, and for what is no account id. */
export function findAccount(db: Db, reader: Reader, accountId: string): Promise<AccountRow | undefined> {
  return findRecord(db, ACCOUNT, reader, accountId);
}

/** The client's active account. Throws ApiError 148 when it is archived or unknown (C5). */
export async function requireActiveAccount(db: Db, clientId: string, accountId: string): Promise<AccountRow> {
  const account = found(ACCOUNT, await findAccount(db, clientId, accountId));
  if (account.archived === 1) throw new ApiError(ACCOUNT.unknown);
  return account;
}

export interface ChangedAccount {
  readonly row: AccountRow;
  readonly changed: boolean;
  /** Webhooks of the trades that can be closed now, because the account's KYC or AML status changed (T9). */
  readonly webhooks: Awaited<ReturnType<typeof recheckTradesOf>>;
}

/**
 * Changes the client's account to the given values and returns the account after the change. Writes nothing where the
 * account already has the values. Undefined as in findAccount.
 */
export async function changeAccount(
  { db, secrets }: SealedDatabase,
  account: { readonly clientId: string; readonly accountId: string },
  change: AccountChange,
  /** always: writes the time and the address even where nothing else changes. */
  at: { readonly nowUs: number; readonly ip: string; readonly always?: boolean },
): Promise<ChangedAccount | undefined> {
  const row = await findAccount(db, account.clientId, account.accountId);
  if (row === undefined) return undefined;
  const sealing = accountSealing(secrets, row.account_id);
  const values = differing(ACCOUNT_FIELDS, row, change, sealing);
  if (Object.keys(values).length === 0 && !at.always) return { row, changed: false, webhooks: [] };
  const columns = rowOfValues(ACCOUNT_FIELDS, values, sealing);
  const stamped = { ...columns, updated_at: at.nowUs, updated_ip_address: at.ip };
  const written = await writeRecord(db, ACCOUNT, { clientId: account.clientId, id: account.accountId }, stamped);
  if (written === undefined) return undefined;
  const isReviewed = written.kyc_status !== row.kyc_status || written.aml_status !== row.aml_status;
  return { row: written, changed: true, webhooks: isReviewed ? await recheckTradesOf(db, account) : [] };
}

/**
 * Deletes the client's account virtually, with the links from and to it, and answers the webhooks of these; undefined
 * as in findAccount.
 */
export function removeAccount(
  db: Db,
  clientId: string,
  accountId: string,
  nowUs: number,
): Promise<readonly DeletedLink[] | undefined> {
  const of = { clientId, id: accountId };
  return inTransaction(db, async (transaction) => {
    const deleted = await writeRecord(transaction, ACCOUNT, of, { deleted_at: nowUs });
    return deleted && deleteLinksOf(transaction, of, nowUs);
  });
}

/** As holdRecord does of the client's account; false when it does not exist. */
export async function holdAccount(
  transaction: Db,
  of: { readonly clientId: string; readonly accountId: string },
): Promise<boolean> {
  return (await holdRecord(transaction, ACCOUNT, { clientId: of.clientId, id: of.accountId })) !== undefined;
}

interface Page {
  readonly after: AccountRow | undefined;
  readonly size: number;
  /** An id; with inNames also a part of a name. */
  readonly word?: string;
  readonly inNames?: boolean;
}

/**
 * The `size` newest accounts of the reader that are older than `after`. With `word` only accounts with this id, or
 * whose name contains it, in any case.
 */
export function accountsAfter(db: Db, reader: Reader, { after, size, word, inNames }: Page): Promise<AccountRow[]> {
  let query = db.selectFrom('accounts').selectAll().where(ownedBy(reader)).where('deleted_at', 'is', null);
  if (after !== undefined) {
    query = query.where(sql<boolean>`(created_at, account_id) < (${after.created_at}, ${after.account_id})`);
  }
  if (word !== undefined) {
    query = query.where((row) =>
      row.or([
        row('account_id', '=', word),
        ...(inNames ? [sql<boolean>`lower(account_name) like lower(${containsPattern(word)}) escape '!'`] : []),
      ]),
    );
  }
  return query.orderBy('created_at', 'desc').orderBy('account_id', 'desc').limit(size).execute();
}
