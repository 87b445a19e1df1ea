import type { AccountRow, AccreditationRequestRow } from '../../database/schema/index.ts';
import { webhooksIn } from '../../http/openapi/index.ts';
import type { RecordKind } from '../shared/record/index.ts';
import { at, atOrNull, MASKED, orNull, says, textOrNull, timestamp, view } from '../shared/values/index.ts';

/** A request after a change, and its account. */
export interface Requested {
  readonly request: AccreditationRequestRow;
  readonly account: AccountRow;
}

export const UPDATED_REQUEST_VIEW = view<Requested>()({
  accountId: says(({ request }) => request.account_id),
  aiRequestStatus: says(({ request }) => request.request_status),
  airequestId: says(({ request }) => request.request_id),
  accreditedStatus: says(({ account }) => account.accredited_status),
});

/** Also the fields of webhook updateAiVerification. */
export const NEW_REQUEST_VIEW = view<Requested>('AccreditationRequest')({
  ...UPDATED_REQUEST_VIEW.parts,
  notes: [textOrNull(), ({ request }) => request.notes],
});

export const REQUEST_VIEW = view<Requested>()({
  ...NEW_REQUEST_VIEW.parts,
  aiMethod: says(({ request }) => request.ai_method),
  allow: [textOrNull('how the investor is accredited'), ({ account }) => account.accredited_investor],
  aiDate: [textOrNull('YYYY-MM-DD: last date of the approval'), ({ request }) => request.valid_until],
  reviewedBy: [textOrNull(), ({ request }) => request.reviewed_by],
  createdDate: says(({ request }) => timestamp(request.created_at)),
  accountName: says(({ account }) => account.account_name),
  clientId: says(() => MASKED, 'masked'),
  developerAPIKey: says(() => MASKED, 'masked'),
});

/** A request as lists have it. */
export const LISTED_REQUEST_VIEW = view<AccreditationRequestRow>('AccreditationRequestRecord')({
  airequestId: 'request_id',
  accountId: 'account_id',
  aiMethod: 'ai_method',
  aiRequestStatus: 'request_status',
  notes: orNull('notes'),
  reviewedBy: orNull('reviewed_by'),
  aiDate: orNull('valid_until', 'YYYY-MM-DD: last date of the approval'),
  createdDate: at('created_at'),
  updatedDate: atOrNull('updated_at'),
});

/** A request as the operator sees it. */
export const REVIEWED_REQUEST_VIEW = view<AccreditationRequestRow>()({
  ...LISTED_REQUEST_VIEW.parts,
  clientId: 'client_id',
});

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
