import type { Db, ExternalAccountRow } from '../../../../database/schema/index.ts';
import { nextId } from '../../../shared/ids/index.ts';
import {
  findRecord,
  newOwned,
  type Reader,
  type RecordKind,
  type Secrets,
  writeRecord,
} from '../../../shared/record/index.ts';
import { sealDetails } from './bank-details.ts';
import type { Owner } from './external-account-owner.ts';

/** What is stored of a bank account. */
export interface NewExternalAccount {
  readonly fullName: string;
  readonly nickname: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountType: 'Checking' | 'Savings';
  readonly bankName: string | null;
  /** When its holder linked it on the page of ours. */
  readonly linkedAt: number | null;
  readonly ip: string | null;
}

interface StoredUnder {
  readonly owner: Owner;
  readonly nowUs: number;
}

/** The bank account of an account or issuer that is the reader's; undefined when it has none. */
export function findExternalAccount(db: Db, reader: Reader, ownerId: string): Promise<ExternalAccountRow | undefined> {
  return findRecord(db, EXTERNAL_ACCOUNT, reader, ownerId);
}

/** Stores the first bank account of an owner, who is held and has none. */
export async function insertExternalAccount(
  db: Db,
  secrets: Secrets,
  account: NewExternalAccount,
  { owner, nowUs }: StoredUnder,
): Promise<ExternalAccountRow> {
  const id = await nextId(db, 'external_account');
  const row: ExternalAccountRow = {
    external_account_id: id,
    types: owner.types,
    owner_id: owner.ownerId,
    ...valuesOf(secrets, id, account),
    created_ip_address: account.ip,
    updated_ip_address: null,
    ...newOwned(owner.clientId, nowUs),
  };
  await db.insertInto('external_accounts').values(row).execute();
  return row;
}

/** Replaces all of the owner's bank account, or stores the first one (A5); the owner is held. */
export async function putExternalAccount(
  db: Db,
  secrets: Secrets,
  account: NewExternalAccount,
  under: StoredUnder,
): Promise<ExternalAccountRow> {
  const { clientId, ownerId } = under.owner;
  const known = await findExternalAccount(db, clientId, ownerId);
  if (known === undefined) return insertExternalAccount(db, secrets, account, under);
  const changes = {
    ...valuesOf(secrets, known.external_account_id, account),
    updated_ip_address: account.ip,
    updated_at: under.nowUs,
  };
  await writeRecord(db, EXTERNAL_ACCOUNT, { clientId, id: ownerId }, changes);
  return { ...known, ...changes };
}

/** Deletes the owner's bank account virtually; nothing happens where it has none. */
export async function deleteExternalAccountOf(db: Db, owner: Owner, nowUs: number): Promise<void> {
  await writeRecord(
    db,
    EXTERNAL_ACCOUNT,
    { clientId: owner.clientId, id: owner.ownerId },
    { deleted_at: nowUs, updated_at: nowUs },
  );
}

/** Checking unless it is Savings, in any case of letters (A4). */
export function accountTypeOf(sent: string | undefined): 'Checking' | 'Savings' {
  return sent?.trim().toLowerCase() === 'savings' ? 'Savings' : 'Checking';
}

function valuesOf(secrets: Secrets, id: number, account: NewExternalAccount) {
  return {
    full_name: account.fullName,
    nickname: account.nickname,
    ...sealDetails(secrets, 'external_accounts', id, account),
    account_type: account.accountType,
    bank_name: account.bankName,
    linked_at: account.linkedAt,
  };
}

/** The one bank account of an account or issuer, under the id of either. */
export const EXTERNAL_ACCOUNT: RecordKind<'external_accounts'> = {
  table: 'external_accounts',
  id: 'owner_id',
  unknown: 149,
};
