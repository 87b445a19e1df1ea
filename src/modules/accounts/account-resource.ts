import Type from 'typebox';
import type { AccountRow } from '../../database/schema/index.ts';
import { namedObject } from '../../http/methods/index.ts';
import { documentLevels } from '../shared/documents/index.ts';
import type { Item, ReadDeps, Resource } from '../shared/list/index.ts';
import { noteLevels } from '../shared/notes/index.ts';
import {
  fieldsSchema,
  listFields,
  piiOf,
  piiTable,
  type Secrets,
  shownFields,
  uniteLevels,
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
import { SUITABILITY_LEVELS } from './suitability-fields.ts';

/** The levels of the fields of accounts, with their documents, notes and answers about suitability. */
export const ACCOUNT_LEVELS = uniteLevels(
  piiOf('account.read', ACCOUNT_FIELDS, 'clientId', 'accountstatus', 'archived_status', 'archiveStatus', 'linkIds'),
  piiOf('account.read', SOCIAL_SECURITY_NUMBER),
  // One limit has another name in getAccountLinkId (C57).
  piiTable('account.read', { pii_low: 'fivenotsixcLimit' }),
  SUITABILITY_LEVELS,
  documentLevels('account.read'),
  noteLevels('account.read'),
);

/** Accounts as the resource-style methods show them (C25). Sealed fields cannot be searched. */
export function accountResource(deps: ReadDeps & { readonly secrets: Secrets }): Resource<'accounts'> {
  return {
    deps,
    table: 'accounts',
    id: 'account_id',
    hides: 'deletedOrArchived',
    scope: 'account.read',
    levels: ACCOUNT_LEVELS,
    fields: {
      ...listFields(IDENTITY_FIELDS),
      ...listFields(STANDING_FIELDS),
      accountstatus: wordField('archived', { Active: 0, Archived: 1 }),
      ...listFields(CUSTOM_FIELDS),
      ...listFields(STAMP_FIELDS),
    },
    itemSchema: accountItemSchema,
    items: (rows): Item[] => rows.map((row) => accountItem(row, deps.secrets)),
  };
}

/** The fields of getAccount, with the state in words and the social security number. */
export const accountItemSchema = namedObject('Account', {
  ...fieldsSchema(ACCOUNT_FIELDS),
  ...fieldsSchema(SOCIAL_SECURITY_NUMBER),
  accountstatus: Type.String({ enum: ['Active', 'Archived'] }),
});

function accountItem(row: AccountRow, secrets: Secrets): Item {
  return {
    ...storedFields(row, secrets),
    ...shownFields(SOCIAL_SECURITY_NUMBER, row, accountSealing(secrets, row.account_id)),
    accountstatus: row.archived === 1 ? 'Archived' : 'Active',
  };
}
