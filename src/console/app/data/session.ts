/** The signed-in client. The key is kept in this tab alone: session storage, or memory where that is refused. */
import { ROOT } from './address.ts';
import { Api, type Credentials, type Fields } from './api.ts';
import { StreamLink } from './stream-link.ts';

const STORED = 'openats.session';
const SANDBOX_USERS = 'openats.sandbox-users';
let token = takeToken();

interface Capabilities {
  readonly name: string;
  readonly operator: boolean;
  readonly environment: string;
  readonly fourEyes: boolean;
  readonly scopes: ReadonlySet<string>;
  readonly methods: ReadonlySet<string>;
}

export interface Session {
  readonly api: Api;
  readonly link: StreamLink;
  readonly capabilities: Capabilities;
  may(...methods: readonly string[]): boolean;
}

export interface SandboxUser extends Credentials {
  readonly name: string;
}

/** Rejects with ApiRefusal or NoAnswer: the key is wrong or the venue does not answer. */
export async function signIn(credentials: Credentials): Promise<Session> {
  const api = new Api(ROOT, credentials);
  const capabilities = capabilitiesOf((await api.call('getCapabilities')).capabilities as Fields);
  store(credentials);
  const may = (...methods: readonly string[]) => methods.every((name) => capabilities.methods.has(name));
  return { api, link: new StreamLink(api.ats), capabilities, may };
}

export function signOut(session: Session): void {
  session.link.close();
  store(undefined);
}

/** The credentials of this tab; undefined: nobody is signed in. */
export function stored(): Credentials | undefined {
  return read<Credentials>(STORED);
}

function store(credentials: Credentials | undefined): void {
  write(STORED, credentials);
}

function read<T>(name: string): T | undefined {
  try {
    const text = sessionStorage.getItem(name);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

function write(name: string, value: object | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Then a reload asks again.
  }
}

/** Whom the link that the sandbox printed lets in with one click; they are asked for once and kept in this tab. */
export async function sandboxUsers(): Promise<readonly SandboxUser[]> {
  const kept = read<readonly SandboxUser[]>(SANDBOX_USERS) ?? [];
  if (token === undefined) return kept;
  try {
    const response = await fetch(new URL('console/sandbox-sign-in', ROOT), {
      method: 'POST',
      headers: { 'x-openats-console': '1', 'x-openats-token': token },
      credentials: 'omit',
    });
    token = undefined;
    if (!response.ok) return kept;
    const { users } = (await response.json()) as { users: readonly SandboxUser[] };
    write(SANDBOX_USERS, users);
    return users;
  } catch {
    return kept;
  }
}

/** The token of the address, which then has none: it is not to stay in the history of the browser. */
function takeToken(): string | undefined {
  const [, taken] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (taken !== undefined) history.replaceState(null, '', location.pathname);
  return taken;
}

function capabilitiesOf(fields: Fields): Capabilities {
  return {
    name: String(fields.name),
    operator: fields.operator === 'Yes',
    environment: String(fields.environment),
    fourEyes: fields.fourEyes === 'Yes',
    scopes: new Set(fields.scopes as string[]),
    methods: new Set(fields.methods as string[]),
  };
}
