import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { ExchangeEvent, Orders } from '../exchange/api/index.ts';
import { type CredentialGuard, credentialsFromHeader, RefusalLog } from '../http/auth/index.ts';
import { systemTimers, type Timers } from '../time/timers.ts';
import type { Held } from '../usage/index.ts';
import {
  type AccountLookup,
  Channels,
  Pace,
  type StreamHistory,
  type StreamLog,
  type Venue,
} from './channels/index.ts';
import {
  type CallDeps,
  Calls,
  Connection,
  Roster,
  SESSIONS_ALONE,
  type Sessions,
  type StreamContext,
  type StreamFaults,
} from './connection/index.ts';
import { STREAM_DEFAULTS, type StreamSettings } from './requests/index.ts';
import { DeflatingWriter, Flusher, Heartbeat, newCounters, PlainWriter, takesDeflated, Wheel } from './wire/index.ts';

export type { Sessions } from './connection/index.ts';

/** Of messages that all connections together read in one turn of the event loop: about a millisecond. */
const CHARACTERS_A_TURN = 32_768;

export interface StreamOptions {
  readonly exchange: Venue & Pick<Orders, 'submit'>;
  /** Absent: no client has accounts. */
  readonly hasAccount?: AccountLookup;
  readonly guard: CredentialGuard;
  /** Absent settings have the values of STREAM_DEFAULTS. */
  readonly settings?: Partial<StreamSettings>;
  /** Of the past; absent: only the channels that need none. */
  readonly history?: StreamHistory;
  /** For the calls of methods; absent: none can be called. */
  readonly calls?: CallDeps;
  readonly timers?: Timers;
  /** Absent: this process is alone. */
  readonly sessions?: Sessions;
  /** Connections of each client over all nodes; absent: this process is alone. */
  readonly held?: Held;
  /** As in StreamContext; absent: always. */
  readonly maySend?: () => boolean;
  /** Of the sandbox; absent: no client may ask for any. */
  readonly faults?: StreamFaults | undefined;
  readonly log: StreamLog;
}

export interface StreamMetrics {
  readonly connections: number;
  readonly unauthenticatedConnections: number;
  /** Clients with at least one connection. */
  readonly clients: number;
  readonly subscriptions: number;
  /** Securities that somebody is subscribed to. */
  readonly subscribedSecurities: number;
  readonly messagesSent: number;
  readonly bytesSent: number;
  readonly updatesConflated: number;
  readonly connectionsTooSlow: number;
  /** Subscriptions by channel. */
  readonly byChannel: ReadonlyMap<string, number>;
  /** Bytes that wait to be sent, of all connections, and of the one with the most. */
  readonly unsentBytes: number;
  readonly unsentBytesLargest: number;
  readonly resumes: number;
  readonly resumedEvents: number;
}

/** The caller that asks for an upgrade. */
export interface Caller {
  /** A valid address. */
  readonly ip: string;
  /** The header Authorization of the upgrade, if there was one. */
  readonly authorization: string | undefined;
  /** The header Sec-WebSocket-Extensions. */
  readonly offer?: string | undefined;
  /** The header Origin, absent when the caller is not a browser. */
  readonly origin: string | undefined;
  /** The token of the cookie of a session, where the page that asks is of this very host. */
  readonly session?: string | undefined;
}

/** Why a connection is not even upgraded. */
export type UpgradeRefusal = 'origin' | 'full' | 'address' | 'stopping';

/**
 * The stream of docs/api/stream.md: from the exchange's events to the connections. The plugin gives it the connections.
 */
export class MarketDataStream {
  readonly settings: StreamSettings;
  readonly #context: StreamContext;
  readonly #flusher: Flusher;
  readonly #wheel: Wheel;
  readonly #allowedOrigins: ReadonlySet<string>;
  readonly #endEvents: () => void;
  readonly #endFaults: (() => void) | undefined;
  readonly #emptied = Promise.withResolvers<void>();
  #stopping = false;
  /** Since the connections were handed their messages last. */
  #hasPublished = false;
  #onSent: (seconds: number) => void = () => {};

  constructor(options: StreamOptions) {
    const { exchange, guard, log, timers = systemTimers } = options;
    this.settings = Object.freeze({ ...STREAM_DEFAULTS, ...options.settings });
    this.#allowedOrigins = new Set(this.settings.allowedOrigins.map((origin) => origin.toLowerCase()));
    this.#flusher = new Flusher(timers, (heldMs) => this.#flushed(heldMs));
    this.#wheel = new Wheel(timers);
    const counters = newCounters();
    this.#context = {
      exchange,
      hasAccount: options.hasAccount ?? (async () => false),
      guard,
      log,
      refusals: new RefusalLog(log, timers),
      timers,
      settings: this.settings,
      channels: new Channels({
        ...{ exchange, history: options.history, counters, timers, log },
        ...{ flusher: this.#flusher, mic: this.settings.mic },
      }),
      readingPace: new Pace(timers, CHARACTERS_A_TURN),
      calls: options.calls === undefined ? null : new Calls(options.calls),
      sessions: options.sessions ?? SESSIONS_ALONE,
      counters,
      heartbeat: new Heartbeat(exchange),
      roster: new Roster(options.held),
      maySend: options.maySend ?? (() => true),
      faults: options.faults,
    };
    this.#endEvents = exchange.subscribe((event) => this.#publish(event));
    this.#endFaults = options.faults?.onSet((clientId) => {
      for (const connection of this.#context.roster.all()) connection.faultSet(clientId);
    });
  }

  get metrics(): StreamMetrics {
    const { roster, channels, counters } = this.#context;
    const unsent = roster.all().map(({ unsentBytes }) => unsentBytes);
    return {
      byChannel: channels.subscriptions,
      unsentBytes: unsent.reduce((sum, bytes) => sum + bytes, 0),
      unsentBytesLargest: unsent.reduce((most, bytes) => Math.max(most, bytes), 0),
      connections: roster.size,
      unauthenticatedConnections: roster.unauthenticated,
      clients: roster.clientCount,
      subscriptions: channels.subscriptions.values().reduce((sum, count) => sum + count, 0),
      subscribedSecurities: channels.securityCount,
      ...counters,
    };
  }

  /** Asked before the upgrade. */
  refusal({ origin, ip, authorization }: Caller): UpgradeRefusal | undefined {
    const { roster } = this.#context;
    if (this.#stopping) return 'stopping';
    if (origin !== undefined && !this.#allowedOrigins.has(origin.toLowerCase())) return 'origin';
    if (roster.isFull(this.settings)) return 'full';
    return isAnonymous(authorization) ? roster.anonymousRefusal(ip, this.settings) : undefined;
  }

  /** Takes over an upgraded connection. */
  accept(webSocket: WebSocket, socket: Socket, { ip, authorization, offer, session }: Caller): void {
    const SocketWriter = takesDeflated(webSocket.extensions, offer) ? DeflatingWriter : PlainWriter;
    const writer = new SocketWriter(webSocket, socket, this.#flusher, this.#context.maySend);
    const connection = new Connection(this.#context, { webSocket, socket, writer, ip, session });
    socket.on('drain', () => connection.drained());
    webSocket.on('close', () => this.#ended());
    this.#context.roster.enter(connection, isAnonymous(authorization) ? ip : undefined);
    this.#wheel.add(connection, this.settings.heartbeatMs);
    if (authorization !== undefined) connection.present(credentialsFromHeader(authorization));
    if (this.#stopping) connection.stop();
  }

  /**
   * To be called when a client, one of its keys or the clients below it may no longer do something.
   */
  accessChanged(clientId: string): void {
    for (const connection of this.#context.roster.all()) connection.accessChanged(clientId);
  }

  /** Says goodbye to all (1001) and resolves when the last is gone; those that do not answer are cut. */
  stop(): Promise<void> {
    if (!this.#stopping) {
      this.#stopping = true;
      this.#endEvents();
      this.#endFaults?.();
      for (const connection of this.#context.roster.all()) connection.stop();
      this.#ended();
    }
    return this.#emptied.promise;
  }

  #ended(): void {
    if (!this.#stopping || this.#context.roster.size > 0) return;
    this.#wheel.stop();
    this.#emptied.resolve();
  }

  /** Calls back with the seconds from the first message of a turn to when all connections have been handed theirs. */
  onSent(listener: (seconds: number) => void): void {
    this.#onSent = listener;
  }

  /** The events of this turn have been sent to all connections. */
  #flushed(heldMs: number): void {
    if (this.#hasPublished) this.#onSent(heldMs / 1000);
    this.#hasPublished = false;
  }

  #publish(event: ExchangeEvent): void {
    const { channels, timers, log } = this.#context;
    this.#hasPublished = true;
    try {
      channels.publish(event, timers.nowMs());
    } catch (error) {
      // The exchange and its other listeners must not suffer; subscribers see by prevSeq what they missed.
      log.error({ err: error, seq: event.seq }, 'stream: an event could not be published');
    }
  }
}

/** Whether an upgrade brings nothing that could be a key. */
function isAnonymous(authorization: string | undefined): boolean {
  return authorization === undefined || credentialsFromHeader(authorization) === undefined;
}
