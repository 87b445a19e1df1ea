import type { Markets, Orders, RiskReads } from '../../exchange/api/index.ts';
import type { AccountBook, OrderHistory } from '../ats/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import type { VenueNotices } from '../shared/venue-notices.ts';

/** The services that the methods of this module use. */
export interface QuoteServices extends ModuleServices {
  readonly exchange: Orders & Markets & { readonly risk: Pick<RiskReads, 'refusalOfQuote'> };
  readonly history: OrderHistory;
  readonly accounts: AccountBook;
  readonly notices: VenueNotices;
}
