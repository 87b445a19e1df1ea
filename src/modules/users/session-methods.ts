import Type from 'typebox';
import type { UserSessionRow } from '../../database/schema/index.ts';
import { ApiError, type Client, defineMethod, type Method, RECORD_SCOPE } from '../../http/methods/index.ts';
import { optional, text } from '../../http/parameters/index.ts';
import { choicesSchema, textOrNull, timestamp, timestampOrNull } from '../shared/values/index.ts';
import { ROLE_TERMS, ROLES, rightsOf, SESSION_SCOPE } from './roles.ts';
import type { UserDeps } from './user-deps.ts';
import { known, mayCallFor, userId, userMeant } from './user-fields.ts';

const sessionSchema = Type.Object({
  sessionId: Type.String(),
  userId: Type.String(),
  how: Type.String({ description: '`oidc:` and the name of the provider, `passkey` or `link`.' }),
  ip: Type.String({ description: 'Of the last use.' }),
  userAgent: Type.String(),
  createdDate: Type.String(),
  signedInDate: textOrNull('When the user last proved who it is; null: its provider does not say.'),
  amr: Type.Array(Type.String(), { description: 'The methods by which, as the provider names them.' }),
  acr: textOrNull('The class of that authentication, as the provider names it.'),
  lastUsedDate: Type.String(),
  expiresDate: Type.String(),
  current: choicesSchema(['Yes', 'No']),
});

function sessionFields(row: UserSessionRow, client: Client) {
  return {
    ...{ sessionId: row.session_id, userId: row.user_id, how: row.how, ip: row.ip, userAgent: row.user_agent },
    createdDate: timestamp(row.created_at),
    signedInDate: timestampOrNull(row.authenticated_at || null),
    amr: JSON.parse(row.amr ?? '[]') as string[],
    acr: row.acr,
    lastUsedDate: timestamp(row.last_used_at),
    expiresDate: timestamp(row.expires_at),
    current: client.user?.sessionId === row.session_id ? ('Yes' as const) : ('No' as const),
  };
}

export function getSessions({ users, sessions }: UserDeps): Method {
  return defineMethod({
    name: 'getSessions',
    summary: 'Lists the sessions of a user that are not over, the newest first',
    description: 'Those of the user who calls; of another one for whoever may list the users (getUsers).',
    refusals: [404],
    parameters: { userId: optional(userId('the user; absent: who calls')) },
    response: Type.Object({ sessions: Type.Array(sessionSchema) }),
    handler: async ({ client, values }) => {
      const id = userMeant(client, values.userId, 'getUsers');
      if (id !== client.user?.userId) known(await users.get(id), 'user');
      return { fields: { sessions: (await sessions.list(id)).map((row) => sessionFields(row, client)) } };
    },
  });
}

export function endSession({ users, sessions }: UserDeps): Method {
  return defineMethod({
    name: 'endSession',
    summary: 'Ends a session, or all sessions of a user',
    description:
      'An own one, or with updateUser that of another user. ' +
      'Within a second every node refuses it, and its streams end (P8).',
    scope: [SESSION_SCOPE, RECORD_SCOPE],
    refusals: [404],
    idempotent: true,
    parameters: {
      sessionId: optional(
        text({ description: 'the session', pattern: /^S[0-9a-f]{16}$/, patternReason: 'must be S and 16 hex digits' }),
      ),
      userId: optional(userId('the user, all of whose sessions end')),
    },
    response: Type.Object({ ended: Type.Integer({ description: 'Sessions that this call ended.' }) }),
    handler: async ({ client, values }) => {
      if ((values.sessionId === undefined) === (values.userId === undefined)) {
        throw new ApiError(106, 'send either sessionId or userId');
      }
      if (values.sessionId !== undefined) {
        const session = await sessions.get(values.sessionId);
        const isAllowed = session?.user_id === client.user?.userId || mayCallFor(client, 'updateUser');
        const { session_id } = known(isAllowed ? session : undefined, 'session');
        return { fields: { ended: Number(await sessions.end(session_id)) } };
      }
      const id = userMeant(client, values.userId, 'updateUser');
      known(await users.get(id), 'user');
      return { fields: { ended: await sessions.endAllOf(id) } };
    },
  });
}

const REACH = 'Groups of the reference page, names of methods, or scopes that methods ask for; *: all.';

const listed = (reach: 'all' | readonly string[]) => (reach === 'all' ? ['*'] : [...reach]);

export function getRoles({ methods }: UserDeps): Method {
  return defineMethod({
    name: 'getRoles',
    summary: 'Lists the roles of users, with their rights',
    description: 'The table of P3, as this server applies it.',
    parameters: {},
    response: Type.Object({
      roles: Type.Array(
        Type.Object({
          role: choicesSchema(ROLES),
          title: Type.String(),
          of: choicesSchema(['client', 'operator']),
          summary: Type.String(),
          scopes: Type.Array(Type.String()),
          reads: Type.Array(Type.String(), { description: REACH }),
          changes: Type.Array(Type.String(), { description: REACH }),
        }),
      ),
    }),
    handler: () => {
      const all = methods();
      return {
        fields: {
          roles: ROLES.map((role) => {
            const { title, of, summary, reads, changes } = ROLE_TERMS[role];
            const scopes = [...rightsOf([role], all).scopes].sort();
            return { role, title, of, summary, scopes, reads: listed(reads), changes: listed(changes) };
          }),
        },
      };
    },
  });
}
