/** The fields of the account record of an issuer, and the record as the API shows it (C48). */

import Type, { type TObject } from 'typebox';
import type { IssuerAccountRow, IssuerCustodianAccountRow, IssuerRow } from '../../database/schema/index.ts';
import { namedObject } from '../../http/methods/index.ts';
import { numericId, required, text, yesNo } from '../../http/parameters/index.ts';
import {
  type Field,
  piiOf,
  piiTable,
  type Secrets,
  type SentValues,
  sealingOf,
  shownFields,
  uniteLevels,
  updateParameters,
} from '../shared/record/index.ts';
import {
  asSent,
  birthDate,
  ipAddress,
  line,
  socialSecurityNumber,
  textOrNull,
  textsSchema,
  timestamp,
} from '../shared/values/index.ts';
import { custodianContext } from './custodian-account-records.ts';

const companyTaxId = text({
  description: '9 digits',
  pattern: /^[0-9]{9}$/,
  patternReason: 'must be 9 digits, without hyphens',
});

export const ISSUER_ACCOUNT_FIELDS = [
  { name: 'accountType', kind: line('for example checking or savings'), pii: 'none' },
  { name: 'entityType', kind: line('for example LLC, LP, Corp, GP, Soleprop'), pii: 'none' },
  {
    name: 'companyTaxID',
    column: 'company_tax_id',
    kind: companyTaxId,
    sealed: true,
    pii: 'pii_high',
    hiddenAs: 'end',
  },
  { name: 'accountMiddleInitial', kind: line('middle initial of the account holder'), pii: 'pii_medium' },
  { name: 'socialSecurityNumber', kind: socialSecurityNumber(), sealed: true, pii: 'pii_high', hiddenAs: 'end' },
  { name: 'dob', kind: birthDate(), sealed: true, pii: 'pii_high' },
  {
    name: 'residentUS',
    column: 'resident_us',
    kind: asSent(yesNo({ description: 'resident of the United States' })),
    pii: 'pii_low',
  },
  {
    name: 'citizenUS',
    column: 'citizen_us',
    kind: asSent(yesNo({ description: 'citizen of the United States' })),
    pii: 'pii_low',
  },
  { name: 'addressline1', shown: 'addressLine1', column: 'address1', kind: line('address'), pii: 'pii_medium' },
  {
    name: 'addressline2',
    shown: 'addressLine2',
    column: 'address2',
    kind: line('address, second line'),
    pii: 'pii_medium',
  },
  { name: 'city', kind: line('city'), pii: 'pii_medium' },
  { name: 'zip', kind: line('postal code'), pii: 'pii_medium' },
  { name: 'country', kind: line('country'), pii: 'pii_low' },
  { name: 'additionalInfo', kind: text({ description: 'free text' }), pii: 'pii_medium' },
  { name: 'companyName', kind: line('legal name'), required: 'byPermission', empty: '', pii: 'pii_medium' },
  { name: 'companyState', kind: line('two-letter abbreviation'), required: 'byPermission', empty: '', pii: 'pii_low' },
  {
    name: 'issuingCountry',
    kind: line('issuing country of the address'),
    required: 'byPermission',
    empty: '',
    pii: 'pii_low',
  },
  { name: 'createdIpAddress', kind: ipAddress(), required: 'byPermission', pii: 'pii_medium' },
  { name: 'updatedIpAddress', shown: false, kind: ipAddress(), takenBy: ['update'] },
  { name: 'issuerStatus', column: 'account_status', pii: 'none' },
  { name: 'createdDate', column: 'created_at', show: timestamp, list: false, pii: 'none' },
] as const satisfies readonly Field<IssuerAccountRow>[];

/** With the names that only getIssuerAccount has, and the accounts at custodians. */
export const ISSUER_ACCOUNT_LEVELS = uniteLevels(
  piiOf('issuer.read', ISSUER_ACCOUNT_FIELDS),
  piiTable('issuer.read', {
    none: 'issuerAccountStatus CustodianName',
    pii_low: 'state',
    pii_medium: 'accountfirstName accountlastName AccountName',
    pii_high: 'CustodianAccountNumber RoutingNumber AccountNumber funds',
  }),
);

/** How the sealed fields of the record are sealed and opened. */
export function issuerAccountSealing(secrets: Secrets, issuerId: number) {
  return sealingOf(secrets, 'issuer_accounts', issuerId);
}

function recordFields(row: IssuerAccountRow, secrets: Secrets) {
  return shownFields(ISSUER_ACCOUNT_FIELDS, row, issuerAccountSealing(secrets, row.issuer_id));
}

type Shown = ReturnType<typeof recordFields>;
type Fields = Record<string, string | null>;

/** The fields of the record that every response shows, in this order. */
const COMMON = [
  ...(['companyName', 'companyState', 'companyTaxID', 'entityType', 'issuingCountry', 'accountType'] as const),
  ...(['accountMiddleInitial', 'residentUS', 'citizenUS', 'addressLine1', 'addressLine2', 'city', 'zip'] as const),
  ...(['country', 'additionalInfo', 'socialSecurityNumber', 'dob'] as const),
] satisfies readonly (keyof Shown)[];

function picked(shown: Shown, names: readonly (keyof Shown)[]): Fields {
  return Object.fromEntries(names.map((name) => [name, shown[name]]));
}

function nullable(title: string, names: readonly string[]): TObject {
  return namedObject(title, Object.fromEntries(names.map((name) => [name, textOrNull()])));
}

const WRITTEN = [...COMMON, 'issuerStatus', 'createdDate', 'createdIpAddress'] satisfies readonly (keyof Shown)[];

const writtenIssuerAccountSchema = nullable('WrittenIssuerAccount', ['issuerId', ...WRITTEN]);

/** The answer to createIssuerAccount: the two personal fields in base64. */
export function writtenIssuerAccountFields(row: IssuerAccountRow, secrets: Secrets): Fields {
  const shown = recordFields(row, secrets);
  return {
    issuerId: String(row.issuer_id),
    ...picked(shown, WRITTEN),
    socialSecurityNumber: base64(shown.socialSecurityNumber),
    dob: base64(shown.dob),
  };
}

const READ = [
  ...['issuerId', 'accountfirstName', 'accountlastName', 'accountType', 'companyName', 'companyState', 'entityType'],
  ...['companyTaxID', 'accountMiddleInitial', 'socialSecurityNumber', 'dob', 'residentUS', 'citizenUS'],
  ...['addressLine1', 'addressLine2', 'city', 'state', 'zip', 'country', 'issuingCountry', 'additionalInfo'],
  'issuerAccountStatus',
];

export const issuerAccountSchema = nullable('IssuerAccount', READ);

/** The response of getIssuerAccount; for an issuer without an account record, its id and names. */
export function issuerAccountFields(issuer: IssuerRow, row: IssuerAccountRow | undefined, secrets: Secrets): Fields {
  return {
    ...Object.fromEntries(READ.map((name) => [name, null])),
    ...(row === undefined
      ? {}
      : { ...picked(recordFields(row, secrets), COMMON), issuerAccountStatus: row.account_status }),
    issuerId: String(issuer.issuer_id),
    accountfirstName: issuer.first_name,
    accountlastName: issuer.last_name,
  };
}

/** The key of the account record in answers. */
export const ISSUER_ACCOUNT_KEY = 'Financial issuer details';

/** [flag, [record]] of a new record; for a changed record, an object with the only key 1 (C48). */
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

export const custodianAccountSchema = textsSchema(
  'CustodianName',
  'CustodianAccountNumber',
  'RoutingNumber',
  'AccountNumber',
  'AccountName',
  'funds',
);

export function custodianAccountFields(row: IssuerCustodianAccountRow, secrets: Secrets) {
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

/** The parameters of createIssuerAccount and updateIssuerAccount (C48). */

const issuerId = required(numericId({ description: 'issuer id' }));

const { updatedIpAddress: _, ...creation } = updateParameters(ISSUER_ACCOUNT_FIELDS, 'requiredByPermission');

/** Also changes the record that is there: empty text clears a field, as it does in an update. */
export const issuerAccountCreation = { issuerId, ...creation };

export const issuerAccountUpdate = { issuerId, ...updateParameters(ISSUER_ACCOUNT_FIELDS, 'optional') };

/** The values that a call sets. */
export type SentIssuerAccount = SentValues<typeof ISSUER_ACCOUNT_FIELDS>;
