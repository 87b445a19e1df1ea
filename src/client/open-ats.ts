/** The client of one key: typed methods over HTTP, and the stream. */

import { WAYS } from './generated/index.ts';
import { type CallOptions, HttpCalls, RETRY, type RetrySettings } from './http/index.ts';
import { type EventListener, EventReader, OrderStore, type SavedOrders } from './orders/index.ts';
import type { Answer, Backoff, Fields, MethodName } from './shared/index.ts';
import { Addresses, systemTimers, type Timers } from './shared/index.ts';
import { type OrdersOptions, Stream } from './stream/index.ts';
import type { ConnectionSettings } from './wire/index.ts';
import {
  type OpenSocket,
  type SocketClass,
  STREAM_CALLS,
  type StreamCallSettings,
  socketOpener,
} from './wire/index.ts';

interface CommonSettings {
  /** Where the service is, such as https://ats.example.com; several are tried in turn. */
  readonly baseUrls: string | readonly string[];
  /**
   * How long a call may take in all, over HTTP and on the stream, milliseconds; 60,000 when absent. Six times that with
   * files, and the field `wait` of getEvents on top.
   */
  readonly budgetMs?: number | undefined;
  /** Those that are absent are as in RETRY. */
  readonly retry?: Partial<RetrySettings> | undefined;
}

interface KeySettings {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

/** Of a page of the service itself, whose browser has the cookie of a user's session (docs/operate/users.md). */
interface SessionSettings {
  /** Of each call: X-OpenATS-Console, without which the cookie counts for nothing. */
  readonly sessionHeaders: () => Readonly<Record<string, string>>;
}

export type ClientSettings = CommonSettings & (KeySettings | SessionSettings);

export interface StreamSettings {
  /** Where it is, when that is elsewhere. */
  readonly baseUrls?: string | readonly string[] | undefined;
  readonly connection?: Partial<ConnectionSettings> | undefined;
  /** Where the platform has none, as in Node 20: that of the package ws. */
  readonly WebSocket?: SocketClass | undefined;
  /** Between two tries to connect. */
  readonly backoff?: Partial<Backoff> | undefined;
  readonly calls?: Partial<Omit<StreamCallSettings, 'totalMs'>> | undefined;
}

export interface EventOptions extends Omit<OrdersOptions, 'since'> {
  /** A cursor, or `latest` for the events from now on; absent: all events of the client. */
  readonly after?: string | undefined;
  /** Where to go on when events were lost; absent: at the first event. */
  readonly afterReset?: 'latest' | undefined;
}

/** What tests put in place of the platform's. */
export interface Platform {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly openSocket: OpenSocket | undefined;
  readonly timers: Timers;
  readonly random: () => number;
}

/** Each method of the service by its name. Rejects with ApiRefusal, NoAnswer, UnexpectedAnswer, a signal's reason. */
export type MethodCalls = {
  readonly [N in MethodName]: object extends Fields<N>
    ? (fields?: Fields<N>, options?: CallOptions) => Promise<Answer<N>>
    : (fields: Fields<N>, options?: CallOptions) => Promise<Answer<N>>;
};

export const BUDGET_MS = 60_000;
const CONNECTION: ConnectionSettings = { connectMs: 10_000, silenceMs: 5000 };
const BACKOFF: Backoff = { baseMs: 250, capMs: 15_000 };

const PLATFORM: Platform = {
  fetch: (url, init) => fetch(url, init),
  openSocket: undefined,
  timers: systemTimers,
  random: Math.random,
};

export class OpenAts {
  /** Such as `ats.methods.createOrder(fields)`. */
  readonly methods: MethodCalls;
  readonly #settings: ClientSettings;
  readonly #platform: Platform;
  readonly #calls: HttpCalls;

  /** Throws TypeError for a malformed base URL. Connects nowhere yet. */
  constructor(settings: ClientSettings, platform: Partial<Platform> = {}) {
    this.#settings = settings;
    this.#platform = { ...PLATFORM, ...platform };
    this.#calls = new HttpCalls({
      ...this.#platform,
      addresses: new Addresses(settings.baseUrls),
      headers: headersOf(settings),
      budgetMs: settings.budgetMs ?? BUDGET_MS,
      retry: { ...RETRY, ...settings.retry },
    });
    const names = Object.keys(WAYS) as MethodName[];
    const call =
      (name: MethodName) =>
      (fields: object = {}, options?: CallOptions) =>
        this.call(name, fields, options);
    this.methods = Object.fromEntries(names.map((name) => [name, call(name)])) as MethodCalls;
  }

  /** A method by a name that is known only when the program runs. */
  async call<N extends MethodName>(name: N, fields: Fields<N>, options?: CallOptions): Promise<Answer<N>> {
    return (await this.#calls.call(name, fields as Readonly<Record<string, unknown>>, options)) as unknown as Answer<N>;
  }

  /**
   * The best levels of a book, 1 to 100, at one moment. Its `seq` is comparable with that of `stream.depth` of as many
   * levels (S40): the larger one is the newer state.
   */
  async fetchOrderBook(securityId: string | number, levels = 10): Promise<Answer<'getDepth'>['depth']> {
    return (await this.call('getDepth', { securityId, levels })).depth;
  }

  /**
   * The own orders and positions, kept by the events that the stream brings (L18): from those of `saved` on, or from
   * the first event of the client. One for a stream. The key needs both scopes of getEvents.
   */
  orderStore(stream: Stream, saved?: SavedOrders): OrderStore {
    return new OrderStore((after, listener) => this.events(stream, listener, { after, name: 'store' }), saved);
  }

  /**
   * The events of the client after a cursor, each once and none missing, across cuts, restarts and gaps (L19). With
   * `clients` those of the clients below, or of a drop copy (S32). The key needs both scopes of getEvents.
   */
  events(
    stream: Stream,
    listener: EventListener,
    { after, afterReset, name, clients }: EventOptions = {},
  ): EventReader {
    const deps = {
      read: (fields: Fields<'getEvents'>, signal: AbortSignal) =>
        this.call('getEvents', { ...fields, clients }, { signal }),
      follow: (since: string) => stream.orders({ since, name, clients }),
      afterReset,
      timers: this.#platform.timers,
    };
    return new EventReader(deps, after, listener);
  }

  /** A separate stream; it connects with the first request. Throws TypeError where there is no WebSocket. */
  stream(settings: StreamSettings = {}): Stream {
    const { baseUrls, budgetMs = BUDGET_MS } = this.#settings;
    return new Stream({
      ...this.#platform,
      openSocket: this.#platform.openSocket ?? socketOpener(settings.WebSocket),
      baseUrls: settings.baseUrls ?? baseUrls,
      credentials: credentialsOf(this.#settings),
      connection: { ...CONNECTION, ...settings.connection },
      backoff: { ...BACKOFF, ...settings.backoff },
      calls: { ...STREAM_CALLS, ...settings.calls, totalMs: budgetMs },
    });
  }
}

function headersOf(settings: ClientSettings): () => Readonly<Record<string, string>> {
  if ('sessionHeaders' in settings) return settings.sessionHeaders;
  const authorization = `Bearer ${settings.clientID}:${settings.developerAPIKey}`;
  return () => ({ authorization });
}

function credentialsOf(settings: ClientSettings): KeySettings | undefined {
  if ('sessionHeaders' in settings) return undefined;
  const { clientID, developerAPIKey } = settings;
  return { clientID, developerAPIKey };
}
