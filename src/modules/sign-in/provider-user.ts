/** Which user of the venue somebody at a provider is, and with which roles (docs/operate/users.md). */
import { ApiError } from '../../http/methods/index.ts';
import type { ClaimMap, ProviderIdentity, ProviderSettings } from '../../providers/openid/index.ts';
import { ROLES, type Role } from '../users/index.ts';
import { SignInRefusal } from './refusals.ts';
import type { SignInUser, SignInUsers } from './sign-in-services.ts';

/** In a map of claims: every value, and none. */
const ANY = '*';
/** Values of a claim that are looked up. */
const VALUES_MAX = 1000;

/** Throws SignInRefusal where the records and the claims give nobody, or the records refuse what the claims say. */
export async function userOfIdentity(
  users: SignInUsers,
  settings: ProviderSettings,
  identity: ProviderIdentity,
): Promise<SignInUser> {
  try {
    return await userBy(users, settings, identity);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new SignInRefusal('no-role', error.detail ?? 'the records refuse the claims');
  }
}

async function userBy(users: SignInUsers, settings: ProviderSettings, identity: ProviderIdentity): Promise<SignInUser> {
  const roles = settings.roles && rolesOf(meanings(settings.roles, identity.claims));
  if (roles?.length === 0) throw new SignInRefusal('no-role', 'the claims give no role');
  const known = (await users.ofIdentity(identity.issuer, identity.subject)) ?? (await bound(users, identity));
  if (known === undefined) return created(users, settings, identity, roles ?? []);
  if (!known.active) throw new SignInRefusal('inactive', `user ${known.userId} is inactive`);
  const clients = settings.client && meanings(settings.client, identity.claims);
  if (clients !== undefined && !clients.includes(known.clientId)) {
    throw new SignInRefusal('no-role', `the claims do not give the client of user ${known.userId}`);
  }
  if (roles === undefined || isSame(roles, known.roles)) return known;
  await users.update(known.userId, { roles });
  return { ...known, roles };
}

/** A user of the records whose address the provider has verified, at the first sign-in there. */
async function bound(users: SignInUsers, identity: ProviderIdentity): Promise<SignInUser | undefined> {
  if (identity.email === undefined) return undefined;
  const user = await users.ofEmail(identity.email);
  if (user === undefined) return undefined;
  // The provider may have given the address of somebody who left to somebody else.
  if (await users.hasIdentityAt(user.userId, identity.issuer)) {
    throw new SignInRefusal('unknown-user', `user ${user.userId} has another account at the provider`);
  }
  if (user.active) await users.bindIdentity(user.userId, identity.issuer, identity.subject);
  return user;
}

async function created(
  users: SignInUsers,
  settings: ProviderSettings,
  { issuer, subject, email, name, claims }: ProviderIdentity,
  roles: readonly Role[],
): Promise<SignInUser> {
  if (!settings.createsUsers) throw new SignInRefusal('unknown-user', 'the venue knows no such user');
  const [clientId] = settings.client === undefined ? [] : meanings(settings.client, claims);
  if (clientId === undefined) throw new SignInRefusal('no-role', 'the claims give no client');
  if (email === undefined) throw new SignInRefusal('unknown-user', 'the provider gives no verified address');
  const createdBy = `provider ${settings.name}`;
  const user = await users.create({ clientId, name: name ?? email, email, roles, createdBy });
  await users.bindIdentity(user.userId, issuer, subject);
  return user;
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

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((role) => other.includes(role));
