import type { Registry } from 'prom-client';
import { type Config, WrongSetting } from '../../config.ts';
import { isLoopback, RefusalLog, SessionCookie } from '../../http/auth/index.ts';
import type { SignInDeps, SignInUser } from '../../modules/sign-in/index.ts';
import { ROLES, type Role, sideOf, type UserRecords, type UserSessions } from '../../modules/users/index.ts';
import { OpenIdProvider, type ProviderSettings, readProviders } from '../../providers/openid/index.ts';
import type { PartContext } from '../lifecycle/index.ts';
import { addSignInMetrics } from '../metrics/index.ts';
import type { Databases } from './databases.ts';

interface OpenSignInDeps {
  readonly databases: Databases;
  readonly users: UserRecords;
  readonly sessions: UserSessions;
  readonly registry: Registry;
  readonly audit: SignInDeps['audit'];
}

/** How users sign in, as the settings say. Throws WrongSetting. */
export function openSignIn({ config, log, state, systemUs }: PartContext, deps: OpenSignInDeps): SignInDeps {
  const { users, sessions, databases } = deps;
  const publicUrl = () => config.PUBLIC_URL ?? state.apiAddress;
  if (config.ENVIRONMENT === 'production' && !config.PUBLIC_URL?.startsWith('https:') && !isLoopback(config.HOST)) {
    log.warn({}, 'PUBLIC_URL is no https address: the cookies of sessions are sent without encryption');
  }
  const providers = providersOf(config);
  const ways = [...providers.map(({ name }) => `oidc:${name}`), 'passkey', 'link'];
  const redirectUri = (name: string) => () => `${publicUrl()}/console/sign-in/oidc/${name}/callback`;
  return {
    users,
    sessions,
    sessionCookie: new SessionCookie(config.PUBLIC_URL),
    secrets: databases.secrets,
    providers: providers.map((one) => new OpenIdProvider(one, { redirectUri: redirectUri(one.name) })),
    hasPasskeys: config.PASSKEYS === 'on',
    publicUrl,
    nowUs: systemUs,
    signInAgainMinutes: config.SIGN_IN_AGAIN_MINUTES,
    sandboxUsers: async () => (config.ENVIRONMENT === 'sandbox' ? await sandboxUsers(users) : []),
    log,
    refusals: new RefusalLog(log),
    audit: deps.audit,
    counts: addSignInMetrics(deps.registry, ways),
  };
}

function providersOf({ SIGN_IN_PROVIDERS, PUBLIC_URL, HOST }: Config): ProviderSettings[] {
  let providers: ProviderSettings[];
  try {
    providers = readProviders(SIGN_IN_PROVIDERS, process.env);
  } catch (error) {
    throw new WrongSetting('SIGN_IN_PROVIDERS', (error as Error).message);
  }
  if (providers.length > 0 && PUBLIC_URL === null && !isLoopback(HOST)) {
    throw new WrongSetting('PUBLIC_URL', 'SIGN_IN_PROVIDERS is set, which needs it');
  }
  return providers;
}

const emailOf = (role: Role): string => `${role.toLowerCase()}@sandbox.example`;

const NAMES: Readonly<Record<Role, string>> = {
  trader: 'Sandbox trader',
  compliance: 'Sandbox compliance',
  backOffice: 'Sandbox back office',
  operator: 'Sandbox operator',
  surveillance: 'Sandbox surveillance',
  auditor: 'Sandbox auditor',
};

/** One user of each role, to be tried; those that the operator ended are left out. */
async function sandboxUsers(users: UserRecords): Promise<SignInUser[]> {
  const found = await Promise.all(ROLES.map((role) => users.ofEmail(emailOf(role))));
  return found.filter((user) => user !== undefined).filter(({ active }) => active);
}

/** Makes the users of the sandbox that are missing, of its client and of its operator. */
export async function ensureSandboxUsers(
  users: UserRecords,
  clients: { readonly client: string; readonly operator: string },
): Promise<void> {
  for (const role of ROLES) {
    const email = emailOf(role);
    if ((await users.ofEmail(email)) !== undefined) continue;
    const clientId = clients[sideOf([role]) ?? 'client'];
    await users.create({ clientId, name: NAMES[role], email, roles: [role], createdBy: 'start' });
  }
}
