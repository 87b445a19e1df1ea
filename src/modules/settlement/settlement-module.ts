import { inGroup, type Method } from '../../http/methods/index.ts';
import { KeyedQueue } from '../../time/keyed-queue.ts';
import { adjustTrade, bustTrade, getSettlementStatus, notifySettlement } from './settlement-methods.ts';
import type { SettlementServices } from './settlement-records.ts';

/** The settlement of the venue's matches (docs/venue/venue.md). */
export function settlementModule(given: Omit<SettlementServices, 'turns'>): Method[] {
  const services: SettlementServices = { ...given, turns: new KeyedQueue() };
  return inGroup('ATS', [
    notifySettlement(services),
    getSettlementStatus(services),
    bustTrade(services),
    adjustTrade(services),
  ]);
}
