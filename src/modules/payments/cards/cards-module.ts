import type { Method } from '../../../http/methods/index.ts';
import type { PaymentRail } from '../../trades/index.ts';
import type { CardServices } from './cards-services.ts';
import { ccFundMove } from './cc-fund-move.ts';
import { ccFundMovement } from './cc-fund-movement.ts';
import { deleteCreditCard } from './delete-credit-card.ts';
import { getCCFundMoveHistory } from './get-cc-fund-move-history.ts';
import { getCCFundMoveInfo } from './get-cc-fund-move-info.ts';
import { getLinkedCreditCard } from './get-linked-credit-card.ts';
import { linkCreditCard } from './link-credit-card.ts';
import { requestForVoidCCTransaction } from './request-for-void-cc-transaction.ts';
import { retiredMethod } from './retired-method.ts';
import { setCardLimit } from './set-card-limit.ts';
import { updateCCFundMoveApprovedStatus } from './update-cc-fund-move-approved-status.ts';
import { updateCCFundMoveStatus } from './update-cc-fund-move-status.ts';
import { updateLinkedCreditCard } from './update-linked-credit-card.ts';

/** Cards of accounts, and trades that are paid with them. `rails`: the ways in which trades are paid. */
export function cardsModule(services: CardServices, rails: readonly PaymentRail[]): Method[] {
  return [
    linkCreditCard(services),
    updateLinkedCreditCard(services),
    getLinkedCreditCard(services),
    deleteCreditCard(services),
    ccFundMove(services, rails),
    ccFundMovement(services, rails),
    getCCFundMoveHistory(services),
    getCCFundMoveInfo(services),
    requestForVoidCCTransaction(services),
    updateCCFundMoveStatus(services),
    updateCCFundMoveApprovedStatus(services),
    setCardLimit(services),
    retiredMethod('addCreditCard', 'linkCreditCard'),
    retiredMethod('getCreditCard', 'getLinkedCreditCard'),
    retiredMethod('updateCreditCard', 'updateLinkedCreditCard'),
  ];
}
