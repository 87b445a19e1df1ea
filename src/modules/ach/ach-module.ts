import type { HostedPage } from '../../http/hosted-page/index.ts';
import type { Method } from '../../http/method.ts';
import type { TradeMoney } from '../trades/index.ts';
import type { AchServices } from './ach-services.ts';
import { createExternalAccount } from './create-external-account.ts';
import { deleteExternalAccount } from './delete-external-account.ts';
import { externalFundMove } from './external-fund-move.ts';
import { getAchBatches } from './get-ach-batches.ts';
import { getAchFiles } from './get-ach-files.ts';
import { getAchNotices } from './get-ach-notices.ts';
import { getAchPendingId } from './get-ach-pending-id.ts';
import { getExternalAccount } from './get-external-account.ts';
import { getExternalFundMove } from './get-external-fund-move.ts';
import { getExternalFundMoveHistory } from './get-external-fund-move-history.ts';
import { getExternalFundMoveInfo } from './get-external-fund-move-info.ts';
import { linkExternalAccount } from './link-external-account.ts';
import { bankLinkPage } from './link-page.ts';
import { requestForVoidACH } from './request-for-void-ach.ts';
import { updateAchBlock } from './update-ach-block.ts';
import { updateAchSettings } from './update-ach-settings.ts';
import { updateExternalAccount } from './update-external-account.ts';
import { updateExternalFundMoveApprovedStatus } from './update-external-fund-move-approved-status.ts';
import { updateExternalFundMoveStatus } from './update-external-fund-move-status.ts';
import { updateLinkExternalAccount } from './update-link-external-account.ts';
import { validateABARoutingNumber } from './validate-aba-routing-number.ts';

/**
 * Bank accounts of investors and issuers, and debits of them for trades. `money`: the ways in which trades are paid.
 */
export function achModule(services: AchServices, money: readonly TradeMoney[]): Method[] {
  return [
    createExternalAccount(services),
    updateExternalAccount(services),
    deleteExternalAccount(services),
    getExternalAccount(services),
    linkExternalAccount(services),
    updateLinkExternalAccount(services),
    externalFundMove(services, money),
    getExternalFundMove(services),
    getExternalFundMoveInfo(services),
    getExternalFundMoveHistory(services),
    getAchPendingId(services),
    requestForVoidACH(services),
    updateExternalFundMoveStatus(services),
    updateExternalFundMoveApprovedStatus(services),
    validateABARoutingNumber(services),
    updateAchSettings(services),
    updateAchBlock(services),
    getAchBatches(services),
    getAchFiles(services),
    getAchNotices(services),
  ];
}

/** What investors open by a link. */
export function achPages(services: AchServices): HostedPage[] {
  return [bankLinkPage(services)];
}
