/** The webhooks of quotes (V42); venue-events.ts sends them. */
import { webhooksIn } from '../../http/openapi/index.ts';

const SHOWN = [
  ...['quoteId', 'orderId', 'securityId', 'memberId', 'action', 'price', 'quantity', 'version', 'quoteStatus'],
  ...['matchId', 'reason', 'reasonCode', 'expiresDate', 'createdDate', 'updatedDate', 'eventSeq', 'eventTime'],
];

const RFQ = [
  ...['orderId', 'securityId', 'action', 'shares_remaining', 'contingencies', 'minimumThreshold', 'expiration'],
  ...['expirationDate', 'createdDate', 'rfqStatus', 'eventSeq', 'eventTime'],
];

export const QUOTE_WEBHOOKS = webhooksIn('ATS', {
  createQuote: { summary: 'A client quotes on an RFQ order of the client', fields: SHOWN },
  updateQuote: {
    summary:
      'A quote was replaced, accepted, declined or cancelled, has expired, or has ended with its order; ' +
      'accountId, token: only for its client',
    fields: [...SHOWN, 'accountId', 'token'],
  },
  rfqReceived: { summary: 'An RFQ order asks the client by its id (Y6)', fields: RFQ, fromVenue: true },
  rfqClosed: { summary: 'An RFQ order that asked the client takes no more quotes', fields: RFQ, fromVenue: true },
});
