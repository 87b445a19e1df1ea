import { mkdirSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import type { Logger } from 'pino';
import type { OpenApplication } from '../application/index.ts';
import { Store } from '../store/index.ts';
import { AdminServer } from './admin.ts';
import { Commits } from './commits.ts';
import { Connection } from './connection.ts';
import type { SessionContext } from './context.ts';
import { Daily } from './daily.ts';
import { LiveSession } from './live-session.ts';
import { Metrics } from './metrics.ts';
import { Places } from './places.ts';
import type { GatewaySettings, SessionDefinition } from './settings.ts';
import { WrongKeys } from './wrong-keys.ts';

export interface GatewayDeps {
  readonly settings: GatewaySettings;
  readonly log: Logger;
  readonly open: OpenApplication;
  /** Called when the store cannot be written; the process must end. */
  readonly onFailure: (error: unknown) => void;
}

/** Bytes of a connection that may wait in memory before messages are left in the store. */
const WRITE_BUFFER_BYTES = 1024 * 1024;
const TLS_HANDSHAKE_MS = 10_000;
/** How long peers may take to answer the Logout of a stop. */
const STOP_MS = 2000;

/** The acceptor: sessions, their connections, metrics and administration. */
export class Gateway {
  readonly sessions: ReadonlyMap<string, LiveSession>;
  readonly metrics: Metrics;
  readonly #settings: GatewaySettings;
  readonly #store: Store;
  readonly #commits: Commits;
  readonly #server: Server;
  readonly #admin: AdminServer;
  readonly #sockets = new Set<Socket>();
  readonly #places: Places;
  /** From where the sessions logged on last. */
  #addresses: ReadonlySet<string> = new Set();
  readonly #daily: Daily | undefined;

  constructor({ settings, log, open, onFailure }: GatewayDeps) {
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
    this.#settings = settings;
    this.#store = new Store(join(settings.dataDir, 'fix.sqlite'), settings);
    this.metrics = new Metrics(() => this.sessions.values());
    this.#commits = new Commits({
      store: this.#store,
      onFailure,
      onCommit: (seconds) => this.metrics.commit(seconds),
      now: () => performance.now(),
    });
    const at = () => performance.now();
    const context: SessionContext = {
      settings,
      store: this.#store,
      commits: this.#commits,
      metrics: this.metrics,
      log,
      open,
      wrongKeys: new WrongKeys(at),
      clocks: () => ({ now: Date.now(), at: at() }),
      noteAddresses: () => this.#noteAddresses(),
    };
    this.sessions = new Map(settings.sessions.flatMap((one) => openSession(one, context)));
    this.#noteAddresses();
    for (const { name } of this.sessions.values()) this.metrics.add(name);
    this.#places = new Places(settings.limits.connections, (address) => this.#addresses.has(address));
    this.#server = this.#createServer((socket) => {
      const onLogon = () => this.#places.leave(keyOf(socket));
      new Connection({ socket, context, find: (compId) => this.sessions.get(compId), onLogon });
    });
    // Of a TLS connection too, before its handshake.
    this.#server.on('connection', (socket: Socket) => this.#enter(socket, log));
    this.#admin = new AdminServer({
      settings: settings.admin,
      sessions: this.sessions,
      metrics: this.metrics,
      log,
      now: Date.now,
    });
    if (settings.resetAt !== undefined) this.#daily = new Daily(settings.resetAt, () => this.endDay());
  }

  /** The port for peers, and the one of the administration. */
  async listen(): Promise<{ readonly port: number; readonly adminPort: number }> {
    const { port, host, admin } = this.#settings;
    return {
      port: await listening(this.#server, port, host),
      adminPort: await listening(this.#admin.server, admin.port, '127.0.0.1'),
    };
  }

  /** Logs all peers out, waits for their answers for a moment, and closes everything. */
  async close(): Promise<void> {
    this.#daily?.stop();
    this.#admin.server.close();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const session of this.sessions.values()) session.disconnect('the gateway stops');
    const cut = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, STOP_MS);
    for (const socket of this.#sockets) socket.unref();
    await closed;
    clearTimeout(cut);
    // Sessions hear of the ends of their connections after the server has closed.
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([...this.sessions.values()].map((session) => session.close()));
    this.#commits.close();
    this.#store.close();
  }

  endDay(): void {
    for (const session of this.sessions.values()) session.setNumbers(1, 1, 'the trading day has ended');
  }

  #enter(socket: Socket, log: Logger): void {
    const key = keyOf(socket);
    const address = socket.remoteAddress ?? '';
    this.#sockets.add(socket);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#places.leave(key);
    });
    const cut = (reason: string) => {
      log.info({ peer: address, reason }, 'connection cut');
      socket.destroy();
    };
    this.#places.enter(key, { address, cut });
  }

  #noteAddresses(): void {
    const addresses = [...this.sessions.values()].map(({ address }) => address);
    this.#addresses = new Set(addresses.filter((one) => one !== undefined));
  }

  #createServer(onConnection: (socket: Socket) => void): Server {
    const { tls } = this.#settings;
    const options = { highWaterMark: WRITE_BUFFER_BYTES, keepAlive: true };
    if (tls === undefined) return createServer(options, onConnection);
    return createTlsServer(
      { ...options, ...tls, handshakeTimeout: TLS_HANDSHAKE_MS, minVersion: 'TLSv1.2' },
      onConnection,
    );
  }
}

/** A session whose stored state is not readable is left out; the others start. */
function openSession(definition: SessionDefinition, context: SessionContext): [string, LiveSession][] {
  try {
    return [[definition.compId, new LiveSession(definition, context)]];
  } catch (error) {
    context.log.error({ err: error, session: definition.compId }, 'the session cannot start: its stored state is bad');
    return [];
  }
}

/** The same of a TCP connection and of the TLS connection in it. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function listening(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
