import { inGroup, type Method } from '../../http/methods/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import type { ApiCounts } from './api-counts.ts';
import { apiCountMethods, getBilledCalls } from './billing-methods.ts';
import { getAccount } from './get-account.ts';
import { getTradeStatusesForOffering } from './get-trade-statuses-for-offering.ts';

export { ApiCounts } from './api-counts.ts';

/** Retired methods of the legacy host that belong to no other module (C68), and the counts of calls. */
export function legacyModule(services: ModuleServices, counts: ApiCounts): Method[] {
  return inGroup('Legacy', [
    ...apiCountMethods(counts),
    getBilledCalls(services),
    getTradeStatusesForOffering(services),
    getAccount(services),
  ]);
}
