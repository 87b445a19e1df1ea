import { inGroup, type Method } from '../../http/methods/index.ts';
import { answerFirstRefusal, getOrdersForFirstRefusal } from './first-refusal.ts';
import { getHoldings, setHoldings } from './holdings.ts';
import { getHolderChanges } from './register-changes.ts';
import { getTransferRules, setTransferRules } from './transfer-rules.ts';
import type { TransferServices } from './transfer-services.ts';

/** Who may trade a security, and when (docs/venue/venue.md, F1 ...). */
export function transferModule(services: TransferServices): Method[] {
  return inGroup('ATS', [
    setTransferRules(services),
    getTransferRules(services),
    setHoldings(services),
    getHoldings(services),
    getHolderChanges(services),
    getOrdersForFirstRefusal(services),
    answerFirstRefusal(services),
  ]);
}
