/** The real venue with its journal, its stream and a client of it: the connection can be cut, the venue restarted. */
import pino from 'pino';
import { OpenAts, type Stream } from '../../../src/client/index.ts';
import type { SecurityCommand } from '../../../src/exchange/api/commands.ts';
import type { ExchangeEvent } from '../../../src/exchange/api/events.ts';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import type { LiveExchange } from '../../../src/exchange/live-exchange.ts';
import { CredentialGuard } from '../../../src/http/auth/credential-guard.ts';
import { MarketDataStream } from '../../../src/marketdata/market-data-stream.ts';
import { atsModule } from '../../../src/modules/ats/index.ts';
import type { AtsDeps } from '../../../src/modules/ats/shared/deps.ts';
import { RateCounts } from '../../../src/usage/index.ts';
import { anyClient } from '../../marketdata/support/stream-server.ts';
import { MapHistory, OneAccount, TwoIssuers } from '../../modules/ats/fakes.ts';
import { ISSUER, MONDAY_10_00, OWNER, SECURITY } from '../../modules/ats/fixtures.ts';
import { openExchange } from '../../modules/ats/venue.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ManualTimers } from './manual-timers.ts';
import { MemoryNetwork } from './memory-network.ts';

const LISTED: SecurityCommand = {
  ...{ type: 'security', ownerClientId: OWNER, issuerId: ISSUER, status: 'trading' },
  ...{ securityId: SECURITY, name: 'Example Shares' },
};
const log = { info: () => {}, warn: () => {}, error: () => {} };

export class RestartingVenue {
  readonly timers = new ManualTimers();
  readonly network: MemoryNetwork;
  readonly stream: Stream;
  /** By seq: a venue that restarts may publish an event again. */
  readonly #events = new Map<number, ExchangeEvent>();
  readonly #folder = temporaryFolder();
  readonly #time = new ManualTime(MONDAY_10_00);
  readonly #rate: RateCounts | undefined;
  #exchange: LiveExchange;
  #service: MarketDataStream;

  private constructor(perMinuteMax: number) {
    const counting = { max: perMinuteMax, windowMs: 60_000, namesMax: 10, nowMs: () => this.#time.nowMs() };
    this.#rate = perMinuteMax === 0 ? undefined : new RateCounts(counting);
    this.#exchange = this.#open();
    this.#service = this.#serve();
    this.network = new MemoryNetwork(this.#service);
    const platform = { timers: this.timers, openSocket: this.network.openSocket, random: () => 0.5 };
    const settings = { baseUrls: 'http://x', clientID: 'A', developerAPIKey: 'key' };
    // Silence is of the manual clock: nobody advances the venue's.
    this.stream = new OpenAts(settings, platform).stream({ connection: { silenceMs: 10_000_000 } });
  }

  /** perMinuteMax: calls of a client; 0: no limit */
  static async start({ perMinuteMax = 0 } = {}): Promise<RestartingVenue> {
    const venue = new RestartingVenue(perMinuteMax);
    await venue.#exchange.submit(LISTED);
    return venue;
  }

  /** The venue's clock, by which calls are counted and sessions end. */
  advanceMs(ms: number): void {
    this.#time.advanceMs(ms);
  }

  /** The changes of orders, in their order. */
  get changes(): readonly { readonly change: string; readonly orderId: string; readonly token: string | null }[] {
    const events = [...this.#events.values()].sort((one, other) => one.seq - other.seq);
    return events.flatMap((event) =>
      event.type === 'order'
        ? [{ change: event.change, orderId: String(event.order.orderId), token: event.order.ticket.token }]
        : [],
    );
  }

  statusOf(orderId: string): string | undefined {
    return this.#exchange.order(Number(orderId) as OrderId)?.status;
  }

  /** Stops the venue and recovers it from its journal. */
  async restart(): Promise<void> {
    await this.passUntil(this.#service.stop());
    await this.#exchange.stop();
    this.#exchange = this.#open();
    this.#service = this.#serve();
    this.network.leadTo(this.#service);
  }

  /** Lets messages pass until the promise has settled. The library's clock advances while it has no connection. */
  async passUntil<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settled = () => {
      isSettled = true;
    };
    promise.then(settled, settled);
    while (!isSettled) {
      await this.network.rest();
      if (this.stream.state !== 'open') this.timers.advance(10);
    }
    return promise;
  }

  /** Lets messages pass until the connection is cut. */
  async passUntilCut(): Promise<void> {
    for (const before = this.network.cuts; this.network.cuts === before; ) await this.network.pass(1);
  }

  async close(): Promise<void> {
    this.stream.close();
    await this.#service.stop();
    await this.#exchange.stop();
  }

  #open(): LiveExchange {
    const exchange = openExchange(this.#folder, this.#time);
    exchange.subscribe((event) => this.#events.set(event.seq, event));
    exchange.start();
    return exchange;
  }

  #serve(): MarketDataStream {
    const exchange = this.#exchange;
    const deps: Partial<AtsDeps> = {
      ...{ exchange, history: new MapHistory(), accounts: new OneAccount(), reference: new TwoIssuers() },
    };
    const calls = {
      ...{ methods: atsModule(deps as AtsDeps), counter: { count: () => {} }, metrics: { observe: () => {} } },
      ...{ logger: pino({ level: 'silent' }), rate: this.#rate, underWayMax: 1000 },
    };
    const guard = new CredentialGuard({ authenticator: anyClient, failuresMax: 3, nowMs: () => 0 });
    return new MarketDataStream({ exchange, guard, calls, timers: this.#time, log });
  }
}
