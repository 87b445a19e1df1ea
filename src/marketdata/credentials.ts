import type { Client } from '../http/client.ts';

export interface Credentials {
  readonly clientId: string;
  readonly developerApiKey: string;
}

/** `Bearer <client id>:<key>` (spec/1 Authentication 1); undefined when it is not of that form. */
export function bearerCredentials(authorization: string): Credentials | undefined {
  const match = /^Bearer ([^:\s]{1,200}):(\S{1,200})$/i.exec(authorization);
  const [, clientId, developerApiKey] = match ?? [];
  return clientId === undefined || developerApiKey === undefined ? undefined : { clientId, developerApiKey };
}

/** The stream shows what getClob shows: a key that may not call it may not stream it either. */
export function mayStream(client: Client): boolean {
  return !client.deniedMethods.has('getClob') && !client.deniedMethods.has('stream');
}
