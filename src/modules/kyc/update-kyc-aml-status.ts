import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { choice, required } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { textOrNull, timestamp } from '../shared/values/index.ts';
import { REVIEW_TYPES } from './investors.ts';
import { partyId } from './kyc-parameters.ts';
import { GROUP, type KycServices } from './kyc-services.ts';
import { requirePerson } from './require-person.ts';
import { decide } from './review.ts';
import { DECIDED, findReviewOf } from './review-records.ts';
import { NEEDS_MORE_INFO, NEW_INFO_ADDED, PENDING, UPDATED_REVIEW_REQUESTED } from './statuses.ts';

/** The requests of a client, the status that each sets, and the statuses in which it is allowed. */
const MOVES = {
  [NEW_INFO_ADDED]: { status: NEW_INFO_ADDED, from: [NEEDS_MORE_INFO] },
  [UPDATED_REVIEW_REQUESTED]: { status: PENDING, from: DECIDED },
} as const;

export function updateKycAmlStatus(services: KycServices): Method {
  return defineMethod({
    name: 'updateKycAmlStatus',
    verb: 'POST',
    host: 'legacy',
    group: GROUP,
    summary: 'Reports to the reviewers that information was added, or asks for a new review of a decision',
    description: 'Refused with 190 in a status that does not allow it, with 404 before requestKycAml.',
    refusals: [190, 198, 404],
    parameters: {
      partyId: required(partyId()),
      type: required(choice(REVIEW_TYPES, { description: 'which of the statuses' })),
      status: required(choice([NEW_INFO_ADDED, UPDATED_REVIEW_REQUESTED])),
    },
    response: Type.Object({
      partyDetails: Type.Array(
        Type.Object({
          partyId: Type.String(),
          type: Type.String(),
          status: Type.String(),
          kycStatus: textOrNull(),
          amlStatus: textOrNull(),
          updatedDate: Type.String(),
        }),
      ),
    }),
    handler: change(services, async ({ client, values: { partyId: id, type, status }, ip }, db) => {
      const person = await requirePerson({ ...services, db }, client.clientId, id);
      const of = { clientId: client.clientId, investorId: person.party_id };
      const review = await findReviewOf(db, of);
      if (review === undefined) {
        throw new ApiError(404, undefined, { statusDesc: 'No review was requested for this party' });
      }
      const move = MOVES[status];
      const decided = await decide({ ...services, db }, review, { type, status: move.status, from: move.from }, ip);
      const { kycStatus, amlStatus } = decided.investor;
      const fields = { partyId: person.party_id, type, status, kycStatus, amlStatus };
      return {
        fields: { partyDetails: [{ ...fields, updatedDate: timestamp(decided.review.updated_at) }] },
        webhook: fields,
      };
    }),
  });
}
