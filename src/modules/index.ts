/** All modules. A method is served once its module is listed here. */

import type { FastifyInstance } from 'fastify';
import { type DatedDay, DEFAULT_SCHEDULE } from '../calendar/trading-calendar.ts';
import type {
  ActionReads,
  AuctionReads,
  BlockReads,
  EventFeed,
  FeeReads,
  IndicationFeed,
  Markets,
  Orders,
  QuoteReads,
  RiskReads,
  SecurityPages,
  TenderReads,
  TransferReads,
} from '../exchange/api/index.ts';
import type { HostedPage } from '../http/hosted-pages/index.ts';
import type { Method } from '../http/methods/index.ts';
import { type AccountDirectory, accountsModule } from './accounts/index.ts';
import { accreditationModule } from './accreditation/index.ts';
import { type AdminDeps, adminModule, allClientIds, clientsRegisteredFor, clientsUnder } from './admin/index.ts';
import { atsModule, type EventWaits, type OrderHistory, type VenueRecords } from './ats/index.ts';
import { auditModule } from './audit/index.ts';
import { blocksModule } from './blocks/index.ts';
import { documentsModule } from './documents/index.ts';
import { feesModule } from './fees/index.ts';
import {
  type ClusterDeps,
  getCapabilities,
  getCluster,
  getVenueHealth,
  getVenueMetrics,
  handOverVenue,
  healthModule,
  type NodeReport,
  type VenueHealthDeps,
  type VenueMetricsDeps,
} from './health/index.ts';
import { investorWorkModule } from './investor-work/index.ts';
import { issuerExists, issuersModule } from './issuers/index.ts';
import { type KycDeps, kycModule } from './kyc/index.ts';
import { type ApiCounts, legacyModule } from './legacy/index.ts';
import { limitsModule } from './limits/index.ts';
import { linksModule } from './links/index.ts';
import { type MarketReplayDeps, marketReplayModule } from './market-replay/index.ts';
import { noticesModule } from './notices/index.ts';
import { approvedOfferings, offeringExists, offeringsModule } from './offerings/index.ts';
import { partiesModule } from './parties/index.ts';
import {
  type AchDeps,
  achDebits,
  achModule,
  achPages,
  achRail,
  achRefunds,
  type BatchDeps,
  type CardDeps,
  cardPage,
  cardRail,
  cardsModule,
  custodyModule,
  depositDebits,
  depositRail,
  disbursementMoney,
  paymentLimitsModule,
  paymentsModule,
  receiptRail,
  receiptsModule,
  reconciliationModule,
  refundsModule,
} from './payments/index.ts';
import { quotesModule, quotesOnOrders } from './quotes/index.ts';
import { type ReportDeps, reportsModule } from './reports/index.ts';
import {
  type SandboxClock,
  type SandboxFaults,
  type SandboxRecordings,
  type SandboxScripts,
  type SandboxSnapshots,
  sandboxModule,
} from './sandbox/index.ts';
import { settlementModule, settlementsOf } from './settlement/index.ts';
import type { AuditLog } from './shared/change/index.ts';
import type { ModuleDeps } from './shared/deps.ts';
import type { VenueNotices } from './shared/venue-notices.ts';
import { callbackRoute, documentRoute, type SignatureDeps, signaturesModule, signingPage } from './signatures/index.ts';
import { statementsModule } from './statements/index.ts';
import { type SurveillanceDeps, surveillanceModule } from './surveillance/index.ts';
import { endingTakeBack, refundMoney, tradesModule } from './trades/index.ts';
import { transferModule } from './transfer/index.ts';
import { type TwoPersonApproval, twoPersonApprovalModule } from './two-person-approval/index.ts';
import type { EndTakeBack } from './units/index.ts';
import { signedInAgain, type UserDeps, usersModule } from './users/index.ts';
import { type WebhookDeps, webhookServiceModule } from './webhook-service/index.ts';

/** The services that the modules use. */
export interface AllDeps
  extends KycDeps,
    AchDeps,
    CardDeps,
    Pick<SignatureDeps, 'pdf' | 'signer' | 'esign'>,
    Pick<WebhookDeps, 'registrationOutbox' | 'webhookRates'>,
    ReportDeps,
    Pick<VenueMetricsDeps, 'metrics'>,
    Pick<MarketReplayDeps, 'replays'>,
    Pick<SurveillanceDeps, 'surveillance'>,
    ClusterDeps,
    Pick<VenueHealthDeps, 'unwellReason' | 'figures'> {
  readonly venue: Orders &
    Markets &
    SecurityPages &
    TransferReads &
    BlockReads &
    AuctionReads &
    ActionReads &
    TenderReads &
    Pick<IndicationFeed, 'indicated'> &
    Pick<EventFeed, 'venueId' | 'shard' | 'lastEventSeq' | 'restores' | 'subscribe'> &
    Pick<ModuleDeps['venue'], 'rules' | 'imports'> &
    VenueHealthDeps['venue'] & { readonly risk: RiskReads; readonly fees: FeeReads; readonly quotes: QuoteReads };
  readonly history: OrderHistory;
  readonly records: VenueRecords;
  readonly notices: VenueNotices;
  readonly eventWaits: EventWaits;
  /** Holidays, early closes and operator's dates of a year, by date (US Eastern). */
  calendarOfYear(year: number): readonly DatedDay[];
  readonly apiCounts: ApiCounts;
  /** The folders shared with the bank, and when debits settle. */
  readonly bank: Pick<BatchDeps, 'outgoing' | 'incoming' | 'settlementDays'>;
  readonly administration: AdminDeps;
  readonly users: UserDeps['users'];
  readonly sessions: UserDeps['sessions'];
  /** Minutes for which the sign-in of a user is good for dangerous methods. */
  readonly signInAgainMinutes: number;
  readonly approvals: TwoPersonApproval;
  readonly audit: AuditLog;
  /** The deployed build. */
  readonly version: string;
  /** The most live orders of one client that share a token. */
  readonly ordersPerTokenMax: number;
  /** The most corporate actions of one security that are announced at once. */
  readonly actionsPerSecurityMax: number;
  /** The market identifier of the venue (ISO 10383); null: it has none. */
  readonly mic: string | null;
  /** As TradeOptions.enforcesLimits. */
  readonly enforcesInvestmentLimits: boolean;
  /** sandbox or production. */
  readonly environment: string;
  readonly accounts: AccountDirectory;
  /** Absent where the clock cannot be moved: in production, and with several nodes. */
  readonly clock?: SandboxClock | undefined;
  /** As clock. */
  readonly scripts?: SandboxScripts | undefined;
  /** As clock. */
  readonly faults?: SandboxFaults | undefined;
  /** As clock. */
  readonly snapshots?: SandboxSnapshots | undefined;
  /** As clock. */
  readonly recordings?: SandboxRecordings | undefined;
  /** Absent when the process is the only node. */
  readonly node?: () => NodeReport | undefined;
}

/** Every method of both hosts. */
export function allMethods(deps: AllDeps): Method[] {
  const { approvals, audit, environment, users } = deps;
  const declared = () => methods;
  const hasTwoPersonApproval = approvals.isOn;
  const capabilities = getCapabilities({ environment, hasTwoPersonApproval, methods: declared, users });
  const methods = signedInAgain(
    [
      ...approvals.guarded(
        audit.audited([...moduleMethods(deps), ...usersModule({ ...deps, methods: declared }, deps)]),
      ),
      ...audit.audited(twoPersonApprovalModule(deps, approvals)),
      capabilities,
    ],
    { minutes: deps.signInAgainMinutes, nowUs: deps.systemUs ?? deps.nowUs },
  );
  return methods;
}

/** Approved actions, for the work of the leader: their methods, too, write through its database (J31). */
export function approvedActions(work: AllDeps): Pick<TwoPersonApproval, 'resume'> {
  return work.approvals.over(work, (approvals) => allMethods({ ...work, approvals }));
}

const rails = [achRail, cardRail, depositRail];
const tradeRails = [...rails, receiptRail];

/** The end of a trade whose units are given back, for the work of the leader (F12). */
export function endTakeBack(deps: AllDeps): EndTakeBack {
  return endingTakeBack(deps, tradeRails);
}

function moduleMethods(deps: AllDeps): Method[] {
  const { db, accounts } = deps;
  const limitServices = { exchange: deps.venue, accounts, reference: { clientIds: () => allClientIds(db) } };
  return [
    ...issuersModule(deps),
    ...offeringsModule(deps, rails),
    ...documentsModule(deps),
    ...partiesModule(deps),
    ...kycModule(deps),
    ...accountsModule(deps, accounts, [...rails, disbursementMoney, refundMoney]),
    ...linksModule(deps),
    ...tradesModule(deps, tradeRails, { enforcesLimits: deps.enforcesInvestmentLimits }),
    ...signaturesModule(deps),
    ...custodyModule(deps),
    ...achModule(deps),
    ...cardsModule(deps),
    ...paymentsModule(deps),
    ...paymentLimitsModule(deps),
    ...receiptsModule(deps),
    ...reconciliationModule(deps),
    ...refundsModule(deps),
    ...accreditationModule(deps),
    ...investorWorkModule({ ...deps, receiversOf: clientsRegisteredFor }),
    ...atsModule({
      exchange: deps.venue,
      accounts,
      history: deps.history,
      records: deps.records,
      eventWaits: deps.eventWaits,
      aftermath: {
        settlements: (matchIds) => settlementsOf({ db, exchange: deps.venue }, matchIds),
        quotes: (orderIds) => quotesOnOrders({ db, records: deps.records }, orderIds),
      },
      reference: {
        clientIds: () => allClientIds(db),
        clientsUnder: (parentId) => clientsUnder(db, parentId),
        issuerExists: (issuerId) => issuerExists(db, issuerId),
        offeringExists: (offeringId) => offeringExists(db, offeringId),
        approvedOfferings: (issuerId) => approvedOfferings(deps, issuerId),
      },
      ordersPerTokenMax: deps.ordersPerTokenMax,
      mic: deps.mic,
      defaultSchedule: DEFAULT_SCHEDULE,
      calendarOfYear: (year) => deps.calendarOfYear(year),
    }),
    ...limitsModule(limitServices),
    ...feesModule({ ...deps, ...limitServices, exchange: deps.venue }),
    ...statementsModule({ ...deps, whose: limitServices, accountNames: (ids) => accounts.names(ids) }),
    ...quotesModule({ ...deps, exchange: deps.venue, accounts }),
    ...blocksModule(limitServices),
    ...settlementModule({ ...deps, exchange: deps.venue }),
    ...noticesModule({ ...deps, exchange: deps.venue, receiversOf: clientsRegisteredFor }),
    ...transferModule({ ...deps, exchange: deps.venue }),
    ...legacyModule(deps, deps.apiCounts),
    ...healthModule(deps),
    getVenueHealth(deps),
    getVenueMetrics(deps),
    getCluster(deps),
    handOverVenue(deps),
    ...webhookServiceModule(deps),
    ...reportsModule(deps),
    ...auditModule(deps),
    ...marketReplayModule(deps),
    ...surveillanceModule(deps),
    ...adminModule(deps.administration, deps),
    ...(deps.environment === 'sandbox' ? sandboxModule({ ...bankServices(deps), trading: tradingOf(deps) }) : []),
  ];
}

/** Where orders and matches are read. */
export function tradingOf({ venue: exchange, history }: Pick<AllDeps, 'venue' | 'history'>) {
  return { exchange, history };
}

/** The services of the jobs with the bank. */
export function bankServices(deps: AllDeps): AllDeps & BatchDeps {
  return { ...deps, ...deps.bank, rails: [achDebits, depositDebits, achRefunds] };
}

/** Every page that people open by a link, without credentials. */
export function allPages(deps: AllDeps): HostedPage[] {
  return [...achPages(deps), cardPage(deps), signingPage(deps)];
}

/** Other paths of the v3 host: files of pages, and the callbacks of providers. */
export function allRoutes(
  deps: AllDeps,
  secrets: { readonly ESIGN_CALLBACK_SECRET: string | null },
): ((app: FastifyInstance) => void)[] {
  return [documentRoute(deps), callbackRoute(deps, secrets.ESIGN_CALLBACK_SECRET)];
}
