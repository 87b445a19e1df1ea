/** Who reads records of a client: users of every role, and a key with each level. */
import type { Client } from '../../src/http/methods/client.ts';
import { ROLE_TERMS, ROLES } from '../../src/modules/users/roles.ts';
import type { Body } from './server.ts';
import type { UsersVenue } from './users-venue.ts';

export const SCOPES = ['issuer.read', 'party.read', 'account.read', 'link.read', 'trade.read'];
/** Without levels of records. */
const OTHER = ['ats_order.read.pii_high', 'ats_trade.read.pii_high', 'issuer.list', 'party.list'];
const KEYS: Readonly<Record<string, readonly string[]>> = {
  'no scope': [],
  none: [...OTHER, ...SCOPES],
  pii_low: [...OTHER, ...SCOPES.map((scope) => `${scope}.pii_low`)],
  pii_medium: [...OTHER, ...SCOPES.map((scope) => `${scope}.pii_medium`)],
  pii_high: [...OTHER, ...SCOPES.map((scope) => `${scope}.pii_high`)],
  'of accounts': ['account.read.pii_high'],
};

/** Who reads, and how it calls; a key changes its scopes for each reader. */
export interface Reader {
  readonly name: string;
  readonly client: Pick<Client, 'scopes'>;
  readonly as: { readonly session: string } | { readonly authorization: string };
  readonly legacy?: Body;
}

/** The one key of C1, whose scopes change. */
export interface KeyOfReaders {
  readonly keyId: string;
  readonly secret: string;
  readonly authorization: string;
}

/** Each is to be asked for when it is its turn, for all keys are one. */
export function readersOf(venue: UsersVenue, key: KeyOfReaders): (() => Promise<Reader>)[] {
  const { keys } = venue.server.administration.deps;
  return [
    ...ROLES.map((role) => async (): Promise<Reader> => {
      const { clientId } = ROLE_TERMS[role].of === 'client' ? { clientId: 'C1' } : await venue.client('operator');
      const { session, client } = await venue.person(clientId, [role]);
      return { name: role, client, as: { session } };
    }),
    ...Object.entries(KEYS).map(([name, scopes]) => async (): Promise<Reader> => {
      await keys.setScopes(key.keyId, [...scopes]);
      const legacy = { clientID: 'C1', developerAPIKey: key.secret };
      return { name: `key with ${name}`, client: { scopes: new Set(scopes) }, as: key, legacy };
    }),
  ];
}
