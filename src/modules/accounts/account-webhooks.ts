/** The webhooks of an account. */
import type { AccountRow } from '../../database/schema/index.ts';
import { webhooksIn } from '../../http/openapi/index.ts';
import { type Secrets, shownFields, shownNames } from '../shared/record/index.ts';
import { MASKED } from '../shared/values/index.ts';
import {
  ACCOUNT_FIELDS,
  accountSealing,
  CUSTOM_FIELDS,
  IDENTITY_FIELDS,
  SOCIAL_SECURITY_NUMBER,
  STANDING_FIELDS,
} from './account-fields.ts';

type Fields = Record<string, string | null>;

/** createAccount: its personal numbers are always empty, and there is no custodian yet. */
export function accountCreatedWebhook(row: AccountRow, secrets: Secrets): Fields {
  return {
    accountId: row.account_id,
    providerid: null,
    status: row.archived === 1 ? 'Archived' : 'Active',
    ...writtenFields(row, secrets),
    createdIpAddress: row.created_ip_address,
    client_id: row.client_id,
    developerAPIKey: MASKED,
  };
}

/** updateAccount: the account after the update; an account has no date of birth. */
export function accountUpdatedWebhook(row: AccountRow, secrets: Secrets): Fields {
  return {
    ...writtenFields(row, secrets),
    ...shownFields(SOCIAL_SECURITY_NUMBER, row, accountSealing(secrets, row.account_id)),
    updatedIpAddress: row.updated_ip_address,
  };
}

function writtenFields(row: AccountRow, secrets: Secrets): Fields {
  const { kycDate: _, ...standing } = shownFields(STANDING_FIELDS, row);
  return {
    ...shownFields(IDENTITY_FIELDS, row, accountSealing(secrets, row.account_id)),
    socialSecurityNumber: '',
    dateOfBirth: '',
    ...standing,
    virtualStatus: row.deleted_at === null ? 'ACTIVE' : 'DELETED',
    ...shownFields(CUSTOM_FIELDS, row),
  };
}

const WRITTEN = [
  ...shownNames([...IDENTITY_FIELDS, ...STANDING_FIELDS, ...CUSTOM_FIELDS]).filter((name) => name !== 'kycDate'),
  ...['socialSecurityNumber', 'dateOfBirth', 'virtualStatus'],
];
const READ = [...shownNames(ACCOUNT_FIELDS), 'archived_status'];

export const ACCOUNT_WEBHOOKS = webhooksIn('Accounts', {
  createAccount: {
    summary: 'An account was created',
    fields: [...WRITTEN, 'providerid', 'status', 'createdIpAddress', 'client_id', 'developerAPIKey'],
  },
  updateAccount: {
    summary: 'An account was changed',
    fields: [...WRITTEN, 'updatedIpAddress'],
  },
  getAccount: { summary: 'An account was read', fields: READ },
  getAccountLinkId: {
    summary: 'An account was read that has links',
    fields: [...READ.filter((name) => name !== '506cLimit'), 'fivenotsixcLimit', 'linkIds'],
  },
  updateAccountArchivestatus: {
    // The path spells Status with a capital (C40); so do its siblings.
    sentBy: ['updateAccountArchiveStatus'],
    summary: 'An account was archived, or made active again',
    fields: ['accountId', 'archiveStatus'],
  },
  uploadAccountDocument: { summary: 'Documents of an account were uploaded', fields: ['accountId'] },
});
