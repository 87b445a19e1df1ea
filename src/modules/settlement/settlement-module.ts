import { inGroup, type Method } from '../../http/methods/index.ts';
import { KeyedQueue } from '../../time/keyed-queue.ts';
import { adjustTrade } from './adjust-trade.ts';
import { bustTrade } from './bust-trade.ts';
import { getSettlementStatus } from './get-settlement-status.ts';
import { notifySettlement } from './notify-settlement.ts';
import type { SettlementServices } from './settlement-services.ts';

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
