/** The past of a market, for the operator (O7 to O9). */
import type { Method } from '../../http/methods/index.ts';
import { getMarketReplay, type MarketReplayDeps } from './get-market-replay.ts';

export function marketReplayModule(deps: MarketReplayDeps): Method[] {
  return [getMarketReplay(deps)];
}

export type { MarketReplayDeps };
