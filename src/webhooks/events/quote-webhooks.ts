/** The webhooks of quotes (V42), and of RFQ orders that ask clients by their ids (Y6). */
import type { Note, NoticeEvent, QuoteView } from '../../exchange/api/index.ts';
import { happened } from './happened.ts';
import { recordsOf } from './records.ts';
import type { VenueWebhook } from './venue-webhook.ts';

/**
 * V42: to the side that did not act. Nobody acted where the venue ended the quote, and of its client only by a command
 * that names no quote: both get it. One that ended with its order is news to the client that quotes alone.
 */
export function ofQuote(event: NoticeEvent, { clientId, fields }: Note, { end, status, ticket, version }: QuoteView) {
  const isOfQuoting = clientId === ticket.clientId;
  const bySide = status === 'Open' || end === 'quote cancelled' ? 'quoting' : 'order';
  const isForBoth = status === 'Expired' || (status === 'Cancelled' && end !== 'quote cancelled');
  const isOfBoth = isOfQuoting && event.notice.to.length === 1;
  if (!isForBoth && !isOfBoth && isOfQuoting === (bySide === 'quoting')) return [];
  const method = status === 'Open' && version === 1 ? 'createQuote' : 'updateQuote';
  const about = recordsOf(fields);
  const webhook: VenueWebhook = {
    ...{ clientId, method, identified: true, about },
    fields: () => ({ ...fields, ...happened(event) }),
  };
  return [webhook];
}

/** Y6: to each client that the order asks. */
export function ofRfq(event: NoticeEvent, { clientId, fields }: Note): VenueWebhook {
  const method = fields.rfqStatus === 'Open' ? 'rfqReceived' : 'rfqClosed';
  const about = [Number(fields.orderId)];
  return { clientId, method, identified: false, about, fields: () => ({ ...fields, ...happened(event) }) };
}
