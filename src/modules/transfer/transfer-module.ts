import { inGroup, type Method } from '../../http/methods/index.ts';
import { cancelCorporateAction, createCorporateAction, getCorporateActions } from './corporate-actions.ts';
import { answerFirstRefusal, getOrdersForFirstRefusal } from './first-refusal.ts';
import { getActionPayments } from './get-action-payments.ts';
import { getHolderEntries } from './get-holder-entries.ts';
import { getRegister } from './get-register.ts';
import { getRegisterChanges } from './get-register-changes.ts';
import { getHoldings, setHoldings } from './holdings.ts';
import { getHolderChanges } from './register-changes.ts';
import { getTenders, tenderShares } from './tenders.ts';
import type { TransferDeps } from './transfer-deps.ts';
import { getTransferRules, setTransferRules } from './transfer-rules.ts';

/** Who has and may trade which shares, and when (docs/venue/transfer-rules.md), and corporate actions. */
export function transferModule(deps: TransferDeps): Method[] {
  return inGroup('ATS', [
    setTransferRules(deps),
    getTransferRules(deps),
    setHoldings(deps),
    getHoldings(deps),
    getHolderChanges(deps),
    getRegister(deps),
    getHolderEntries(deps),
    getRegisterChanges(deps),
    getOrdersForFirstRefusal(deps),
    answerFirstRefusal(deps),
    createCorporateAction(deps),
    cancelCorporateAction(deps),
    getCorporateActions(deps),
    getActionPayments(deps),
    tenderShares(deps),
    getTenders(deps),
  ]);
}
