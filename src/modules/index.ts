/** All modules. A method is served once its module is listed here. */

import type { FastifyInstance } from 'fastify';
import { type DatedDay, DEFAULT_SCHEDULE } from '../calendar/trading-calendar.ts';
import type {
  BlockReads,
  EventFeed,
  Markets,
  Orders,
  RiskReads,
  SecurityPages,
  TransferReads,
} from '../exchange/api/index.ts';
import type { HostedPage } from '../http/hosted-pages/index.ts';
import type { Method } from '../http/methods/index.ts';
import { AccountDirectory, accountsModule } from './accounts/index.ts';
import { accreditationModule } from './accreditation/index.ts';
import { type AdminServices, adminModule, allClientIds, clientsRegisteredFor, clientsUnder } from './admin/index.ts';
import { atsModule, type EventWaits, type OrderHistory, type VenueRecords } from './ats/index.ts';
import { auditModule } from './audit/index.ts';
import { blocksModule } from './blocks/index.ts';
import { documentsModule } from './documents/index.ts';
import {
  type ClusterServices,
  getCapabilities,
  getCluster,
  getVenueHealth,
  getVenueMetrics,
  handOverVenue,
  healthModule,
  type NodeReport,
  type VenueHealthServices,
  type VenueMetricsServices,
} from './health/index.ts';
import { issuerExists, issuersModule } from './issuers/index.ts';
import { type KycServices, kycModule } from './kyc/index.ts';
import { type ApiCounts, legacyModule } from './legacy/index.ts';
import { limitsModule } from './limits/index.ts';
import { linksModule } from './links/index.ts';
import { type MarketReplayServices, marketReplayModule } from './market-replay/index.ts';
import { noticesModule } from './notices/index.ts';
import { approvedOfferings, offeringExists, offeringsModule } from './offerings/index.ts';
import { partiesModule } from './parties/index.ts';
import {
  type AchServices,
  achDebits,
  achModule,
  achPages,
  achRail,
  type BatchServices,
  type CardServices,
  cardPage,
  cardRail,
  cardsModule,
  custodyModule,
  depositDebits,
  depositRail,
  disbursementMoney,
  paymentsModule,
} from './payments/index.ts';
import { quotesModule, quotesOnOrders } from './quotes/index.ts';
import { type ReportServices, reportsModule } from './reports/index.ts';
import { sandboxModule } from './sandbox/index.ts';
import { settlementModule, settlementsOf } from './settlement/index.ts';
import type { AuditLog } from './shared/change/index.ts';
import type { VenueNotices } from './shared/venue-notices.ts';
import {
  callbackRoute,
  documentRoute,
  type SignatureServices,
  signaturesModule,
  signingPage,
} from './signatures/index.ts';
import { statementsModule } from './statements/index.ts';
import { type SurveillanceServices, surveillanceModule } from './surveillance/index.ts';
import { refundMoney, tradesModule } from './trades/index.ts';
import { transferModule } from './transfer/index.ts';
import { type TwoPersonApproval, twoPersonApprovalModule } from './two-person-approval/index.ts';
import { signedInAgain, type UserServices, usersModule } from './users/index.ts';
import { type WebhookServices, webhookServiceModule } from './webhook-service/index.ts';

/** The services that the modules use. */
export interface AllServices
  extends KycServices,
    AchServices,
    CardServices,
    Pick<SignatureServices, 'pdf' | 'signer' | 'esign'>,
    Pick<WebhookServices, 'registrationOutbox' | 'webhookRates'>,
    ReportServices,
    Pick<VenueMetricsServices, 'metrics'>,
    Pick<MarketReplayServices, 'replays'>,
    Pick<SurveillanceServices, 'surveillance'>,
    ClusterServices,
    Pick<VenueHealthServices, 'unwellReason' | 'figures'> {
  readonly venue: Orders &
    Markets &
    SecurityPages &
    TransferReads &
    BlockReads &
    Pick<EventFeed, 'venueId' | 'shard' | 'lastEventSeq' | 'subscribe'> &
    VenueHealthServices['venue'] & { readonly risk: RiskReads };
  readonly history: OrderHistory;
  readonly records: VenueRecords;
  readonly notices: VenueNotices;
  readonly eventWaits: EventWaits;
  /** Holidays, early closes and operator's dates of a year, by date (US Eastern). */
  calendarOfYear(year: number): readonly DatedDay[];
  readonly apiCounts: ApiCounts;
  /** The folders shared with the bank, and when debits settle. */
  readonly bank: Pick<BatchServices, 'outgoing' | 'incoming' | 'settlementDays'>;
  readonly administration: AdminServices;
  readonly users: UserServices['users'];
  readonly sessions: UserServices['sessions'];
  /** Minutes for which the sign-in of a user is good for dangerous methods. */
  readonly signInAgainMinutes: number;
  readonly approvals: TwoPersonApproval;
  readonly audit: AuditLog;
  /** The deployed build. */
  readonly version: string;
  /** The most live orders of one client that share a token. */
  readonly ordersPerTokenMax: number;
  /** The market identifier of the venue (ISO 10383); null: it has none. */
  readonly mic: string | null;
  /** As TradeOptions.enforcesLimits. */
  readonly enforcesInvestmentLimits: boolean;
  /** sandbox or production. */
  readonly environment: string;
  /** How long cached accounts are valid, because other processes change them; absent without other processes. */
  readonly cacheMsMax?: number;
  /** Absent when the process is the only node. */
  readonly node?: () => NodeReport | undefined;
}

/** Every method of both hosts. */
export function allMethods(services: AllServices): Method[] {
  const { approvals, audit, environment, users } = services;
  const declared = () => methods;
  const hasTwoPersonApproval = approvals.isOn;
  const capabilities = getCapabilities({ environment, hasTwoPersonApproval, methods: declared, users });
  const methods = signedInAgain(
    [
      ...approvals.guarded(
        audit.audited([...moduleMethods(services), ...usersModule({ ...services, methods: declared }, services)]),
      ),
      ...audit.audited(twoPersonApprovalModule(services, approvals)),
      capabilities,
    ],
    { minutes: services.signInAgainMinutes, nowUs: services.nowUs },
  );
  return methods;
}

function moduleMethods(services: AllServices): Method[] {
  const { db } = services;
  const accounts = new AccountDirectory(db, { ageMsMax: services.cacheMsMax });
  const rails = [achRail, cardRail, depositRail];
  const limitServices = { exchange: services.venue, accounts, reference: { clientIds: () => allClientIds(db) } };
  return [
    ...issuersModule(services),
    ...offeringsModule(services, rails),
    ...documentsModule(services),
    ...partiesModule(services),
    ...kycModule(services),
    ...accountsModule(services, accounts, [...rails, disbursementMoney, refundMoney]),
    ...linksModule(services),
    ...tradesModule(services, rails, { enforcesLimits: services.enforcesInvestmentLimits }),
    ...signaturesModule(services),
    ...custodyModule(services),
    ...achModule(services),
    ...cardsModule(services),
    ...paymentsModule(services),
    ...accreditationModule(services),
    ...atsModule({
      exchange: services.venue,
      accounts,
      history: services.history,
      records: services.records,
      eventWaits: services.eventWaits,
      aftermath: {
        settlements: (matchIds) => settlementsOf({ db, exchange: services.venue }, matchIds),
        quotes: (orderIds) => quotesOnOrders(db, orderIds),
      },
      reference: {
        clientIds: () => allClientIds(db),
        clientsUnder: (parentId) => clientsUnder(db, parentId),
        issuerExists: (issuerId) => issuerExists(db, issuerId),
        offeringExists: (offeringId) => offeringExists(db, offeringId),
        approvedOfferings: (issuerId) => approvedOfferings(services, issuerId),
      },
      ordersPerTokenMax: services.ordersPerTokenMax,
      mic: services.mic,
      defaultSchedule: DEFAULT_SCHEDULE,
      calendarOfYear: (year) => services.calendarOfYear(year),
    }),
    ...limitsModule(limitServices),
    ...statementsModule({ ...services, whose: limitServices, accountNames: (ids) => accounts.names(ids) }),
    ...quotesModule({ ...services, exchange: services.venue, accounts }),
    ...blocksModule(limitServices),
    ...settlementModule({ ...services, exchange: services.venue }),
    ...noticesModule({ ...services, exchange: services.venue, receiversOf: clientsRegisteredFor }),
    ...transferModule({ ...services, exchange: services.venue }),
    ...legacyModule(services, services.apiCounts),
    ...healthModule(services),
    getVenueHealth(services),
    getVenueMetrics(services),
    getCluster(services),
    handOverVenue(services),
    ...webhookServiceModule(services),
    ...reportsModule(services),
    ...auditModule(services),
    ...marketReplayModule(services),
    ...surveillanceModule(services),
    ...adminModule(services.administration, services),
    ...(services.environment === 'sandbox' ? sandboxModule(bankServices(services)) : []),
  ];
}

/** The services of the jobs with the bank. */
export function bankServices(services: AllServices): AllServices & BatchServices {
  return { ...services, ...services.bank, debits: [achDebits, depositDebits] };
}

/** Every page that people open by a link, without credentials. */
export function allPages(services: AllServices): HostedPage[] {
  return [...achPages(services), cardPage(services), signingPage(services)];
}

/** Other paths of the v3 host: files of pages, and the callbacks of providers. */
export function allRoutes(
  services: AllServices,
  secrets: { readonly esignCallback: string | null },
): ((app: FastifyInstance) => void)[] {
  return [documentRoute(services), callbackRoute(services, secrets.esignCallback)];
}
