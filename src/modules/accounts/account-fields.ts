/** An account as the API shows it (C57). */
import Type, { type TObject } from 'typebox';
import type { AccountRow } from '../../database/tables/reference.ts';
import type { Client } from '../../http/client.ts';
import { MASKED, textOrNull, textsSchema } from '../shared/answers.ts';
import { maskedTaxId } from '../shared/pii-levels.ts';
import { shownTo, shownToSchema } from '../shared/record/index.ts';
import type { Secrets } from '../shared/services.ts';
import { NEVER, timestamp } from '../shared/times.ts';
import { socialSecurityNumberOf, taxIdOf } from './account-records.ts';

type Fields = Record<string, string | null>;

export const accountStatusSchema = textsSchema(
  'accountId',
  'kycStatus',
  'amlStatus',
  'accreditedStatus',
  'approvalStatus',
);

/** The fields of the answer to createAccount. */
export function accountStatusFields(row: AccountRow): Fields {
  return {
    accountId: row.account_id,
    kycStatus: row.kyc_status,
    amlStatus: row.aml_status,
    accreditedStatus: row.accredited_status,
    approvalStatus: row.approval_status,
  };
}

/** The webhook getAccount: all that is stored. */
export function accountFields(row: AccountRow, secrets: Secrets): Fields {
  return { ...storedFields(row, secrets), archived_status: String(row.archived) };
}

/** The fields of getAccount as the caller may see them: the tax id masked without account.read.pii_high. */
export function shownAccount(row: AccountRow, secrets: Secrets, client: Client): Fields {
  return shownTo(client, row, withTaxIdShown(accountFields(row, secrets), client));
}

/** Fields of an account with the tax id as the caller may see it. */
export function withTaxIdShown<F extends { readonly taxID?: unknown }>(fields: F, client: Client): F {
  return { ...fields, taxID: maskedTaxId(client, 'account.read', (fields.taxID ?? null) as string | null) };
}

/** What every read of an account shows. */
export function storedFields(row: AccountRow, secrets: Secrets): Fields {
  return {
    ...identityFields(row, secrets),
    kycStatus: row.kyc_status,
    kycDate: row.kyc_date,
    ...reviewFields(row),
    ...accreditationFields(row),
    ...limitFields(row),
    ...approvalFields(row),
    field1: row.field1,
    field2: row.field2,
    field3: row.field3,
    createdDate: timestamp(row.created_at),
    updatedDate: updatedDate(row),
  };
}

function updatedDate({ updated_at }: AccountRow): string {
  return updated_at === null ? NEVER : timestamp(updated_at);
}

/**
 * The webhook updateAccount: what is stored after the update, and when it was; there is no date of birth of an
 * account.
 */
export function accountUpdatedWebhook(row: AccountRow, secrets: Secrets): Fields {
  const {
    providerid: _p,
    status: _s,
    developerAPIKey: _k,
    createdIpAddress: _i,
    client_id: _c,
    ...fields
  } = accountCreatedWebhook(row, secrets);
  return {
    ...fields,
    socialSecurityNumber: socialSecurityNumberOf(row, secrets),
    updatedIpAddress: row.updated_ip_address,
    updatedDate: updatedDate(row),
  };
}

/** The fields of getAccountLinkId: one limit has another name there (C57). */
export function accountFieldsWithLinks(
  row: AccountRow,
  secrets: Secrets,
  linkIds: readonly string[],
): Record<string, string | null | readonly string[]> {
  const { '506cLimit': limit, ...fields } = accountFields(row, secrets);
  return { ...fields, fivenotsixcLimit: limit as string | null, linkIds };
}

/** The webhook createAccount; its personal numbers are always empty, and there is no custodian yet. */
export function accountCreatedWebhook(row: AccountRow, secrets: Secrets): Fields {
  return {
    accountId: row.account_id,
    providerid: null,
    status: row.archived === 1 ? 'Archived' : 'Active',
    ...identityFields(row, secrets),
    socialSecurityNumber: '',
    dateOfBirth: '',
    kycStatus: row.kyc_status,
    ...reviewFields(row),
    ...accreditationFields(row),
    ...limitFields(row),
    ...approvalFields(row),
    virtualStatus: row.deleted_at === null ? 'ACTIVE' : 'DELETED',
    field1: row.field1,
    field2: row.field2,
    field3: row.field3,
    createdIpAddress: row.created_ip_address,
    client_id: row.client_id,
    developerAPIKey: MASKED,
  };
}

function identityFields(row: AccountRow, secrets: Secrets): Fields {
  return {
    accountId: row.account_id,
    accountName: row.account_name,
    type: row.type,
    entityType: row.entity_type,
    residentType: row.resident_type,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    state: row.state,
    zip: row.zip,
    country: row.country,
    email: row.email,
    phone: row.phone,
    taxID: taxIdOf(row, secrets),
  };
}

function reviewFields(row: AccountRow): Fields {
  return {
    amlStatus: row.aml_status,
    amlDate: row.aml_date,
    suitabilityScore: row.suitability_score === null ? null : String(row.suitability_score),
    suitabilityDate: row.suitability_date,
    suitabilityApprover: row.suitability_approver,
  };
}

function accreditationFields(row: AccountRow): Fields {
  return {
    accreditedStatus: row.accredited_status,
    accreditedInvestor: row.accredited_investor,
    accreditedInvestorDate: row.accredited_investor_date,
  };
}

function limitFields(row: AccountRow): Fields {
  return {
    '506cLimit': row.limit_506c,
    accountTotalLimit: row.account_total_limit,
    singleInvestmentLimit: row.single_investment_limit,
    associatedAC: row.associated_ac,
    syndicate: row.syndicate,
    tags: row.tags,
    notes: row.notes,
  };
}

function approvalFields(row: AccountRow): Fields {
  return {
    approvalStatus: row.approval_status,
    approvalPrincipal: row.approval_principal,
    approvalLastReview: row.approval_last_review,
  };
}

const ALWAYS_TEXT = [
  'accountId',
  'accountName',
  'type',
  'residentType',
  'address1',
  'address2',
  'city',
  'state',
  'zip',
  'country',
  'email',
  'kycStatus',
  'amlStatus',
  'accreditedStatus',
  'syndicate',
  'tags',
  'notes',
  'approvalStatus',
  'archived_status',
  'field1',
  'field2',
  'field3',
  'createdDate',
  'updatedDate',
] as const;

const TEXT_OR_NULL = [
  'entityType',
  'phone',
  'taxID',
  'kycDate',
  'amlDate',
  'suitabilityScore',
  'suitabilityDate',
  'suitabilityApprover',
  'accreditedInvestor',
  'accreditedInvestorDate',
  '506cLimit',
  'accountTotalLimit',
  'singleInvestmentLimit',
  'associatedAC',
  'approvalPrincipal',
  'approvalLastReview',
] as const;

export const accountSchema: TObject = Type.Object({
  ...textsSchema(...ALWAYS_TEXT).properties,
  ...Object.fromEntries(TEXT_OR_NULL.map((name) => [name, textOrNull()])),
});

/** What shownAccount answers. */
export const shownAccountSchema: TObject = shownToSchema(accountSchema);

export const accountWithLinksSchema: TObject = Type.Object({
  ...Type.Omit(accountSchema, ['506cLimit']).properties,
  fivenotsixcLimit: textOrNull(),
  linkIds: Type.Array(Type.String()),
});
