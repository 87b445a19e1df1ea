import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { optional, wholeNumber } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { requestsInStatus } from '../shared/request-queue.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line } from '../shared/values/index.ts';
import { reviewedRequestFields, reviewedRequestSchema } from './accreditation-fields.ts';

export function getAiRequests({ db }: ModuleServices): Method {
  return operatorMethod({
    name: 'getAiRequests',
    summary: 'Lists the requests for verification of all clients in one status, the oldest first',
    description: 'For reviewers: open requests are Pending, or have a status of the client, such as New Info Added.',
    parameters: {
      aiRequestStatus: optional(line('Pending when absent; as it was sent')),
      offset: optional(wholeNumber({ description: 'requests to skip; 0 when absent', minimum: 0 })),
      limit: optional(wholeNumber({ description: 'most requests to list; 100 when absent', minimum: 1, maximum: 500 })),
    },
    response: Type.Object({ requests: Type.Array(reviewedRequestSchema), totalRecords: Type.Integer() }),
    handler: async ({ values: { aiRequestStatus = 'Pending', offset = 0, limit = 100 } }) => {
      const { rows, total } = await requestsInStatus(db, 'accreditation_requests', aiRequestStatus, { offset, limit });
      return { fields: { requests: rows.map(reviewedRequestFields), totalRecords: total } };
    },
  });
}
