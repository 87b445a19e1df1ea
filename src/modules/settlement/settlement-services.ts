import type { Markets, MatchId, Orders } from '../../exchange/api/index.ts';
import type { KeyedQueue } from '../../time/keyed-queue.ts';
import type { OrderHistory } from '../ats/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import type { VenueNotices } from '../shared/venue-notices.ts';

/** What the methods of this module are built from. */
export interface SettlementServices extends ModuleServices {
  readonly exchange: Orders & Markets;
  readonly history: OrderHistory;
  readonly notices: VenueNotices;
  /** Changes of the settlement of a match, one after the other. */
  readonly turns: KeyedQueue<MatchId>;
}
