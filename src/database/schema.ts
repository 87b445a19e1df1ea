import type { AccreditationTables } from './tables/accreditation.ts';
import type { AchTables } from './tables/ach.ts';
import type { ApiCountTables } from './tables/api-counts.ts';
import type { BillingTables } from './tables/billing.ts';
import type { CardTables } from './tables/cards.ts';
import type { ClientTables } from './tables/clients.ts';
import type { CustodyTables } from './tables/custody.ts';
import type { DocumentTables } from './tables/documents.ts';
import type { HistoryTables } from './tables/history.ts';
import type { HostedLinkTables } from './tables/hosted-links.ts';
import type { IdempotencyTables } from './tables/idempotency.ts';
import type { InstallationTables } from './tables/installation.ts';
import type { IssuerAccountTables } from './tables/issuer-accounts.ts';
import type { KycTables } from './tables/kyc.ts';
import type { LinkTables } from './tables/links.ts';
import type { ListTables } from './tables/lists.ts';
import type { OutboxTables } from './tables/outbox.ts';
import type { PartyTables } from './tables/parties.ts';
import type { PendingActionTables } from './tables/pending-actions.ts';
import type { QuoteTables } from './tables/quotes.ts';
import type { ReferenceTables } from './tables/reference.ts';
import type { ReportTables } from './tables/reports.ts';
import type { SettlementTables } from './tables/settlements.ts';
import type { SignatureTables } from './tables/signatures.ts';
import type { TradeTables } from './tables/trades.ts';
import type { VenueNoticeTables } from './tables/venue-notices.ts';

/** All tables; on SQLite HistoryTables are in a separate file. */
export interface Schema
  extends ClientTables,
    ReferenceTables,
    HistoryTables,
    ListTables,
    DocumentTables,
    IssuerAccountTables,
    TradeTables,
    PartyTables,
    QuoteTables,
    KycTables,
    LinkTables,
    HostedLinkTables,
    CardTables,
    ApiCountTables,
    PendingActionTables,
    ReportTables,
    SettlementTables,
    VenueNoticeTables,
    SignatureTables,
    OutboxTables,
    IdempotencyTables,
    BillingTables,
    CustodyTables,
    AchTables,
    AccreditationTables,
    InstallationTables {}
