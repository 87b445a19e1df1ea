/** The setting SIGN_IN_PROVIDERS: a JSON array of providers (docs/operate/users.md). */
import { readFileSync } from 'node:fs';

/** Values of a claim, and what each stands for at the venue. */
export interface ClaimMap {
  readonly claim: string;
  readonly map: Readonly<Record<string, readonly string[]>>;
}

export interface ProviderSettings {
  /** In addresses and in the log. */
  readonly name: string;
  /** On the sign-in page. */
  readonly title: string;
  readonly issuer: URL;
  readonly clientId: string;
  /** undefined: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  readonly scope: string;
  /** Which roles a user has; absent: those of the venue's records. */
  readonly roles: ClaimMap | undefined;
  /** To which client a user belongs, by its id; absent: as the venue's records say. */
  readonly client: ClaimMap | undefined;
  /** Whether a user who is unknown to the venue is created, where the claims give at least one role. */
  readonly createsUsers: boolean;
}

const PROVIDERS_MAX = 20;
const FIELDS = new Set(
  'name,title,issuer,clientId,clientSecretEnv,clientSecretFile,scope,roles,client,createUsers'.split(','),
);
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

type Environment = Readonly<Record<string, string | undefined>>;
type Fields = Readonly<Record<string, unknown>>;

/** Throws an Error that names the provider and the field, never a secret. */
export function readProviders(text: string, environment: Environment): ProviderSettings[] {
  if (text === '') return [];
  const list = parsed(text);
  if (!Array.isArray(list) || list.length > PROVIDERS_MAX) {
    throw new Error(`it must be a JSON array of at most ${PROVIDERS_MAX} providers`);
  }
  const providers = list.map((entry) => providerOf(entry, environment));
  const names = providers.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two providers have the name ${twice}`);
  return providers;
}

function parsed(text: string): unknown {
  try {
    // Of a setting that comes from a file, as some editors write it.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Error('it must be JSON');
  }
}

function providerOf(entry: unknown, environment: Environment): ProviderSettings {
  const fields = objectOf(entry, 'each provider must be an object');
  const { name } = fields;
  if (typeof name !== 'string' || !/^[a-z0-9-]{1,40}$/.test(name)) {
    throw new Error('name must be 1 to 40 lower-case letters, digits and hyphens');
  }
  const unknown = Object.keys(fields).find((field) => !FIELDS.has(field));
  if (unknown !== undefined) throw new Error(`${name}: there is no field ${unknown}`);
  const text = (field: string, absent?: string): string => {
    const value = fields[field] ?? absent;
    if (typeof value === 'string' && value !== '') return value;
    throw new Error(`${name}: ${field} must be text`);
  };
  const createsUsers = fields.createUsers ?? false;
  if (typeof createsUsers !== 'boolean') throw new Error(`${name}: createUsers must be true or false`);
  const settings = {
    name,
    title: text('title', name),
    issuer: issuerOf(name, text('issuer')),
    clientId: text('clientId'),
    clientSecret: secretOf(name, fields, environment),
    scope: text('scope', 'openid email profile'),
    roles: claimMapOf(name, 'roles', fields),
    client: claimMapOf(name, 'client', fields),
    createsUsers,
  };
  if (!settings.scope.split(' ').includes('openid')) throw new Error(`${name}: scope must have openid`);
  if (createsUsers && settings.roles === undefined) throw new Error(`${name}: createUsers needs roles`);
  return settings;
}

function objectOf(value: unknown, problem: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Error(problem);
}

/** Only a provider on this machine may be without TLS. */
function issuerOf(name: string, text: string): URL {
  const issuer = URL.parse(text);
  const isSafe = issuer?.protocol === 'https:' || (issuer?.protocol === 'http:' && LOOPBACK.test(issuer.hostname));
  if (issuer === null || !isSafe || issuer.search !== '' || issuer.hash !== '') {
    throw new Error(`${name}: issuer must be an https address`);
  }
  return issuer;
}

function secretOf(name: string, fields: Fields, environment: Environment): string | undefined {
  const { clientSecretEnv: variable, clientSecretFile: file } = fields;
  if (variable !== undefined && file !== undefined) {
    throw new Error(`${name}: clientSecretEnv and clientSecretFile exclude each other`);
  }
  if (variable !== undefined) {
    const secret = typeof variable === 'string' ? environment[variable] : undefined;
    if (secret) return secret;
    throw new Error(`${name}: clientSecretEnv must name a variable that is set`);
  }
  if (file === undefined) return undefined;
  try {
    const secret = readFileSync(String(file), 'utf8').trim();
    if (secret !== '') return secret;
  } catch {
    // Said below: the reason of the system would repeat the path alone.
  }
  throw new Error(`${name}: clientSecretFile must name a file that has the secret`);
}

function claimMapOf(name: string, field: 'roles' | 'client', fields: Fields): ClaimMap | undefined {
  if (fields[field] === undefined) return undefined;
  const problem = `${name}: ${field} must be {"claim": "...", "map": {"value": "..."}}`;
  const { claim, map } = objectOf(fields[field], problem);
  if (typeof claim !== 'string' || claim === '') throw new Error(problem);
  const entries = Object.entries(objectOf(map, problem)).map(([value, meanings]) => {
    const list = [meanings].flat();
    if (list.length > 0 && list.every((one) => typeof one === 'string' && one !== '')) return [value, list] as const;
    throw new Error(problem);
  });
  return { claim, map: Object.fromEntries(entries) as Record<string, string[]> };
}
