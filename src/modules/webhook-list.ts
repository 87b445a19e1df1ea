/**
 * The webhooks that are sent today, with their fields: for the reference page, and for which clients may register.
 * Tests compare every webhook with it. Those of a module are in its folder, those of the venue in src/webhooks/events.
 */
import type { WebhookDeclaration } from '../http/openapi/index.ts';
import { VENUE_WEBHOOKS, WebhookNames } from '../webhooks/index.ts';
import { ACCOUNT_WEBHOOKS } from './accounts/index.ts';
import { ACCREDITATION_WEBHOOKS } from './accreditation/index.ts';
import { BLOCK_WEBHOOKS } from './blocks/index.ts';
import { INVESTOR_WORK_WEBHOOKS } from './investor-work/index.ts';
import { KYC_WEBHOOKS } from './kyc/index.ts';
import { LINK_WEBHOOKS } from './links/index.ts';
import { NOTICE_WEBHOOKS } from './notices/index.ts';
import { OFFERING_WEBHOOKS } from './offerings/index.ts';
import { PARTY_WEBHOOKS } from './parties/index.ts';
import { ACH_WEBHOOKS, CARD_WEBHOOKS, CUSTODY_WEBHOOKS, REFUND_WEBHOOKS } from './payments/index.ts';
import { QUOTE_WEBHOOKS } from './quotes/index.ts';
import { SETTLEMENT_WEBHOOKS } from './settlement/index.ts';
import { SIGNATURE_WEBHOOKS } from './signatures/index.ts';
import { TRADE_WEBHOOKS } from './trades/index.ts';
import { CORPORATE_ACTION_WEBHOOKS } from './transfer/index.ts';

export const WEBHOOK_LIST: readonly WebhookDeclaration[] = [
  ...ACCOUNT_WEBHOOKS,
  ...PARTY_WEBHOOKS,
  ...LINK_WEBHOOKS,
  ...KYC_WEBHOOKS,
  ...ACCREDITATION_WEBHOOKS,
  ...INVESTOR_WORK_WEBHOOKS,
  ...OFFERING_WEBHOOKS,
  ...TRADE_WEBHOOKS,
  ...SIGNATURE_WEBHOOKS,
  ...ACH_WEBHOOKS,
  ...CARD_WEBHOOKS,
  ...CUSTODY_WEBHOOKS,
  ...REFUND_WEBHOOKS,
  ...VENUE_WEBHOOKS,
  ...QUOTE_WEBHOOKS,
  ...BLOCK_WEBHOOKS,
  ...CORPORATE_ACTION_WEBHOOKS,
  ...SETTLEMENT_WEBHOOKS,
  ...NOTICE_WEBHOOKS,
];

export const WEBHOOK_NAMES = new WebhookNames(WEBHOOK_LIST);
