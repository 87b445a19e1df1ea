/** Credentials of a request: header `Bearer <client id>:<key>`, or the body fields clientID and developerAPIKey. */
import type { SentFields } from '../body/index.ts';

export interface Credentials {
  readonly clientId: string;
  readonly developerApiKey: string;
}

const CREDENTIAL_LENGTH_MAX = 200;
const SCHEME = /^bearer /i;

/** Detail of 103 for missing credentials; wrong ones get no more than the code's own text. */
export const NO_CREDENTIALS = {
  header: 'the credentials are missing: send the header Authorization: Bearer <client id>:<developer key>',
  body: 'the credentials are missing: send clientID and developerAPIKey, both as text, in the body',
  either:
    'the credentials are missing: send the header Authorization: Bearer <client id>:<developer key>, or clientID and ' +
    'developerAPIKey, both as text, in the body',
  session: 'the session is over: sign in again',
  malformed: 'the header Authorization is malformed: it must be Bearer <client id>:<developer key>',
} as const;

/** Reads the Authorization header; undefined when it is not of the form of C18. */
export function credentialsFromHeader(header: string): Credentials | undefined {
  if (header.length > 2 * CREDENTIAL_LENGTH_MAX || !SCHEME.test(header)) return undefined;
  const colon = header.indexOf(':', 7);
  return colon < 0 ? undefined : credentials(header.slice(7, colon), header.slice(colon + 1));
}

/** Reads the credentials of a body; undefined when one of the two is missing. */
export function credentialsFromBody(body: SentFields | undefined): Credentials | undefined {
  if (body === undefined) return undefined;
  const { clientID, developerAPIKey } = body;
  const clientId = typeof clientID === 'number' ? String(clientID) : clientID;
  return typeof clientId === 'string' && typeof developerAPIKey === 'string'
    ? credentials(clientId, developerAPIKey)
    : undefined;
}

function credentials(clientId: string, developerApiKey: string): Credentials | undefined {
  if (clientId === '' || clientId.length > CREDENTIAL_LENGTH_MAX) return undefined;
  if (developerApiKey === '' || developerApiKey.length > CREDENTIAL_LENGTH_MAX) return undefined;
  return { clientId, developerApiKey };
}
