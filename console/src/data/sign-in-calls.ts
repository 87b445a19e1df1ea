/** The ways to sign in, at the paths below console/sign-in (docs/operate/users.md). */
import { ROOT } from './address.ts';

/** Somebody whom the sandbox made, to be tried. */
export interface SandboxUser {
  readonly userId: string;
  readonly name: string;
  readonly roles: readonly string[];
}

export interface Ways {
  readonly providers: readonly { readonly name: string; readonly title: string }[];
  readonly passkeys: boolean;
  readonly sandboxUsers: readonly SandboxUser[];
  /** The browser has the cookie of a session, which no script can read. */
  readonly hasSession: boolean;
}

/** The word of a refusal; the page has a sentence for each. */
export class NotSignedIn extends Error {
  readonly word: string;
  constructor(word: string) {
    super(word);
    this.word = word;
  }
}

/** What the address of the page brought along. */
export interface Arrival {
  /** Of the link that the sandbox printed. */
  readonly sandbox?: string;
  /** Of an invitation or a recovery. */
  readonly invitation?: string;
  /** Why a provider's sign-in failed. */
  readonly refusal?: string;
}

const WAYS: Ways = { providers: [], passkeys: false, sandboxUsers: [], hasSession: false };
const AGAIN = 'again=done';
const CLOSE_AFTER_MS = 500;
const LINK = /^#(token|link)=([\w-]+)$/;

/** A window that another page of the console opened, to sign in again. */
export const isAgain = location.search === `?${AGAIN}`;

let arrival = takeArrival();
// A link that is opened in a tab of the console changes the part after # alone.
addEventListener('hashchange', () => LINK.test(location.hash) && location.reload());

/** Of the page; only the first who asks gets it: a token works once. */
export function arrived(): Arrival {
  const taken = arrival;
  arrival = {};
  return taken;
}

/** Tokens and refusals leave the address: they are not to stay in the history of the browser. */
function takeArrival(): Arrival {
  const [, kind, token] = LINK.exec(location.hash) ?? [];
  const sandbox = kind === 'token' ? token : undefined;
  const invitation = kind === 'link' ? token : undefined;
  const query = new URLSearchParams(location.search);
  const refusal = query.get('sign-in') ?? undefined;
  if (sandbox ?? invitation ?? refusal) {
    query.delete('sign-in');
    query.delete('by');
    history.replaceState(null, '', location.pathname + (query.size === 0 ? '' : `?${query}`));
  }
  return { ...(sandbox && { sandbox }), ...(invitation && { invitation }), ...(refusal && { refusal }) };
}

const at = (path: string) => new URL(`console/sign-in/${path}`, ROOT);

/** None of the ways but a key where the venue does not answer. */
export async function ways(): Promise<Ways> {
  try {
    const response = await fetch(at('ways'));
    return response.ok ? ((await response.json()) as Ways) : WAYS;
  } catch {
    return WAYS;
  }
}

/** Rejects with NotSignedIn. */
async function post(path: string, body: object = {}): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(at(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-openats-console': '1' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  const answer = (await response?.json().catch(() => undefined)) as Readonly<Record<string, unknown>> | undefined;
  if (answer?.statusCode === '101') return answer;
  throw new NotSignedIn(response?.status === 429 ? 'too-many' : String(answer?.reason ?? 'no-answer'));
}

/** Where the browser goes to sign in at a provider, and from there to `to`. */
export function providerAddress(name: string, to: string, again = false): string {
  const home = ROOT.pathname.replace(/\/$/, '');
  // The server knows its pages by their path without that of a proxy.
  const query = new URLSearchParams({
    to: to.startsWith(home) ? to.slice(home.length) : to,
    ...(again && { again: '1' }),
  });
  return `${at(`oidc/${name}`).pathname}?${query}`;
}

/** Opens a window to sign in again at the provider; resolves when the user has. */
export function againAtProvider(name: string): Promise<void> {
  const channel = new BroadcastChannel('openats-sign-in');
  const { promise, resolve } = Promise.withResolvers<void>();
  channel.onmessage = () => {
    channel.close();
    resolve();
  };
  window.open(providerAddress(name, `/console?${AGAIN}`, true), 'openats-sign-in', 'popup,width=520,height=680');
  return promise;
}

/** In that window: the page that opened it goes on. */
export function reportAgain(): void {
  const channel = new BroadcastChannel('openats-sign-in');
  channel.postMessage('done');
  // A window that closes at once may take its message with it.
  setTimeout(() => window.close(), CLOSE_AFTER_MS);
}

/** Browsers bind a passkey to a name, never to the number of an address. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

/** `again`: by the user of the session, which goes on. Rejects with NotSignedIn. */
export async function usePasskey(again = false): Promise<void> {
  const { options } = await post('passkey/options');
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const response = await byDevice(startAuthentication({ optionsJSON: options as never }));
  await post('passkey', { response, again });
}

/** Whom the link is for. Rejects with NotSignedIn. */
export async function invitedName(token: string): Promise<string> {
  const { user } = await post('passkey/register-options', { token });
  return (user as { name: string }).name;
}

/** By a link, which starts a session too, or by the user of the session. Rejects with NotSignedIn. */
export async function registerPasskey(name: string, token?: string): Promise<void> {
  const { options } = await post('passkey/register-options', { token });
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await byDevice(startRegistration({ optionsJSON: options as never }));
  await post('passkey/register', { token, name, response });
}

/** The user closed the dialog of the browser, or the device has no passkey for this venue. */
async function byDevice<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch {
    throw new NotSignedIn('device');
  }
}

/** Redeems the link that the sandbox printed. Rejects with NotSignedIn. */
export async function openSandboxLink(token: string): Promise<readonly SandboxUser[]> {
  return (await post('link', { token })).sandboxUsers as readonly SandboxUser[];
}

export async function beSandboxUser(userId: string, again = false): Promise<void> {
  await post('link', { userId, again });
}

/** Where the browser ends its session at the provider, too; undefined: nowhere. */
export async function endSession(): Promise<string | undefined> {
  const { logout } = await post('out').catch(() => ({ logout: undefined }));
  return logout as string | undefined;
}
