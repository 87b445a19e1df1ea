import { inGroup, type Method } from '../../http/methods/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { piiTable, uniteLevels } from '../shared/record/index.ts';
import { TRADE_LEVELS } from '../trades/index.ts';
import type { ApiCounts } from './api-counts.ts';
import { apiCountMethods, getBilledCalls } from './billing-methods.ts';
import { getAccount } from './get-account.ts';
import { getTradeStatusesForOffering } from './get-trade-statuses-for-offering.ts';

export { ApiCounts } from './api-counts.ts';

/** Retired methods of the legacy host that belong to no other module (C68), and the counts of calls. */
export function legacyModule(deps: ModuleDeps, counts: ApiCounts): Method[] {
  const levels = uniteLevels(TRADE_LEVELS, piiTable('account.read', { none: 'apiCount method' }));
  return inGroup({ group: 'Legacy', levels }, [
    ...apiCountMethods(counts),
    getBilledCalls(deps),
    getTradeStatusesForOffering(deps),
    getAccount(deps),
  ]);
}
