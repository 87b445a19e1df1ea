import type { Columns } from '../database/queries/index.ts';
import type { OrderEntryRow, StoredOrderEntryRow } from '../database/schema/index.ts';
import { type OrderEvent, type OrderTicket, termsFrom, termsText, withOptional } from '../exchange/api/index.ts';

/** The unchanging columns of an order in the history, except its choices, with the value of each. */
export const TICKET_COLUMNS = {
  client_id: ({ order: { ticket } }) => ticket.clientId,
  security_id: ({ order: { ticket } }) => ticket.securityId,
  member_id: ({ order: { ticket } }) => ticket.memberId,
  account_id: ({ order: { ticket } }) => ticket.accountId,
  token: ({ order: { ticket } }) => ticket.token,
  expiration_date: ({ order: { ticket } }) => ticket.expirationDate,
  ip: ({ order: { ticket } }) => ticket.ip,
  optional: ({ order: { ticket } }) => termsText(ticket.optional),
} satisfies Partial<Columns<StoredOrderEntryRow, OrderEvent>>;

type TicketChoice = 'type' | 'side' | 'disclosed' | 'solicited' | 'expiration';

/** The ticket of a row that has these columns and the choices. */
export function ticketOf(row: Pick<OrderEntryRow, keyof typeof TICKET_COLUMNS | TicketChoice>): OrderTicket {
  const ticket = {
    clientId: row.client_id,
    securityId: row.security_id,
    memberId: row.member_id,
    accountId: row.account_id,
    type: row.type,
    side: row.side,
    token: row.token,
    disclosed: row.disclosed === 1,
    solicited: row.solicited === 1,
    expiration: row.expiration,
    expirationDate: row.expiration_date,
    ip: row.ip,
  };
  return Object.freeze(withOptional(ticket, termsFrom(row.optional)));
}
