import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { LiveExchange } from '../../exchange/live-exchange.ts';
import { createMetricsRegistry, createMetricsServer } from '../../http/server/index.ts';
import type { Administration } from '../../modules/admin/index.ts';
import { ApiCounts } from '../../modules/legacy/index.ts';
import { IdempotencyStore, KeyLocks } from '../../modules/shared/change/index.ts';
import { Documents } from '../../modules/shared/documents/index.ts';
import { UserRecords, UserSessions } from '../../modules/users/index.ts';
import { jobFailed } from '../../time/failed-jobs.ts';
import { systemTimers } from '../../time/timers.ts';
import type { Dispatcher, Outbox } from '../../webhooks/index.ts';
import { openKeyJobs, openLogJob, runDocumentRetention } from '../jobs/index.ts';
import { type PartContext, startJob, weekly } from '../lifecycle/index.ts';
import {
  addDatabaseMetrics,
  addDatabaseSizes,
  type Databases,
  type FileStorage,
  openFileStorage,
} from '../parts/index.ts';
import { MissedEvents } from './missed-events.ts';
import { openVenueWebhooks } from './venue-webhooks.ts';
import { type AccessDeps, openAdministration, openOutbox, openWebhooks } from './webhook-sending.ts';

/** The parts that store and send results of calls and events; they end after the venue, when nothing more comes. */
export interface Publishers {
  readonly storage: FileStorage;
  readonly documents: Documents;
  readonly registry: Registry;
  readonly metricsServer: FastifyInstance;
  readonly apiCounts: ApiCounts;
  readonly administration: Administration;
  readonly users: UserRecords;
  readonly sessions: UserSessions;
  readonly webhooks: Dispatcher;
  readonly outbox: Outbox;
  readonly idempotencyStore: IdempotencyStore;
}

export type PublisherDeps = AccessDeps & { readonly databases: Databases };

export function openPublishers(context: PartContext, deps: PublisherDeps): Publishers {
  const { shutdown, state } = context;
  const { exchange, databases } = deps;
  const { storage, documents } = openDocuments(context, databases, exchange);
  const registry = createMetricsRegistry();
  addDatabaseMetrics(registry, databases.watch, state);
  addDatabaseSizes(registry, { main: databases.main, history: databases.historyDatabase }, systemTimers.after);
  openLogJob(context, [databases.main, databases.historyDatabase]);
  const metricsServer = createMetricsServer(registry);
  shutdown.add('metrics server', () => metricsServer.close());
  const apiCounts = openApiCounts(context, databases, exchange);
  const administration = openAdministration(context, deps);
  openKeyJobs(context, { administration, registry, nowUs: exchange.nowUs });
  const people = openUsers(context, deps, administration);
  const webhooks = openWebhooks(context, { administration, exchange });
  const outbox = openOutbox(context, deps, administration, webhooks);
  openVenueWebhooks(context, { ...deps, administration, outbox, openMissed: (task) => new MissedEvents(task) });
  const idempotencyStore = openIdempotencyStore(context, deps);
  const senders = { webhooks, outbox };
  return {
    storage,
    documents,
    registry,
    metricsServer,
    apiCounts,
    administration,
    ...people,
    ...senders,
    idempotencyStore,
  };
}

function openDocuments(
  { config, log, state, shutdown, leaderTasks, clock, time }: PartContext,
  { main, leader, secrets }: Databases,
  exchange: LiveExchange,
): Pick<Publishers, 'storage' | 'documents'> {
  const storage = openFileStorage(config, {
    ...{ secrets, clock },
    publicUrl: () => config.PUBLIC_URL ?? state.apiAddress,
  });
  const { files } = storage;
  shutdown.add('document store', () => files.close());
  const documents = new Documents({ db: main.db, files, nowUs: exchange.nowUs });
  const retained = new Documents({ db: leader.db, files, nowUs: exchange.nowUs });
  const keptDays = config.DELETED_DOCUMENT_DAYS;
  leaderTasks.addBackground(shutdown, (shutdown) => {
    shutdown.add(
      'document retention',
      runDocumentRetention({
        ...{ documents: retained, files, keptDays, after: systemTimers.after, log },
        due: weekly(time),
      }),
    );
  });
  return { storage, documents };
}

function openApiCounts({ log, shutdown }: PartContext, { main }: Databases, exchange: LiveExchange): ApiCounts {
  const apiCounts = new ApiCounts({
    db: main.background,
    nowUs: exchange.nowUs,
    after: systemTimers.after,
    onError: (error) => jobFailed(log, 'calls could not be counted', error),
  });
  shutdown.add('counts of calls', () => apiCounts.flush());
  return apiCounts;
}

function openUsers(
  { config, systemUs }: PartContext,
  { databases, methods, accessEnded }: PublisherDeps,
  administration: Administration,
): Pick<Publishers, 'users' | 'sessions'> {
  const sealed = { db: databases.main.db, secrets: databases.secrets, nowUs: systemUs };
  const sessions = new UserSessions({
    ...sealed,
    methods,
    fieldPermissions: () => administration.deps.catalogue().fieldPermissions,
    settings: { idleMinutes: config.SESSION_IDLE_MINUTES, hours: config.SESSION_HOURS },
    ended: accessEnded,
  });
  const users = new UserRecords({
    ...sealed,
    ended: ({ clientId }, keysOf) => {
      sessions.refresh(clientId);
      if (keysOf.length > 0) administration.directory.refresh();
      for (const id of keysOf) accessEnded(id);
    },
  });
  return { users, sessions };
}

function openIdempotencyStore(
  { config, log, shutdown, leaderTasks, time }: PartContext,
  { databases, exchange }: PublisherDeps,
): IdempotencyStore {
  const { main, leader, secrets } = databases;
  const idempotencyStore = new IdempotencyStore({
    secrets,
    nowUs: exchange.nowUs,
    keysPerClientMax: config.IDEMPOTENCY_KEYS_PER_CLIENT_MAX,
    locks: config.JOURNAL_URL === null ? undefined : new KeyLocks(main.db),
  });
  leaderTasks.addBackground(shutdown, (shutdown) => {
    const stop = startJob({
      failure: 'old idempotency keys could not be removed',
      run: async () => {
        await idempotencyStore.forgetOld(leader.background);
        return undefined;
      },
      after: systemTimers.after,
      due: weekly(time),
      log,
    });
    shutdown.add('expiry of idempotency keys', stop);
  });
  return idempotencyStore;
}
