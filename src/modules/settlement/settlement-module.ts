import { inGroup, type Method } from '../../http/methods/index.ts';
import { KeyedQueue } from '../../time/keyed-queue.ts';
import { adjustTrade, bustTrade, getSettlementStatus, notifySettlement } from './settlement-methods.ts';
import type { SettlementDeps } from './settlement-records.ts';

/** The settlement of the venue's matches (docs/venue/venue.md). */
export function settlementModule(given: Omit<SettlementDeps, 'turns'>): Method[] {
  const deps: SettlementDeps = { ...given, turns: new KeyedQueue() };
  return inGroup('ATS', [notifySettlement(deps), getSettlementStatus(deps), bustTrade(deps), adjustTrade(deps)]);
}
