/** The stream of a desk, and connections that follow the own events of a client and all trades. */
import { CredentialGuard } from '../../../src/http/auth/credential-guard.ts';
import type { Client } from '../../../src/http/methods/client.ts';
import { EVENT_SCOPES } from '../../../src/http/methods/scopes.ts';
import { MarketDataStream } from '../../../src/marketdata/market-data-stream.ts';
import { streamHistory } from '../../../src/service/parts/stream-history.ts';
import { MemoryNetwork } from '../../client/support/memory-network.ts';
import { testClient } from '../../marketdata/support/stream-server.ts';
import { OWNER, SECURITY } from '../ats/fixtures.ts';
import type { Desk } from '../quotes/desk.ts';

type Item = Record<string, unknown>;

/** The clients that the drop copy follows. */
export const COPIED = ['C1', OWNER];

const clientOf = (clientId: string): Client => ({
  ...testClient(clientId),
  parentId: clientId === 'COPY' ? 'P' : clientId,
  master: clientId === 'MASTER',
  scopes: new Set([...EVENT_SCOPES, ...(clientId === 'COPY' ? ['drop_copy'] : [])]),
});

export function historyOf({ exchange, records }: Desk) {
  return streamHistory({ exchange, db: records.db, mainDb: records.db, reached: () => records.reached() });
}

/** The service's stream over the venue and the history of the desk. */
export function streamOf(desk: Desk): MarketDataStream {
  const authenticator = {
    authenticate: async (clientId: string) => clientOf(clientId),
    renew: async (client: Client) => client,
  };
  return new MarketDataStream({
    exchange: desk.exchange,
    guard: new CredentialGuard({ authenticator, failuresMax: 3, nowMs: () => 0 }),
    settings: { heartbeatMs: 1e9 },
    history: { ...historyOf(desk), clientsUnder: async () => COPIED },
    timers: desk.time,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
}

/** A connection that follows the own events of a client, and all trades. */
export class StreamReader {
  readonly clientId: string;
  readonly #network: MemoryNetwork;
  readonly received: Item[] = [];
  #socket!: ReturnType<MemoryNetwork['openSocket']>;
  #cursor: string | undefined;

  constructor(stream: MarketDataStream, clientId: string, since?: string) {
    this.#network = new MemoryNetwork(stream);
    this.clientId = clientId;
    this.#cursor = since;
    this.connect();
  }

  /** Again, from the last place of which everything before has come. */
  connect(): void {
    this.#network.cut();
    const socket = this.#network.openSocket('');
    const since = this.#cursor === undefined ? {} : { since: this.#cursor };
    const all = this.clientId === 'COPY' ? { clients: 'all' } : {};
    socket.onmessage = ({ data }) => this.#take(JSON.parse(String(data)));
    socket.onopen = () => {
      for (const request of [
        { op: 'auth', clientID: this.clientId, developerAPIKey: 'key' },
        { op: 'subscribe', channel: 'orders', ...since, ...all },
        { op: 'subscribe', channel: 'trades', securityIds: [String(SECURITY)], ...since },
      ]) {
        socket.send(JSON.stringify(request));
      }
    };
    this.#socket = socket;
  }

  #take(message: Item): void {
    this.received.push(message);
    if (message.type === 'pong' && message.cursor !== undefined) this.#cursor = message.cursor as string;
  }

  /** Until everything so far has come (S37). */
  async rest(): Promise<void> {
    await this.#network.rest();
    for (const before = this.received.length; ; ) {
      this.#socket.send(JSON.stringify({ op: 'ping' }));
      await this.#network.rest();
      if (this.received.slice(before).some(({ type, cursor }) => type === 'pong' && cursor !== undefined)) return;
    }
  }

  get events(): Item[] {
    return this.received.filter(({ type }) => type === 'event').map(({ event }) => event as Item);
  }

  /** Of the channel trades. */
  get trades(): string[] {
    const amended = this.received.filter(({ type }) => type === 'adjust' || type === 'bust');
    return amended.map(({ type, tradeId, seq }) => `${type} ${tradeId} ${seq}`);
  }
}
