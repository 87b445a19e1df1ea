import { inGroup, type Method } from '../../../http/methods/index.ts';
import { piiTable, uniteLevels } from '../../shared/record/index.ts';
import type { AchDeps } from '../ach/accounts/index.ts';
import {
  closeCustodyAccount,
  createCustodyAccountRequest,
  getCustodyAccountRequest,
  getCustodyAccountReviews,
  reviewCustodyAccountRequest,
  updateCustodyAccountRequest,
} from './account-request-methods.ts';
import { accountSupplementMethods } from './account-supplement.ts';
import { createCustodyAgreementAttestation, getCustodyAgreementAttestation } from './attestation.ts';
import { custodyLists } from './custody-lists.ts';
import { setCustodyDepositLimit } from './deposit-limits.ts';
import {
  createCustodyFundDisbursement,
  getCustodyFundDisbursements,
  reviewCustodyFundDisbursement,
} from './disbursements.ts';
import {
  createCustodyFundMove,
  getCustodyFundMove,
  getCustodyFundMoves,
  requestForVoidCustodyACH,
  updateCustodyFundMove,
  updateCustodyFundMoveStatus,
} from './fund-move-methods.ts';
import { partySupplementMethods } from './party-supplement.ts';

/**
 * Custody accounts: how they are asked for and opened, what the custodian must know, and the money that goes in
 * and out.
 */
export function custodyModule(deps: AchDeps): Method[] {
  return inGroup({ group: 'Custody', levels: LEVELS }, [
    createCustodyAgreementAttestation(deps),
    getCustodyAgreementAttestation(deps),
    createCustodyAccountRequest(deps),
    updateCustodyAccountRequest(deps),
    getCustodyAccountRequest(deps),
    ...accountSupplementMethods(deps),
    ...partySupplementMethods(deps),
    getCustodyAccountReviews(deps),
    reviewCustodyAccountRequest(deps),
    closeCustodyAccount(deps),
    createCustodyFundDisbursement(deps),
    createCustodyFundMove(deps),
    getCustodyFundDisbursements(deps),
    getCustodyFundMove(deps),
    getCustodyFundMoves(deps),
    reviewCustodyFundDisbursement(deps),
    requestForVoidCustodyACH(deps),
    setCustodyDepositLimit(deps),
    updateCustodyFundMove(deps),
    updateCustodyFundMoveStatus(deps),
    ...custodyLists(deps),
  ]);
}

/** Of custody accounts, deposits and disbursements. */
const LEVELS = uniteLevels(
  piiTable('account.read', {
    none: `accountId isAttested createdDate updatedDate custAccStatus accountStatus custAccRequestID approvalStatus
      restrictedStatus clientId requestId amount type bankId status referenceNumber tradeId routingNumberStatus errors
      investorExternalAccountDetails before after changedDate amountMax cashAmount heldAmount disbursingAmount`,
    pii_medium: 'documentUrl reasonForStatus notes description bankName accountName',
    pii_high: 'routingNumber bankAccountId additionalDetails',
  }),
  new Map([['accountNumber', { scope: 'account.read', level: 'pii_high', hiddenAs: 'empty' }]]),
);
