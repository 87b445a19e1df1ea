/** The reviewers' side of manual reviews, and the watch list, under /v3/admin (C66). */
import Type, { type TObject } from 'typebox';
import type { KycReviewRow } from '../../database/tables/kyc.ts';
import { type Answer, type Call, defineMethod, type Method } from '../../http/method.ts';
import { choice, flag, optional, type Parameters, required, text, wholeNumber } from '../../http/parameters/index.ts';
import { ApiError, type StatusCode } from '../../http/status-codes.ts';
import { UnreadableList } from '../../providers/identity/index.ts';
import { textOrNull } from '../shared/answers.ts';
import { timestamp } from '../shared/times.ts';
import { type Investor, REVIEW_TYPES, type ReviewType } from './investors.ts';
import type { KycServices } from './kyc-services.ts';
import { decide } from './review.ts';
import { findReview, listReviews, notesOf } from './review-records.ts';
import { DISAPPROVED, MANUALLY_APPROVED, NEEDS_MORE_INFO } from './statuses.ts';

const REVIEW = Type.Object({
  requestId: Type.String(),
  clientId: Type.String(),
  investorId: Type.String(),
  kycStatus: Type.String(),
  amlStatus: Type.String(),
  open: Type.Boolean(),
  notes: textOrNull(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
});

export function operatorMethods(services: KycServices): Method[] {
  return [getKycAmlReviews(services), reviewKycAml(services), reloadWatchList(services)];
}

function operatorMethod<P extends Parameters>(declared: {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly refusals?: readonly StatusCode[];
  readonly parameters: P;
  readonly response: TObject;
  readonly handler: (call: Call<P>) => Promise<Answer>;
}): Method {
  return defineMethod({
    ...declared,
    verb: 'POST',
    path: `/v3/admin/${declared.name}`,
    group: 'Administration',
    operator: true,
  });
}

function getKycAmlReviews({ db, secrets }: KycServices): Method {
  return operatorMethod({
    name: 'getKycAmlReviews',
    summary: 'Lists the reviews of all clients, the oldest first',
    description: 'For reviewers: what requestKycAml and updateKycAmlStatus have asked for.',
    parameters: {
      open: optional(flag({ description: 'true (when absent): those that wait; false: those that are decided' })),
      offset: optional(wholeNumber({ description: 'reviews to skip; 0 when absent', minimum: 0 })),
      limit: optional(wholeNumber({ description: 'most reviews to list; 100 when absent', minimum: 1, maximum: 500 })),
    },
    response: Type.Object({ reviews: Type.Array(REVIEW), totalRecords: Type.Integer() }),
    handler: async ({ values: { open = true, offset = 0, limit = 100 } }) => {
      const { rows, total } = await listReviews(db, { open, offset, limit });
      return { fields: { reviews: rows.map((row) => shown(row, notesOf(row, secrets))), totalRecords: total } };
    },
  });
}

function reviewKycAml(services: KycServices): Method {
  const { db, secrets, webhooks } = services;
  return operatorMethod({
    name: 'reviewKycAml',
    summary: 'Decides on the KYC or AML status of an investor under review, or asks for more information',
    description: 'The client gets webhook updateKycAmlStatus, or updateKycAmlRequest when more information is needed.',
    refusals: [148, 190, 198, 404],
    parameters: {
      requestId: required(text({ description: 'requestId of requestKycAml', maxLength: 100 })),
      type: required(choice(REVIEW_TYPES, { description: 'which of the statuses' })),
      status: required(choice([NEEDS_MORE_INFO, MANUALLY_APPROVED, DISAPPROVED])),
      notes: optional(text({ description: 'what the client is told; kept from the last time when absent' })),
    },
    response: Type.Object({ review: REVIEW }),
    handler: async ({ values: { requestId, type, status, notes }, ip }) => {
      const found = await findReview(db, requestId);
      if (found === undefined) throw new ApiError(404, undefined, { statusDesc: 'There is no such review' });
      const { review, investor } = await decide(services, found, { type, status, notes }, ip);
      const said = notesOf(review, secrets);
      if (status === NEEDS_MORE_INFO) {
        webhooks.fire(review.client_id, 'updateKycAmlRequest', requestWebhook(review, investor, said));
      } else {
        webhooks.fire(review.client_id, 'updateKycAmlStatus', statusWebhook(type, status, investor));
      }
      return { fields: { review: shown(review, said) } };
    },
  });
}

function requestWebhook({ investor_id, request_id }: KycReviewRow, investor: Investor, notes: string | null) {
  const { kycStatus, amlStatus, isAccount } = investor;
  return {
    investorId: investor_id,
    requestId: request_id,
    partyId: isAccount ? null : investor_id,
    kycStatus,
    amlStatus,
    status: NEEDS_MORE_INFO,
    notes,
  };
}

function statusWebhook(type: ReviewType, status: string, { id, kycStatus, amlStatus }: Investor) {
  return { partyId: id, type, status, kycStatus, amlStatus };
}

function reloadWatchList({ watchLists }: KycServices): Method {
  return operatorMethod({
    name: 'reloadWatchList',
    summary: 'Reads the files of the watch list anew; when they cannot be read, the list in use stays',
    description: 'Reads sdn.csv, alt.csv and add.csv of WATCH_LIST_DIR; without that setting it answers 404.',
    refusals: [190, 404],
    parameters: {},
    response: Type.Object({
      watchList: Type.Object({ entries: Type.Integer(), names: Type.Integer(), loadedDate: Type.String() }),
    }),
    handler: async ({ log }) => {
      if (!watchLists.hasFolders) throw new ApiError(404, undefined, { statusDesc: 'WATCH_LIST_DIR is not set' });
      try {
        const { list, loadedAt } = await watchLists.load();
        const watchList = { entries: list.entryCount, names: list.nameCount, loadedDate: timestamp(loadedAt) };
        log.info(watchList, 'watch list loaded');
        return { fields: { watchList } };
      } catch (error) {
        if (!(error instanceof UnreadableList)) throw error;
        throw new ApiError(190, error.message, { statusDesc: 'The watch list could not be read' });
      }
    },
  });
}

function shown(row: KycReviewRow, notes: string | null) {
  return {
    requestId: row.request_id,
    clientId: row.client_id,
    investorId: row.investor_id,
    kycStatus: row.kyc_status,
    amlStatus: row.aml_status,
    open: row.open === 1,
    notes,
    createdDate: timestamp(row.created_at),
    updatedDate: timestamp(row.updated_at),
  };
}
