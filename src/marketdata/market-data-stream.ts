import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Exchange, ExchangeEvent } from '../exchange/interface.ts';
import type { Authenticator } from '../http/client.ts';
import { Channels } from './channels.ts';
import { Connection } from './connection.ts';
import { newCounters } from './counters.ts';
import { bearerCredentials } from './credentials.ts';
import { Flusher } from './flusher.ts';
import { Heartbeat } from './heartbeat.ts';
import { CompressedLine, PlainLine } from './line.ts';
import { CLOSE } from './protocol.ts';
import { Roster } from './roster.ts';
import { STREAM_DEFAULTS, type StreamSettings } from './settings.ts';
import type { StreamContext, StreamLog } from './stream-context.ts';
import { systemTimers, type Timers } from './timers.ts';
import { Wheel } from './wheel.ts';

export interface StreamOptions {
  readonly exchange: Exchange;
  readonly authenticator: Authenticator;
  /** What is absent has the value of STREAM_DEFAULTS. */
  readonly settings?: Partial<StreamSettings>;
  readonly timers?: Timers;
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
}

/** Why a connection is not even upgraded. */
export type UpgradeRefusal = 'origin' | 'full' | 'stopping';

/** The stream of README.md: from the exchange's events to the connections. The plugin gives it the connections. */
export class MarketDataStream {
  readonly settings: StreamSettings;
  readonly #context: StreamContext;
  readonly #flusher: Flusher;
  readonly #wheel: Wheel;
  readonly #allowedOrigins: ReadonlySet<string>;
  readonly #endEvents: () => void;
  readonly #emptied = Promise.withResolvers<void>();
  #stopping = false;

  constructor(options: StreamOptions) {
    const { exchange, authenticator, log, timers = systemTimers } = options;
    this.settings = Object.freeze({ ...STREAM_DEFAULTS, ...options.settings });
    this.#allowedOrigins = new Set(this.settings.allowedOrigins.map((origin) => origin.toLowerCase()));
    this.#flusher = new Flusher(timers);
    this.#wheel = new Wheel(timers);
    this.#context = {
      exchange,
      authenticator,
      log,
      timers,
      settings: this.settings,
      channels: new Channels(exchange),
      counters: newCounters(),
      heartbeat: new Heartbeat(exchange),
      roster: new Roster(),
    };
    this.#endEvents = exchange.subscribe((event) => this.#publish(event));
  }

  get metrics(): StreamMetrics {
    const { roster, channels, counters } = this.#context;
    return {
      connections: roster.size,
      unauthenticatedConnections: roster.unauthenticated,
      clients: roster.clientCount,
      subscriptions: channels.subscriptionCount,
      subscribedSecurities: channels.securityCount,
      ...counters,
    };
  }

  /** Asked before the upgrade. origin: the header, absent when the caller is not a browser. */
  refusal(origin: string | undefined): UpgradeRefusal | undefined {
    const { roster } = this.#context;
    if (this.#stopping) return 'stopping';
    if (origin !== undefined && !this.#allowedOrigins.has(origin.toLowerCase())) return 'origin';
    const full =
      roster.size >= this.settings.connectionsMax ||
      roster.unauthenticated >= this.settings.unauthenticatedConnectionsMax;
    return full ? 'full' : undefined;
  }

  /** Takes over an upgraded connection. authorization: the header of the upgrade, if there was one. */
  accept(webSocket: WebSocket, socket: Socket, authorization: string | undefined): void {
    const compressed = webSocket.extensions !== '';
    const line = compressed ? new CompressedLine(webSocket) : new PlainLine(webSocket, socket, this.#flusher);
    const connection = new Connection(this.#context, webSocket, line);
    socket.on('drain', () => connection.drained());
    webSocket.on('close', () => this.#ended());
    this.#context.roster.enter(connection);
    this.#wheel.add(connection, this.settings.heartbeatMs);
    if (authorization !== undefined) connection.present(bearerCredentials(authorization));
    if (this.#stopping) connection.close(CLOSE.goingAway, 'the venue stops');
  }

  /** Ends the connections of a client whose key was revoked. */
  disconnectClient(clientId: string): void {
    for (const connection of this.#context.roster.ofClient(clientId)) {
      connection.close(CLOSE.notAuthenticated, 'the key is no longer valid');
    }
  }

  /** Says goodbye to all (1001) and resolves when the last is gone; those that do not answer are cut. */
  stop(): Promise<void> {
    if (!this.#stopping) {
      this.#stopping = true;
      this.#endEvents();
      for (const connection of this.#context.roster.all()) connection.close(CLOSE.goingAway, 'the venue stops');
      this.#ended();
    }
    return this.#emptied.promise;
  }

  #ended(): void {
    if (!this.#stopping || this.#context.roster.size > 0) return;
    this.#wheel.stop();
    this.#emptied.resolve();
  }

  #publish(event: ExchangeEvent): void {
    const { channels, timers, log } = this.#context;
    try {
      channels.publish(event, timers.now());
    } catch (error) {
      // The exchange and its other listeners must not suffer; prevSeq tells the subscribers what they missed.
      log.error({ err: error, seq: event.seq }, 'stream: an event could not be published');
    }
  }
}
