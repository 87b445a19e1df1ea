/** Whose limits, positions or switches a call means. */
import { ApiError, type Client } from '../../http/methods/index.ts';
import { type Kind, optional, text } from '../../http/parameters/index.ts';
import { malformed, missing, orderParameters, refusalError } from '../ats/index.ts';
import type { LimitServices } from './limit-services.ts';

export interface Whose {
  readonly clientId: string;
  readonly accountId: string | null;
}

/** The client is named with a master key only; without an account the client itself is meant. */
export const whoseParameters = {
  clientId: optional(clientIdKind('Whose; with a master key only.')),
  accountid: optional(orderParameters.accountId),
};

export function clientIdKind(description: string): Kind<string> {
  return text({ maxLength: 200, description });
}

/** Throws ApiError 106 where the caller may not name a client, or must; 404 for an unknown one, 148 for an account. */
export async function whoseOf(
  services: LimitServices,
  client: Client,
  { clientId, accountid }: { readonly clientId?: string | undefined; readonly accountid?: string | undefined },
): Promise<Whose> {
  if (!client.master && clientId !== undefined) throw malformed('clientId', 'is for master keys');
  if (client.master && clientId === undefined) throw missing('clientId');
  const whose = { clientId: clientId ?? client.clientId, accountId: accountid ?? null };
  // An account that is there has a client.
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
