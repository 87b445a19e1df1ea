/** Which user of the venue somebody at a provider is, and with which roles (docs/operate/users.md). */
import { ApiError } from '../../http/methods/index.ts';
import type { ClaimMap, ProviderIdentity, ProviderSettings } from '../../providers/openid/index.ts';
import { type Admission, ROLES, type Role } from '../users/index.ts';
import { SignInRefusal } from './refusals.ts';
import type { SignInUser, SignInUsers } from './sign-in-deps.ts';

/** In a map of claims: every value, and none. */
const ANY = '*';
/** Values of a claim that are looked up. */
const VALUES_MAX = 1000;

/**
 * What the sign-in of somebody at a provider writes; nothing is written yet. Throws SignInRefusal where the records and
 * the claims give nobody.
 */
export async function admissionOf(
  users: SignInUsers,
  settings: ProviderSettings,
  identity: ProviderIdentity,
): Promise<Admission> {
  const { issuer, subject, claims } = identity;
  const roles = settings.roles && rolesOf(meanings(settings.roles, claims));
  if (roles?.length === 0) throw new SignInRefusal('no-role', 'the claims give no role');
  const account = { issuer, subject };
  const known = (await users.ofIdentity(issuer, subject)) ?? (await ofAddress(users, identity));
  if (known === undefined) return { account, user: newUser(settings, identity, roles ?? []) };
  if (!known.active) throw new SignInRefusal('inactive', `user ${known.userId} is inactive`);
  const clients = settings.client && meanings(settings.client, claims);
  if (clients !== undefined && !clients.includes(known.clientId)) {
    throw new SignInRefusal('no-role', `the claims do not give the client of user ${known.userId}`);
  }
  return { account, user: { userId: known.userId }, roles };
}

/** Throws SignInRefusal where the records refuse it. */
export async function admitted(users: SignInUsers, admission: Admission): Promise<SignInUser> {
  try {
    return await users.admit(admission);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new SignInRefusal('no-role', error.detail ?? 'the records refuse the claims');
  }
}

/** A user of the records whose address the provider has verified, at the first sign-in there. */
async function ofAddress(users: SignInUsers, { email, issuer }: ProviderIdentity): Promise<SignInUser | undefined> {
  const user = email === undefined ? undefined : await users.ofEmail(email);
  // The provider may have given the address of somebody who left to somebody else.
  if (user !== undefined && (await users.hasIdentityAt(user.userId, issuer))) {
    throw new SignInRefusal('unknown-user', `user ${user.userId} has another account at the provider`);
  }
  return user;
}

function newUser(
  settings: ProviderSettings,
  { email, name, claims }: ProviderIdentity,
  roles: readonly Role[],
): Admission['user'] {
  if (!settings.createsUsers) throw new SignInRefusal('unknown-user', 'the venue knows no such user');
  const [clientId] = settings.client === undefined ? [] : meanings(settings.client, claims);
  if (clientId === undefined) throw new SignInRefusal('no-role', 'the claims give no client');
  if (email === undefined) throw new SignInRefusal('unknown-user', 'the provider gives no verified address');
  return { clientId, name: name ?? email, email, roles, createdBy: `provider ${settings.name}` };
}

/** In the order of the table; names that it does not have are no roles. */
const rolesOf = (names: readonly string[]): Role[] => ROLES.filter((role) => names.includes(role));

/** What the values of a claim stand for, each once. */
function meanings({ claim, map }: ClaimMap, claims: ProviderIdentity['claims']): string[] {
  const values = [claims[claim]].flat().slice(0, VALUES_MAX);
  const found = [ANY, ...values].flatMap((value) => (isKey(map, value) ? (map[value] ?? []) : []));
  return [...new Set(found)];
}

const isKey = (map: object, value: unknown): value is string => typeof value === 'string' && Object.hasOwn(map, value);
