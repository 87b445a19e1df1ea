import Type from 'typebox';
import type { Method } from '../../../http/methods/index.ts';
import { choice, optional, wholeNumber } from '../../../http/parameters/index.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import { requestsInStatus } from '../../shared/request-queue.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { REQUEST_STATUSES } from './account-request-lifecycle.ts';
import { reviewedRequestFields, reviewedRequestSchema } from './account-review-fields.ts';

export function getCustodyAccountReviews({ db }: ModuleServices): Method {
  return operatorMethod({
    name: 'getCustodyAccountReviews',
    summary: 'Lists the requests for custody accounts of all clients in one status, the oldest first',
    description: 'For reviewers: open reviews are Pending or New Info Added.',
    parameters: {
      custAccStatus: optional(choice(REQUEST_STATUSES, { description: 'Pending when absent' })),
      offset: optional(wholeNumber({ description: 'requests to skip; 0 when absent', minimum: 0 })),
      limit: optional(wholeNumber({ description: 'most requests to list; 100 when absent', minimum: 1, maximum: 500 })),
    },
    response: Type.Object({ requests: Type.Array(reviewedRequestSchema), totalRecords: Type.Integer() }),
    handler: async ({ values: { custAccStatus = 'Pending', offset = 0, limit = 100 } }) => {
      const { rows, total } = await requestsInStatus(db, 'custody_account_requests', custAccStatus, { offset, limit });
      return { fields: { requests: rows.map(reviewedRequestFields), totalRecords: total } };
    },
  });
}
