/** Reviews of identities and names (C66), and requests to verify that an investor is accredited (I1), as one list. */
import { type Desk, type Fields, instantOf } from '../../data/index.ts';
import { type Page, readLists } from '../../table/index.ts';

export const KINDS = ['Identity and watch list', 'Accreditation'] as const;
type Kind = (typeof KINDS)[number];

export interface Check {
  /** Of its page: KYC-100001, AI-abcdefghij. */
  readonly id: string;
  readonly kind: Kind;
  readonly requestId: string;
  /** A party, an entity or an account. */
  readonly investorId: string;
  readonly state: 'Waits for review' | 'Waits for the client' | 'Decided';
  /** Of a review. */
  readonly kycStatus: string;
  readonly amlStatus: string;
  /** Of a request. */
  readonly aiStatus: string;
  readonly created: number;
  readonly clientId: string;
  /** What the key may see of the record. */
  readonly fields: Fields;
}

const NEEDS_INFO = /^needs? more info$/i;
const DECIDED = ['approved', 'rejected', 'expired'];

function reviewOf(fields: Fields): Check {
  const [kycStatus, amlStatus] = [String(fields.kycStatus), String(fields.amlStatus)];
  const isAsked = NEEDS_INFO.test(kycStatus) || NEEDS_INFO.test(amlStatus);
  return {
    ...{ id: `KYC-${fields.requestId}`, kind: KINDS[0], requestId: String(fields.requestId), fields },
    ...{ investorId: String(fields.investorId), kycStatus, amlStatus, aiStatus: '' },
    state: fields.open === 'no' ? 'Decided' : isAsked ? 'Waits for the client' : 'Waits for review',
    ...{ created: instantOf(String(fields.createdDate)), clientId: String(fields.clientId ?? '') },
  };
}

function requestOf(fields: Fields): Check {
  const aiStatus = String(fields.aiRequestStatus);
  const isDecided = DECIDED.includes(aiStatus.toLowerCase());
  return {
    ...{ id: `AI-${fields.airequestId}`, kind: KINDS[1], requestId: String(fields.airequestId), fields },
    ...{ investorId: String(fields.accountId), kycStatus: '', amlStatus: '', aiStatus },
    state: isDecided ? 'Decided' : NEEDS_INFO.test(aiStatus) ? 'Waits for the client' : 'Waits for review',
    ...{ created: instantOf(String(fields.createdDate)), clientId: String(fields.clientId ?? '') },
  };
}

const REVIEWS = { method: 'listKycReviews', key: 'kycReviews', read: reviewOf } as const;
const REQUESTS = { method: 'listAiRequests', key: 'aiRequests', read: requestOf } as const;

/** Reviews, newest first, then requests; or those of one kind. */
export function readChecks(desk: Desk, kind: string, filter: Fields, from?: string): Promise<Page<Check>> {
  const lists = [...(kind === KINDS[1] ? [] : [REVIEWS]), ...(kind === KINDS[0] ? [] : [REQUESTS])];
  return readLists<Check>(
    desk,
    lists.map((list) => ({ ...list, filter })),
    from,
  );
}

export async function readCheck({ session }: Desk, id: string): Promise<Check> {
  const [kind, requestId = ''] = id.split('-');
  if (kind === 'AI') {
    const { aiRequest } = await session.api.call('readAiRequest', { airequestId: requestId });
    return requestOf(aiRequest as Fields);
  }
  return reviewOf((await session.api.call('readKycReview', { requestId })).kycReview as Fields);
}
