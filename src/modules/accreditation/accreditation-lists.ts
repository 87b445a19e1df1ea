/** Requests for verification as a list (I6). */
import type { Method } from '../../http/methods/index.ts';
import { type Resource, resourceMethods } from '../shared/list/index.ts';
import { piiTable, STAMPS, textField } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { LISTED_REQUEST_VIEW } from './accreditation-fields.ts';

const SCOPE = 'account.read';

/** Notes and the reviewer may name people. */
const PII = piiTable(SCOPE, {
  none: 'airequestId accountId aiMethod aiRequestStatus aiDate createdDate updatedDate clientId',
  pii_low: '',
  pii_medium: 'notes reviewedBy',
  pii_high: '',
});

/** listAiRequests and readAiRequest. */
export function accreditationLists(services: ModuleServices): Method[] {
  const resource: Resource<'accreditation_requests'> = {
    services,
    table: 'accreditation_requests',
    id: 'request_id',
    hides: 'deleted',
    scope: SCOPE,
    pii: PII,
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
