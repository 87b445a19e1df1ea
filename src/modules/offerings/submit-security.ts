import type { Venue } from '../shared/services.ts';
import type { OfferingSecurity } from './offering-security.ts';

/** Sends a security to the venue. Rejects with VenueUnavailable when the venue takes no commands. */
export async function submitSecurity(venue: Venue, security: OfferingSecurity): Promise<void> {
  const outcome = await venue.submit(security);
  // The command is always complete, so the venue has no reason to refuse it.
  if (!outcome.ok) throw new Error(`The venue refused security ${security.securityId}: ${outcome.refusal}`);
}
