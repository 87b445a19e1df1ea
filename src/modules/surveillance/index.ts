/** Alerts of surveillance: stored with their evidence, and looked into by the operator (O10 to O13). */
import type { Method } from '../../http/methods/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { getAlert, getAlerts, updateAlert } from './alert-methods.ts';

export { storeFindings, surveillancePosition } from './alert-records.ts';

export function surveillanceModule(services: ModuleServices): Method[] {
  return [getAlerts(services), getAlert(services), updateAlert(services)];
}
