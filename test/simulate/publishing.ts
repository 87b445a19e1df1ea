/** The parts of a service that write to the reference database: webhooks, access, and jobs of the leader. */
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/database.ts';
import { Secrets } from '../../src/database/secrets/index.ts';
import type { LiveExchange } from '../../src/exchange/live-exchange.ts';
import type { Administration } from '../../src/modules/admin/index.ts';
import { openKeyJobs } from '../../src/service/jobs/index.ts';
import {
  type LeaderTasks,
  type PartContext,
  type ServiceState,
  ShutdownStack,
} from '../../src/service/lifecycle/index.ts';
import { DatabaseWatch } from '../../src/service/parts/database-watch.ts';
import { type LeadsByJournal, openLeaderDatabases } from '../../src/service/parts/leader-databases.ts';
import { watchAccess } from '../../src/service/venue/access-watch.ts';
import { EarlierVenue } from '../../src/service/venue/earlier-venue.ts';
import type { MissedEventsTask } from '../../src/service/venue/missed-events.ts';
import { type JournalEvents, openVenueWebhooks } from '../../src/service/venue/venue-webhooks.ts';
import { openAdministration, openOutbox, openWebhooks } from '../../src/service/venue/webhook-sending.ts';
import type { Trouble } from './access.ts';
import type { ProcessFiles } from './disk.ts';
import type { SimulatedProcess } from './machine.ts';
import type { Network } from './network.ts';
import { but } from './plant.ts';
import type { Receivers } from './receivers.ts';
import type { ReferenceServer } from './reference.ts';
import { referenceDb } from './reference-db.ts';

/** The folder of the journal is FOLDER. */
const CONFIG = { ...readConfig({}), DATA_DIR: '/' };
export const SECRETS = new Secrets([Buffer.alloc(32, 7)]);

export interface PublishingDeps {
  readonly process: SimulatedProcess;
  readonly exchange: LiveExchange;
  readonly state: ServiceState;
  readonly files: () => ProcessFiles;
  readonly network: Network;
  readonly server: ReferenceServer;
  readonly receivers: Receivers;
  readonly leaderTasks: LeaderTasks;
  readonly leadsByJournal: LeadsByJournal;
  readonly accessEnded: (clientId: string) => void;
  /** Names the leadership of now, for what is committed. */
  readonly leadership: () => string;
  readonly log: Logger;
}

export interface Publishing {
  readonly administration: Administration;
  readonly troubles: readonly Trouble[];
  end(): Promise<void>;
}

/** As openPublishers, of what is in this world. */
export function openPublishing(deps: PublishingDeps): Publishing {
  const { process, exchange, state, network, server, receivers, leadsByJournal, accessEnded, log } = deps;
  const { world } = process.machine;
  const watch = { opened: () => {}, closed: () => {}, failed: () => {} };
  const { leaderTasks } = deps;
  const shutdown = new ShutdownStack(watch);
  const times = { timers: process.timers, clock: process, systemUs: () => process.nowUs(), time: undefined };
  const context: PartContext = { config: CONFIG, log, state, shutdown, leaderTasks, ...times };
  const troubles: Trouble[] = [];
  const onTrouble = (fromUs: number) => void troubles.push([fromUs, world.nowUs]);
  const db = referenceDb({ world, network, server, process, onTrouble, leadership: deps.leadership });
  const databaseWatch = new DatabaseWatch({
    state,
    after: process.timers.after,
    probe: () => db.updateTable('venue_binding').set({ confirmed: 0 }).execute(),
    log,
  });
  shutdown.add('main database', () => databaseWatch.end());
  const close = () => db.destroy();
  const main: Database = { ...{ db, reader: db, pages: db, background: db }, dialect: 'sqlite', size: noSize, close };
  const leader = openLeaderDatabases(context, { main, history: main }, leadsByJournal);
  const secrets = but(SECRETS, {
    open: (sealed, of) => {
      const { unreadable } = process.machine;
      if (unreadable !== undefined && of.startsWith(unreadable)) throw new Error('the key cannot be read now');
      return SECRETS.open(sealed, of);
    },
  });
  const access = { databases: { main, leader, secrets }, exchange, methods: () => [], accessEnded };
  leaderTasks.addStep(() => db.selectFrom('venue_binding').selectAll().execute(), 'reference database');
  const administration = openAdministration(context, access);
  openKeyJobs(context, { administration, registry: new Registry(), nowUs: exchange.nowUs });
  const hosts = { resolve: receivers.resolve, post: receivers.postOf(process) };
  const webhooks = openWebhooks(context, { administration, exchange, network: hosts });
  const outbox = openOutbox(context, access, administration, webhooks);
  const openMissed = (task: MissedEventsTask) => missedEvents(deps, task);
  openVenueWebhooks(context, { databases: access.databases, exchange, administration, outbox, openMissed });
  watchAccess(context, main, { administration, sessions: { refresh: accessEnded } });
  return {
    administration,
    troubles,
    end: () => shutdown[Symbol.asyncDispose](),
  };
}

const noSize = async () => ({ bytes: 0, logBytes: 0 });

const EVENTS_AT_ONCE = 50;
const PAUSE_MS = 2;

/** As the thread of missed-events.ts. */
function missedEvents({ files, process }: PublishingDeps, task: MissedEventsTask): JournalEvents {
  const venue = new EarlierVenue(files(), task);
  return {
    read: async (upTo, take) => {
      let count = 0;
      for (const events of venue.eventsUpTo(upTo, EVENTS_AT_ONCE)) {
        await new Promise<void>((resolve) => void process.after(PAUSE_MS, resolve));
        count += events.length;
        for (const event of events) take(event);
      }
      return { count, eventSeq: venue.eventSeq };
    },
    end: async () => {},
  };
}
