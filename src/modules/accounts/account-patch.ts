/** What PATCH /v3/accounts/{accountId} takes (C58). */
import Type from 'typebox';
import type { AccountRow } from '../../database/tables/reference.ts';
import { isMissing, jsonObject, type Kind, Malformed, printableName } from '../../http/parameters/index.ts';
import { REDACTED } from '../shared/pii-levels.ts';
import { creationParameters as of } from './account-parameters.ts';

/** New values of columns; the tax id as it was sent, not yet sealed. */
export type AccountChange = Readonly<Partial<Omit<AccountRow, 'tax_id_sealed'>> & { tax_id?: string | null }>;

/** What an empty or null value means: the column's own empty value, or that the call is refused. */
type Empty = '' | null | 'refused';

type Column = keyof AccountChange;

const FIELDS: Readonly<Record<string, readonly [Column, Kind<string | number>, Empty]>> = {
  accountName: ['account_name', of.accountRegistration, 'refused'],
  type: ['type', of.type, 'refused'],
  entityType: ['entity_type', of.entityType, null],
  residentType: ['resident_type', of.domesticYN, 'refused'],
  address1: ['address1', of.streetAddress1, 'refused'],
  address2: ['address2', of.streetAddress2, ''],
  city: ['city', of.city, 'refused'],
  state: ['state', of.state, 'refused'],
  zip: ['zip', of.zip, 'refused'],
  country: ['country', of.country, 'refused'],
  email: ['email', of.email, ''],
  phone: ['phone', of.phone, null],
  taxID: ['tax_id', of.taxID, null],
  kycStatus: ['kyc_status', of.KYCstatus, ''],
  kycDate: ['kyc_date', of.AMLdate, null],
  amlStatus: ['aml_status', of.AMLstatus, ''],
  amlDate: ['aml_date', of.AMLdate, null],
  suitabilityScore: ['suitability_score', of.suitabilityScore, null],
  suitabilityDate: ['suitability_date', of.suitabilityDate, null],
  suitabilityApprover: ['suitability_approver', of.suitabilityApprover, null],
  '506cLimit': ['limit_506c', of['506cLimit'], null],
  accountTotalLimit: ['account_total_limit', of.accountTotalLimit, null],
  singleInvestmentLimit: ['single_investment_limit', of.singleInvestmentLimit, null],
  associatedAC: ['associated_ac', of.associatedAC, null],
  syndicate: ['syndicate', of.syndicate, ''],
  tags: ['tags', of.tags, ''],
  notes: ['notes', of.notes, ''],
  approvalStatus: ['approval_status', of.approvalStatus, ''],
  approvalPrincipal: ['approval_principal', of.approvalPrincipal, null],
  approvalLastReview: ['approval_last_review', of.approvalLastReview, null],
  field1: ['field1', of.field1, ''],
  field2: ['field2', of.field2, ''],
  field3: ['field3', of.field3, ''],
};

/** Fields of an account that are shown and cannot be set: passed over (C58), so that what was read can be sent back. */
const READ_ONLY = new Set([
  'accountId',
  'createdDate',
  'updatedDate',
  'accountstatus',
  'accreditedStatus',
  'accreditedInvestor',
  'accreditedInvestorDate',
  'socialSecurityNumber',
]);

/** The fields to change; an empty or null value clears a field that may be empty. */
export function accountChange(): Kind<AccountChange> {
  const object = jsonObject();
  return {
    schema: Type.Unsafe<AccountChange>({
      type: 'object',
      description: `Only the fields to change. ${[...READ_ONLY].join(', ')} cannot be set and are passed over.`,
      properties: Object.fromEntries(Object.entries(FIELDS).map(([name, [, kind]]) => [name, kind.schema])),
    }),
    keepEmpty: false,
    read: (value) => {
      const sent = object.read(value);
      return sent instanceof Malformed ? sent : readChange(sent);
    },
  };
}

function readChange(sent: Readonly<Record<string, unknown>>): AccountChange | Malformed {
  const change: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (READ_ONLY.has(name)) continue;
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (field === undefined) return new Malformed(`has the unknown field "${printableName(name)}"`);
    const [column, kind, empty] = field;
    const missing = isMissing(value, false);
    if (missing && empty === 'refused') return new Malformed(`has the field "${name}", which must not be empty`);
    const read = missing ? empty : kind.read(value);
    if (read instanceof Malformed) return new Malformed(`has the field "${name}", which ${read.reason}`);
    if (read === REDACTED)
      return new Malformed(`has the field "${name}", whose value is what stands for one not shown`);
    change[column] = read;
  }
  return change;
}
