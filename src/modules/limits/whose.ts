/** The client or account whose limits, positions or switches a call names. */
import { ApiError, type Client } from '../../http/methods/index.ts';
import { type Kind, optional, text } from '../../http/parameters/index.ts';
import { malformed, missing, orderParameters, refusalError } from '../ats/index.ts';
import type { LimitServices } from './limit-services.ts';

export interface Whose {
  readonly clientId: string;
  readonly accountId: string | null;
}

/** Only master keys name a client; without an account the call is about the client itself. */
export const whoseParameters = {
  clientId: optional(clientIdKind('The client; with a master key only.')),
  accountid: optional(orderParameters.accountId),
};

export function clientIdKind(description: string): Kind<string> {
  return text({ maxLength: 200, description });
}

/** Throws ApiError 106 when the caller may not or must name a client; 404 for an unknown client, 148 for an account. */
export async function whoseOf(
  services: LimitServices,
  client: Client,
  { clientId, accountid }: { readonly clientId?: string | undefined; readonly accountid?: string | undefined },
): Promise<Whose> {
  if (!client.master && clientId !== undefined) throw malformed('clientId', 'is for master keys');
  if (client.master && clientId === undefined) throw missing('clientId');
  const whose = { clientId: clientId ?? client.clientId, accountId: accountid ?? null };
  // The account exists, so its client does.
  if (whose.accountId !== null) await requireAccount(services, whose.clientId, whose.accountId);
  else if (client.master) await requireClient(services, whose.clientId);
  return whose;
}

export async function requireClient({ reference }: LimitServices, clientId: string): Promise<void> {
  const known = await reference.clientIds();
  if (!known.includes(clientId)) throw new ApiError(404, 'There is no such client');
}

export async function requireAccount({ accounts }: LimitServices, clientId: string, accountId: string): Promise<void> {
  if (!(await accounts.isActive(clientId, accountId))) throw refusalError('unknown account');
}
