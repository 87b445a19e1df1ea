import type { Client } from '../../src/http/methods/client.ts';
import { entrancesOf } from '../../src/http/methods/entrances.ts';
import { ROLE_TERMS, type Role } from '../../src/modules/users/roles.ts';
import { filled } from './samples.ts';
import type { Body, EveryMethod } from './server.ts';

export const IP = '192.0.2.1';

interface Person {
  readonly userId: string;
  readonly clientId: string;
  readonly session: string;
  readonly sessionId: string;
  readonly client: Client;
}

/** The API with clients, keys and users of the database. */
export class UsersVenue {
  readonly server: EveryMethod;
  #made = 0;

  constructor(server: EveryMethod) {
    this.server = server;
  }

  /** A client, with a master key where it is the operator's. */
  async client(of: 'client' | 'operator'): Promise<{ clientId: string; keyId: string; authorization: string }> {
    const { clients, keys } = this.server.administration.deps;
    const { client_id: clientId } = await clients.create({ name: `A ${of}` });
    const { row, developerApiKey } = await keys.create(clientId, of === 'operator');
    return { clientId, keyId: row.key_id, authorization: `Bearer ${clientId}:${developerApiKey}` };
  }

  async person(clientId: string, roles: readonly Role[]): Promise<Person> {
    const { users, sessions } = this.server;
    const email = `person${++this.#made}@example.com`;
    const { userId } = await users.create({ clientId, name: 'A Person', email, roles, createdBy: 'test' });
    const { token: session, sessionId } = await sessions.start({
      userId,
      how: 'passkey',
      ip: IP,
      userAgent: 'Browser',
      proof: { atUs: Date.now() * 1000 },
    });
    const client = (await sessions.check(session, IP)) as Client;
    return { userId, clientId, session, sessionId, client };
  }

  async new(role: Role): Promise<Person> {
    const { clientId } = await this.client(ROLE_TERMS[role].of);
    return await this.person(clientId, [role]);
  }

  /** Calls a method by its name. */
  async call(who: { readonly session: string } | { readonly authorization: string }, name: string, values: Body = {}) {
    const entrance = entrancesOf(this.server.methods, 'v3').find(({ calledName }) => calledName === name)!;
    const { session, authorization } = { session: undefined, authorization: undefined, ...who };
    return await this.server.call({
      ...{ host: 'v3', verb: entrance.verbs.at(-1)!, ...filled(entrance.path, values) },
      ...(session === undefined ? { authorization: authorization! } : { session }),
    });
  }
}
