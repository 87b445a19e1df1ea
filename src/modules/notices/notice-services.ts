import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema/index.ts';
import type { EventFeed, Markets } from '../../exchange/api/index.ts';
import type { VenueRecords } from '../ats/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import type { VenueNotices } from '../shared/venue-notices.ts';

/** The services that the methods of this module use. */
export interface NoticeServices extends ModuleServices {
  readonly exchange: Markets & Pick<EventFeed, 'lastEventSeq'>;
  readonly records: VenueRecords;
  readonly notices: VenueNotices;
  /** The clients that are registered for a webhook, read in the transaction. */
  readonly receiversOf: (transaction: Kysely<Schema>, method: string) => Promise<readonly string[]>;
}
