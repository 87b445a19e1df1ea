import Type from 'typebox';
import type { AccountRow, AccreditationRequestRow } from '../../database/schema/index.ts';
import { webhooksIn } from '../../http/openapi/index.ts';
import type { RecordKind } from '../shared/record/index.ts';
import { MASKED, textOrNull, textsSchema, timestamp } from '../shared/values/index.ts';

/** A request after a change, and its account. */
export interface Requested {
  readonly request: AccreditationRequestRow;
  readonly account: AccountRow;
}

export const updatedRequestSchema = textsSchema('accountId', 'aiRequestStatus', 'airequestId', 'accreditedStatus');
export const newRequestSchema = Type.Object({ ...updatedRequestSchema.properties, notes: textOrNull() });

export function updatedRequestFields({ request, account }: Requested) {
  return {
    accountId: request.account_id,
    aiRequestStatus: request.request_status,
    airequestId: request.request_id,
    accreditedStatus: account.accredited_status,
  };
}

/** Also the fields of webhook updateAiVerification. */
export function newRequestFields(requested: Requested) {
  return { ...updatedRequestFields(requested), notes: requested.request.notes };
}

export const requestSchema = Type.Object({
  ...newRequestSchema.properties,
  aiMethod: Type.String(),
  allow: textOrNull('how the investor is accredited'),
  aiDate: textOrNull('YYYY-MM-DD: last date of the approval'),
  reviewedBy: textOrNull(),
  createdDate: Type.String(),
  accountName: Type.String(),
  clientId: Type.String({ description: 'masked' }),
  developerAPIKey: Type.String({ description: 'masked' }),
});

export function requestFields(request: AccreditationRequestRow, account: AccountRow) {
  return {
    ...newRequestFields({ request, account }),
    aiMethod: request.ai_method,
    allow: account.accredited_investor,
    aiDate: request.valid_until,
    reviewedBy: request.reviewed_by,
    createdDate: timestamp(request.created_at),
    accountName: account.account_name,
    clientId: MASKED,
    developerAPIKey: MASKED,
  };
}

/** A request as the operator sees it. */
export const reviewedRequestSchema = Type.Object({
  airequestId: Type.String(),
  clientId: Type.String(),
  accountId: Type.String(),
  aiMethod: Type.String(),
  aiRequestStatus: Type.String(),
  notes: textOrNull(),
  reviewedBy: textOrNull(),
  aiDate: textOrNull('YYYY-MM-DD: last date of the approval'),
  createdDate: Type.String(),
});

export function reviewedRequestFields(row: AccreditationRequestRow) {
  return {
    airequestId: row.request_id,
    clientId: row.client_id,
    accountId: row.account_id,
    aiMethod: row.ai_method,
    aiRequestStatus: row.request_status,
    notes: row.notes,
    reviewedBy: row.reviewed_by,
    aiDate: row.valid_until,
    createdDate: timestamp(row.created_at),
  };
}

export const ACCREDITATION_REQUEST: RecordKind<'accreditation_requests'> = {
  table: 'accreditation_requests',
  id: 'request_id',
  unknown: 404,
};

/** The webhooks of accreditation, with their fields, for the reference page (I5). */

const VERIFIED = ['accountId', 'aiRequestStatus', 'airequestId', 'accreditedStatus'];

export const ACCREDITATION_WEBHOOKS = webhooksIn('Accreditation', {
  requestAiVerification: {
    summary: 'A verification was requested',
    fields: [...VERIFIED, 'notes'],
  },
  updateAiVerification: {
    summary: 'The operator has decided on a verification, or it has expired',
    fields: [...VERIFIED, 'notes'],
  },
  updateAiRequest: {
    summary: 'A request for verification was changed by the client',
    fields: VERIFIED,
  },
  uploadVerificationDocument: {
    summary: 'A document for a verification was uploaded',
    fields: ['accountId'],
  },
});
