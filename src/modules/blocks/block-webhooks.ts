/** The webhooks of blocks (V63); venue-events.ts sends them. */
import type { WebhookDeclaration } from '../../http/openapi/index.ts';
import { GROUP } from './block-services.ts';

const FIELDS = [
  ...['blockId', 'securityId', 'party', 'counterpartyId', 'counterpartyAccountId', 'action', 'price', 'quantity'],
  ...['memberId', 'accountId', 'token', 'blockStatus', 'reason', 'matchId', 'reportedDate', 'expiresDate'],
  ...['eventSeq', 'eventTime'],
];

export const BLOCK_WEBHOOKS: readonly WebhookDeclaration[] = [
  {
    name: 'blockReported',
    group: GROUP,
    summary: 'Another client reports a block that the client is to confirm',
    fields: FIELDS,
    fromVenue: true,
  },
  {
    name: 'updateBlock',
    group: GROUP,
    summary: 'A block was confirmed, declined, cancelled or expired; both sides get it',
    fields: FIELDS,
    fromVenue: true,
  },
];
