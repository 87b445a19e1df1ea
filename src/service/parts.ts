/** The composition root: builds every part and hands each what it needs. */
import type { FastifyInstance } from 'fastify';
import type { LiveExchange } from '../exchange/live-exchange.ts';
import type { Method } from '../http/method.ts';
import type { Servers } from '../http/server.ts';
import type { MarketDataStream } from '../marketdata/market-data-stream.ts';
import type { AchMeans } from '../modules/ach/index.ts';
import type { Administration } from '../modules/admin/index.ts';
import { EventWaits } from '../modules/ats/index.ts';
import { CardPayments, cardCallback } from '../modules/cards/index.ts';
import { FourEyes } from '../modules/four-eyes/index.ts';
import { type AllServices, allMethods, allPages, allRoutes, bankServices } from '../modules/index.ts';
import { takeBackBusted } from '../modules/settlement/index.ts';
import { Billing } from '../modules/shared/billed-calls.ts';
import { LongReads } from '../modules/shared/list/index.ts';
import type { VenueNotices } from '../modules/shared/venue-notices.ts';
import type { CardProcessor } from '../providers/cards/index.ts';
import { PdfWorkshop } from '../providers/pdf/index.ts';
import { systemTimers } from '../time/timers.ts';
import { openHosts } from './hosts.ts';
import { openReportTending, tendAccreditations, tendAch, tendQuotes, unreadBankFiles } from './jobs/index.ts';
import { healthOf, openDataFolder, type PartContext } from './lifecycle/index.ts';
import { readFigures, version } from './metrics/index.ts';
import {
  achSettings,
  type Databases,
  documentSigner,
  type IdentityChecks,
  openAch,
  openCardProcessor,
  openDatabases,
  openEsign,
  openIdentityChecks,
  streamHistory,
  tendCardPayments,
} from './parts/index.ts';
import { hasTicker } from './sandbox/index.ts';
import {
  CACHE_MS_MAX,
  ClusterJournal,
  keepWarm,
  nodeName,
  type Outlets,
  openJournalCheck,
  openNotices,
  openOutlets,
  openVenue,
  reportOf,
} from './venue/index.ts';

export interface Parts {
  readonly exchange: LiveExchange;
  readonly servers: Servers;
  readonly stream: MarketDataStream;
  readonly metricsServer: FastifyInstance;
  readonly administration: Administration;
  readonly methods: readonly Method[];
}

/**
 * Opens everything but the ports. Each part adds its end to `context.ends`, also where a later one fails: the hosts end
 * first, then the venue, then what still had to tell of both, at last the databases and the lock of the data folder.
 */
export async function openParts(context: PartContext): Promise<Parts> {
  const { config, state, ends, duties } = context;
  await openDataFolder(context);
  if (config.JOURNAL_URL !== null) await new ClusterJournal(config.JOURNAL_URL, nodeName(config)).giveUp();
  const databases = await openDatabases(context);
  const afterVenue = ends.place();
  const venue = await openVenue(context, databases);
  const { exchange, historyReached, onDayOver } = venue;
  const outlets = openOutlets(
    { ...context, ends: afterVenue },
    {
      databases,
      exchange,
      methods: () => methods,
      accessEnded: (clientId) => hosts.stream.accessChanged(clientId),
    },
  );
  const { administration, metricsServer } = outlets;
  keepWarm(context, administration);
  const identityChecks = await openIdentityChecks(config, { nowUs: () => exchange.nowUs(), timers: systemTimers });
  const pdf = new PdfWorkshop({ timers: systemTimers });
  ends.add('pdf', () => pdf.close());
  const ach = await openAch(config);
  const cards = await openCardProcessor(config);
  const eventWaits = new EventWaits({ feed: exchange, after: systemTimers.after });
  const services = servicesOf(context, {
    databases,
    exchange,
    historyReached,
    outlets,
    notices: openNotices(context, databases, venue),
    eventWaits,
    identityChecks,
    pdf,
    ach,
    cards,
  });
  duties.addLater(ends, (place) => {
    const unread = unreadBankFiles(outlets.registry);
    place.add(
      'work with the bank',
      tendAch({ services: bankServices(services), after: systemTimers.after, log: context.log, unread }),
    );
  });
  const methods = allMethods(services);
  duties.addBeside(() => services.fourEyes.resume());
  duties.addLater(afterVenue, (place) => tendAccreditations({ ...context, ends: place }, services));
  duties.addLater(afterVenue, (place) => tendQuotes({ ...context, ends: place }, exchange, services));
  duties.addBeside(() => administration.services.stopped.settle());
  duties.addLater(ends, () => takeBackBusted({ ...services, exchange }));
  openJournalCheck(context, exchange, outlets.registry);
  const reports = openReportTending(context, { databases, exchange, store: outlets.storage.reports });
  duties.addLater(ends, () => {
    onDayOver(() => void reports.look());
    void reports.look();
  });
  if (config.ENVIRONMENT === 'sandbox') {
    const ensure = () => administration.ensureSandbox(config.DATA_DIR, hasTicker(config));
    const isNew = () => state.node === undefined || exchange.securities().length === 0;
    duties.add(() => (isNew() ? ensure() : undefined));
    duties.addLater(ends, ensure);
  }
  const { identity } = identityChecks;
  const pages = allPages(services);
  const payments = openCardPayments(context, services);
  const secrets = { esignCallback: config.ESIGN_CALLBACK_SECRET };
  const routes = [...allRoutes(services, secrets), cardCallback(services, payments)];
  const history = streamHistory({
    exchange,
    db: databases.historyDatabase.reader,
    mainDb: databases.main.db,
    reached: historyReached,
  });
  const hosts = await openHosts(context, { exchange, history, outlets, methods, pages, routes, identity });
  // Before the hosts, which wait for the calls that are under way.
  ends.add('waiting calls', () => eventWaits.stop());
  const { servers, stream } = hosts;
  return { exchange, servers, stream, metricsServer, administration, methods };
}

/** Once more at the start, what a crash may have left: payments that were on their way to the processor. */
function openCardPayments({ log, ends, duties }: PartContext, services: AllServices): CardPayments {
  const payments = new CardPayments(services, log);
  const { nowUs } = services;
  duties.addLater(ends, (place) => {
    place.add('payments by card', tendCardPayments({ payments, nowUs, after: systemTimers.after, log }));
  });
  return payments;
}

/** What the modules are built from. */
function servicesOf(
  { config, log, state }: PartContext,
  parts: {
    readonly databases: Databases;
    readonly exchange: LiveExchange;
    readonly historyReached: (eventSeq: number) => Promise<void>;
    readonly outlets: Outlets;
    readonly notices: VenueNotices;
    readonly eventWaits: EventWaits;
    readonly identityChecks: IdentityChecks;
    readonly pdf: PdfWorkshop;
    readonly ach: AchMeans;
    readonly cards: CardProcessor | undefined;
  },
): AllServices {
  const { databases, exchange, outlets, identityChecks, pdf, ach, cards } = parts;
  const { main, secrets, history } = databases;
  const { outbox, venueWebhooks, keptAnswers } = outlets;
  const nowUs = () => exchange.nowUs();
  const billing = new Billing({ environment: config.ENVIRONMENT, nowUs });
  const publicUrl = () => config.PUBLIC_URL ?? state.apiAddress;
  return {
    db: main.db,
    longReads: new LongReads(main.reader),
    nowUs,
    secrets,
    venue: exchange,
    documents: outlets.documents,
    reports: outlets.storage.reports,
    publicUrl,
    webhooks: outlets.webhooks,
    outbox,
    venueWebhooks,
    registrationOutbox: outbox,
    webhookRates: {
      testsPerMinuteMax: config.WEBHOOK_TESTS_PER_MINUTE,
      replaysPerMinuteMax: config.WEBHOOK_REPLAYS_PER_MINUTE,
    },
    keptAnswers,
    billing,
    fourEyes: new FourEyes(
      { db: main.db, secrets, nowUs, outbox, keptAnswers, billing },
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
    enforcesInvestmentLimits: config.INVESTMENT_LIMITS,
    esign: openEsign(config, { db: main.db, nowUs, publicUrl, pdf }),
    history,
    notices: parts.notices,
    eventWaits: parts.eventWaits,
    records: {
      db: databases.historyDatabase.db,
      longReads: new LongReads(databases.historyDatabase.reader),
      idsWithToken: async (clientId, token, limit) =>
        (await history.ordersWithToken(clientId, token, limit)).map(({ orderId }) => orderId),
      reached: parts.historyReached,
    },
    calendarOfYear: (year) => exchange.calendar.yearOf(year),
    apiCounts: outlets.apiCounts,
    administration: outlets.administration.services,
    version,
    unwellReason: () => healthOf(exchange, state).reason,
    figures: () => readFigures(outlets.registry),
    environment: config.ENVIRONMENT,
    ...(state.node === undefined ? {} : { cacheMsMax: CACHE_MS_MAX }),
    node: () => reportOf(state.node, config),
  };
}
