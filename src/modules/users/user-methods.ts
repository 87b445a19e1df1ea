import Type from 'typebox';
import { ApiError, type Call, type Method, peopleOf } from '../../http/methods/index.ts';
import { choice, optional, required, yesNo } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { clientId, pageFrom, timestamp, totalSchema } from '../shared/values/index.ts';
import { actsForOthers, type Role, requireExpected } from './roles.ts';
import type { UserDeps } from './user-deps.ts';
import { email, known, roles, userFields, userId, userName, userSchema } from './user-fields.ts';

const response = Type.Object({ user: userSchema });

const expectedRoles = () => optional(roles('the roles that the caller read; 190 when the user has others'));

interface JudgedUser {
  readonly userId: string;
  readonly expectedRoles?: readonly Role[] | undefined;
}

/** Whether a call waits, by the roles that the user has; the call is performed only while it has these. */
async function judgedBy(users: UserDeps['users'], { userId: id, expectedRoles: read }: JudgedUser, waits: Waits) {
  const user = known(await users.get(id), 'user');
  requireExpected(user.roles, read);
  return { waits: waits(user.roles), against: { expectedRoles: user.roles } };
}

type Waits = (present: readonly Role[]) => boolean;

function callerOf({ client }: Pick<Call, 'client'>): string {
  return client.user?.userId ?? client.keyId ?? client.clientId;
}

export function createUser({ users }: UserDeps): Method {
  return operatorMethod({
    name: 'createUser',
    summary: 'Makes a user, who then needs a way to sign in',
    description: 'An invitation (inviteUser) lets the user store a passkey; a provider knows it by its e-mail address.',
    signInAgain: true,
    refusals: [190, 404],
    fourEyes: (values) => values.roles.some(actsForOthers),
    parameters: {
      clientId: required(clientId('the client whose user it is')),
      name: required(userName()),
      email: required(email()),
      roles: required(roles()),
    },
    response,
    handler: async (call) => {
      const user = await users.create({ ...call.values, createdBy: callerOf(call) });
      return { fields: { user: userFields(user) } };
    },
  });
}

export function getUsers({ users }: UserDeps): Method {
  return operatorMethod({
    name: 'getUsers',
    summary: 'Lists the users, oldest first',
    description: 'Includes inactive users.',
    parameters: {
      clientId: optional(clientId('only users of this client')),
      ...pageFrom('users'),
    },
    response: Type.Object({ users: Type.Array(userSchema), ...totalSchema }),
    handler: async ({ values }) => {
      const { rows, totalRecords } = await users.list(values);
      return { fields: { users: rows.map(userFields), totalRecords } };
    },
  });
}

export function updateUser({ users }: UserDeps): Method {
  return operatorMethod({
    name: 'updateUser',
    summary: 'Changes the name or the roles of a user, or ends its access',
    description:
      'Other roles and the end of access end sessions and links (P6, P8). The keys of a user who is no operator any ' +
      'more end, or are handed to keysTo (P27). Nobody changes the own roles.',
    signInAgain: true,
    refusals: [190, 404],
    fourEyes: (values) => {
      const { roles: given, active } = values;
      return judgedBy(users, values, (present) => {
        const regained = active === 'Yes' ? present : [];
        const added = (given ?? []).filter((role) => !present.includes(role));
        return [...regained, ...added].some(actsForOthers);
      });
    },
    parameters: {
      userId: required(userId()),
      name: optional(userName()),
      roles: optional(roles()),
      active: optional(yesNo({ description: 'No: the user cannot sign in from now on' })),
      keysTo: optional(userId('another operator, who answers for the keys of the user from now on; absent: they end')),
      expectedRoles: expectedRoles(),
    },
    response,
    handler: async ({ client, values }) => {
      const { userId: id, name, roles: given, active, keysTo, expectedRoles: expected } = values;
      if (name === undefined && given === undefined && active === undefined) {
        throw new ApiError(106, 'name, roles or active is needed');
      }
      if (peopleOf(client).includes(id) && (given !== undefined || active !== undefined)) {
        throw new ApiError(190, 'another operator must change your roles and your access');
      }
      const changes = { name, roles: given, active: active && active === 'Yes', keysTo };
      return { fields: { user: userFields(await users.update(id, changes, expected)) } };
    },
  });
}

export function inviteUser({ users, publicUrl }: UserDeps): Method {
  return operatorMethod({
    name: 'inviteUser',
    summary: 'Makes a link with which a user stores a passkey, once',
    description:
      'invite adds a passkey; recover also removes the earlier ones and ends the sessions. ' +
      'Another operator recovers it (P6).',
    signInAgain: true,
    refusals: [190, 404],
    fourEyes: (values) => judgedBy(users, values, (present) => present.some(actsForOthers)),
    parameters: {
      userId: required(userId()),
      purpose: optional(choice(['invite', 'recover'], { description: 'invite when absent' })),
      expectedRoles: expectedRoles(),
    },
    response: Type.Object({
      userId: Type.String(),
      signInLink: Type.String({ description: 'Not shown again.' }),
      expiresDate: Type.String(),
    }),
    handler: async (call) => {
      const { userId: id, purpose = 'invite', expectedRoles: expected } = call.values;
      if (peopleOf(call.client).includes(id)) throw new ApiError(190, 'another operator must make the link');
      const link = { userId: id, purpose, createdBy: callerOf(call), expectedRoles: expected };
      const { token, expiresAtUs } = await users.invite(link);
      // In the fragment, which browsers send to nobody.
      const signInLink = `${publicUrl()}/console#link=${token}`;
      return { fields: { userId: id, signInLink, expiresDate: timestamp(expiresAtUs) } };
    },
  });
}
