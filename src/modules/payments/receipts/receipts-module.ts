import { inGroup, type Method } from '../../../http/methods/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { getReceipts } from './get-receipts.ts';
import { RECEIPT_LEVELS } from './receipt-fields.ts';
import { matchReceipt, returnReceipt } from './receipt-methods.ts';
import { recordCheck, recordWire } from './record-receipt.ts';

/** Wires and checks: what came, which trades it is for, and what went back. */
export function receiptsModule(deps: ModuleDeps): Method[] {
  return inGroup({ group: 'Payments', levels: RECEIPT_LEVELS }, [
    recordWire(deps),
    recordCheck(deps),
    matchReceipt(deps),
    returnReceipt(deps),
    getReceipts(deps),
  ]);
}
