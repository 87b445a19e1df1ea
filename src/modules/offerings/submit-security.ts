import type { Venue } from '../shared/services.ts';
import type { OfferingSecurity } from './offering-security.ts';

/** Tells the venue of a security. Rejects with VenueUnavailable when the venue takes no commands. */
export async function submitSecurity(venue: Venue, security: OfferingSecurity): Promise<void> {
  const outcome = await venue.submit(security);
  // The command is always whole, so the venue has no ground to refuse it.
  if (!outcome.ok) throw new Error(`The venue refused security ${security.securityId}: ${outcome.refusal}`);
}
