import type { OrderEntryRow } from '../database/tables/history.ts';
import type { OrderEvent, OrderTicket } from '../exchange/interface.ts';
import type { Columns } from './bulk-insert.ts';

/** What never changes of an order, in the history: how each of its columns is filled from it. */
export const TICKET_COLUMNS = {
  client_id: ({ order: { ticket } }) => ticket.clientId,
  security_id: ({ order: { ticket } }) => ticket.securityId,
  member_id: ({ order: { ticket } }) => ticket.memberId,
  account_id: ({ order: { ticket } }) => ticket.accountId,
  type: ({ order: { ticket } }) => ticket.type,
  side: ({ order: { ticket } }) => ticket.side,
  token: ({ order: { ticket } }) => ticket.token,
  disclosed: ({ order: { ticket } }) => Number(ticket.disclosed),
  solicited: ({ order: { ticket } }) => Number(ticket.solicited),
  expiration: ({ order: { ticket } }) => ticket.expiration,
  expiration_date: ({ order: { ticket } }) => ticket.expirationDate,
  ip: ({ order: { ticket } }) => ticket.ip,
} satisfies Partial<Columns<OrderEntryRow, OrderEvent>>;

/** The inverse of TICKET_COLUMNS. */
export function ticketOf(row: Pick<OrderEntryRow, keyof typeof TICKET_COLUMNS>): OrderTicket {
  return Object.freeze({
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
  });
}
