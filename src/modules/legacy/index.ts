import type { Method } from '../../http/method.ts';
import type { ModuleServices } from '../shared/services.ts';
import { apiCountMethods } from './api-count-methods.ts';
import type { ApiCounts } from './api-counts.ts';
import { getBilledCalls } from './get-billed-calls.ts';
import { tradeMethods } from './trade-methods.ts';

export { ApiCounts } from './api-counts.ts';

/** Retired methods of the legacy host that belong to no other module (C68), and the counts of calls. */
export function legacyModule(services: ModuleServices, counts: ApiCounts): Method[] {
  return [...apiCountMethods(counts), getBilledCalls(services), ...tradeMethods(services)];
}
