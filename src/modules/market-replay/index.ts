/** The past of a market, for the operator (O7 to O9). */
import type { Markets, ReplayedMarket, ReplayQuestion, ReplayRefusal } from '../../exchange/api/index.ts';
import type { Method } from '../../http/methods/index.ts';
import { getMarketReplay } from './get-market-replay.ts';

export interface MarketReplayServices {
  readonly venue: Pick<Markets, 'security' | 'nowUs'>;
  readonly replays: { read(question: ReplayQuestion): Promise<ReplayedMarket | ReplayRefusal> };
}

export function marketReplayModule(services: MarketReplayServices): Method[] {
  return [getMarketReplay(services)];
}
