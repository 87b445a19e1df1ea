/** The passkeys of the user who calls (P24). */
import Type from 'typebox';
import { defineMethod, type Method, RECORD_SCOPE } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { textOrNull, timestamp, timestampOrNull } from '../shared/values/index.ts';
import { SESSION_SCOPE } from './roles.ts';
import type { UserDeps } from './user-deps.ts';
import { known } from './user-fields.ts';

const ID_MAX = 1400;

export function getPasskeys({ users }: UserDeps): Method {
  return defineMethod({
    name: 'getPasskeys',
    summary: 'Lists the passkeys of the user who calls, the oldest first',
    description: 'They are of users alone (P24): a key has none.',
    parameters: {},
    response: Type.Object({
      passkeys: Type.Array(
        Type.Object({
          passkeyId: Type.String(),
          name: Type.String(),
          createdDate: Type.String(),
          lastUsedDate: textOrNull(),
        }),
      ),
    }),
    handler: async ({ client }) => {
      const own = client.user === undefined ? [] : await users.passkeys.list(client.user.userId);
      const passkeys = own.map((one) => ({
        passkeyId: one.credentialId,
        name: one.name,
        createdDate: timestamp(one.createdAtUs),
        lastUsedDate: timestampOrNull(one.lastUsedAtUs),
      }));
      return { fields: { passkeys } };
    },
  });
}

export function removePasskey({ users }: UserDeps): Method {
  return defineMethod({
    name: 'removePasskey',
    summary: 'Removes a passkey of the user who calls',
    description:
      'It signs nobody in any more; sessions go on. A user without an account at a provider keeps the last one: 190.',
    scope: [SESSION_SCOPE, RECORD_SCOPE],
    signInAgain: true,
    refusals: [190, 404],
    idempotent: true,
    parameters: { passkeyId: required(text({ description: 'the passkey', maxLength: ID_MAX })) },
    response: Type.Object({ passkeyId: Type.String() }),
    handler: async ({ client, values: { passkeyId } }) => {
      const { userId } = known(client.user, 'passkey');
      await users.passkeys.remove(userId, passkeyId);
      return { fields: { passkeyId } };
    },
  });
}
