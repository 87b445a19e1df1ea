/** The webhooks of quotes, always to the side that did not act (V42). */
import type { QuoteRow } from '../../database/schema/index.ts';
import type { Note } from '../../exchange/api/index.ts';
import { webhooksIn } from '../../http/openapi/index.ts';
import type { FurtherWebhook } from '../shared/change/index.ts';
import { isOf } from '../shared/record/index.ts';
import type { VenueNotice } from '../shared/venue-notices.ts';
import { ownQuoteFields, quoteFields } from './quote-fields.ts';

type QuoteWebhook = Required<FurtherWebhook>;

/** The new state of a quote, for the events of both its clients. */
export function quoteNotice(row: QuoteRow): VenueNotice {
  const to: Note[] = [{ clientId: row.client_id, fields: ownQuoteFields(row) }];
  if (!isOf(row.order_client_id, row)) to.push({ clientId: row.order_client_id, fields: quoteFields(row) });
  return { kind: 'quote', securityId: row.security_id, to };
}

/** A new quote: to the client of the order. */
export function createdWebhook(row: QuoteRow): QuoteWebhook {
  return { clientId: row.order_client_id, method: 'createQuote', fields: quoteFields(row) };
}

/** A cancelled quote: to the client of the order. */
export function cancelledWebhook(row: QuoteRow): QuoteWebhook {
  return { clientId: row.order_client_id, method: 'updateQuote', fields: quoteFields(row) };
}

/** A quote that was accepted, declined or ended with its order: to the client that quotes. */
export function answeredWebhook(row: QuoteRow): QuoteWebhook {
  return { clientId: row.client_id, method: 'updateQuote', fields: ownQuoteFields(row) };
}

const SHOWN = [
  ...['quoteId', 'orderId', 'securityId', 'memberId', 'action', 'price', 'quantity', 'quoteStatus', 'matchId'],
  ...['reason', 'reasonCode', 'createdDate', 'updatedDate'],
];

/** The webhooks of this module, for the reference page. */
export const QUOTE_WEBHOOKS = webhooksIn('ATS', {
  createQuote: { summary: 'A client quotes on an RFQ order of the client', fields: SHOWN },
  updateQuote: {
    summary:
      'A quote was accepted, declined or cancelled, or has ended with its order; accountId, token: only for its client',
    fields: [...SHOWN, 'accountId', 'token'],
  },
});
