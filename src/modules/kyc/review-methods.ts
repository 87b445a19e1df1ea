import Type from 'typebox';
import type { KycReviewRow } from '../../database/schema/index.ts';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { choice, flag, optional, required, text } from '../../http/parameters/index.ts';
import { askForScreening, LIST_CHANGED, screeningOf } from '../parties/index.ts';
import { change } from '../shared/change/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { found, inTransaction } from '../shared/record/index.ts';
import { at, orNull, pageFrom, textOrNull, textsSchema, timestamp, totalSchema, view } from '../shared/values/index.ts';
import { findInvestor, type Investor, investorKind, REVIEW_TYPES, setStatus } from './investors.ts';
import {
  DISAPPROVED,
  type KycDeps,
  MANUALLY_APPROVED,
  NEEDS_MORE_INFO,
  NEW_INFO_ADDED,
  PENDING,
  partyId,
  requirePerson,
  UPDATED_REVIEW_REQUESTED,
} from './kyc-deps.ts';
import { requestWebhook, statusWebhook } from './kyc-webhooks.ts';
import {
  DECIDED,
  findReview,
  findReviewOf,
  insertReview,
  listReviews,
  moveReview,
  notesOf,
  type ReviewChange,
} from './review-records.ts';

export function requestKycAml(deps: KycDeps): Method {
  const { nowUs } = deps;
  return defineMethod({
    name: 'requestKycAml',
    summary: 'Requests that people review a party, an entity or an account; once for each',
    description: 'The review ends with webhook updateKycAmlStatus; updateKycAmlRequest asks for more information.',
    refusals: [116, 148, 198],
    parameters: {
      investorId: required(text({ description: 'party id (P), entity id (E) or account id (A)', maxLength: 100 })),
    },
    response: Type.Object({ requestDetails: Type.Array(textsSchema('investorId', 'requestId')) }),
    handler: change(deps, async ({ client, values: { investorId } }, db) => {
      const of = { clientId: client.clientId, investorId };
      const investor = found(investorKind(investorId), await findInvestor(db, of));
      const review = await insertReview(db, of, { kyc: investor.kycStatus, aml: investor.amlStatus }, nowUs());
      if (review === undefined) {
        throw new ApiError(116, undefined, { statusDesc: 'A review was already requested for this investor' });
      }
      return { fields: { requestDetails: [{ investorId, requestId: review.request_id }] } };
    }),
  });
}

/** The requests of a client, the status that each sets, and the statuses in which it is allowed. */
const MOVES = {
  [NEW_INFO_ADDED]: { status: NEW_INFO_ADDED, from: [NEEDS_MORE_INFO] },
  [UPDATED_REVIEW_REQUESTED]: { status: PENDING, from: DECIDED },
} as const;

export function updateKycAmlStatus(deps: KycDeps): Method {
  return defineMethod({
    name: 'updateKycAmlStatus',
    host: 'legacy',
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
    handler: change(deps, async ({ client, values: { partyId: id, type, status }, ip }, db) => {
      const person = await requirePerson({ ...deps, db }, client.clientId, id);
      const of = { clientId: client.clientId, investorId: person.party_id };
      const review = await findReviewOf(db, of);
      if (review === undefined) {
        throw new ApiError(404, undefined, { statusDesc: 'No review was requested for this party' });
      }
      const move = MOVES[status];
      const decided = await decide({ ...deps, db }, review, { type, status: move.status, from: move.from }, ip);
      const { kycStatus, amlStatus } = decided.investor;
      const fields = { partyId: person.party_id, type, status, kycStatus, amlStatus };
      return {
        fields: { partyDetails: [{ ...fields, updatedDate: timestamp(decided.review.updated_at) }] },
        webhook: fields,
      };
    }),
  });
}

export function getKycAmlReviews({ db, secrets }: KycDeps): Method {
  return operatorMethod({
    name: 'getKycAmlReviews',
    summary: 'Lists the reviews of all clients, the oldest first',
    description: 'For reviewers: the requests of requestKycAml and updateKycAmlStatus.',
    parameters: {
      open: optional(flag({ description: 'true (when absent): those that wait; false: those that are decided' })),
      ...pageFrom('reviews'),
    },
    response: Type.Object({ reviews: Type.Array(REVIEW_VIEW.schema), ...totalSchema }),
    handler: async ({ values: { open = true, ...page } }) => {
      const { rows, totalRecords } = await listReviews(db, open, page);
      const reviews = rows.map((row) => REVIEW_VIEW.show({ ...row, said: notesOf(row, secrets) }));
      return { fields: { reviews, totalRecords } };
    },
  });
}

export function reviewKycAml(deps: KycDeps): Method {
  const { secrets } = deps;
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
    response: Type.Object({ review: REVIEW_VIEW.schema }),
    handler: change(deps, async ({ values: { requestId, type, status, notes }, ip }, db) => {
      const found = await findReview(db, requestId);
      if (found === undefined) throw new ApiError(404, undefined, { statusDesc: 'There is no such review' });
      const { review, investor } = await decide({ ...deps, db }, found, { type, status, notes }, ip);
      const said = notesOf(review, secrets);
      const needsMore = status === NEEDS_MORE_INFO;
      const fired = {
        clientId: review.client_id,
        method: needsMore ? 'updateKycAmlRequest' : 'updateKycAmlStatus',
        fields: needsMore ? requestWebhook(review, investor, said) : statusWebhook(type, status, investor),
      };
      return { fields: { review: REVIEW_VIEW.show({ ...review, said }) }, alsoFires: [fired] };
    }),
  });
}

interface Decided {
  readonly review: KycReviewRow;
  readonly investor: Investor;
}

/**
 * Changes a review and the status of its investor together. Throws 190 when the review's status does not allow it, and
 * the error of an unknown investor when it was deleted.
 */
function decide(deps: KycDeps, review: KycReviewRow, change: ReviewChange, ip: string): Promise<Decided> {
  const of = { clientId: review.client_id, investorId: review.investor_id };
  return inTransaction(deps.db, async (db) => {
    const moved = await moveReview({ db, secrets: deps.secrets }, review, change, deps.nowUs());
    if (moved === undefined) throw new ApiError(190, `the ${change.type} review must be ${change.from?.join(' or ')}`);
    const set = await setStatus({ ...deps, db }, of, { type: change.type, status: change.status, ip });
    const investor = found(investorKind(of.investorId), set);
    // Lists and data that changed since the last check were not searched while it was not approved (C98).
    if (change.type === 'AML' && change.status === MANUALLY_APPROVED && !investor.isAccount) {
      const person = { party_id: investor.id, client_id: of.clientId };
      await askForScreening(db, screeningOf(person, LIST_CHANGED, deps.nowUs()));
    }
    return { review: moved, investor };
  });
}

const REVIEW_VIEW = view<Omit<KycReviewRow, 'notes'> & { readonly said: string | null }>('InvestorReview')({
  requestId: 'request_id',
  clientId: 'client_id',
  investorId: 'investor_id',
  kycStatus: 'kyc_status',
  amlStatus: 'aml_status',
  open: [Type.Boolean(), (row) => row.open === 1],
  notes: orNull('said'),
  cause: orNull('cause'),
  createdDate: at('created_at'),
  updatedDate: at('updated_at'),
});
