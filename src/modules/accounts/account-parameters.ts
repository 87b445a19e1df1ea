/** What createAccount takes, and what it is stored as (C57). */
import {
  date,
  optional,
  required,
  requiredByPermission,
  text,
  type ValuesOf,
  wholeNumber,
} from '../../http/parameters/index.ts';
import { asSent, customField, ipAddress, line, phone, tags } from '../shared/parameters.ts';
import type { AccountChange } from './account-patch.ts';
import type { NewAccount } from './account-records.ts';

const DOLLARS_MAX = 1_000_000_000_000_000;

const day = asSent(date({ description: 'YYYY-MM-DD or MM-DD-YYYY; kept as sent' }));
const reviewStatus = line('expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent');
const dollars = asSent(wholeNumber({ description: 'whole dollars', minimum: 0, maximum: DOLLARS_MAX }));
const taxId = text({
  description: 'digits, with or without hyphens; kept as sent',
  maxLength: 20,
  pattern: /^[0-9][0-9-]*$/,
  patternReason: 'must be digits, with or without hyphens',
});

export const creationParameters = {
  accountRegistration: required(line('exact registration, such as a joint or trust name')),
  type: required(line('expected Individual, Entity, TIC, JTWROS, IRA, SepIRA, ROTH or Joint; kept as sent')),
  entityType: optional(
    line('expected Revocable Trust, Irrevocable Trust, Limited Partnership, LLC or Corporation; kept as sent'),
  ),
  domesticYN: required(line('expected domestic_account or international_account; kept as sent')),
  streetAddress1: required(line('address')),
  streetAddress2: optional(line('address')),
  city: required(line('city')),
  state: required(line('two letters, NOUS outside the U.S.; kept as sent')),
  zip: required(line('postal code')),
  country: required(line('country')),
  email: optional(line('e-mail address')),
  phone: optional(phone()),
  taxID: optional(taxId),
  KYCstatus: optional(reviewStatus),
  AMLstatus: optional(reviewStatus),
  AMLdate: optional(day),
  suitabilityScore: optional(wholeNumber({ description: '5 is most suitable', minimum: 1, maximum: 5 })),
  suitabilityDate: optional(day),
  suitabilityApprover: optional(line('representative')),
  AccreditedStatus: optional(
    line('expected Pending, Self Accredited, Verified Accredited or Not Accredited; kept as sent'),
  ),
  Allow: optional(line('how accredited, for example Income or Assets')),
  AIdate: optional(day),
  '506cLimit': optional(dollars),
  accountTotalLimit: optional(dollars),
  singleInvestmentLimit: optional(dollars),
  associatedAC: optional(line('expected Yes or No; kept as sent')),
  syndicate: optional(line('stored as the word syndicate by keys with the field permission, else not at all')),
  tags: optional(tags()),
  notes: optional(text({ description: 'free text' })),
  approvalStatus: optional(line('expected Pending, Approved or Not Approved; kept as sent')),
  approvalPrincipal: optional(line('name of the principal')),
  approvalLastReview: optional(day),
  field1: optional(customField()),
  field2: optional(customField()),
  field3: optional(customField()),
  createdIpAddress: optional(ipAddress()),
};

/** A field that was not sent is null or empty text, as getAccount shows it (C16). */
export function newAccountOf(values: ValuesOf<typeof creationParameters>, syndicateEnabled: boolean): NewAccount {
  return {
    account_name: values.accountRegistration,
    type: values.type,
    entity_type: values.entityType ?? null,
    resident_type: values.domesticYN,
    address1: values.streetAddress1,
    address2: values.streetAddress2 ?? '',
    city: values.city,
    state: values.state,
    zip: values.zip,
    country: values.country,
    email: values.email ?? '',
    phone: values.phone ?? null,
    tax_id: values.taxID ?? null,
    // Free-form statuses have no default (C15).
    kyc_status: values.KYCstatus ?? '',
    aml_status: values.AMLstatus ?? '',
    aml_date: values.AMLdate ?? null,
    suitability_score: values.suitabilityScore ?? null,
    suitability_date: values.suitabilityDate ?? null,
    suitability_approver: values.suitabilityApprover ?? null,
    accredited_status: values.AccreditedStatus ?? '',
    accredited_investor: values.Allow ?? null,
    accredited_investor_date: values.AIdate ?? null,
    limit_506c: values['506cLimit'] ?? null,
    account_total_limit: values.accountTotalLimit ?? null,
    single_investment_limit: values.singleInvestmentLimit ?? null,
    associated_ac: values.associatedAC ?? null,
    syndicate: syndicateEnabled && values.syndicate !== undefined ? 'syndicate' : '',
    tags: values.tags ?? '',
    notes: values.notes ?? '',
    approval_status: values.approvalStatus ?? '',
    approval_principal: values.approvalPrincipal ?? null,
    approval_last_review: values.approvalLastReview ?? null,
    field1: values.field1 ?? '',
    field2: values.field2 ?? '',
    field3: values.field3 ?? '',
    created_ip_address: values.createdIpAddress ?? null,
  };
}

const { createdIpAddress: _, ...fields } = creationParameters;

/** What createAccount takes; what it requires, keys with the field permission must send (C27). */
export const updateParameters = {
  ...fields,
  accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })),
  accountRegistration: requiredByPermission(fields.accountRegistration),
  type: requiredByPermission(fields.type),
  domesticYN: requiredByPermission(fields.domesticYN),
  streetAddress1: requiredByPermission(fields.streetAddress1),
  city: requiredByPermission(fields.city),
  state: requiredByPermission(fields.state),
  zip: requiredByPermission(fields.zip),
  country: requiredByPermission(fields.country),
  updatedIpAddress: optional(ipAddress()),
};

/** What was sent, by column. The word syndicate is for keys with the field permission (C27). */
export function accountChangeOf(values: ValuesOf<typeof updateParameters>, syndicateEnabled: boolean): AccountChange {
  const change = {
    account_name: values.accountRegistration,
    type: values.type,
    entity_type: values.entityType,
    resident_type: values.domesticYN,
    address1: values.streetAddress1,
    address2: values.streetAddress2,
    city: values.city,
    state: values.state,
    zip: values.zip,
    country: values.country,
    email: values.email,
    phone: values.phone,
    tax_id: values.taxID,
    kyc_status: values.KYCstatus,
    aml_status: values.AMLstatus,
    aml_date: values.AMLdate,
    suitability_score: values.suitabilityScore,
    suitability_date: values.suitabilityDate,
    suitability_approver: values.suitabilityApprover,
    accredited_status: values.AccreditedStatus,
    accredited_investor: values.Allow,
    accredited_investor_date: values.AIdate,
    limit_506c: values['506cLimit'],
    account_total_limit: values.accountTotalLimit,
    single_investment_limit: values.singleInvestmentLimit,
    associated_ac: values.associatedAC,
    syndicate: syndicateEnabled && values.syndicate !== undefined ? 'syndicate' : undefined,
    tags: values.tags,
    notes: values.notes,
    approval_status: values.approvalStatus,
    approval_principal: values.approvalPrincipal,
    approval_last_review: values.approvalLastReview,
    field1: values.field1,
    field2: values.field2,
    field3: values.field3,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
