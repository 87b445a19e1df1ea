/** The connection of a stream: connects when there is something to ask, and comes back as long as there is. */

import type { Timers } from '../shared/index.ts';
import { Addresses, type Backoff, fullJitter, guarded, StreamClosed, StreamRefusal } from '../shared/index.ts';
import { type StreamCallSettings, StreamCalls } from './calls.ts';
import { Connection, type ConnectionEnd, type ConnectionSettings } from './connection.ts';
import { AGAIN_MS, type Channel, isPassing, type Link } from './link.ts';
import type { Message } from './messages.ts';
import { Requests } from './requests.ts';
import type { OpenSocket } from './socket.ts';

/**
 * idle: nothing to ask; connecting: until it has authenticated; open; waiting: until the next try; closed: for good, by
 * its user or because the key is refused.
 */
export type StreamState = 'idle' | 'connecting' | 'open' | 'waiting' | 'closed';

export interface StateChange {
  readonly state: StreamState;
  /** Why the connection ended, where it did. */
  readonly reason?: string;
}

export interface ReconnectorDeps {
  /** Such as https://ats.example.com. */
  readonly baseUrls: string | readonly string[];
  /** undefined: the browser sends a cookie with the dial. */
  readonly credentials: { readonly clientID: string; readonly developerAPIKey: string } | undefined;
  readonly openSocket: OpenSocket;
  readonly timers: Timers;
  readonly random: () => number;
  readonly connection: ConnectionSettings;
  readonly backoff: Backoff;
  readonly calls: StreamCallSettings;
}

interface Watched {
  readonly request: object;
  readonly resolve: (answer: Message) => void;
  readonly reject: (error: Error) => void;
}

/** A connection that lasted so long was a good one: the next wait begins small. */
const GOOD_CONNECTION_MS = 5000;
/** Between two requests for a cursor; until the first one, and after an answer without one. */
const CURSOR_MS = 30_000;
const FIRST_CURSOR_MS = 1000;
/** Errors that say that the key will not do. */
const FOR_GOOD: ReadonlySet<string> = new Set(['authentication-failed', 'not-authorised']);
const CLOSE_NOT_AUTHENTICATED = 4401;
const CLOSE_NOT_AUTHORISED = 4403;

/** One stream, over any number of connections. Channels and calls register here. */
export class Reconnector implements Link {
  readonly calls: StreamCalls;
  readonly #deps: ReconnectorDeps;
  readonly #addresses: Addresses;
  readonly #requests: Requests;
  /** By name and subscription. */
  readonly #channels = new Map<string, Channel>();
  readonly #listeners = new Set<(change: StateChange) => void>();
  /** What is asked on every connection, first. */
  readonly #watched = new Map<string, Watched>();
  #connection: Connection | null = null;
  #state: StreamState = 'idle';
  /** Connections in turn that were no good, the last one included. */
  #failures = 0;
  #openedMs = 0;
  /** Of the service's goodbye: when to come back to the same address. */
  #comeBackMs: number | undefined;
  #stopWaiting: () => void = () => {};
  #stopAsking: () => void = () => {};

  constructor(deps: ReconnectorDeps) {
    const { timers, random, calls } = deps;
    this.#deps = deps;
    this.#addresses = new Addresses(deps.baseUrls);
    this.#requests = new Requests(timers);
    this.calls = new StreamCalls({ timers, random, settings: calls, wake: () => this.wake() });
  }

  get state(): StreamState {
    return this.#state;
  }

  get isOpen(): boolean {
    return this.#state === 'open' && this.#connection !== null;
  }

  onState(listener: (change: StateChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The channel of that name and subscription, made when it is asked for first. */
  channel<C extends Channel>(name: string, subscription: string | undefined, make: () => C): C {
    const key = keyOf(name, subscription);
    const known = this.#channels.get(key);
    if (known !== undefined) return known as C;
    for (const [other, { isUsed }] of this.#channels) if (!isUsed) this.#channels.delete(other);
    const channel = make();
    this.#channels.set(key, channel);
    return channel;
  }

  ask(message: object, onAnswer?: (answer: Message) => void): Promise<Message> {
    return this.#requests.ask(message, onAnswer);
  }

  after(ms: number, run: () => void): void {
    this.#deps.timers.after(ms, () => {
      if (this.#state !== 'closed') run();
    });
  }

  /** Asks on this connection, or the next, and again on each later one. Resolves with the first answer. */
  watch(key: string, request: object): Promise<Message> {
    return new Promise((resolve, reject) => {
      const watched = { request, resolve, reject };
      this.wake();
      this.#watched.get(key)?.reject(new StreamClosed('it was asked for again, or taken back'));
      this.#watched.set(key, watched);
      if (this.isOpen) this.#askWatched(key, watched);
    });
  }

  #askWatched(key: string, watched: Watched): void {
    const connection = this.#connection;
    const isCurrent = () => this.#watched.get(key) === watched;
    this.ask(watched.request).then(watched.resolve, (error: unknown) => {
      if (!(error instanceof StreamRefusal)) return;
      if (isCurrent() && isPassing(error.code)) {
        this.after(AGAIN_MS, () => isCurrent() && this.#connection === connection && this.#askWatched(key, watched));
        return;
      }
      if (isCurrent()) this.#watched.delete(key);
      watched.reject(error);
    });
  }

  unwatch(key: string): void {
    this.#watched.delete(key);
  }

  wake(): void {
    if (this.#state === 'closed') throw new StreamRefusal('closed', 'the stream is closed');
    if (this.#state === 'idle') this.#dial();
  }

  close(): void {
    this.#endAll(undefined);
  }

  get #isNeeded(): boolean {
    return this.calls.isUsed || this.#watched.size > 0 || [...this.#channels.values()].some(({ isUsed }) => isUsed);
  }

  #dial(): void {
    const { credentials, connection: settings, openSocket, timers } = this.#deps;
    const base = this.#addresses.current;
    this.#comeBackMs = undefined;
    this.#become({ state: 'connecting' });
    const connection: Connection = new Connection({
      url: `${base.replace(/^http/, 'ws')}/v3/stream`,
      credentials,
      settings,
      openSocket,
      timers,
      onOpen: () => this.#opened(connection),
      onMessage: (message) => this.#received(message),
      onEnd: (end) => this.#ended(end, base),
    });
    this.#connection = connection;
  }

  #opened(connection: Connection): void {
    const send = (message: object) => connection.send(message);
    this.#openedMs = this.#deps.timers.now();
    this.#requests.opened(send);
    this.#become({ state: 'open' });
    // First: orders that were kept alive must not wait for the rest.
    for (const [key, watched] of [...this.#watched]) this.#askWatched(key, watched);
    this.calls.opened((text) => connection.sendText(text));
    for (const channel of this.#channels.values()) if (channel.isUsed) channel.opened();
    this.#askCursorIn(FIRST_CURSOR_MS, connection);
  }

  /** So that a quiet channel's cursor does not get too old, though nothing was missed (S37). */
  #askCursorIn(ms: number, connection: Connection): void {
    this.#stopAsking = this.#deps.timers.after(ms, () => void this.#askCursor(connection));
  }

  async #askCursor(connection: Connection): Promise<void> {
    const known = [...this.#channels.values()].filter(({ isUsed, caughtUp }) => isUsed && caughtUp !== undefined);
    if (known.length === 0) {
      this.#askCursorIn(CURSOR_MS, connection);
      return;
    }
    let isKnown = false;
    const answered = ({ seq, cursor }: Message) => {
      isKnown = typeof seq === 'number' && typeof cursor === 'string';
      if (isKnown) for (const channel of known) channel.caughtUp?.(seq as number, cursor as string);
    };
    // A connection that is lost meanwhile asks again when it is back; a refusal is asked again.
    await this.ask({ op: 'ping' }, answered).catch(() => {});
    if (this.#connection === connection) this.#askCursorIn(isKnown ? CURSOR_MS : FIRST_CURSOR_MS, connection);
  }

  #received(message: Message): void {
    if (message.channel !== undefined && message.id === undefined) {
      this.#channels.get(keyOf(message.channel, message.subscription))?.received(message);
    } else if (message.type === 'goodbye') {
      this.#comeBackMs = Number(message.retryAfterMs ?? 0);
    } else if (message.id !== undefined) {
      if (!this.#requests.received(message) && !this.calls.received(message)) this.#lostRight(message);
    }
  }

  /** An error with the id of a subscription that was accepted before: the right to it is gone (S32). */
  #lostRight({ type, code, message, subscription }: Message): void {
    if (type !== 'error' || code !== 'not-permitted') return;
    this.#channels.get(keyOf('orders', subscription))?.ended(new StreamRefusal(code, String(message)));
  }

  #ended(end: ConnectionEnd, base: string): void {
    this.#connection = null;
    this.#stopAsking();
    if (this.#state === 'closed') return;
    this.#requests.cut();
    this.calls.cut();
    const reason = `${end.close}${end.reason === '' ? '' : ` ${end.reason}`}`;
    const refusal = refusalOf(end);
    if (refusal !== undefined) {
      this.#endAll(refusal);
      return;
    }
    const isGood = end.wasOpen && this.#deps.timers.now() - this.#openedMs >= GOOD_CONNECTION_MS;
    this.#failures = isGood ? 1 : this.#failures + 1;
    this.#addresses.failed(base);
    for (const channel of this.#channels.values()) channel.cut();
    if (this.#isNeeded) this.#waitAndDial(reason);
    else this.#become({ state: 'idle', reason });
  }

  #waitAndDial(reason: string): void {
    const { timers, backoff, random } = this.#deps;
    const round = Math.floor((this.#failures - 1) / this.#addresses.count);
    // Another address is asked at once, once a round.
    const isRoundOver = this.#failures % this.#addresses.count === 0;
    const waitMs = isRoundOver ? (this.#comeBackMs ?? fullJitter(backoff, round, random)) : 0;
    this.#become({ state: 'waiting', reason });
    this.#stopWaiting = timers.after(waitMs, () => this.#dial());
  }

  #endAll(error: StreamRefusal | undefined): void {
    if (this.#state === 'closed') return;
    this.#stopWaiting();
    this.#become({ state: 'closed', ...(error === undefined ? {} : { reason: error.message }) });
    this.#connection?.cut('closed');
    this.#requests.cut();
    this.calls.ended(error);
    for (const { reject } of this.#watched.values()) reject(error ?? new StreamClosed('the stream was closed'));
    for (const channel of this.#channels.values()) channel.ended(error);
    this.#listeners.clear();
  }

  #become(change: StateChange): void {
    this.#state = change.state;
    for (const listener of [...this.#listeners]) guarded(() => listener(change));
  }
}

function keyOf(channel: string, subscription = ''): string {
  return `${channel} ${subscription}`;
}

function refusalOf({ close, code, reason }: ConnectionEnd): StreamRefusal | undefined {
  if (code !== undefined && FOR_GOOD.has(code)) return new StreamRefusal(code, 'the key is refused');
  if (close === CLOSE_NOT_AUTHORISED) return new StreamRefusal('not-authorised', reason);
  const isKeyGone = close === CLOSE_NOT_AUTHENTICATED && code !== 'authentication-timeout';
  return isKeyGone ? new StreamRefusal('not-authenticated', reason) : undefined;
}
