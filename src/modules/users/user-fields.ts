import Type, { type Static } from 'typebox';
import { ApiError, type Client, namedObject, RECORD_SCOPE } from '../../http/methods/index.ts';
import { choice, type Kind, list, text } from '../../http/parameters/index.ts';
import { choicesSchema, textOrNull, timestamp, timestampOrNull } from '../shared/values/index.ts';
import { ROLES, type Role } from './roles.ts';
import type { User } from './user-records.ts';

export const userSchema = namedObject('User', {
  userId: Type.String(),
  clientId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  roles: Type.Array(choicesSchema(ROLES)),
  active: choicesSchema(['Yes', 'No']),
  createdDate: Type.String(),
  createdBy: Type.String({ description: 'The user or key that made it.' }),
  lastSeenDate: textOrNull(),
});

export function userFields(user: User): Static<typeof userSchema> {
  return {
    userId: user.userId,
    clientId: user.clientId,
    name: user.name,
    email: user.email,
    roles: [...user.roles],
    active: user.active ? 'Yes' : 'No',
    createdDate: timestamp(user.createdAtUs),
    createdBy: user.createdBy,
    lastSeenDate: timestampOrNull(user.lastSeenAtUs),
  };
}

export const userId = (description = 'user id') =>
  text({ description, pattern: /^U[0-9]{8}$/, patternReason: 'must be U and eight digits' });

export const userName = () => text({ description: 'name of the user', maxLength: 200 });

export const email = () =>
  text({
    description: 'e-mail address of the user',
    maxLength: 254,
    pattern: /^[^\s@]+@[^\s@]+$/,
    patternReason: 'must be an e-mail address',
  });

export function roles(description = 'roles of the user (P3)'): Kind<readonly Role[]> {
  return list(choice(ROLES), { description, maxItems: ROLES.length });
}

/** Throws 404, as for an id that nobody has. */
export function known<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new ApiError(404, `there is no such ${what}`);
  return found;
}

/** Whoever may call a method of the operator that is about users. */
export function mayCallFor(client: Client, method: 'getUsers' | 'updateUser'): boolean {
  const mayChange = method === 'getUsers' || client.scopes.has(RECORD_SCOPE);
  return client.master && mayChange && !client.deniedMethods.has(method);
}

/** The user that is meant. Throws 106 without one, 404 for another's of whoever may not see it. */
export function userMeant(client: Client, id: string | undefined, method: 'getUsers' | 'updateUser'): string {
  const meant = id ?? client.user?.userId;
  if (meant === undefined) throw new ApiError(106, 'userId is needed: no user calls');
  const isAllowed = meant === client.user?.userId || mayCallFor(client, method);
  return known(isAllowed ? meant : undefined, 'user');
}
