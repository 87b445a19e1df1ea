import Type from 'typebox';
import { ApiError, defineMethod, inGroup, type Method } from '../../../http/methods/index.ts';
import { piiTable, uniteLevels } from '../../shared/record/index.ts';
import { setCardLimit } from './card-limits.ts';
import {
  ccFundMove,
  ccFundMovement,
  getCCFundMoveHistory,
  getCCFundMoveInfo,
  requestForVoidCCTransaction,
  updateCCFundMoveApprovedStatus,
  updateCCFundMoveStatus,
} from './card-move-methods.ts';
import type { CardDeps } from './cards-deps.ts';
import {
  CARD_LEVELS,
  deleteCreditCard,
  getLinkedCreditCard,
  linkCreditCard,
  updateLinkedCreditCard,
} from './linked-card-methods.ts';

/** Cards of accounts, and trades that are paid with them. */
export function cardsModule(deps: CardDeps): Method[] {
  return inGroup({ group: 'Credit cards', levels: LEVELS }, [
    linkCreditCard(deps),
    updateLinkedCreditCard(deps),
    getLinkedCreditCard(deps),
    deleteCreditCard(deps),
    ccFundMove(deps),
    ccFundMovement(deps),
    getCCFundMoveHistory(deps),
    getCCFundMoveInfo(deps),
    requestForVoidCCTransaction(deps),
    updateCCFundMoveStatus(deps),
    updateCCFundMoveApprovedStatus(deps),
    setCardLimit(deps),
    retiredMethod('addCreditCard', 'linkCreditCard'),
    retiredMethod('getCreditCard', 'getLinkedCreditCard'),
    retiredMethod('updateCreditCard', 'updateLinkedCreditCard'),
  ]);
}

const LEVELS = uniteLevels(
  CARD_LEVELS,
  piiTable('account.read', {
    none: `tradeId offeringId totalAmount ccreferencenumber fundStatus transactionstatus processorTransactionId
      processorTransactionMessage processorTokenMessage RefNum errors investorExternalAccountDetails amountMax`,
  }),
);

/** A method that took the number of a card, and does nothing any more (999). */
function retiredMethod(name: string, use: string): Method {
  return defineMethod({
    name,
    summary: `Does nothing; use ${use}`,
    description:
      'Every call is answered with 999, whatever it sends; the name is kept, so that integrations learn why.',
    deprecated: true,
    // It changes nothing, with a key or without.
    idempotent: true,
    refusals: [999],
    parameters: {},
    response: Type.Object({}),
    handler: () => {
      throw new ApiError(999, `use ${use}`);
    },
  });
}
