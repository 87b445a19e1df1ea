/** Surveillance: its alerts, which the operator looks into, and its rules (O10 to O13, O17). */
import type { Method } from '../../http/methods/index.ts';
import { getAlertCounts } from './alert-counts.ts';
import { getAlert, getAlerts, updateAlert } from './alert-methods.ts';
import { getSurveillanceRules, type SurveillanceDeps, setSurveillanceThresholds } from './rule-methods.ts';

export { storeFindings, surveillancePosition } from './alert-records.ts';
export type { SurveillanceDeps } from './rule-methods.ts';
export { thresholdsInForce } from './threshold-records.ts';

export function surveillanceModule(deps: SurveillanceDeps): Method[] {
  return [
    getAlerts(deps),
    getAlert(deps),
    getAlertCounts(deps),
    updateAlert(deps),
    getSurveillanceRules(deps),
    setSurveillanceThresholds(deps),
  ];
}
