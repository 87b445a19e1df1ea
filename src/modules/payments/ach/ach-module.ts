import type { HostedPage } from '../../../http/hosted-pages/index.ts';
import { inGroup, type Method } from '../../../http/methods/index.ts';
import { ACCOUNT_LEVELS } from '../../accounts/index.ts';
import { levelsIn, piiTable, uniteLevels } from '../../shared/record/index.ts';
import {
  type AchDeps,
  bankLinkPage,
  createExternalAccount,
  deleteExternalAccount,
  getExternalAccount,
  linkExternalAccount,
  updateAchBlock,
  updateAchSettings,
  updateExternalAccount,
  updateLinkExternalAccount,
  validateABARoutingNumber,
} from './accounts/index.ts';
import { getAchBatches, getAchFiles } from './batch/index.ts';
import { externalFundMove } from './external-fund-move.ts';
import {
  getAchPendingId,
  getExternalFundMove,
  getExternalFundMoveHistory,
  getExternalFundMoveInfo,
  requestForVoidACH,
  updateExternalFundMoveApprovedStatus,
  updateExternalFundMoveStatus,
} from './fund-move-methods.ts';
import { getAchNotices } from './returns/index.ts';

/** Bank accounts of investors and issuers, and debits of them for trades. */
export function achModule(deps: AchDeps): Method[] {
  return inGroup({ group: 'ACH', levels: LEVELS }, [
    createExternalAccount(deps),
    updateExternalAccount(deps),
    deleteExternalAccount(deps),
    getExternalAccount(deps),
    linkExternalAccount(deps),
    updateLinkExternalAccount(deps),
    externalFundMove(deps),
    getExternalFundMove(deps),
    getExternalFundMoveInfo(deps),
    getExternalFundMoveHistory(deps),
    getAchPendingId(deps),
    requestForVoidACH(deps),
    updateExternalFundMoveStatus(deps),
    updateExternalFundMoveApprovedStatus(deps),
    validateABARoutingNumber(deps),
    updateAchSettings(deps),
    updateAchBlock(deps),
    getAchBatches(deps),
    getAchFiles(deps),
    getAchNotices(deps),
  ]);
}

/** Of bank accounts of investors and issuers, and of payments with them. */
const LEVELS = uniteLevels(
  piiTable('account.read', {
    none: `accountId issuerId types accountType Ext_Status status updatedDate createdDate accountDetails tradeId
      offeringId totalAmount RefNum fundStatus transactionstatus routingNumberStatus errors error clientName
      issueName clientId developerAPIKey investorExternalAccountDetails batchDay madeDate fileName writtenDate
      code outcome reason readDate traceNumber singleAmountMax credits creditAmount`,
    pii_medium: 'ExtAccountfullname Extnickname AccountName AccountNickName Bankname Accountfullname',
    pii_high:
      'ExtRoutingnumber ExtAccountnumber AccountRoutingNumber AccountNumber Accountnumber Routingnumber bankRecords',
  }),
  levelsIn(ACCOUNT_LEVELS, 'accountName'),
);

/** What investors open by a link. */
export function achPages(deps: AchDeps): HostedPage[] {
  return [bankLinkPage(deps)];
}
