import { LRUCache } from 'lru-cache';
import { KeyedQueue } from '../../time/keyed-queue.ts';
import { MINUTE_MS } from '../../time/units.ts';
import type { Authenticator, Client, SessionChecks } from '../methods/index.ts';
import { addressKey } from './address.ts';
import type { Credentials } from './authentication.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { SessionToken } from './session-cookie.ts';

/** Unfinished lookups of one locked-out name. */
const LOOKUPS_MAX = 100;

/** The credentials are not those of a client. */
export class WrongCredentials {
  /** How long the caller is locked out for; 0 where this was just a wrong key. */
  readonly secondsToWait: number;
  constructor(secondsToWait: number) {
    this.secondsToWait = secondsToWait;
  }
}

export type Verdict = Client | WrongCredentials;

/** missing: also malformed; locked-out: refused unseen, after too many wrong ones. */
export const CREDENTIAL_REFUSALS = ['missing', 'key', 'session', 'locked-out'] as const;

export interface GuardOptions {
  readonly authenticator: Authenticator;
  /** Absent: nobody has a session. */
  readonly sessions?: SessionChecks;
  /** Missing and wrong credentials a minute of one address, and wrong ones for one client id; 0 is no limit. */
  readonly failuresMax?: number;
  /** Addresses, and client ids, that are counted at a time. */
  readonly namesMax?: number;
  /**
   * Milliseconds of a clock that never goes back: one that was set back would lengthen a lock-out. Injected by tests.
   */
  readonly nowMs?: () => number;
  /** Called for each refusal. */
  readonly onRefused?: (reason: (typeof CREDENTIAL_REFUSALS)[number]) => void;
}

/**
 * Checks credentials, for HTTP and the stream alike, and counts missing and wrong ones by address, wrong ones by client
 * id too. With one
 * proxy many callers share an address, and anybody can name any client id: so a lock-out refuses no right key. Those
 * that were right a moment ago pass at once; others are looked up one at a time for each name that is locked out, so
 * that a flood costs no more than that.
 */
export class CredentialGuard {
  readonly #authenticator: Authenticator;
  readonly #sessions: SessionChecks | undefined;
  readonly #byAddress: AuthenticationFailures;
  readonly #byClient: AuthenticationFailures;
  readonly #lookups = new KeyedQueue<string>();
  readonly #onRefused: NonNullable<GuardOptions['onRefused']>;

  constructor(options: GuardOptions) {
    const counting = {
      failuresMax: options.failuresMax ?? DEFAULT_LIMITS.authenticationFailuresPerMinute,
      namesMax: options.namesMax ?? DEFAULT_LIMITS.addressesMax,
      nowMs: options.nowMs ?? (() => performance.now()),
    };
    this.#authenticator = options.authenticator;
    this.#sessions = options.sessions;
    this.#onRefused = options.onRefused ?? (() => {});
    this.#byAddress = new AuthenticationFailures(counting);
    this.#byClient = new AuthenticationFailures(counting);
  }

  /** Whose credentials they are. ip: of the caller, a valid address. */
  check(credentials: Credentials, ip: string): Verdict | Promise<Verdict> {
    const { clientId, developerApiKey } = credentials;
    const address = addressKey(ip);
    const ofAddress = this.#byAddress.secondsToWait(address);
    const seconds = Math.max(ofAddress, this.#byClient.secondsToWait(clientId));
    if (seconds > 0) {
      const cached = this.#authenticator.cached?.(clientId, developerApiKey);
      if (cached !== undefined) return cached;
      const name = ofAddress > 0 ? `address ${address}` : `client ${clientId}`;
      const find = () => this.#authenticator.authenticate(clientId, developerApiKey);
      return this.#lookUpInTurn(name, find, { clientId, address, seconds });
    }
    const found = this.#authenticator.authenticate(clientId, developerApiKey);
    if (found instanceof Promise) return this.#judge(found, clientId, address);
    return found ?? this.#refuse(clientId, address, 0);
  }

  /** Whose session it is. A token that is nobody's counts as wrong credentials of the address. */
  checkSession({ token, isUse }: SessionToken, ip: string): Verdict | Promise<Verdict> {
    const address = addressKey(ip);
    const find = () => this.#sessions?.check(token, ip, isUse);
    const seconds = this.#byAddress.secondsToWait(address);
    const waits = seconds > 0 && this.#sessions?.wasValid?.(token) !== true;
    if (waits) return this.#lookUpInTurn(`address ${address}`, find, { clientId: undefined, address, seconds });
    const found = find();
    if (found instanceof Promise) return this.#judge(found, undefined, address);
    return found ?? this.#refuse(undefined, address, seconds);
  }

  async #judge(found: Promise<Client | undefined>, clientId: string | undefined, address: string): Promise<Verdict> {
    return (await found) ?? this.#refuse(clientId, address, 0);
  }

  /** Counts a call that brought no credentials. ip: of the caller, a valid address. */
  countMissing(ip: string): WrongCredentials {
    const address = addressKey(ip);
    const seconds = this.#byAddress.secondsToWait(address);
    this.#byAddress.count(address);
    this.#onRefused('missing');
    return new WrongCredentials(seconds);
  }

  /** Where the address or the client id is locked out. */
  #lookUpInTurn(
    name: string,
    find: () => Client | undefined | Promise<Client | undefined>,
    { clientId, address, seconds }: { readonly clientId: string | undefined; address: string; seconds: number },
  ): Verdict | Promise<Verdict> {
    if (this.#lookups.size(name) >= LOOKUPS_MAX) {
      this.#onRefused('locked-out');
      return new WrongCredentials(seconds);
    }
    const looked = this.#lookups.run(name, async () => find());
    return looked.then((client) => client ?? this.#refuse(clientId, address, seconds));
  }

  /** See Authenticator.renew; the same client where the authenticator knows of no changes. */
  renew(client: Client): Client | undefined | Promise<Client | undefined> {
    if (client.user !== undefined) return this.#sessions?.renew(client);
    const authenticator = this.#authenticator;
    return authenticator.renew === undefined ? client : authenticator.renew(client);
  }

  #refuse(clientId: string | undefined, address: string, seconds: number): WrongCredentials {
    this.#byAddress.count(address);
    if (clientId !== undefined) this.#byClient.count(clientId);
    this.#onRefused(clientId === undefined ? 'session' : 'key');
    return new WrongCredentials(seconds);
  }
}

interface Window {
  readonly endsAtMs: number;
  failures: number;
}

const WINDOW_MS = MINUTE_MS;

/**
 * Wrong credentials per name (an address, a client id) and minute; a name with too many is locked out for the rest of
 * the minute. Bounded: where too many names fail, the one that failed longest ago is forgotten first, but those that
 * are locked out are kept apart, so that no crowd of others can free them.
 */
export class AuthenticationFailures {
  readonly #failuresMax: number;
  readonly #nowMs: () => number;
  /** In the order of the last failures. */
  readonly #watched: LRUCache<string, Window>;
  /** In the order in which they were locked out. */
  readonly #lockedOut: LRUCache<string, Window>;

  /** @param failuresMax per name and minute; 0 switches the guard off */
  constructor(options: { failuresMax: number; namesMax: number; nowMs: () => number }) {
    this.#failuresMax = options.failuresMax;
    // Bounded by size and not by number: LRUCache allocates room for a number at once, which delays the start.
    const bounds = { maxSize: options.namesMax, sizeCalculation: () => 1 };
    this.#watched = new LRUCache(bounds);
    this.#lockedOut = new LRUCache(bounds);
    this.#nowMs = options.nowMs;
  }

  /** How many seconds the name is locked out for; 0 when it is not. */
  secondsToWait(name: string): number {
    if (this.#lockedOut.size === 0) return 0;
    const window = this.#lockedOut.peek(name);
    return window === undefined ? 0 : Math.max(0, Math.ceil((window.endsAtMs - this.#nowMs()) / 1000));
  }

  count(name: string): void {
    if (this.#failuresMax === 0 || this.secondsToWait(name) > 0) return;
    const nowMs = this.#nowMs();
    const known = this.#watched.peek(name);
    const window = known && known.endsAtMs > nowMs ? known : { endsAtMs: nowMs + WINDOW_MS, failures: 0 };
    window.failures++;
    if (window.failures < this.#failuresMax) {
      this.#watched.set(name, window);
      return;
    }
    this.#watched.delete(name);
    this.#lockedOut.set(name, window);
  }
}
