import { inGroup, type Method } from '../../http/methods/index.ts';
import type { BatchServices } from '../payments/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { readBankFiles } from './read-bank-files.ts';
import { settlePayment } from './settle-payment.ts';

export type SandboxServices = ModuleServices & BatchServices;

export function sandboxModule(services: SandboxServices): Method[] {
  return inGroup('Sandbox', [settlePayment(services), readBankFiles(services)]);
}
