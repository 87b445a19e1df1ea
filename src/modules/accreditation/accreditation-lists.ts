/** Requests for verification as a list (I6). */

import type { Method } from '../../http/methods/index.ts';
import { ACCOUNT_LEVELS } from '../accounts/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { documentLevels } from '../shared/documents/index.ts';
import { type Resource, resourceMethods } from '../shared/list/index.ts';
import { levelsIn, piiTable, STAMPS, textField, uniteLevels } from '../shared/record/index.ts';
import { LISTED_REQUEST_VIEW } from './accreditation-fields.ts';

const SCOPE = 'account.read';

/** The levels of all that the module answers. Notes and the reviewer may name people. */
export const ACCREDITATION_LEVELS = uniteLevels(
  piiTable(SCOPE, {
    none: `airequestId accountId aiMethod aiRequestStatus aiDate createdDate updatedDate clientId status
      developerAPIKey`,
    pii_low: 'allow',
    pii_medium: 'notes reviewedBy',
  }),
  levelsIn(ACCOUNT_LEVELS, 'accountName', 'accreditedStatus'),
  documentLevels(SCOPE),
);

/** listAiRequests and readAiRequest. */
export function accreditationLists(deps: ModuleDeps): Method[] {
  const resource: Resource<'accreditation_requests'> = {
    deps,
    table: 'accreditation_requests',
    id: 'request_id',
    hides: 'deleted',
    scope: SCOPE,
    levels: ACCREDITATION_LEVELS,
    fields: {
      airequestId: textField('request_id', { filter: 'indexed' }),
      accountId: textField('account_id', { filter: 'indexed' }),
      aiMethod: textField('ai_method'),
      aiRequestStatus: textField('request_status'),
      aiDate: textField('valid_until'),
      ...STAMPS,
    },
    itemSchema: LISTED_REQUEST_VIEW.schema,
    items: (rows) => rows.map(LISTED_REQUEST_VIEW.show),
  };
  return resourceMethods(resource, {
    many: 'aiRequests',
    what: 'the requests to verify that investors are accredited',
    one: {
      ...{ name: 'aiRequest', what: 'a request to verify that an investor is accredited', id: 'airequestId' },
      description: 'An extension (I6): notes and reviewer need account.read.pii_medium.',
    },
  });
}
