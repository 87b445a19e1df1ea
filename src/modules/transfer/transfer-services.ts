import type { Markets, Orders, SecurityView, TransferReads } from '../../exchange/api/index.ts';
import type { Client } from '../../http/methods/index.ts';
import { refusalError } from '../ats/index.ts';

/** What the methods of this module are built from. */
export interface TransferServices {
  readonly exchange: Orders & Pick<Markets, 'security' | 'nowUs'> & TransferReads;
}

export const GROUP = 'ATS';

/** The security where it is the caller's, or any with a master key; otherwise 138 or 162. */
export function ownedSecurity({ exchange }: TransferServices, client: Client, securityId: number): SecurityView {
  const security = exchange.security(securityId);
  if (security === undefined) throw refusalError('unknown security');
  if (!client.master && security.ownerClientId !== client.clientId) throw refusalError('offering of another client');
  return security;
}
