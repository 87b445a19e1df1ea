import type { AddressInfo, Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { ClientOptions } from 'ws';
import { CredentialGuard } from '../../../src/http/auth/credential-guard.ts';
import { SessionCookie } from '../../../src/http/auth/session-cookie.ts';
import type { Authenticator, Client, SessionChecks } from '../../../src/http/methods/client.ts';
import { RECORD_SCOPE, TRADING_SCOPE } from '../../../src/http/methods/scopes.ts';
import type { CallDeps } from '../../../src/marketdata/connection/calls.ts';
import { MarketDataStream } from '../../../src/marketdata/market-data-stream.ts';
import { streamPlugin } from '../../../src/marketdata/plugin.ts';
import type { StreamSettings } from '../../../src/marketdata/requests/settings.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { FakeExchange } from './fake-exchange.ts';
import { FakeHistory } from './fake-history.ts';
import { StreamClient } from './stream-client.ts';

export const testClient = (clientId: string, deniedMethods: readonly string[] = []): Client => ({
  clientId,
  parentId: clientId,
  name: clientId,
  master: false,
  scopes: new Set([RECORD_SCOPE, TRADING_SCOPE]),
  deniedMethods: new Set(deniedMethods),
  fieldPermissions: new Set(),
});

/** Every client's key is "key"; the client "denied" may not call getClob. */
export const anyClient: Authenticator = {
  async authenticate(clientId, key) {
    if (key !== 'key') return undefined;
    return testClient(clientId, clientId === 'denied' ? ['getClob'] : []);
  },
};

export const bearer = (clientId: string, key = 'key'): ClientOptions => ({
  headers: { authorization: `Bearer ${clientId}:${key}` },
});

export interface TestServer {
  readonly app: FastifyInstance;
  readonly stream: MarketDataStream;
  readonly exchange: FakeExchange;
  readonly history: FakeHistory;
  readonly timers: ManualTime;
  readonly address: string;
  /** Sockets as the server sees them, in the order of the connections. */
  readonly sockets: Socket[];
  /** What was logged. */
  readonly logged: string[];
  /** From now on another node may lead the venue. */
  silence(): void;
  /** Opens a connection of client A without waiting. */
  dial(options?: ClientOptions): StreamClient;
  /** A connection that is open and authenticated. */
  connect(clientId?: string, options?: ClientOptions): Promise<StreamClient>;
  close(): Promise<void>;
}

/** A real server on a free port, with security 549119 and time that moves only on demand. */
export async function startServer(
  settings: Partial<StreamSettings> = {},
  authenticator: Authenticator & { readonly sessions?: SessionChecks } = anyClient,
  prepare: (app: FastifyInstance) => unknown = () => {},
  calls?: CallDeps,
): Promise<TestServer> {
  const { sessions } = authenticator;
  const exchange = new FakeExchange();
  const history = new FakeHistory(exchange);
  const timers = new ManualTime('2026-11-20T15:00:00Z');
  const logged: string[] = [];
  const log = (...deps: unknown[]): void => void logged.push(JSON.stringify(deps));
  exchange.addSecurity(549119);
  let maySend = true;
  const silence = () => {
    maySend = false;
  };
  const stream = new MarketDataStream({
    maySend: () => maySend,
    exchange,
    hasAccount: async (clientId, accountId) => accountId.startsWith(`${clientId}1`),
    guard: new CredentialGuard({
      ...{ authenticator, failuresMax: 3, nowMs: () => timers.nowMs() },
      ...(sessions === undefined ? {} : { sessions }),
    }),
    settings,
    history,
    ...(calls === undefined ? {} : { calls }),
    timers,
    log: { info: log, warn: log, error: log },
  });
  const app = Fastify();
  const sockets: Socket[] = [];
  app.server.on('connection', (socket: Socket) => sockets.push(socket));
  app.get('/v3/other', async () => ({ other: true }));
  prepare(app);
  const forPages = { ownPages: true, sessionCookie: new SessionCookie(null) };
  await app.register(streamPlugin({ stream, ...(sessions === undefined ? {} : forPages) }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = `127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const clients: StreamClient[] = [];

  const dial = (options?: ClientOptions): StreamClient => {
    const client = new StreamClient(`ws://${address}/v3/stream`, options);
    clients.push(client);
    return client;
  };
  const connect = async (clientId = 'A', options: ClientOptions = {}): Promise<StreamClient> => {
    const client = dial({ ...bearer(clientId), ...options });
    await client.opened;
    await client.rest();
    return client;
  };
  const close = async (): Promise<void> => {
    for (const client of clients) client.webSocket.terminate();
    await app.close();
  };
  return { app, stream, exchange, history, timers, address, sockets, logged, silence, dial, connect, close };
}
