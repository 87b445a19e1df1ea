import Type from 'typebox';
import type { AccountRow } from '../../database/schema/index.ts';
import type { Item, ReadServices, Resource } from '../shared/list/index.ts';
import {
  fieldsSchema,
  listFields,
  piiOf,
  REDACTED,
  type Secrets,
  shownFields,
  wordField,
} from '../shared/record/index.ts';
import {
  ACCOUNT_FIELDS,
  accountSealing,
  CUSTOM_FIELDS,
  IDENTITY_FIELDS,
  SOCIAL_SECURITY_NUMBER,
  STAMP_FIELDS,
  STANDING_FIELDS,
  storedFields,
} from './account-fields.ts';

export const ACCOUNT_PII = piiOf(
  'account.read',
  [...ACCOUNT_FIELDS, ...SOCIAL_SECURITY_NUMBER],
  ...['accountstatus', 'clientId'],
);

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
      ...listFields(IDENTITY_FIELDS),
      ...listFields(STANDING_FIELDS),
      accountstatus: wordField('archived', { Active: 0, Archived: 1 }),
      ...listFields(CUSTOM_FIELDS),
      ...listFields(STAMP_FIELDS),
    },
    itemSchema: accountItemSchema,
    items: (rows): Item[] => rows.map((row) => accountItem(row, services.secrets)),
  };
}

/** The fields of getAccount, with the state in words and the social security number. */
export const accountItemSchema = Type.Object({
  ...fieldsSchema(ACCOUNT_FIELDS),
  ...fieldsSchema(SOCIAL_SECURITY_NUMBER),
  accountstatus: Type.String({ enum: ['Active', 'Archived', REDACTED] }),
});

function accountItem(row: AccountRow, secrets: Secrets): Item {
  return {
    ...storedFields(row, secrets),
    ...shownFields(SOCIAL_SECURITY_NUMBER, row, accountSealing(secrets, row.account_id)),
    accountstatus: row.archived === 1 ? 'Archived' : 'Active',
  };
}
