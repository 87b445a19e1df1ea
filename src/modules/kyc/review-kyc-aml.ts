import Type from 'typebox';
import { ApiError, type Method } from '../../http/methods/index.ts';
import { choice, optional, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { REVIEW_TYPES } from './investors.ts';
import type { KycServices } from './kyc-services.ts';
import { requestWebhook, statusWebhook } from './kyc-webhooks.ts';
import { decide } from './review.ts';
import { reviewFields, reviewSchema } from './review-fields.ts';
import { findReview, notesOf } from './review-records.ts';
import { DISAPPROVED, MANUALLY_APPROVED, NEEDS_MORE_INFO } from './statuses.ts';

export function reviewKycAml(services: KycServices): Method {
  const { secrets } = services;
  return operatorMethod({
    name: 'reviewKycAml',
    summary: 'Decides on the KYC or AML status of an investor under review, or asks for more information',
    description: 'The client gets webhook updateKycAmlStatus, or updateKycAmlRequest when more information is needed.',
    refusals: [148, 190, 198, 404],
    parameters: {
      requestId: required(text({ description: 'requestId of requestKycAml', maxLength: 100 })),
      type: required(choice(REVIEW_TYPES, { description: 'which of the statuses' })),
      status: required(choice([NEEDS_MORE_INFO, MANUALLY_APPROVED, DISAPPROVED])),
      notes: optional(text({ description: 'shown to the client; unchanged when absent' })),
    },
    response: Type.Object({ review: reviewSchema }),
    handler: change(services, async ({ values: { requestId, type, status, notes }, ip }, db) => {
      const found = await findReview(db, requestId);
      if (found === undefined) throw new ApiError(404, undefined, { statusDesc: 'There is no such review' });
      const { review, investor } = await decide({ ...services, db }, found, { type, status, notes }, ip);
      const said = notesOf(review, secrets);
      const needsMore = status === NEEDS_MORE_INFO;
      const fired = {
        clientId: review.client_id,
        method: needsMore ? 'updateKycAmlRequest' : 'updateKycAmlStatus',
        fields: needsMore ? requestWebhook(review, investor, said) : statusWebhook(type, status, investor),
      };
      return { fields: { review: reviewFields(review, said) }, alsoFires: [fired] };
    }),
  });
}
