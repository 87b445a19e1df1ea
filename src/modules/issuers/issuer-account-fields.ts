/** The account record of an issuer as the API shows it (C48). */
import Type, { type TObject } from 'typebox';
import type { IssuerAccountRow, IssuerCustodianAccountRow } from '../../database/tables/issuer-accounts.ts';
import type { IssuerRow } from '../../database/tables/reference.ts';
import { textOrNull, textsSchema } from '../shared/answers.ts';
import type { Secrets } from '../shared/services.ts';
import { timestamp } from '../shared/times.ts';
import { custodianContext } from './custodian-account-records.ts';
import { issuerAccountSecret } from './issuer-account-records.ts';

type Fields = Record<string, string | null>;

const WRITTEN = [
  'issuerId',
  'companyName',
  'companyState',
  'companyTaxID',
  'entityType',
  'issuingCountry',
  'accountType',
  'accountMiddleInitial',
  'socialSecurityNumber',
  'dob',
  'residentUS',
  'citizenUS',
  'addressLine1',
  'addressLine2',
  'city',
  'zip',
  'country',
  'additionalInfo',
  'issuerStatus',
  'createdDate',
  'createdIpAddress',
] as const;

const READ = [
  'issuerId',
  'accountfirstName',
  'accountlastName',
  'accountType',
  'companyName',
  'companyState',
  'entityType',
  'companyTaxID',
  'accountMiddleInitial',
  'socialSecurityNumber',
  'dob',
  'residentUS',
  'citizenUS',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zip',
  'country',
  'issuingCountry',
  'additionalInfo',
  'issuerAccountStatus',
] as const;

function nullable(names: readonly string[]): TObject {
  return Type.Object(Object.fromEntries(names.map((name) => [name, textOrNull()])));
}

export const writtenIssuerAccountSchema = nullable(WRITTEN);
export const issuerAccountSchema = nullable(READ);
export const custodianAccountSchema = textsSchema(
  'CustodianName',
  'CustodianAccountNumber',
  'RoutingNumber',
  'AccountNumber',
  'AccountName',
  'funds',
);

/** The key of the account record in answers. */
export const ISSUER_ACCOUNT_KEY = 'Financial issuer details';

/** [flag, [record]] of a new record; of one that was there, an object with the only key 1 (C48). */
export const writtenIssuerAccountAnswer = Type.Object({
  [ISSUER_ACCOUNT_KEY]: Type.Unsafe({
    anyOf: [
      {
        type: 'array',
        minItems: 2,
        maxItems: 2,
        items: {},
        prefixItems: [{ type: 'boolean' }, { type: 'array', items: writtenIssuerAccountSchema }],
      },
      {
        type: 'object',
        required: ['1'],
        properties: { 1: { type: 'array', items: writtenIssuerAccountSchema } },
        additionalProperties: false,
      },
    ],
  }),
});

/** The answer to createIssuerAccount: the two personal fields in base64. */
export function writtenIssuerAccountFields(row: IssuerAccountRow, secrets: Secrets): Fields {
  return {
    ...commonFields(row, secrets),
    socialSecurityNumber: base64(issuerAccountSecret(row, secrets, 'social_security_number')),
    dob: base64(issuerAccountSecret(row, secrets, 'dob')),
    issuerStatus: row.account_status,
    createdDate: timestamp(row.created_at),
    createdIpAddress: row.created_ip_address,
  };
}

/** What getIssuerAccount answers; of an issuer without an account record, its id and names. */
export function issuerAccountFields(issuer: IssuerRow, row: IssuerAccountRow | undefined, secrets: Secrets): Fields {
  const record =
    row === undefined
      ? {}
      : {
          ...commonFields(row, secrets),
          socialSecurityNumber: issuerAccountSecret(row, secrets, 'social_security_number'),
          dob: issuerAccountSecret(row, secrets, 'dob'),
          issuerAccountStatus: row.account_status,
        };
  return {
    ...Object.fromEntries(READ.map((name) => [name, null])),
    ...record,
    issuerId: String(issuer.issuer_id),
    accountfirstName: issuer.first_name,
    accountlastName: issuer.last_name,
  };
}

function commonFields(row: IssuerAccountRow, secrets: Secrets): Fields {
  return {
    issuerId: String(row.issuer_id),
    companyName: row.company_name,
    companyState: row.company_state,
    companyTaxID: issuerAccountSecret(row, secrets, 'company_tax_id'),
    entityType: row.entity_type,
    issuingCountry: row.issuing_country,
    accountType: row.account_type,
    accountMiddleInitial: row.account_middle_initial,
    residentUS: row.resident_us,
    citizenUS: row.citizen_us,
    addressLine1: row.address1,
    addressLine2: row.address2,
    city: row.city,
    zip: row.zip,
    country: row.country,
    additionalInfo: row.additional_info,
  };
}

export function custodianAccountFields(row: IssuerCustodianAccountRow, secrets: Secrets): Record<string, string> {
  const open = (sealed: string, name: string) => secrets.open(sealed, custodianContext(row, name));
  return {
    CustodianName: row.custodian_name,
    CustodianAccountNumber: row.custodian_account_number,
    RoutingNumber: open(row.routing_number_sealed, 'routing_number'),
    AccountNumber: open(row.account_number_sealed, 'account_number'),
    AccountName: row.account_name,
    funds: row.funds,
  };
}

function base64(text: string | null): string | null {
  return text === null ? null : Buffer.from(text, 'utf8').toString('base64');
}
