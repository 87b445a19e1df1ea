import type { Method } from '../../http/methods/index.ts';
import { adjustTrade } from './adjust-trade.ts';
import { bustTrade } from './bust-trade.ts';
import { getSettlementStatus } from './get-settlement-status.ts';
import { notifySettlement } from './notify-settlement.ts';
import type { SettlementServices } from './settlement-services.ts';

/** The settlement of the venue's matches (docs/venue/venue.md). */
export function settlementModule(services: SettlementServices): Method[] {
  return [notifySettlement(services), getSettlementStatus(services), bustTrade(services), adjustTrade(services)];
}
