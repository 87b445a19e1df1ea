import type { Markets, Orders, SecurityView, TransferReads } from '../../exchange/api/index.ts';
import type { Client } from '../../http/methods/index.ts';
import { refusalError } from '../ats/index.ts';

/** The services that the methods of this module use. */
export interface TransferServices {
  readonly exchange: Orders & Pick<Markets, 'security' | 'nowUs'> & TransferReads;
}

export const GROUP = 'ATS';

/** The caller's security, or any security with a master key; throws 138 or 162 otherwise. */
export function ownedSecurity({ exchange }: TransferServices, client: Client, securityId: number): SecurityView {
  const security = exchange.security(securityId);
  if (security === undefined) throw refusalError('unknown security');
  if (!client.master && security.ownerClientId !== client.clientId) throw refusalError('offering of another client');
  return security;
}
