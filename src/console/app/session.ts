/** Who is signed in. The key is kept in this tab alone: session storage, or memory where that is refused. */
import { Api, type Credentials, type Fields } from './api.ts';
import { Line } from './line.ts';

const STORED = 'openats.session';
const PAGE = new URL('.', document.baseURI);

export interface Capabilities {
  readonly name: string;
  readonly operator: boolean;
  readonly environment: string;
  readonly fourEyes: boolean;
  readonly scopes: ReadonlySet<string>;
  readonly methods: ReadonlySet<string>;
}

export interface Session {
  readonly api: Api;
  readonly line: Line;
  readonly capabilities: Capabilities;
  may(...methods: readonly string[]): boolean;
}

export interface SandboxUser extends Credentials {
  readonly name: string;
}

/** Rejects with ApiRefusal or NoAnswer: the key is wrong or the venue does not answer. */
export async function signIn(credentials: Credentials): Promise<Session> {
  const api = new Api(PAGE, credentials);
  const capabilities = capabilitiesOf((await api.call('getCapabilities')).capabilities as Fields);
  store(credentials);
  const may = (...methods: readonly string[]) => methods.every((name) => capabilities.methods.has(name));
  return { api, line: new Line(api.ats), capabilities, may };
}

export function signOut(session: Session): void {
  session.line.close();
  store(undefined);
}

/** The credentials of this tab; undefined: nobody is signed in. */
export function stored(): Credentials | undefined {
  try {
    const text = sessionStorage.getItem(STORED);
    return text === null ? undefined : (JSON.parse(text) as Credentials);
  } catch {
    return undefined;
  }
}

function store(credentials: Credentials | undefined): void {
  try {
    if (credentials === undefined) sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, JSON.stringify(credentials));
  } catch {
    // Then a reload asks again.
  }
}

/** Whom a sandbox on this very machine lets in with one click; empty elsewhere. */
export async function sandboxUsers(): Promise<readonly SandboxUser[]> {
  try {
    const response = await fetch(new URL('console/sandbox-sign-in', PAGE), {
      method: 'POST',
      headers: { 'x-openats-console': '1' },
      credentials: 'omit',
    });
    return response.ok ? ((await response.json()) as { users: SandboxUser[] }).users : [];
  } catch {
    return [];
  }
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
