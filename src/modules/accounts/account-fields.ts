/** The fields of an account, and an account as the API shows it (C57). */
import Type from 'typebox';
import type { AccountRow } from '../../database/schema/index.ts';
import { type Client, namedObject } from '../../http/methods/index.ts';
import { text, wholeNumber } from '../../http/parameters/index.ts';
import {
  digitsField,
  type Field,
  fieldsNamed,
  fieldsSchema,
  indexed,
  numberField,
  type RecordKind,
  type Secrets,
  sealingOf,
  shownFields,
  shownTo,
  shownToSchema,
  textField,
  timeField,
} from '../shared/record/index.ts';
import {
  changedTimestamp,
  customField,
  dollars,
  entityKind,
  ipAddress,
  line,
  phone,
  reviewStatus,
  sentDay,
  tags,
  textOrNull,
  timestamp,
} from '../shared/values/index.ts';

const taxId = text({
  description: 'digits, with or without hyphens; kept as sent',
  maxLength: 20,
  pattern: /^[0-9][0-9-]*$/,
  patternReason: 'must be digits, with or without hyphens',
});

/** Whose account it is. */
export const IDENTITY_FIELDS = [
  { name: 'accountId', pii: 'none', list: indexed(textField) },
  {
    name: 'accountRegistration',
    shown: 'accountName',
    column: 'account_name',
    kind: line('exact registration, such as a joint or trust name'),
    required: true,
    empty: '',
    pii: 'pii_medium',
  },
  {
    name: 'type',
    kind: line('expected Individual, Entity, TIC, JTWROS, IRA, SepIRA, ROTH or Joint; kept as sent'),
    required: true,
    empty: '',
    pii: 'none',
  },
  {
    name: 'entityType',
    kind: entityKind,
    pii: 'none',
  },
  {
    name: 'domesticYN',
    shown: 'residentType',
    column: 'resident_type',
    kind: line('expected domestic_account or international_account; kept as sent'),
    required: true,
    empty: '',
    pii: 'none',
  },
  {
    name: 'streetAddress1',
    shown: 'address1',
    column: 'address1',
    kind: line('address'),
    required: true,
    empty: '',
    pii: 'pii_medium',
  },
  {
    name: 'streetAddress2',
    shown: 'address2',
    column: 'address2',
    kind: line('address'),
    empty: '',
    pii: 'pii_medium',
  },
  { name: 'city', kind: line('city'), required: true, empty: '', pii: 'pii_medium' },
  {
    name: 'state',
    kind: line('two letters, NOUS outside the U.S.; kept as sent'),
    required: true,
    empty: '',
    pii: 'pii_low',
  },
  { name: 'zip', kind: line('postal code'), required: true, empty: '', pii: 'pii_medium' },
  { name: 'country', kind: line('country'), required: true, empty: '', pii: 'pii_low' },
  { name: 'email', kind: line('e-mail address'), empty: '', pii: 'pii_medium', list: indexed(textField) },
  { name: 'phone', kind: phone(), pii: 'pii_medium' },
  { name: 'taxID', column: 'tax_id', kind: taxId, sealed: true, pii: 'pii_high', hiddenAs: 'end' },
] as const satisfies readonly Field<AccountRow>[];

/**
 * The status of the account: results of reviews, limits of investments, approvals. Statuses have no default (C15).
 */
export const STANDING_FIELDS = [
  { name: 'KYCstatus', shown: 'kycStatus', column: 'kyc_status', kind: reviewStatus, empty: '', pii: 'none' },
  { name: 'kycDate', kind: sentDay, takenBy: ['patch'], pii: 'pii_low' },
  { name: 'AMLstatus', shown: 'amlStatus', column: 'aml_status', kind: reviewStatus, empty: '', pii: 'none' },
  { name: 'AMLdate', shown: 'amlDate', column: 'aml_date', kind: sentDay, pii: 'pii_low' },
  {
    name: 'suitabilityScore',
    kind: wholeNumber({ description: '5 is most suitable', minimum: 1, maximum: 5 }),
    pii: 'pii_low',
    list: numberField,
  },
  { name: 'suitabilityDate', kind: sentDay, pii: 'pii_low' },
  { name: 'suitabilityApprover', kind: line('representative'), pii: 'pii_medium' },
  {
    name: 'AccreditedStatus',
    shown: 'accreditedStatus',
    column: 'accredited_status',
    kind: line('expected Pending, Self Accredited, Verified Accredited or Not Accredited; kept as sent'),
    takenBy: ['create', 'update'],
    empty: '',
    pii: 'none',
  },
  {
    name: 'Allow',
    shown: 'accreditedInvestor',
    column: 'accredited_investor',
    kind: line('how accredited, for example Income or Assets'),
    takenBy: ['create', 'update'],
    pii: 'pii_low',
  },
  {
    name: 'AIdate',
    shown: 'accreditedInvestorDate',
    column: 'accredited_investor_date',
    kind: sentDay,
    takenBy: ['create', 'update'],
    pii: 'pii_low',
  },
  { name: '506cLimit', column: 'limit_506c', kind: dollars, pii: 'pii_low', list: digitsField },
  { name: 'accountTotalLimit', kind: dollars, pii: 'pii_low', list: digitsField },
  { name: 'singleInvestmentLimit', kind: dollars, pii: 'pii_low', list: digitsField },
  { name: 'associatedAC', column: 'associated_ac', kind: line('expected Yes or No; kept as sent'), pii: 'pii_low' },
  {
    name: 'syndicate',
    kind: line('stored as the word syndicate by keys with the field permission, else not at all'),
    empty: '',
    pii: 'pii_low',
  },
  { name: 'tags', kind: tags(), empty: '', pii: 'pii_low' },
  { name: 'notes', kind: text({ description: 'free text' }), empty: '', pii: 'pii_medium', list: false },
  {
    name: 'approvalStatus',
    kind: line('expected Pending, Approved or Not Approved; kept as sent'),
    empty: '',
    pii: 'none',
  },
  { name: 'approvalPrincipal', kind: line('name of the principal'), pii: 'pii_medium' },
  { name: 'approvalLastReview', kind: sentDay, pii: 'pii_low' },
] as const satisfies readonly Field<AccountRow>[];

/** The values that the caller computes. */
export const CUSTOM_FIELDS = [
  { name: 'field1', kind: customField(), empty: '', pii: 'pii_medium' },
  { name: 'field2', kind: customField(), empty: '', pii: 'pii_medium' },
  { name: 'field3', kind: customField(), empty: '', pii: 'pii_medium' },
] as const satisfies readonly Field<AccountRow>[];

export const STAMP_FIELDS = [
  { name: 'createdDate', column: 'created_at', show: timestamp, pii: 'none', list: timeField },
  {
    name: 'updatedDate',
    column: 'updated_at',
    show: changedTimestamp,
    pii: 'none',
    list: timeField,
  },
] as const satisfies readonly Field<AccountRow>[];

/** The fields of every read of an account; a new field is an entry of one of the tables above. */
export const ACCOUNT_FIELDS = [
  ...IDENTITY_FIELDS,
  ...STANDING_FIELDS,
  ...CUSTOM_FIELDS,
  ...STAMP_FIELDS,
  { name: 'createdIpAddress', shown: false, kind: ipAddress(), takenBy: ['create'] },
] as const satisfies readonly Field<AccountRow>[];

/** Empty unless operations staff stored one (C57); only lists and a webhook show it. */
export const SOCIAL_SECURITY_NUMBER = [
  { name: 'socialSecurityNumber', sealed: true, empty: '', pii: 'pii_high' },
] as const satisfies readonly Field<AccountRow>[];

const STATUS = fieldsNamed(
  ACCOUNT_FIELDS,
  ...(['accountId', 'KYCstatus', 'AMLstatus', 'AccreditedStatus', 'approvalStatus'] as const),
);

/** The response of createAccount. */
export const accountStatusSchema = namedObject('AccountStatus', fieldsSchema(STATUS));

export function accountStatusFields(row: AccountRow) {
  return shownFields(STATUS, row);
}

/** How the sealed fields of an account are sealed and opened. */
export function accountSealing(secrets: Secrets, accountId: string) {
  return sealingOf(secrets, ACCOUNT.table, accountId);
}

/** The fields of every read of an account. */
export function storedFields(row: AccountRow, secrets: Secrets) {
  return shownFields(ACCOUNT_FIELDS, row, accountSealing(secrets, row.account_id));
}

/** The fields of getAccount. */
export function accountFields(row: AccountRow, secrets: Secrets) {
  return { ...storedFields(row, secrets), archived_status: String(row.archived) };
}

const accountSchema = namedObject('AccountRecord', { ...fieldsSchema(ACCOUNT_FIELDS), archived_status: Type.String() });

/** The fields of getAccount for a caller. */
export function shownAccount(row: AccountRow, secrets: Secrets, client: Client) {
  return shownTo(client, row, accountFields(row, secrets));
}

/** The result of shownAccount. */
export const shownAccountSchema = shownToSchema(accountSchema);

/** The fields of getAccountLinkId: one limit has another name there (C57). */
export function accountFieldsWithLinks(row: AccountRow, secrets: Secrets, linkIds: readonly string[]) {
  const { '506cLimit': fivenotsixcLimit, ...fields } = accountFields(row, secrets);
  return { ...fields, fivenotsixcLimit, linkIds };
}

export const accountWithLinksSchema = Type.Object({
  ...Type.Omit(accountSchema, ['506cLimit']).properties,
  fivenotsixcLimit: textOrNull(),
  linkIds: Type.Array(Type.String()),
});

/** Ids are A and 6 to 10 digits. */
export const ACCOUNT = {
  table: 'accounts',
  id: 'account_id',
  form: /^A[0-9]{6,10}$/,
  unknown: 148,
} as const satisfies RecordKind<'accounts'>;

export function isAccountId(text: string): boolean {
  return ACCOUNT.form.test(text);
}
