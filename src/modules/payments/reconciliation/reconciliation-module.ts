import { inGroup, type Method } from '../../../http/methods/index.ts';
import { DIFFERENCE_LEVELS } from './difference-fields.ts';
import { getDifferences, takeDifference } from './difference-methods.ts';
import { getReconciliation } from './get-reconciliation.ts';
import type { ReconciliationDeps } from './reconciliation-deps.ts';

export function reconciliationModule(deps: ReconciliationDeps): Method[] {
  return [
    ...inGroup('Payments', [getReconciliation(deps)]),
    ...inGroup({ group: 'Payments', levels: DIFFERENCE_LEVELS }, [getDifferences(deps), takeDifference(deps)]),
  ];
}
