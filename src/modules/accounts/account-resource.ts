import Type from 'typebox';
import type { AccountRow } from '../../database/tables/reference.ts';
import {
  digitsField,
  type Item,
  numberField,
  type ReadServices,
  type Resource,
  textField,
  timeField,
  wordField,
} from '../shared/list/index.ts';
import { ACCOUNT_PII, REDACTED } from '../shared/pii-levels.ts';
import type { Secrets } from '../shared/services.ts';
import { accountSchema, storedFields } from './account-fields.ts';
import { socialSecurityNumberOf } from './account-records.ts';

/** Accounts as the resource-style methods show them (C25). Sealed fields cannot be searched. */
export function accountResource(services: ReadServices & { readonly secrets: Secrets }): Resource<'accounts'> {
  return {
    services,
    table: 'accounts',
    id: 'account_id',
    hides: 'deletedOrArchived',
    scope: 'account.read',
    pii: ACCOUNT_PII,
    fields: {
      accountId: textField('account_id', { filter: 'indexed' }),
      accountName: textField('account_name'),
      type: textField('type'),
      entityType: textField('entity_type'),
      residentType: textField('resident_type'),
      address1: textField('address1'),
      address2: textField('address2'),
      city: textField('city'),
      state: textField('state'),
      zip: textField('zip'),
      country: textField('country'),
      email: textField('email', { filter: 'indexed' }),
      phone: textField('phone'),
      kycStatus: textField('kyc_status'),
      kycDate: textField('kyc_date'),
      amlStatus: textField('aml_status'),
      amlDate: textField('aml_date'),
      suitabilityScore: numberField('suitability_score'),
      suitabilityDate: textField('suitability_date'),
      suitabilityApprover: textField('suitability_approver'),
      accreditedStatus: textField('accredited_status'),
      accreditedInvestor: textField('accredited_investor'),
      accreditedInvestorDate: textField('accredited_investor_date'),
      '506cLimit': digitsField('limit_506c'),
      accountTotalLimit: digitsField('account_total_limit'),
      singleInvestmentLimit: digitsField('single_investment_limit'),
      associatedAC: textField('associated_ac'),
      syndicate: textField('syndicate'),
      tags: textField('tags'),
      approvalStatus: textField('approval_status'),
      approvalPrincipal: textField('approval_principal'),
      approvalLastReview: textField('approval_last_review'),
      accountstatus: wordField('archived', { Active: 0, Archived: 1 }),
      field1: textField('field1'),
      field2: textField('field2'),
      field3: textField('field3'),
      createdDate: timeField('created_at'),
      updatedDate: timeField('updated_at'),
    },
    itemSchema: accountItemSchema,
    items: (rows): Item[] => rows.map((row) => accountItem(row, services.secrets)),
  };
}

/** What getAccount shows, with the state in words and the social security number. */
export const accountItemSchema = Type.Object({
  ...Type.Omit(accountSchema, ['archived_status']).properties,
  socialSecurityNumber: Type.String(),
  accountstatus: Type.String({ enum: ['Active', 'Archived', REDACTED] }),
});

export function accountItem(row: AccountRow, secrets: Secrets): Item {
  return {
    ...storedFields(row, secrets),
    socialSecurityNumber: socialSecurityNumberOf(row, secrets),
    accountstatus: row.archived === 1 ? 'Archived' : 'Active',
  };
}
