import type { Method } from '../../http/methods/index.ts';
import { answerFirstRefusal } from './answer-first-refusal.ts';
import { getHoldings } from './get-holdings.ts';
import { getTransferRules } from './get-transfer-rules.ts';
import { getOrdersForFirstRefusal } from './orders-for-first-refusal.ts';
import { setHoldings } from './set-holdings.ts';
import { setTransferRules } from './set-transfer-rules.ts';
import type { TransferServices } from './transfer-services.ts';

/** Who may trade a security, and when (docs/venue/venue.md, F1 ...). */
export function transferModule(services: TransferServices): Method[] {
  return [
    setTransferRules(services),
    getTransferRules(services),
    setHoldings(services),
    getHoldings(services),
    getOrdersForFirstRefusal(services),
    answerFirstRefusal(services),
  ];
}
