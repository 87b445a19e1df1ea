/** The body of PATCH /v3/accounts/{accountId} (C58). */
import { patchKind, unpatchedNames } from '../shared/record/index.ts';
import { ACCOUNT_FIELDS } from './account-fields.ts';

const READ_ONLY = [
  'accountId',
  'createdDate',
  'updatedDate',
  'accountstatus',
  ...unpatchedNames(ACCOUNT_FIELDS),
  'socialSecurityNumber',
];

/** The fields to change; an empty or null value clears a field that may be empty. */
export function accountChange() {
  return patchKind(ACCOUNT_FIELDS, READ_ONLY);
}
