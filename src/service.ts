/** The composition root: builds every part and hands each what it needs. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { DEFAULT_SCHEDULE } from './calendar/trading-calendar.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { historyDatabaseFile, mainDatabaseFile } from './database/files.ts';
import { type DatabaseLocation, openDatabase, openHistoryDatabase } from './database/open-database.ts';
import { loadSecrets } from './database/secrets.ts';
import { SystemClock } from './exchange/clock.ts';
import { nodeFileSystem } from './exchange/file-system.ts';
import { lockFolder } from './exchange/folder-lock.ts';
import { LiveExchange } from './exchange/live-exchange.ts';
import { systemTimers } from './exchange/timers.ts';
import { FollowerThread } from './history/follower-thread.ts';
import { HistoryStore } from './history/store.ts';
import type { HealthReport } from './http/health-routes.ts';
import type { Method } from './http/method.ts';
import { createMetricsRegistry, createMetricsServer, HttpMetrics } from './http/metrics.ts';
import { createServer, type Servers } from './http/server.ts';
import { MarketDataStream } from './marketdata/market-data-stream.ts';
import { streamPlugin } from './marketdata/plugin.ts';
import { AccountDirectory, accountsModule } from './modules/accounts/index.ts';
import { Administration, adminModule } from './modules/admin/index.ts';
import { atsModule } from './modules/ats/index.ts';
import { healthModule } from './modules/health/index.ts';
import { issuerExists, issuersModule } from './modules/issuers/index.ts';
import { approvedOfferings, offeringExists, offeringsModule, reconcileSecurities } from './modules/offerings/index.ts';
import { addVenueMetrics } from './venue-metrics.ts';
import { version } from './version.ts';
import { WebhookDelivery } from './webhooks/delivery.ts';
import { venueWebhooks } from './webhooks/venue-events.ts';

/** Today there is one engine; ids tell its number already. */
const SHARD = 0;
const WEBHOOK_DRAIN_MS = 3000;

export interface Addresses {
  readonly api: string;
  readonly legacy: string;
  readonly metrics: string;
}

export class Service {
  readonly exchange: LiveExchange;
  readonly config: Config;
  readonly #parts: Parts;
  addresses: Addresses = { api: '', legacy: '', metrics: '' };

  private constructor(config: Config, parts: Parts) {
    this.config = config;
    this.#parts = parts;
    this.exchange = parts.exchange;
  }

  /** Recovers the venue and catches the history up. No port listens until `listen`. */
  static async open(config: Config, log: Logger): Promise<Service> {
    mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
    const unlock = lockFolder(config.DATA_DIR);
    try {
      return new Service(config, await buildParts(config, log, unlock));
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /** The v3 host, for calls from inside the process. */
  get api(): FastifyInstance {
    return this.#parts.servers.v3;
  }

  async listen(): Promise<void> {
    const { servers, metricsServer } = this.#parts;
    const { HOST: host, PORT, LEGACY_PORT, METRICS_PORT } = this.config;
    this.addresses = {
      api: await servers.v3.listen({ host, port: PORT }),
      legacy: await servers.legacy.listen({ host, port: LEGACY_PORT }),
      metrics: await metricsServer.listen({ host, port: METRICS_PORT }),
    };
  }

  /** Finishes what is in flight, says goodbye to the stream, flushes, and releases the data folder. */
  async stop(): Promise<void> {
    const { servers, metricsServer, exchange, follower, webhooks, administration, databases, unlock } = this.#parts;
    await Promise.all([servers.v3.close(), servers.legacy.close()]);
    await exchange.stop();
    await follower.finish();
    await webhooks.drain(WEBHOOK_DRAIN_MS);
    await administration.close();
    await metricsServer.close();
    for (const database of databases) await database.close();
    unlock();
  }
}

interface Parts {
  readonly exchange: LiveExchange;
  readonly follower: FollowerThread;
  readonly servers: Servers;
  readonly metricsServer: FastifyInstance;
  readonly webhooks: WebhookDelivery;
  readonly administration: Administration;
  readonly databases: readonly Database[];
  readonly unlock: () => void;
}

async function buildParts(config: Config, log: Logger, unlock: () => void): Promise<Parts> {
  const database = await openDatabase(mainLocation(config));
  const historyDatabase = await openHistoryDatabase(historyLocation(config));
  const history = new HistoryStore(historyDatabase);
  const exchange = openExchange(config, log);
  await refuseShorterJournal(exchange, history);
  const state: ServiceState = { historyFailure: null };
  const follower = startFollower(config, log, exchange, state);
  await follower.reached(exchange.lastEventSeq());
  exchange.start();
  await reconcileSecurities(database.db, exchange);

  // Connections of a key that is revoked are ended; those that the client may still have come back with another.
  const ended = (clientId: string) => stream.disconnectClient(clientId);
  const { administration, methods } = await buildModules(config, log, database, exchange, history, ended);
  const webhooks = new WebhookDelivery({
    store: administration.webhookStore,
    log,
    settings: { policy: webhookPolicy(config) },
  });
  exchange.subscribe(venueWebhooks({ sink: webhooks, parentOf: (clientId) => clientId }));
  const stream = new MarketDataStream({
    exchange,
    authenticator: administration.directory,
    settings: streamSettings(config),
    log,
  });
  const registry = createMetricsRegistry();
  addVenueMetrics(registry, exchange, stream);
  const servers = await createServer({
    methods,
    authenticator: administration.directory,
    webhooks,
    logger: log,
    health: () => healthOf(exchange, state),
    environment: config.ENVIRONMENT,
    version,
    limits: {
      bodyBytesMax: config.BODY_BYTES_MAX,
      requestsPerAddress: config.RATE_LIMIT_PER_ADDRESS,
      requestsPerClient: config.RATE_LIMIT_PER_KEY,
      authenticationFailuresPerMinute: config.AUTHENTICATION_FAILURES_MAX,
    },
    metrics: new HttpMetrics(registry),
    trustProxy: config.TRUST_PROXY,
    plugins: [async (app) => void (await app.register(streamPlugin({ stream })))],
  });
  return {
    exchange,
    follower,
    servers,
    metricsServer: createMetricsServer(registry),
    webhooks,
    administration,
    databases: [database, historyDatabase],
    unlock,
  };
}

async function buildModules(
  config: Config,
  log: Logger,
  database: Database,
  exchange: LiveExchange,
  history: HistoryStore,
  accessEnded: (clientId: string) => void,
): Promise<{ administration: Administration; methods: readonly Method[] }> {
  const { db } = database;
  const now = () => exchange.now();
  const secrets = await loadSecrets({ encryptionKey: config.ENCRYPTION_KEY, dataDir: config.DATA_DIR });
  const administration = new Administration({
    database,
    secrets,
    methods: () => methods,
    webhookUrlPolicy: webhookPolicy(config),
    deliveryLog: {
      keptMax: config.WEBHOOK_LOG_MAX,
      onError: (error, lost) => log.error({ err: error, lost }, 'webhook deliveries could not be logged'),
    },
    accessEnded,
    now,
  });
  const services = { db, now, secrets, venue: exchange };
  const methods: readonly Method[] = [
    ...issuersModule(services),
    ...offeringsModule(services),
    ...accountsModule(services),
    ...atsModule({
      exchange,
      accounts: new AccountDirectory(db),
      history,
      reference: {
        issuerExists: (issuerId) => issuerExists(db, issuerId),
        offeringExists: (offeringId) => offeringExists(db, offeringId),
        approvedOfferings: (issuerId) => approvedOfferings(db, issuerId),
      },
      defaultSchedule: DEFAULT_SCHEDULE,
      calendarOfYear: (year) => exchange.calendar.yearOf(year),
    }),
    ...healthModule({ version, environment: config.ENVIRONMENT, now }),
    ...adminModule(administration.services),
  ];
  if (config.ENVIRONMENT === 'sandbox') await administration.ensureSandbox(config.DATA_DIR);
  return { administration, methods };
}

function venueFolder(config: Config): string {
  return join(config.DATA_DIR, 'venue');
}

function mainLocation(config: Config): DatabaseLocation {
  return config.DATABASE_URL === null ? { file: mainDatabaseFile(config.DATA_DIR) } : { url: config.DATABASE_URL };
}

/** A projection that can be made again from the journal: on SQLite it need not wait for the disk at each commit. */
function historyLocation(config: Config): DatabaseLocation {
  if (config.DATABASE_URL !== null) return { url: config.DATABASE_URL };
  return { file: historyDatabaseFile(config.DATA_DIR), synchronous: 'NORMAL' };
}

function openExchange(config: Config, log: Logger): LiveExchange {
  return new LiveExchange({
    folder: venueFolder(config),
    shard: SHARD,
    files: nodeFileSystem,
    clock: new SystemClock(),
    timers: systemTimers,
    alwaysOpen: config.MARKET_ALWAYS_OPEN,
    segmentBytesMax: config.JOURNAL_SEGMENT_BYTES,
    waitingMax: config.WAITING_ORDERS_MAX,
    unprojectedMax: config.HISTORY_LAG_EVENTS_MAX,
    log,
  });
}

/** The history is written from the journal alone: one that is ahead means that the end of the journal is missing. */
async function refuseShorterJournal(exchange: LiveExchange, history: HistoryStore): Promise<void> {
  const position = await history.position();
  if (position <= exchange.lastEventSeq()) return;
  throw new Error(
    `the order history holds event ${position}, but the journal ends at event ${exchange.lastEventSeq()}: ` +
      'journal files are missing, or the database belongs to another data folder',
  );
}

interface ServiceState {
  historyFailure: string | null;
}

function startFollower(config: Config, log: Logger, exchange: LiveExchange, state: ServiceState): FollowerThread {
  const follower = new FollowerThread({
    folder: venueFolder(config),
    shard: SHARD,
    database: historyLocation(config),
    snapshotCommands: config.SNAPSHOT_COMMANDS,
    archiveFolder: config.JOURNAL_ARCHIVE_DIR,
    timers: systemTimers,
    onProjected: (eventSeq) => exchange.projected(eventSeq),
    onNote: (message) => log.warn({}, message),
    onFailure: (message) => {
      state.historyFailure = message;
      log.error({ error: message }, 'the order history has stopped; a restart catches up');
    },
  });
  exchange.onDurable((sequence) => follower.durable(sequence));
  follower.durable(exchange.sequence);
  return follower;
}

function healthOf(exchange: LiveExchange, state: ServiceState): HealthReport {
  const reason = exchange.unavailable ?? (state.historyFailure === null ? null : 'the order history has stopped');
  return { alive: reason === null || exchange.isStopping, ready: reason === null, reason };
}

function webhookPolicy(config: Config) {
  return { allowHttp: config.WEBHOOK_ALLOW_HTTP, allowLoopback: config.WEBHOOK_ALLOW_LOOPBACK };
}

function streamSettings(config: Config) {
  return {
    allowedOrigins: config.STREAM_ORIGINS,
    connectionsMax: config.STREAM_CONNECTIONS_MAX,
    connectionsPerClientMax: config.STREAM_CONNECTIONS_PER_CLIENT_MAX,
    subscriptionsPerConnectionMax: config.STREAM_SUBSCRIPTIONS_MAX,
    messageBytesMax: config.STREAM_MESSAGE_BYTES_MAX,
    messagesPerSecondMax: config.STREAM_MESSAGES_PER_SECOND_MAX,
    unsentBytesMax: config.STREAM_UNSENT_BYTES_MAX,
  };
}
