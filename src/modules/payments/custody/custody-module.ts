import type { Method } from '../../../http/methods/index.ts';
import type { PaymentRail } from '../../trades/index.ts';
import type { AchServices } from '../ach/accounts/index.ts';
import { closeCustodyAccount } from './close-custody-account.ts';
import { createCustodyAccountRequest } from './create-custody-account-request.ts';
import { createCustodyAccountSupplement } from './create-custody-account-supplement.ts';
import { createCustodyAgreementAttestation } from './create-custody-agreement-attestation.ts';
import { createCustodyFundDisbursement } from './create-custody-fund-disbursement.ts';
import { createCustodyFundMove } from './create-custody-fund-move.ts';
import { createCustodyPartySupplement } from './create-custody-party-supplement.ts';
import { getCustodyAccountRequest } from './get-custody-account-request.ts';
import { getCustodyAccountReviews } from './get-custody-account-reviews.ts';
import { getCustodyAccountSupplement } from './get-custody-account-supplement.ts';
import { getCustodyAgreementAttestation } from './get-custody-agreement-attestation.ts';
import { getCustodyFundDisbursements } from './get-custody-fund-disbursements.ts';
import { getCustodyFundMove } from './get-custody-fund-move.ts';
import { getCustodyFundMoves } from './get-custody-fund-moves.ts';
import { getCustodyPartySupplement } from './get-custody-party-supplement.ts';
import { requestForVoidCustodyACH } from './request-for-void-custody-ach.ts';
import { reviewCustodyAccountRequest } from './review-custody-account-request.ts';
import { reviewCustodyFundDisbursement } from './review-custody-fund-disbursement.ts';
import { setCustodyDepositLimit } from './set-custody-deposit-limit.ts';
import { updateCustodyAccountRequest } from './update-custody-account-request.ts';
import { updateCustodyAccountSupplement } from './update-custody-account-supplement.ts';
import { updateCustodyFundMove } from './update-custody-fund-move.ts';
import { updateCustodyFundMoveStatus } from './update-custody-fund-move-status.ts';
import { updateCustodyPartySupplement } from './update-custody-party-supplement.ts';

/**
 * Custody accounts: how they are asked for and opened, what the custodian must know, and the money that goes in
 * and out. `rails`: the ways in which trades are paid.
 */
export function custodyModule(services: AchServices, rails: readonly PaymentRail[]): Method[] {
  return [
    createCustodyAgreementAttestation(services),
    getCustodyAgreementAttestation(services),
    createCustodyAccountRequest(services),
    updateCustodyAccountRequest(services),
    getCustodyAccountRequest(services),
    createCustodyAccountSupplement(services),
    updateCustodyAccountSupplement(services),
    getCustodyAccountSupplement(services),
    createCustodyPartySupplement(services),
    updateCustodyPartySupplement(services),
    getCustodyPartySupplement(services),
    getCustodyAccountReviews(services),
    reviewCustodyAccountRequest(services),
    closeCustodyAccount(services),
    createCustodyFundDisbursement(services),
    createCustodyFundMove(services, rails),
    getCustodyFundDisbursements(services),
    getCustodyFundMove(services),
    getCustodyFundMoves(services),
    reviewCustodyFundDisbursement(services),
    requestForVoidCustodyACH(services),
    setCustodyDepositLimit(services),
    updateCustodyFundMove(services),
    updateCustodyFundMoveStatus(services),
  ];
}
