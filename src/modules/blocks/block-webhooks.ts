/** The webhooks of blocks (V63); venue-events.ts sends them. */
import { webhooksIn } from '../../http/openapi/index.ts';

const FIELDS = [
  ...['blockId', 'securityId', 'party', 'counterpartyId', 'counterpartyAccountId', 'action', 'price', 'quantity'],
  ...['memberId', 'accountId', 'token', 'blockStatus', 'reason', 'matchId', 'reportedDate', 'expiresDate'],
  ...['eventSeq', 'eventTime'],
];

export const BLOCK_WEBHOOKS = webhooksIn('ATS', {
  blockReported: {
    summary: 'Another client reports a block that the client is to confirm',
    fields: FIELDS,
    fromVenue: true,
  },
  updateBlock: {
    summary: 'A block was confirmed, declined, cancelled or expired; both sides get it',
    fields: FIELDS,
    fromVenue: true,
  },
});
