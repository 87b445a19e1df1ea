import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { flag, optional, wholeNumber } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import type { KycServices } from './kyc-services.ts';
import { reviewFields, reviewSchema } from './review-fields.ts';
import { listReviews, notesOf } from './review-records.ts';

export function getKycAmlReviews({ db, secrets }: KycServices): Method {
  return operatorMethod({
    name: 'getKycAmlReviews',
    summary: 'Lists the reviews of all clients, the oldest first',
    description: 'For reviewers: the requests of requestKycAml and updateKycAmlStatus.',
    parameters: {
      open: optional(flag({ description: 'true (when absent): those that wait; false: those that are decided' })),
      offset: optional(wholeNumber({ description: 'reviews to skip; 0 when absent', minimum: 0 })),
      limit: optional(wholeNumber({ description: 'most reviews to list; 100 when absent', minimum: 1, maximum: 500 })),
    },
    response: Type.Object({ reviews: Type.Array(reviewSchema), totalRecords: Type.Integer() }),
    handler: async ({ values: { open = true, offset = 0, limit = 100 } }) => {
      const { rows, total } = await listReviews(db, { open, offset, limit });
      return { fields: { reviews: rows.map((row) => reviewFields(row, notesOf(row, secrets))), totalRecords: total } };
    },
  });
}
