/** The audit log: who changed what, from where, and with which outcome (O3 to O6). */
import type { Method } from '../../http/methods/index.ts';
import type { ReadServices } from '../shared/list/index.ts';
import { getAuditLog } from './get-audit-log.ts';

export function auditModule(services: ReadServices, lookedThroughMax?: number): Method[] {
  return [getAuditLog(services, lookedThroughMax)];
}
