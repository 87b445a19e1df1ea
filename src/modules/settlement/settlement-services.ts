import type { Markets, Orders, RiskReads } from '../../exchange/api/index.ts';
import type { OrderHistory } from '../ats/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import type { VenueNotices } from '../shared/venue-notices.ts';

/** What the methods of this module are built from. */
export interface SettlementServices extends ModuleServices {
  readonly exchange: Orders & Markets & { readonly risk: Pick<RiskReads, 'isBustDue'> };
  readonly history: OrderHistory;
  readonly notices: VenueNotices;
}

export const GROUP = 'ATS';
