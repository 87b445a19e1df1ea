import { inGroup, type Method } from '../../http/methods/index.ts';
import { answerFirstRefusal, getOrdersForFirstRefusal } from './first-refusal.ts';
import { getHolderEntries } from './get-holder-entries.ts';
import { getRegister } from './get-register.ts';
import { getRegisterChanges } from './get-register-changes.ts';
import { getHoldings, setHoldings } from './holdings.ts';
import { getHolderChanges } from './register-changes.ts';
import type { TransferDeps } from './transfer-deps.ts';
import { getTransferRules, setTransferRules } from './transfer-rules.ts';

/** Who may trade a security, and when (docs/venue/venue.md, F1 ...). */
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
  ]);
}
