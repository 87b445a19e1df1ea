import type { EventFeed, Markets, Orders, RiskReads } from '../../exchange/api/index.ts';
import type { VenueOutbox } from '../../webhooks/index.ts';
import type { OrderHistory } from '../ats/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import type { VenueNotices } from '../shared/venue-notices.ts';

/** What the methods of this module are built from. */
export interface SettlementServices extends ModuleServices {
  readonly exchange: Orders &
    Markets &
    Pick<EventFeed, 'lastEventSeq'> & { readonly risk: Pick<RiskReads, 'isBustDue'> };
  readonly history: OrderHistory;
  readonly notices: VenueNotices;
  readonly venueWebhooks: Pick<VenueOutbox, 'written'>;
}

export const GROUP = 'ATS';
