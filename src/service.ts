/** The composition root: builds every part and hands each what it needs. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { historyDatabaseFile, mainDatabaseFile } from './database/files.ts';
import { type DatabaseLocation, openDatabase, openHistoryDatabase } from './database/open-database.ts';
import { loadSecrets, type Secrets } from './database/secrets.ts';
import { SystemClock } from './exchange/clock.ts';
import { nodeFileSystem } from './exchange/file-system.ts';
import { lockFolder } from './exchange/folder-lock.ts';
import { LiveExchange } from './exchange/live-exchange.ts';
import { systemTimers } from './exchange/timers.ts';
import { type FileStorage, openFileStorage, uploadFolder } from './file-storage.ts';
import { FollowerThread } from './history/follower-thread.ts';
import { HistoryStore } from './history/store.ts';
import type { HealthReport } from './http/health-routes.ts';
import { DEFAULT_LIMITS } from './http/limits.ts';
import type { Method } from './http/method.ts';
import { createMetricsRegistry, createMetricsServer, HttpMetrics } from './http/metrics.ts';
import { createServer, type Servers } from './http/server.ts';
import { type IdentityChecks, openIdentityChecks } from './identity-checks.ts';
import { MarketDataStream } from './marketdata/market-data-stream.ts';
import { streamPlugin } from './marketdata/plugin.ts';
import { Administration } from './modules/admin/index.ts';
import { allMethods } from './modules/index.ts';
import { ApiCounts } from './modules/legacy/index.ts';
import { reconcileSecurities } from './modules/offerings/index.ts';
import { ClientWebhooks } from './modules/shared/client-webhooks.ts';
import { Documents } from './modules/shared/documents/index.ts';
import { LongReads } from './modules/shared/list/index.ts';
import { addVenueMetrics } from './venue-metrics.ts';
import { version } from './version.ts';
import { WebhookDelivery } from './webhooks/delivery.ts';
import { venueWebhooks } from './webhooks/venue-events.ts';

/** Today there is one engine; ids tell its number already. */
const SHARD = 0;
const WEBHOOK_DRAIN_MS = 3000;
/** A check of an identity may take longer than a stop. */
const IDENTITY_END_MS = 4000;

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
    const { servers, metricsServer, state } = this.#parts;
    const { HOST: host, PORT, LEGACY_PORT, METRICS_PORT } = this.config;
    this.addresses = {
      api: await servers.v3.listen({ host, port: PORT }),
      legacy: await servers.legacy.listen({ host, port: LEGACY_PORT }),
      metrics: await metricsServer.listen({ host, port: METRICS_PORT }),
    };
    state.apiAddress = this.addresses.api;
  }

  /** Finishes what is in flight, says goodbye to the stream, flushes, and releases the data folder. */
  async stop(): Promise<void> {
    const {
      servers,
      metricsServer,
      exchange,
      follower,
      webhooks,
      administration,
      apiCounts,
      identityChecks,
      storage,
      databases,
      unlock,
    } = this.#parts;
    identityChecks.identity.endAllAfter(IDENTITY_END_MS);
    await Promise.all([servers.v3.close(), servers.legacy.close()]);
    await exchange.stop();
    await follower.finish();
    await webhooks.drain(WEBHOOK_DRAIN_MS);
    await administration.close();
    await apiCounts.flush();
    await metricsServer.close();
    await storage.files.close();
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
  readonly apiCounts: ApiCounts;
  readonly identityChecks: IdentityChecks;
  readonly storage: FileStorage;
  readonly state: ServiceState;
  readonly databases: readonly Database[];
  readonly unlock: () => void;
}

async function buildParts(config: Config, log: Logger, unlock: () => void): Promise<Parts> {
  const database = await openDatabase(mainLocation(config));
  const historyDatabase = await openHistoryDatabase(historyLocation(config));
  const history = new HistoryStore(historyDatabase);
  const exchange = openExchange(config, log);
  await refuseShorterJournal(exchange, history);
  const state: ServiceState = { historyFailure: null, apiAddress: '' };
  const follower = startFollower(config, log, exchange, state);
  await follower.reached(exchange.lastEventSeq());
  exchange.start();
  await reconcileSecurities(database.db, exchange);

  // Connections of a key that is revoked are ended; those that the client may still have come back with another.
  const ended = (clientId: string) => stream.disconnectClient(clientId);
  const secrets = await loadSecrets({ encryptionKey: config.ENCRYPTION_KEY, dataDir: config.DATA_DIR });
  const storage = openFileStorage(config, secrets, () => config.PUBLIC_URL ?? state.apiAddress);
  const documents = new Documents({ db: database.db, files: storage.files, now: () => exchange.now() });
  void prepareDocuments(documents, storage, log);
  const apiCounts = new ApiCounts({
    db: database.db,
    now: () => exchange.now(),
    after: systemTimers.after,
    onError: (error) => log.error({ err: error }, 'calls could not be counted; tried again with the next ones'),
  });
  const identityChecks = await openIdentityChecks(config, { now: () => exchange.now(), timers: systemTimers });
  const { administration, webhooks, methods } = await buildModules({
    config,
    log,
    database,
    exchange,
    history,
    secrets,
    documents,
    apiCounts,
    identityChecks,
    accessEnded: ended,
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
    calls: apiCounts,
    logger: log,
    health: () => healthOf(exchange, state),
    environment: config.ENVIRONMENT,
    version,
    limits: {
      bodyBytesMax: config.BODY_BYTES_MAX,
      // Of them all: a full stream must leave room for orders.
      connectionsMax: DEFAULT_LIMITS.connectionsMax + config.STREAM_CONNECTIONS_MAX,
      requestsPerAddress: config.RATE_LIMIT_PER_ADDRESS,
      requestsPerClient: config.RATE_LIMIT_PER_KEY,
      authenticationFailuresPerMinute: config.AUTHENTICATION_FAILURES_MAX,
      requestTimeoutMs: config.REQUEST_SECONDS_MAX * 1000,
      uploadedBytesMax: config.UPLOADED_BYTES_MAX,
    },
    uploadFolder: uploadFolder(config),
    ...(config.PUBLIC_URL === null ? {} : { publicUrls: { v3: config.PUBLIC_URL } }),
    metrics: new HttpMetrics(registry),
    trustProxy: config.TRUST_PROXY,
    plugins: [async (app) => void (await app.register(streamPlugin({ stream }))), ...storage.plugins],
  });
  return {
    exchange,
    follower,
    servers,
    metricsServer: createMetricsServer(registry),
    webhooks,
    administration,
    apiCounts,
    identityChecks,
    storage,
    state,
    databases: [database, historyDatabase],
    unlock,
  };
}

/**
 * Removes what a crash left of uploads. Nobody waits for it: a store that cannot be reached must not keep the venue from
 * its work.
 */
async function prepareDocuments(documents: Documents, { files }: FileStorage, log: Logger): Promise<void> {
  try {
    await files.check();
    await documents.removeUnfinished();
  } catch (error) {
    log.error({ err: error }, 'the document store cannot be used: uploads of documents will fail');
  }
}

async function buildModules(parts: {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  readonly exchange: LiveExchange;
  readonly history: HistoryStore;
  readonly secrets: Secrets;
  readonly documents: Documents;
  readonly apiCounts: ApiCounts;
  readonly identityChecks: IdentityChecks;
  readonly accessEnded: (clientId: string) => void;
}): Promise<{ administration: Administration; webhooks: WebhookDelivery; methods: readonly Method[] }> {
  const { config, log, database, exchange, history, secrets, documents, apiCounts, accessEnded } = parts;
  const now = () => exchange.now();
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
  const webhooks = new WebhookDelivery({
    store: administration.webhookStore,
    log,
    settings: { policy: webhookPolicy(config) },
  });
  const methods: readonly Method[] = allMethods({
    db: database.db,
    longReads: new LongReads(database.reader),
    now,
    secrets,
    venue: exchange,
    documents,
    webhooks: new ClientWebhooks(database.db, webhooks),
    ...parts.identityChecks,
    history,
    calendarOfYear: (year) => exchange.calendar.yearOf(year),
    apiCounts,
    administration: administration.services,
    version,
    environment: config.ENVIRONMENT,
  });
  if (config.ENVIRONMENT === 'sandbox') await administration.ensureSandbox(config.DATA_DIR);
  return { administration, webhooks, methods };
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
  /** Empty until the API listens. */
  apiAddress: string;
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
