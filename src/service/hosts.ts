import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { consolePlugin } from '../console/index.ts';
import type { LiveExchange } from '../exchange/live-exchange.ts';
import { type ClientUsage, CredentialGuard, clientUsage, type HttpLimits } from '../http/auth/index.ts';
import { type HostedPage, hostedPages } from '../http/hosted-pages/index.ts';
import type { Method } from '../http/methods/index.ts';
import { createServer, HttpMetrics, type ServerOptions, type Servers, ServingGate } from '../http/server/index.ts';
import type { AccountLookup, StreamHistory } from '../marketdata/channels/index.ts';
import { MarketDataStream, type Sessions } from '../marketdata/market-data-stream.ts';
import { streamPlugin } from '../marketdata/plugin.ts';
import { methodExamples } from '../modules/examples/index.ts';
import type { FaultRegistry, SessionRecorder } from '../modules/sandbox/index.ts';
import { type SignInDeps, signInPlugin } from '../modules/sign-in/index.ts';
import { WEBHOOK_LIST } from '../modules/webhook-list.ts';
import { failedJobs } from '../time/failed-jobs.ts';
import { SharedUse } from '../usage/index.ts';
import { closedBecause, healthOf, type NodeLink, type PartContext, type ServiceState } from './lifecycle/index.ts';
import { limitsOf } from './limits.ts';
import {
  addClusterMetrics,
  addCredentialMetrics,
  addDiskMetrics,
  addStateMetric,
  addVenueMetrics,
  addWebhookMetrics,
  scrapedMetrics,
  version,
} from './metrics/index.ts';
import { type IdentityChecks, uploadFolder } from './parts/index.ts';
import { type Publishers, servingCopy } from './venue/index.ts';

/** A check of an identity, or a file for the document store, may take longer than a stop. */
const OUTSIDE_END_MS = 4000;

export interface Hosts {
  readonly servers: Servers;
  readonly stream: MarketDataStream;
}

export interface HostDeps {
  readonly exchange: LiveExchange;
  readonly hasAccount: AccountLookup;
  readonly history: StreamHistory;
  readonly publishers: Publishers;
  readonly methods: readonly Method[];
  readonly pages: readonly HostedPage[];
  /** The further routes of the v3 host. */
  readonly routes: readonly ((app: FastifyInstance) => void)[];
  readonly identity: IdentityChecks['identity'];
  readonly signIn: SignInDeps;
  /** Absent where no client may ask for any. */
  readonly faults: FaultRegistry | undefined;
  readonly recorder: SessionRecorder | undefined;
}

/** The hosts of the API with the stream on the first; neither listens yet. */
export async function openHosts(context: PartContext, deps: HostDeps): Promise<Hosts> {
  const { config, log, state, shutdown } = context;
  const { exchange, hasAccount, history, publishers, methods, pages, routes, identity, faults } = deps;
  const { administration, apiCounts, registry, storage } = publishers;
  const guard = new CredentialGuard({
    authenticator: administration.directory,
    sessions: publishers.sessions,
    failuresMax: config.AUTHENTICATION_FAILURES_MAX,
    onRefused: addCredentialMetrics(registry),
  });
  const { sessionCookie } = deps.signIn;
  const metrics = new HttpMetrics(registry);
  const limits = limitsOf(config);
  const usage = usageOf(limits, state.link);
  const counted = { counter: apiCounts, metrics, logger: log, rate: usage.rates.orders, faults };
  const calls = { methods, underWayMax: limits.pipelinedMax, ...counted };
  const maySend = () => closedBecause(state) === null;
  const settings = streamSettings(config);
  const stream = new MarketDataStream({
    ...{ exchange, hasAccount, guard, history, settings, calls, maySend, log, faults },
    held: usage.streams,
    ...(state.link && { sessions: sessionsOf(state.link) }),
  });
  shutdown.add('stream', () => stream.stop());
  addVenueMetrics(registry, exchange, stream);
  addServiceMetrics(context, exchange, publishers);
  addStateMetric(registry, () => healthOf(exchange, state).state);
  const entrance = state.node && new ServingGate(servingCopy(state, state.node, exchange));
  state.entrance = entrance;
  const servers = await createServer({
    methods,
    guard,
    calls: apiCounts,
    faults,
    recorder: deps.recorder,
    logger: log,
    health: () => healthOf(exchange, state),
    ...(entrance === undefined ? {} : { entrance }),
    environment: config.ENVIRONMENT,
    version,
    limits,
    usage,
    uploadFolder: uploadFolder(config),
    publicUrls: () => ({
      // A path holds under every name that the API is reached by; the legacy host has its own port.
      v3: config.PUBLIC_URL ?? '/',
      legacy: config.LEGACY_PUBLIC_URL ?? state.legacyAddress,
    }),
    isHttps: config.PUBLIC_URL?.startsWith('https:') ?? false,
    reference: referenceOf(methods, state),
    metrics,
    ...(hasConsole(config) ? { home: 'console' } : {}),
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
    sessionCookie,
    plugins: [
      async (app) =>
        void (await app.register(streamPlugin({ stream, version, ownPages: hasConsole(config), sessionCookie }))),
      ...(hasConsole(config) ? [consolePlugin(config.ENVIRONMENT), signInPlugin(deps.signIn)] : []),
      ...storage.plugins,
      ...routes,
      hostedPages({ pages, ancestors: pageAncestors(config), log }),
    ],
  });
  shutdown.add('hosts', async () => {
    identity.endAllAfter(OUTSIDE_END_MS);
    storage.endAllAfter(OUTSIDE_END_MS);
    await Promise.all([servers.v3.close(), servers.legacy.close()]);
  });
  return { servers, stream };
}

function addServiceMetrics({ config, state }: PartContext, exchange: LiveExchange, publishers: Publishers): void {
  const { administration, webhooks, registry, outbox } = publishers;
  addWebhookMetrics(registry, {
    ...{ delivery: webhooks, outbox, nowUs: exchange.nowUs },
    onRecorded: (listener) => administration.deps.deliveries.onRecorded(listener),
  });
  if (state.node !== undefined) addClusterMetrics(registry, state.node);
  addDiskMetrics(registry, config.DATA_DIR, config.DISK_RESERVE_BYTES);
  scrapedMetrics(registry).counter('job_failures_total', 'Runs of work in the background that failed', failedJobs);
}

function usageOf(limits: HttpLimits, link: NodeLink | undefined): ClientUsage {
  const use = link && new SharedUse();
  if (use !== undefined) link?.share(use);
  return clientUsage(limits, use);
}

function sessionsOf(link: NodeLink): Sessions {
  return { name: () => `${link.process}/${randomUUID()}`, onLeader: (listener) => link.onLeader(listener) };
}

/** The origins that may embed the pages: the named ones; in the sandbox, where no card or account is real, all. */
function pageAncestors({ PAGE_ANCESTORS, ENVIRONMENT }: Config): readonly string[] {
  return PAGE_ANCESTORS.length === 0 && ENVIRONMENT === 'sandbox' ? ['*'] : PAGE_ANCESTORS;
}

function referenceOf(methods: readonly Method[], state: ServiceState): NonNullable<ServerOptions['reference']> {
  return {
    webhookList: WEBHOOK_LIST,
    examples: () => methodExamples(methods, state.demo),
    credentials: (token) => {
      const { sandbox, tokens } = state;
      return sandbox && tokens.redeem(token) ? `${sandbox.clientID}:${sandbox.developerAPIKey}` : undefined;
    },
  };
}

const hasConsole = ({ CONSOLE }: Config): boolean => CONSOLE === 'on';

/** Behind a proxy that names another host, the console's page has the origin that callers know. */
function allowedOrigins(config: Config): readonly string[] {
  const own = hasConsole(config) && config.PUBLIC_URL !== null ? [new URL(config.PUBLIC_URL).origin] : [];
  return [...own, ...config.STREAM_ORIGINS];
}

function streamSettings(config: Config) {
  return {
    mic: config.VENUE_MIC,
    allowedOrigins: allowedOrigins(config),
    connectionsMax: config.STREAM_CONNECTIONS_MAX,
    connectionsPerClientMax: config.STREAM_CONNECTIONS_PER_CLIENT_MAX,
    subscriptionsPerConnectionMax: config.STREAM_SUBSCRIPTIONS_MAX,
    messageBytesMax: config.STREAM_MESSAGE_BYTES_MAX,
    messagesPerSecondMax: config.STREAM_MESSAGES_PER_SECOND_MAX,
    unsentBytesMax: config.STREAM_UNSENT_BYTES_MAX,
    compression: config.STREAM_COMPRESSION === 'on',
  };
}
