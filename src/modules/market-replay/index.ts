/** The past of a market, for the operator (O7 to O9). */
import type { Method } from '../../http/methods/index.ts';
import { getMarketReplay, type MarketReplayServices } from './get-market-replay.ts';

export function marketReplayModule(services: MarketReplayServices): Method[] {
  return [getMarketReplay(services)];
}

export type { MarketReplayServices };
