/** The two HTTP hosts of the API, built from the declared methods. The caller lets them listen and closes them. */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import {
  type ClientUsage,
  type CredentialGuard,
  clientUsage,
  DEFAULT_LIMITS,
  type HttpLimits,
  type Limiters,
  limitersOf,
  type SessionCookie,
} from '../auth/index.ts';
import { addBodyParsers, UploadSpool } from '../body/index.ts';
import {
  type CallCounter,
  type CallFaults,
  type CallRecorder,
  entrancesOf,
  type Host,
  type Method,
} from '../methods/index.ts';
import { type MethodExamples, type OpenApiOptions, openApiText, type WebhookDeclaration } from '../openapi/index.ts';
import { refuseWhileClosed, type ServingGate } from './closed.ts';
import { Connections } from './connections.ts';
import { allowOrigins } from './cross-origin.ts';
import { addDocumentation } from './docs.ts';
import { addFallbacks, answerBrokenRequest } from './fallbacks.ts';
import { addHealthRoutes, type HealthReport } from './health-routes.ts';
import { afterAnswers, gateRequests } from './intake.ts';
import type { RouteDeps } from './method-route.ts';
import type { HttpMetrics } from './metrics.ts';
import { ReadPlaces } from './read-places.ts';
import { mountMethods } from './registry.ts';
import { Responder } from './responder.ts';
import { serverSettings } from './server-settings.ts';

export interface ServerOptions {
  readonly methods: readonly Method[];
  readonly guard: CredentialGuard;
  readonly calls?: CallCounter;
  /** Of the sandbox; absent: no client may ask for any. */
  readonly faults?: CallFaults | undefined;
  /** Of the sandbox; absent: no client may record a session. */
  readonly recorder?: CallRecorder | undefined;
  readonly logger: Logger;
  readonly health: () => HealthReport;
  /** Absent: every call is answered. */
  readonly entrance?: ServingGate;
  /** sandbox or production; shown in the reference page. */
  readonly environment: string;
  /** The deployed build, shown in the reference page. */
  readonly version: string;
  readonly limits?: Partial<HttpLimits>;
  /** Of those limits; absent: of this process alone. */
  readonly usage?: ClientUsage;
  readonly metrics?: HttpMetrics;
  /**
   * Whose X-Forwarded-For is believed: how many proxies stand in front, or their addresses and ranges; none when
   * absent.
   */
  readonly trustProxy?: number | readonly string[];
  /** Where callers reach the two hosts, for the reference page. */
  readonly publicUrls?: () => NonNullable<OpenApiOptions['publicUrls']>;
  /** Callers reach the venue by https: answers forbid browsers anything else. */
  readonly isHttps?: boolean;
  /** What else the reference page shows. */
  readonly reference?: Reference;
  /** The page that browsers are led to from /, relative to it. */
  readonly home?: string;
  /** Where uploads wait for their methods; a folder of the system's temporary ones when absent. */
  readonly uploadFolder?: string;
  /** Origins of browser pages that may call the v3 host (C92). */
  readonly corsOrigins?: readonly string[];
  /** Of the users of the console, on the v3 host; absent: a cookie counts for nothing. */
  readonly sessionCookie?: SessionCookie;
  /** What else the v3 host serves, for example the market-data stream; each gets its own scope. */
  readonly plugins?: readonly ((app: FastifyInstance, limiters: Limiters) => void | Promise<void>)[];
}

/** Asked when the page is first read: the sandbox is made after the server is. */
interface Reference {
  readonly webhookList: readonly WebhookDeclaration[];
  readonly examples: () => MethodExamples;
  /** `<client id>:<key>`, filled in for a reader on the same machine who has a token; undefined: for nobody. */
  readonly credentials: (token: unknown) => string | undefined;
}

export interface Servers {
  /** /v3, health, reference page and plugins. */
  readonly v3: FastifyInstance;
  /** The retired methods without prefix, with body credentials only (C22). */
  readonly legacy: FastifyInstance;
}

interface Shared {
  readonly spool: UploadSpool;
  readonly limiters: Limiters;
  readonly readPlaces: ReadPlaces;
}

/** Builds both hosts. Throws where declarations contradict each other. */
export async function createServer(options: ServerOptions): Promise<Servers> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { usage = clientUsage(limits, undefined) } = options;
  const spool = new UploadSpool({
    folder: options.uploadFolder ?? join(tmpdir(), `openats-uploads-${randomUUID()}`),
    requestsMax: limits.uploadsAtOnce,
    requestsPerClientMax: limits.uploadsPerClientAtOnce,
    bytesMax: limits.uploadedBytesMax,
    bytesPerClientMax: limits.uploadedBytesPerClientMax,
    reserveBytes: limits.diskReserveBytes,
    requests: usage.uploads,
    bytes: usage.uploadBytes,
  });
  const readPlaces = new ReadPlaces(limits.readsPerClientAtOnce, limits.silenceMs);
  const shared = { spool, limiters: limitersOf(usage.rates), readPlaces };
  const v3 = await createHost('v3', options, limits, shared);
  const legacy = await createHost('legacy', options, limits, shared);
  return { v3, legacy };
}

async function createHost(
  host: Host,
  options: ServerOptions,
  limits: HttpLimits,
  { spool, limiters, readPlaces }: Shared,
): Promise<FastifyInstance> {
  const { logger, methods } = options;
  const { entrance } = options;
  const { metrics, recorder } = options;
  const responder = new Responder({ logger, metrics, entrance, recorder });
  const app = Fastify(serverSettings(options, limits, responder));
  app.server.maxConnections = limits.connectionsMax;
  const connections = new Connections(app.server);
  gateRequests(app.server, limits.silenceMs);
  app.decorateRequest('requestContext', undefined);
  const { corsOrigins = [] } = options;
  if (host === 'v3' && corsOrigins.length > 0) await allowOrigins(app, corsOrigins);
  addBodyParsers(app, limits, spool);
  const entrances = entrancesOf(methods, host);
  const { isHttps = false } = options;
  addFallbacks(app, responder, { entrances, closingMs: limits.closingMs, isHttps, connections });
  app.server.on('connect', (_request, socket) =>
    afterAnswers(socket, () => answerBrokenRequest(undefined, socket, logger)),
  );
  if (entrance !== undefined) refuseWhileClosed(app, entrance);
  const deps: RouteDeps = {
    guard: options.guard,
    limiters,
    readPlaces,
    responder,
    calls: options.calls,
    faults: options.faults,
    logger,
    sessionCookie: host === 'v3' ? options.sessionCookie : undefined,
    headerCredentials: host === 'v3',
    fieldsMax: limits.fieldsMax,
  };
  mountMethods(app, entrances, deps);
  if (host === 'v3') {
    app.addHook('onClose', () => spool.close());
    await addHouse(app, options, responder, limiters);
  }
  // The last one is the first to run: what calls use ends after the connections.
  app.addHook('onClose', () => connections.drained());
  await app.ready();
  return app;
}

/** Adds health, the reference page and the plugins to the v3 host. */
async function addHouse(
  app: FastifyInstance,
  options: ServerOptions,
  responder: Responder,
  limiters: Limiters,
): Promise<void> {
  addHealthRoutes(app, options.health, responder);
  addDocumentation(app, () => documentOf(options), { credentials: options.reference?.credentials, home: options.home });
  for (const plugin of options.plugins ?? []) {
    // In a separate scope, so that a plugin's hooks do not run for every call of the API.
    await app.register(async (scope) => {
      // Calls of methods are counted on their way to the method.
      if (limiters.address !== undefined) scope.addHook('onRequest', limiters.address);
      await plugin(scope, limiters);
    });
  }
}

function* documentOf({ methods, environment, version, publicUrls, reference }: ServerOptions): Iterable<string> {
  // In a separate piece.
  yield '';
  const examples = reference?.examples();
  yield '';
  yield* openApiText({
    methods,
    environment,
    version,
    ...(publicUrls === undefined ? {} : { publicUrls: publicUrls() }),
    ...(reference === undefined ? {} : { webhookList: reference.webhookList, examples }),
  });
}
