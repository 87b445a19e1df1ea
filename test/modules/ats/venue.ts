/** A venue with real matching, journal and HTTP server, a clock that tests drive, and three clients. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Value from 'typebox/value';
import { DEFAULT_SCHEDULE } from '../../../src/calendar/trading-calendar.ts';
import type { SecurityCommand } from '../../../src/exchange/api/commands.ts';
import type { ExchangeEvent } from '../../../src/exchange/api/events.ts';
import { nodeFileSystem } from '../../../src/exchange/journal/file-system.ts';
import { LiveExchange } from '../../../src/exchange/live-exchange.ts';
import type { Client } from '../../../src/http/methods/client.ts';
import type { Method } from '../../../src/http/methods/method.ts';
import { EVENT_SCOPES } from '../../../src/http/methods/scopes.ts';
import type { Servers } from '../../../src/http/server/server.ts';
import { atsModule } from '../../../src/modules/ats/index.ts';
import type { AtsDeps } from '../../../src/modules/ats/shared/deps.ts';
import { EventWaits } from '../../../src/modules/ats/shared/event-waits.ts';
import { limitsModule } from '../../../src/modules/limits/index.ts';
import type { Clock } from '../../../src/time/clock.ts';
import { systemTimers, type Timers } from '../../../src/time/timers.ts';
import { webhooksOf } from '../../../src/webhooks/events/venue-events.ts';
import { ManualTime, turn } from '../../support/manual-time.ts';
import { CHANGING_SCOPES, closeBoth, serve, testClient } from '../../support/served-api.ts';
import { auctionReadsOf, MapHistory, OneAccount, TwoIssuers } from './fakes.ts';
import {
  AWAITING_SECURITY,
  type Caller,
  ENDED_SECURITY,
  type Fields,
  type FiredWebhook,
  ISSUER,
  MONDAY_10_00,
  OPERATOR,
  OTHER_ISSUER,
  OTHER_SECURITY,
  OWNER,
  parentOf,
  type Reply,
  SECURITY,
} from './fixtures.ts';
import { StoredHistory } from './stored-history.ts';

/** Nothing happens by itself: the sequencer looks at the clock before each command. */
const noTimers: Pick<Timers, 'nowMs' | 'after' | 'soon'> = { ...systemTimers, after: () => () => {} };
const silent = { info: () => {}, warn: () => {}, error: () => {} };

const SCOPES = new Set([...CHANGING_SCOPES, ...EVENT_SCOPES]);

/** @param key of the client, or the id of a user: the caller is its session then */
function clientOf(clientId: string, key: string): Client | undefined {
  const client = testClient(clientId, { master: clientId === OPERATOR, parentId: parentOf(clientId), scopes: SCOPES });
  if (key === keyOf(clientId)) return client;
  return key.startsWith('U') ? { ...client, user: { userId: key, sessionId: 'S1', authenticatedAtUs: 0 } } : undefined;
}

function keyOf(clientId: string): string {
  return `key-of-${clientId}`;
}

export function openExchange(folder: string, clock: Clock): LiveExchange {
  return new LiveExchange({
    folder,
    shard: 0,
    files: nodeFileSystem,
    clock,
    timers: noTimers,
    alwaysOpen: false,
    segmentBytesMax: 64 * 1024 * 1024,
    waitingMax: 1000,
    unprojectedMax: 100_000,
    limits: null,
    log: silent,
  });
}

interface PostOptions {
  readonly encoding?: 'form' | 'json';
  readonly credentials?: 'header' | 'body';
  readonly key?: string;
  readonly idempotencyKey?: string;
  /** The header Prefer. */
  readonly prefer?: string | undefined;
}

export class Venue {
  readonly clock: ManualTime;
  readonly exchange: LiveExchange;
  readonly history = new MapHistory();
  readonly eventWaits: EventWaits;
  readonly accounts = new OneAccount();
  readonly reference = new TwoIssuers();
  readonly webhooks: FiredWebhook[] = [];
  readonly #events: ExchangeEvent[] = [];
  readonly #folder: string;
  #methods: readonly Method[] = [];
  #servers: Servers | undefined;
  #records: StoredHistory | undefined;

  constructor(start: string) {
    this.#folder = mkdtempSync(join(tmpdir(), 'openats-ats-'));
    this.clock = new ManualTime(start);
    this.exchange = openExchange(this.#folder, this.clock);
    this.exchange.subscribe((event) => this.#events.push(event));
    const after = (delayMs: number, callback: () => void) => this.clock.after(delayMs, callback);
    this.eventWaits = new EventWaits({ feed: this.exchange, after, limits: { perClient: 2, inAll: 3 } });
    this.exchange.subscribe((event) => {
      for (const { clientId, method, identified, fields } of webhooksOf(event, (id) => this.exchange.security(id))) {
        // Webhooks that belong to no call have other tests.
        const isShown = identified ? method !== 'matchedTradenotify' : method === 'orderForApproval';
        if (isShown) this.webhooks.push({ clientId, method, fields: fields() });
      }
    });
  }

  /** @param reads whether the exchange answers reads of orders at once, or with promises as one that must wait does */
  async open(reads: 'at once' | 'later' = 'at once'): Promise<void> {
    const records = await StoredHistory.of(this.exchange);
    this.#records = records;
    this.history.changes = records.store;
    this.exchange.start();
    const { exchange, history, accounts, reference } = this;
    const deps: AtsDeps = {
      exchange: reads === 'later' ? answeringLater(exchange) : exchange,
      history,
      records,
      // Nobody settles, and nobody quotes: test/modules/settlement and test/modules/quotes do.
      aftermath: {
        settlements: async () => new Map(),
        quotes: async () => new Map(),
      },
      eventWaits: this.eventWaits,
      accounts,
      reference,
      ...{ ordersPerTokenMax: 600, mic: null },
      defaultSchedule: DEFAULT_SCHEDULE,
      calendarOfYear: (year) => exchange.calendar.yearOf(year),
    };
    this.#methods = [...atsModule(deps), ...limitsModule(deps)];
    this.#servers = await serve({
      methods: this.#methods,
      authenticator: { authenticate: clientOf },
    });
    for (const command of SECURITIES) await this.exchange.submit(command);
  }

  /** Of the order history. */
  get db(): StoredHistory['db'] {
    if (this.#records === undefined) throw new Error('the venue is not open');
    return this.#records.db;
  }

  async close(): Promise<void> {
    if (this.#servers !== undefined) await closeBoth(this.#servers);
    await this.exchange.stop();
    await this.#records?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #app() {
    if (this.#servers === undefined) throw new Error('the venue is not open');
    return this.#servers.v3;
  }

  /** Calls a method; a form unless JSON is asked for, undefined fields left out. */
  async post(caller: Caller, method: string, fields: Fields = {}, options: PostOptions = {}): Promise<Reply> {
    const { credentials = 'header', key = keyOf(caller), idempotencyKey } = options;
    const inBody = credentials === 'body' ? { ...fields, clientID: caller, developerAPIKey: key } : fields;
    const encoding = options.encoding ?? 'form';
    const response = await this.#app.inject({
      method: 'POST',
      url: `/v3/${method}`,
      payload: encoded(inBody, encoding),
      headers: {
        'content-type': encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
        ...(credentials === 'header' ? { authorization: `Bearer ${caller}:${key}` } : {}),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(options.prefer === undefined ? {} : { prefer: options.prefer }),
      },
    });
    const { 'idempotency-replayed': replayed, 'ignored-fields': ignored } = response.headers;
    this.#requireDeclared(method, response.json());
    return {
      http: response.statusCode,
      body: response.json(),
      replayed: replayed === undefined ? null : String(replayed),
      ...(ignored === undefined ? {} : { ignored: String(ignored) }),
    };
  }

  /** Calls a resource-style method with GET. */
  async get(caller: Caller, path: string): Promise<Reply> {
    const response = await this.#app.inject({
      method: 'GET',
      url: `/v3/${path}`,
      headers: { authorization: `Bearer ${caller}:${keyOf(caller)}` },
    });
    return { http: response.statusCode, body: response.json(), replayed: null };
  }

  /** A successful answer must be what the method declares, so that the reference page is true. */
  #requireDeclared(name: string, body: Fields): void {
    const declared = this.#methods.find((method) => method.name === name)?.response;
    if (declared === undefined || body.statusCode !== '101') return;
    const { statusCode, statusDesc, ...fields } = body;
    const faults = Value.Errors({ ...declared, additionalProperties: false }, fields);
    if (faults.length > 0) throw new Error(`${name} answers what it does not declare: ${JSON.stringify(faults)}`);
  }

  /** Sends all calls on one connection before the first answer; gives their bodies in order. */
  async pipeline(caller: Caller, calls: readonly (readonly [string, Fields])[]): Promise<unknown[]> {
    await this.#app.listen({ host: '127.0.0.1', port: 0 });
    const address = this.#app.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    const requests = calls.map(([method, fields], index) => {
      const body = encoded(fields, 'form');
      const last = index === calls.length - 1 ? 'connection: close\r\n' : '';
      const head =
        `POST /v3/${method} HTTP/1.1\r\nhost: 127.0.0.1\r\n${last}authorization: Bearer ` +
        `${caller}:${keyOf(caller)}`;
      const type = 'content-type: application/x-www-form-urlencoded';
      return `${head}\r\n${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    });
    const socket = connect(address.port, '127.0.0.1');
    socket.write(requests.join(''));
    let text = '';
    for await (const chunk of socket) text += chunk;
    return [...text.matchAll(/\r\n\r\n(\{.*?\})(?=HTTP\/1\.1|$)/gs)].map(([, body]) => JSON.parse(body as string));
  }

  /** The history takes over what happened so far, and the exchange forgets it. */
  project(): void {
    for (const event of this.#events.splice(0)) {
      if (event.type === 'order') this.history.take(event);
      if (event.type === 'match') this.history.matches.set(event.match.matchId, event.match);
      this.exchange.projected(event.seq);
    }
  }
}

function encoded(fields: Fields, encoding: 'form' | 'json'): string {
  if (encoding === 'json') return JSON.stringify(fields);
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString();
}

const listed = { type: 'security', ownerClientId: OWNER, issuerId: ISSUER, status: 'trading' } as const;
const SECURITIES: readonly SecurityCommand[] = [
  { ...listed, securityId: SECURITY, name: 'Example Shares' },
  { ...listed, securityId: AWAITING_SECURITY, name: 'Example Notes', status: 'awaiting' },
  { ...listed, securityId: ENDED_SECURITY, name: 'Example Units', status: 'ended' },
  { ...listed, securityId: OTHER_SECURITY, name: 'Other Shares', issuerId: OTHER_ISSUER },
];

export async function openVenue(start = MONDAY_10_00, reads?: 'at once' | 'later'): Promise<Venue> {
  const venue = new Venue(start);
  await venue.open(reads);
  return venue;
}

/** Reads of orders take a turn, and show the state after it. */
function answeringLater(exchange: LiveExchange): AtsDeps['exchange'] {
  const later =
    <A extends unknown[], T>(read: (...args: A) => T, of: object = exchange) =>
    async (...args: A): Promise<Awaited<T>> => {
      await turn();
      return await read.apply(of, args);
    };
  const { risk } = exchange;
  return {
    risk: {
      ...{ limitsOf: later(risk.limitsOf, risk), positionsOf: later(risk.positionsOf, risk) },
      referencePrice: later(risk.referencePrice, risk),
      killSwitches: later(risk.killSwitches, risk),
      wouldEnter: later(risk.wouldEnter, risk),
    },
    submit: (command) => exchange.submit(command),
    ...{ listing: (id) => exchange.listing(id), securityNamed: (symbol) => exchange.securityNamed(symbol) },
    storedOutcome: later(exchange.storedOutcome),
    order: later(exchange.order),
    recentOrder: later(exchange.recentOrder),
    recentWithToken: later(exchange.recentWithToken),
    pendingOrders: later(exchange.pendingOrders),
    rfqOrders: later(exchange.rfqOrders),
    match: later(exchange.match),
    amendmentsOf: later(exchange.amendmentsOf),
    amendmentsIn: later(exchange.amendmentsIn),
    security: (securityId) => exchange.security(securityId),
    securities: () => exchange.securities(),
    securitiesAfter: (securityId, limit) => exchange.securitiesAfter(securityId, limit),
    topOfBook: (securityId) => exchange.topOfBook(securityId),
    depth: (securityId, levels) => exchange.depth(securityId, levels),
    ...{ nowUs: () => exchange.nowUs(), fees: exchange.fees, restores: [] },
    nextTransition: (securityId) => exchange.nextTransition(securityId),
    actions: (securityId, before, limit) => exchange.actions(securityId, before, limit),
    ...{ ...auctionReadsOf(exchange), venueId: exchange.venueId, shard: exchange.shard, rules: exchange.rules },
    lastEventSeq: () => exchange.lastEventSeq(),
    subscribe: (listener) => exchange.subscribe(listener),
  };
}
