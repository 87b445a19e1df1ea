import type { Migration } from '../../migration.ts';
import { installationMigration } from './0001-installation.ts';
import { clientsMigration } from './0002-clients.ts';
import { issuersMigration } from './0003-issuers.ts';
import { offeringsMigration } from './0004-offerings.ts';
import { accountsMigration } from './0005-accounts.ts';
import { partiesMigration } from './0006-parties.ts';
import { linksMigration } from './0007-links.ts';
import { documentsMigration } from './0008-documents.ts';
import { tradesMigration } from './0009-trades.ts';
import { kycMigration } from './0010-identity-checks.ts';
import { apiCountsMigration } from './0011-api-counts.ts';
import { outboxMigration } from './0012-outbox.ts';
import { idempotencyMigration } from './0013-idempotency.ts';
import { billingMigration } from './0014-billing.ts';
import { hostedLinksMigration } from './0015-hosted-links.ts';
import { achMigration } from './0016-ach.ts';
import { cardsMigration } from './0017-cards.ts';
import { signaturesMigration } from './0018-signatures.ts';
import { custodyMigration } from './0019-custody.ts';
import { accreditationMigration } from './0020-accreditation.ts';
import { quotesMigration } from './0021-quotes.ts';
import { settlementsMigration } from './0022-settlements.ts';
import { webhookServiceMigration } from './0030-webhook-service.ts';
import { dayReportsMigration } from './0040-day-reports.ts';
import { venueNoticesMigration } from './0041-venue-notices.ts';
import { stoppedClientsMigration } from './0050-stopped-clients.ts';
import { pendingActionsMigration } from './0051-pending-actions.ts';
import { refusedLinksMigration } from './0052-refused-links.ts';
import { cardRefundsMigration } from './0054-card-refunds.ts';
import { webhookEventsMigration } from './0055-webhook-events.ts';
import { heldTradesMigration } from './0056-held-trades.ts';
import { changeScopesMigration } from './0057-change-scopes.ts';

/** Steps of the main database, in order. */
export const MAIN_MIGRATIONS: readonly Migration[] = [
  installationMigration,
  clientsMigration,
  issuersMigration,
  offeringsMigration,
  accountsMigration,
  partiesMigration,
  linksMigration,
  documentsMigration,
  tradesMigration,
  kycMigration,
  apiCountsMigration,
  outboxMigration,
  idempotencyMigration,
  billingMigration,
  hostedLinksMigration,
  achMigration,
  cardsMigration,
  signaturesMigration,
  custodyMigration,
  accreditationMigration,
  quotesMigration,
  settlementsMigration,
  webhookServiceMigration,
  dayReportsMigration,
  venueNoticesMigration,
  stoppedClientsMigration,
  pendingActionsMigration,
  refusedLinksMigration,
  cardRefundsMigration,
  webhookEventsMigration,
  heldTradesMigration,
  changeScopesMigration,
];
