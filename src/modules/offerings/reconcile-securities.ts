import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema/index.ts';
import type { SecurityView } from '../../exchange/api/index.ts';
import type { Venue } from '../shared/services.ts';
import { type OfferingSecurity, SECURITY_COLUMNS, securityOf } from './offering-security.ts';
import { submitSecurity } from './submit-security.ts';

/** The most offerings of one read, and the most commands that wait for the venue at a time. */
const PAGE = 200;

/**
 * At the start: sends the venue each offering that it does not have or that differs from the database (the process
 * ended, or the venue failed, between the two writes). Returns the number of sent offerings. Rejects with
 * VenueUnavailable when the venue takes no commands.
 */
export async function reconcileSecurities(db: Kysely<Schema>, venue: Venue): Promise<number> {
  const known = new Map(venue.securities().map((security) => [security.securityId, security]));
  let sent = 0;
  for (let after = 0; ; ) {
    const page = await db
      .selectFrom('offerings')
      .select(SECURITY_COLUMNS)
      .where('offering_id', '>', after)
      .orderBy('offering_id')
      .limit(PAGE)
      .execute();
    const different = page.map(securityOf).filter((security) => differs(security, known.get(security.securityId)));
    await Promise.all(different.map((security) => submitSecurity(venue, security)));
    sent += different.length;
    if (page.length < PAGE) return sent;
    after = page[page.length - 1]!.offering_id;
  }
}

function differs(security: OfferingSecurity, known: SecurityView | undefined): boolean {
  return (
    known === undefined ||
    known.issuerId !== security.issuerId ||
    known.ownerClientId !== security.ownerClientId ||
    known.name !== security.name ||
    known.status !== security.status
  );
}
