import type { EventFeed, FeeReads, FeeScope, Markets, Orders, SecurityId } from '../../exchange/api/index.ts';
import { ApiError, type Client } from '../../http/methods/index.ts';
import { numericId, optional, text } from '../../http/parameters/index.ts';
import { knownSecurity, malformed, type OrderHistory, type Reference, type VenueRecords } from '../ats/index.ts';
import type { Venue } from '../shared/deps.ts';

/** The services that the methods of this module use. */
export interface FeeDeps {
  readonly exchange: Orders &
    Markets &
    Pick<EventFeed, 'lastEventSeq'> &
    Pick<Venue, 'rules'> & { readonly fees: FeeReads };
  readonly history: OrderHistory;
  readonly records: VenueRecords;
  readonly reference: Pick<Reference, 'clientIds'>;
  readonly nowUs: () => number;
}

/** Neither: the schedule of the venue. */
export const scopeParameters = {
  clientId: optional(text({ maxLength: 200, description: 'The schedule of this client.' })),
  securityid: optional(numericId<SecurityId>({ description: 'The schedule of this security; its offering id.' })),
};

interface SentScope {
  readonly clientId?: string | undefined;
  readonly securityid?: SecurityId | undefined;
  readonly own?: 'Yes' | 'No' | undefined;
}

/**
 * The scope that a call names. Throws ApiError 106 where it names two, 404 for another client than the caller, and for
 * an unknown client, 138 for an unknown security.
 */
export async function scopeOf(
  deps: FeeDeps,
  client: Client,
  { clientId, securityid, own }: SentScope,
): Promise<FeeScope> {
  const sent = [clientId, securityid, own === 'Yes' ? own : undefined].filter((one) => one !== undefined);
  if (sent.length > 1) throw malformed('clientId', 'or securityid or own: only one of them may be sent');
  if (own === 'Yes') return { clientId: client.clientId };
  if (securityid !== undefined) return { securityId: knownSecurity(deps, securityid).securityId };
  if (clientId === undefined) return {};
  await requireReader(deps, client, clientId);
  return { clientId };
}

/** Throws ApiError 404 for an unknown client, and for one that the caller may not read. */
export async function requireReader({ reference }: FeeDeps, client: Client, clientId: string): Promise<void> {
  const known = client.master ? await reference.clientIds() : [client.clientId];
  if (!known.includes(clientId)) throw new ApiError(404, 'There is no such client');
}
