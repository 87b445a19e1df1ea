import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { IssuerAccountRow } from '../../database/tables/issuer-accounts.ts';
import { ownedBy } from '../shared/record/index.ts';
import type { Secrets } from '../shared/services.ts';
import type { IssuerAccountChange, IssuerAccountSecrets } from './issuer-account-parameters.ts';

type SecretName = keyof IssuerAccountSecrets;
type SealedColumns = Pick<IssuerAccountRow, 'company_tax_id_sealed' | 'social_security_number_sealed' | 'dob_sealed'>;

const EMPTY: Omit<IssuerAccountRow, 'issuer_id' | 'client_id' | 'created_at'> = {
  account_type: null,
  company_name: '',
  company_state: '',
  entity_type: null,
  company_tax_id_sealed: null,
  social_security_number_sealed: null,
  dob_sealed: null,
  account_middle_initial: null,
  resident_us: null,
  citizen_us: null,
  address1: null,
  address2: null,
  city: null,
  zip: null,
  country: null,
  issuing_country: '',
  additional_info: null,
  account_status: 'Pending',
  created_ip_address: null,
  updated_ip_address: null,
  updated_at: null,
  deleted_at: null,
};

/** The account record of the client's issuer; undefined when there is none, or it is deleted. */
export function findIssuerAccount(
  db: Kysely<Schema>,
  clientId: string,
  issuerId: number,
): Promise<IssuerAccountRow | undefined> {
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
  db: Kysely<Schema>,
  secrets: Secrets,
  issuer: { readonly clientId: string; readonly issuerId: number },
  change: IssuerAccountChange,
  nowUs: number,
): Promise<IssuerAccountRow | undefined> {
  return db
    .updateTable('issuer_accounts')
    .set({ ...columnsOf(secrets, issuer.issuerId, change), updated_at: nowUs })
    .where('issuer_id', '=', issuer.issuerId)
    .where(ownedBy(issuer.clientId))
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Stores the issuer's record, in the place of a deleted one where there is one. */
export async function insertIssuerAccount(
  db: Kysely<Schema>,
  secrets: Secrets,
  issuer: { readonly clientId: string; readonly issuerId: number },
  change: IssuerAccountChange,
  nowUs: number,
): Promise<IssuerAccountRow> {
  const { issuerId, clientId } = issuer;
  const values = { ...EMPTY, ...columnsOf(secrets, issuerId, change), client_id: clientId, created_at: nowUs };
  return db
    .insertInto('issuer_accounts')
    .values({ ...values, issuer_id: issuerId })
    .onConflict((conflict) => conflict.column('issuer_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeIssuerAccount(
  db: Kysely<Schema>,
  clientId: string,
  issuerId: number,
  nowUs: number,
): Promise<void> {
  await db
    .updateTable('issuer_accounts')
    .set({ deleted_at: nowUs })
    .where('issuer_id', '=', issuerId)
    .where(ownedBy(clientId))
    .where('deleted_at', 'is', null)
    .execute();
}

/** The secret as it was sent; null when there is none. */
export function issuerAccountSecret(row: IssuerAccountRow, secrets: Secrets, name: SecretName): string | null {
  const sealed = row[`${name}_sealed`];
  return sealed === null ? null : secrets.open(sealed, contextOf(row.issuer_id, name));
}

/** The columns that a change sets, secrets sealed. */
function columnsOf(
  secrets: Secrets,
  issuerId: number,
  { plain, secret }: IssuerAccountChange,
): Partial<IssuerAccountRow> {
  const sealed: Partial<SealedColumns> = {};
  for (const [name, value] of Object.entries(secret) as [SecretName, string | undefined][]) {
    if (value !== undefined) sealed[`${name}_sealed`] = secrets.seal(value, contextOf(issuerId, name));
  }
  const sent = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  return { ...sent, ...sealed };
}

/** Binds a sealed value to its issuer and field: copied elsewhere, it does not open. */
function contextOf(issuerId: number, name: SecretName): string {
  return `issuer_accounts.${name}:${issuerId}`;
}
