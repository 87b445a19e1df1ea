/** The accounts at providers with which a user signs in (P26). */
import Type from 'typebox';
import { defineMethod, type Method, RECORD_SCOPE } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { timestamp } from '../shared/values/index.ts';
import { SESSION_SCOPE } from './roles.ts';
import type { UserDeps } from './user-deps.ts';
import { known, userId, userMeant } from './user-fields.ts';

const NAME_MAX = 2048;

export function getProviderAccounts({ users }: UserDeps): Method {
  return defineMethod({
    name: 'getProviderAccounts',
    summary: 'Lists the accounts at providers with which a user signs in, the oldest first',
    description: 'Those of the user who calls; of another one for whoever may list the users (getUsers).',
    refusals: [404],
    parameters: { userId: optional(userId('the user; absent: who calls')) },
    response: Type.Object({
      providerAccounts: Type.Array(
        Type.Object({
          issuer: Type.String({ description: 'The provider, by the name that its tokens have.' }),
          subject: Type.String({ description: 'The account there.' }),
          createdDate: Type.String({ description: 'Of the first sign-in with it.' }),
        }),
      ),
    }),
    handler: async ({ client, values }) => {
      const id = userMeant(client, values.userId, 'getUsers');
      if (id !== client.user?.userId) known(await users.get(id), 'user');
      const providerAccounts = (await users.identities.list(id)).map(({ issuer, subject, created_at }) => ({
        ...{ issuer, subject, createdDate: timestamp(created_at) },
      }));
      return { fields: { providerAccounts } };
    },
  });
}

export function removeProviderAccount({ users }: UserDeps): Method {
  return defineMethod({
    name: 'removeProviderAccount',
    summary: 'Removes an account at a provider from a user, whose sessions that began with it end',
    description:
      'An own one, or with updateUser that of another user. Users keep their last way to sign in: 190. A later ' +
      'sign-in with the account is its first again (P16).',
    scope: [SESSION_SCOPE, RECORD_SCOPE],
    signInAgain: true,
    refusals: [190, 404],
    idempotent: true,
    parameters: {
      userId: optional(userId('the user; absent: who calls')),
      issuer: required(text({ description: 'the provider', maxLength: NAME_MAX })),
      subject: required(text({ description: 'the account there', maxLength: NAME_MAX })),
    },
    response: Type.Object({ userId: Type.String(), issuer: Type.String(), subject: Type.String() }),
    handler: async ({ client, values: { userId: sent, issuer, subject } }) => {
      const id = userMeant(client, sent, 'updateUser');
      await users.identities.remove(id, { issuer, subject }, id === client.user?.userId);
      return { fields: { userId: id, issuer, subject } };
    },
  });
}
