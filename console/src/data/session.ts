/**
 * Who works in the page: a user, whose session is in a cookie that no script can read, or a program's key, which is
 * kept in this tab alone: session storage, or memory where that is refused.
 */
import { ROOT } from './address.ts';
import { Api, type Credentials, type Fields } from './api.ts';
import { endSession } from './sign-in-calls.ts';
import { StreamLink } from './stream-link.ts';
import { followVenueClock } from './venue-clock.ts';

const STORED = 'openats.session';

interface Capabilities {
  readonly clientId: string;
  /** Of the client. */
  readonly name: string;
  readonly operator: boolean;
  readonly environment: string;
  readonly fourEyes: boolean;
  readonly scopes: ReadonlySet<string>;
  readonly methods: ReadonlySet<string>;
  /** undefined: a key. */
  readonly user: { readonly userId: string; readonly name: string } | undefined;
}

export interface Session {
  readonly api: Api;
  readonly link: StreamLink;
  readonly capabilities: Capabilities;
  may(...methods: readonly string[]): boolean;
}

/** A key, or the session of the cookie. */
export type Who = Credentials | 'session';

/** Rejects with ApiRefusal or NoAnswer: the key is wrong, the session is over, or the venue does not answer. */
export async function signIn(who: Who): Promise<Session> {
  const api = new Api(ROOT, who);
  const capabilities = capabilitiesOf((await api.call('getCapabilities')).capabilities as Fields);
  store(who === 'session' ? undefined : who);
  const may = (...methods: readonly string[]) => methods.every((name) => capabilities.methods.has(name));
  const link = new StreamLink(api.ats);
  // Before the first place is drawn, which may show the day.
  await followVenueClock(api, may('getClock'), () => link.status === 'closed');
  return { api, link, capabilities, may };
}

/** Where the browser goes to sign out at a provider, too; undefined: nowhere. */
export async function signOut({ link, api }: Session): Promise<string | undefined> {
  link.close();
  store(undefined);
  return api.isSession ? await endSession() : undefined;
}

/** The key of this tab; undefined: it has none. */
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

function capabilitiesOf(fields: Fields): Capabilities {
  return {
    clientId: String(fields.clientId),
    name: String(fields.name),
    operator: fields.operator === 'Yes',
    environment: String(fields.environment),
    fourEyes: fields.fourEyes === 'Yes',
    scopes: new Set(fields.scopes as string[]),
    methods: new Set(fields.methods as string[]),
    user: fields.user as Capabilities['user'],
  };
}
