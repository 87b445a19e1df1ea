/** The composition root: builds every part and hands each what it needs. */

import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { EventSeq } from '../exchange/api/index.ts';
import type { LiveExchange } from '../exchange/live-exchange.ts';
import type { Method } from '../http/methods/index.ts';
import type { Servers } from '../http/server/index.ts';
import type { MarketDataStream } from '../marketdata/market-data-stream.ts';
import { hasAccount } from '../modules/accounts/index.ts';
import type { Administration } from '../modules/admin/index.ts';
import { EventWaits } from '../modules/ats/index.ts';
import { MetricHistory } from '../modules/health/index.ts';
import { type AllDeps, allMethods, allPages, allRoutes, bankServices, endTakeBack } from '../modules/index.ts';
import { type AchSettings, CardPayments, cardCallback } from '../modules/payments/index.ts';
import { AuditLog, Billing } from '../modules/shared/change/index.ts';
import { LongReads } from '../modules/shared/list/index.ts';
import type { VenueNotices } from '../modules/shared/venue-notices.ts';
import { TwoPersonApproval } from '../modules/two-person-approval/index.ts';
import type { UserRecords } from '../modules/users/index.ts';
import type { CardProcessor } from '../providers/cards/index.ts';
import { PdfWorkshop } from '../providers/pdf/index.ts';
import { systemTimers } from '../time/timers.ts';
import { openHosts } from './hosts.ts';
import {
  differencesOfBooks,
  openApprovedActions,
  openDayReportJob,
  openJournalRetention,
  openScreenings,
  openSurveillance,
  runAccreditationExpiry,
  runAchBatches,
  runAuditRetention,
  runFeePostings,
  runMetrics,
  runRegisterImport,
  runUnitIssues,
  unreadBankFiles,
} from './jobs/index.ts';
import { healthOf, Later, openDataFolder, type PartContext, weekly } from './lifecycle/index.ts';
import { readFigures, version } from './metrics/index.ts';
import {
  achSettings,
  addCardPaymentJob,
  addSandbox,
  type Databases,
  documentSigner,
  type IdentityChecks,
  type LeaderDatabases,
  type LeaderDeps,
  openAch,
  openCardProcessor,
  openDatabases,
  openEsign,
  openIdentityChecks,
  openSignIn,
  streamHistory,
} from './parts/index.ts';
import {
  clusterServices,
  keepWarm,
  type NodeJournal,
  openAccounts,
  openClock,
  openFaults,
  openJournal,
  openJournalCheck,
  openNotices,
  openPublishers,
  openReplays,
  openVenue,
  type Publishers,
  reportOf,
  startClock,
  watchAccess,
} from './venue/index.ts';

const NOT_STOPPED = 'orders of inactive clients could not be stopped';

export interface Parts {
  readonly exchange: LiveExchange;
  readonly servers: Servers;
  readonly stream: MarketDataStream;
  readonly metricsServer: FastifyInstance;
  readonly administration: Administration;
  readonly users: UserRecords;
  readonly methods: readonly Method[];
}

/**
 * Opens everything except the ports. Each part adds its end to `context.shutdown`, so that it also ends when a later
 * part fails: the hosts first, then the venue, then the publishers of both, last the databases and the folder's lock.
 */
export async function openParts(context: PartContext): Promise<Parts> {
  const { config, shutdown, leaderTasks } = context;
  await openDataFolder(context);
  const journal = await openJournal(context);
  const databases = await openDatabases(context, journal && ((epoch) => journal.journal.isLedWith(epoch)));
  const afterVenue = shutdown.reserve();
  const venue = await openVenue(context, databases, journal);
  const { exchange, historyReached, onDayOver } = venue;
  // Administration and users know all methods and reach the stream, which are made of them.
  const declared = new Later<readonly Method[]>('the list of methods');
  const opened = new Later<MarketDataStream>('the stream');
  const accessEnded = (clientId: string) => opened.get().accessChanged(clientId);
  const faults = openFaults(context, declared.get);
  const access = { exchange, methods: declared.get, accessEnded, faults };
  const publishers = openPublishers({ ...context, shutdown: afterVenue }, { databases, ...access });
  const { administration, metricsServer, registry } = publishers;
  keepWarm(context, administration);
  const identityChecks = await openIdentityChecks(context, exchange.nowUs);
  const pdf = new PdfWorkshop({ timers: systemTimers });
  shutdown.add('pdf', () => pdf.close());
  const ach = await openAch(config, context.log);
  const cards = await openCardProcessor(config);
  const eventWaits = new EventWaits({ feed: exchange, after: systemTimers.after });
  const metrics = new MetricHistory({ ...databases.historyDatabase, background: databases.leader.history });
  const sandbox = openClock(context, venue, publishers.outbox);
  const deps = servicesOf(context, {
    sandbox: { ...sandbox, faults },
    metrics,
    replays: openReplays(context, exchange),
    databases,
    exchange,
    historyReached,
    publishers,
    notices: openNotices(context, databases, venue),
    eventWaits,
    identityChecks,
    pdf,
    ach,
    cards,
  });
  // The work of the leader has no other way to the reference database (J31).
  const { leader } = databases;
  const work = workOf(context, deps, leader);
  addBankWork(context, work, publishers, exchange);
  openApprovedActions(context, work);
  const methods = declared.set(allMethods(deps));
  addTimedJobs({ ...context, shutdown: afterVenue }, { exchange, work, metrics, leader, journal, registry });
  leaderTasks.addToStep(() => administration.deps.stopped.settle(), 'reference database', NOT_STOPPED);
  openJournalCheck(context, exchange, registry);
  openDayReportJob(context, { databases, exchange, onDayOver, store: publishers.storage.reports });
  if (config.ENVIRONMENT === 'sandbox') addSandbox(context, administration, work);
  const pages = allPages(deps);
  addCardPaymentJob(context, work);
  const routes = [...allRoutes(deps, config), cardCallback(deps, new CardPayments(deps, context.log))];
  const signIn = openSignIn(context, { ...publishers, ...deps, databases });
  const read = { db: databases.historyDatabase.reader, mainDb: databases.main.db };
  const history = streamHistory({ exchange, ...read, reached: historyReached });
  const accounts = (clientId: string, accountId: string) => hasAccount(databases.main.db, clientId, accountId);
  const live = { exchange, history, hasAccount: accounts, faults, recorder: sandbox?.recordings };
  const hosts = await openHosts(context, { ...live, ...identityChecks, publishers, methods, pages, routes, signIn });
  opened.set(hosts.stream);
  watchAccess(context, databases.main, publishers);
  // Before the hosts, which wait for the calls that are under way.
  shutdown.add('waiting calls', () => eventWaits.stop());
  startClock(context, sandbox, { work, methods, administration });
  return { exchange, ...hosts, metricsServer, administration, users: publishers.users, methods };
}

function workOf({ log }: PartContext, deps: AllDeps, { db }: LeaderDatabases): LeaderDeps {
  return { ...deps, db, audit: new AuditLog({ db, nowUs: deps.nowUs, log }) };
}

function addBankWork(
  { log, shutdown, leaderTasks, time }: PartContext,
  work: LeaderDeps,
  publishers: Publishers,
  venue: LiveExchange,
): void {
  const { after } = systemTimers;
  leaderTasks.addBackground(shutdown, (shutdown) => {
    const unread = unreadBankFiles(publishers.registry);
    const differences = differencesOfBooks(publishers.registry);
    const bank = { ...bankServices(work), db: work.db };
    shutdown.add('work with the bank', runAchBatches({ deps: bank, after, time, log, unread, differences }));
    shutdown.add('import of earlier data', runRegisterImport({ deps: work, after, log }));
    shutdown.add('issues of units', runUnitIssues({ deps: work, endTakeBack: endTakeBack(work), after, log }));
    shutdown.add('postings of fees', runFeePostings({ deps: work, venue, after, log }));
  });
}

/** The jobs that run by the clock alone. */
function addTimedJobs(
  context: PartContext,
  parts: {
    readonly exchange: LiveExchange;
    readonly work: LeaderDeps;
    readonly metrics: MetricHistory;
    readonly leader: LeaderDatabases;
    readonly journal: NodeJournal | undefined;
    readonly registry: Registry;
  },
): void {
  const { config, log, shutdown, leaderTasks, time } = context;
  const { work, metrics, leader } = parts;
  const db = leader.background;
  const { after } = systemTimers;
  leaderTasks.addBackground(shutdown, (shutdown) => runAccreditationExpiry({ ...context, shutdown }, work));
  leaderTasks.addBackground(shutdown, (shutdown) => {
    shutdown.add('metrics over time', runMetrics({ ...work, metrics, after, log }));
    const kept = { keptDays: config.AUDIT_LOG_DAYS, due: weekly(time) };
    shutdown.add('retention of the audit log', runAuditRetention({ ...work, db, ...kept, after, log }));
  });
  openJournalRetention(context, parts.journal, parts.registry);
  openSurveillance(context, { ...work, db });
  openScreenings(context, work);
}

interface ServiceDeps {
  readonly databases: Databases;
  readonly exchange: LiveExchange;
  readonly historyReached: (eventSeq: EventSeq, withinMs?: number) => Promise<void>;
  readonly metrics: MetricHistory;
  readonly replays: AllDeps['replays'];
  readonly publishers: Publishers;
  readonly notices: VenueNotices;
  readonly eventWaits: EventWaits;
  readonly identityChecks: IdentityChecks;
  readonly pdf: PdfWorkshop;
  readonly ach: AchSettings;
  readonly cards: CardProcessor | undefined;
  readonly sandbox: Pick<AllDeps, 'clock' | 'scripts' | 'faults' | 'snapshots' | 'recordings'>;
}

/** The services that the modules are built from. */
function servicesOf(context: PartContext, parts: ServiceDeps): AllDeps {
  const { config, log, state } = context;
  const { databases, exchange, publishers, identityChecks, pdf, ach, cards } = parts;
  const { main, secrets, history } = databases;
  const { outbox, idempotencyStore } = publishers;
  const { nowUs } = exchange;
  const audit = new AuditLog({ db: main.db, nowUs, log });
  const billing = new Billing({ environment: config.ENVIRONMENT, nowUs });
  const publicUrl = () => config.PUBLIC_URL ?? state.apiAddress;
  return {
    db: main.db,
    accounts: openAccounts(context, main),
    longReads: new LongReads(main),
    nowUs,
    secrets,
    venue: exchange,
    documents: publishers.documents,
    reports: publishers.storage.reports,
    publicUrl,
    outbox,
    registrationOutbox: outbox,
    webhookRates: {
      testsPerMinuteMax: config.WEBHOOK_TESTS_PER_MINUTE,
      replaysPerMinuteMax: config.WEBHOOK_REPLAYS_PER_MINUTE,
    },
    idempotencyStore,
    billing,
    audit,
    approvals: new TwoPersonApproval(
      { db: main.db, secrets, nowUs, outbox, idempotencyStore, billing, audit },
      { isOn: config.FOUR_EYES, hours: config.FOUR_EYES_HOURS, log },
    ),
    ...identityChecks,
    pdf,
    signer: documentSigner(config, secrets),
    ach,
    bank: achSettings(config),
    cards,
    cardAmountMax: config.CARD_AMOUNT_MAX,
    ordersPerTokenMax: config.ORDERS_PER_TOKEN_MAX,
    actionsPerSecurityMax: config.CORPORATE_ACTIONS_PER_SECURITY_MAX,
    mic: config.VENUE_MIC,
    enforcesInvestmentLimits: config.INVESTMENT_LIMITS,
    esign: openEsign(config, { db: main.db, nowUs, publicUrl, pdf }),
    history,
    notices: parts.notices,
    eventWaits: parts.eventWaits,
    records: {
      db: databases.historyDatabase.db,
      longReads: new LongReads(databases.historyDatabase),
      ordersWithToken: (clientId, token, limit) => history.ordersWithToken(clientId, token, limit),
      reached: parts.historyReached,
    },
    calendarOfYear: (year) => exchange.calendar.yearOf(year),
    apiCounts: publishers.apiCounts,
    administration: publishers.administration.deps,
    users: publishers.users,
    sessions: publishers.sessions,
    signInAgainMinutes: config.SIGN_IN_AGAIN_MINUTES,
    version,
    unwellReason: () => healthOf(exchange, state).reason,
    figures: () => readFigures(publishers.registry),
    metrics: parts.metrics,
    surveillance: { isOn: config.SURVEILLANCE === 'on' },
    replays: parts.replays,
    ...parts.sandbox,
    systemUs: context.systemUs,
    environment: config.ENVIRONMENT,
    node: () => reportOf(state.node, config),
    ...clusterServices(config),
  };
}
