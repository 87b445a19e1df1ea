import type { KycReviewRow } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { found, inTransaction } from '../shared/record/index.ts';
import { type Investor, investorKind, setStatus } from './investors.ts';
import type { KycServices } from './kyc-services.ts';
import { moveReview, type ReviewChange } from './review-records.ts';

interface Decided {
  readonly review: KycReviewRow;
  readonly investor: Investor;
}

/**
 * Changes a review and the status of its investor together. Throws 190 when the review's status does not allow it, and
 * the error of an unknown investor when it was deleted.
 */
export function decide(
  services: KycServices,
  review: KycReviewRow,
  change: ReviewChange,
  ip: string,
): Promise<Decided> {
  const of = { clientId: review.client_id, investorId: review.investor_id };
  return inTransaction(services.db, async (db) => {
    const moved = await moveReview({ db, secrets: services.secrets }, review, change, services.nowUs());
    if (moved === undefined) throw new ApiError(190, `the ${change.type} review must be ${change.from?.join(' or ')}`);
    const investor = await setStatus({ ...services, db }, of, { type: change.type, status: change.status, ip });
    return { review: moved, investor: found(investorKind(of.investorId), investor) };
  });
}
