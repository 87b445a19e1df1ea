/** An entered order as an array of values, which is how the journal and the snapshots have it. */

import type { Microseconds } from '../../time/units.ts';
import { type OptionalTerms, type OrderTerms, type OrderTicket, withOptional } from '../api/index.ts';
import { interned } from '../collections/index.ts';

export type Values = readonly unknown[];

interface Entered extends OrderTerms {
  readonly ticket: OrderTicket;
}

/** Positions of the values that are not in the ticket. */
export const AT = { time: 1, quantity: 8, price: 9, contingency: 13, minimum: 14, rest: 18, optional: 19 } as const;

/** @param rest what else there is to say of the order */
export function entryValues(type: string, time: Microseconds, entered: Entered, rest: unknown): Values {
  const { ticket } = entered;
  const values = [
    type,
    time,
    ticket.clientId,
    ticket.securityId,
    ticket.memberId,
    ticket.accountId,
    ticket.type,
    ticket.side,
    entered.quantity,
    entered.price,
    ticket.expiration,
    ticket.expirationDate,
    ticket.disclosed,
    entered.contingency,
    entered.minimum,
    ticket.solicited,
    ticket.token,
    ticket.ip,
    rest,
  ];
  if (ticket.optional !== undefined) values.push(ticket.optional);
  return values;
}

export function ticketFrom(values: Values): OrderTicket {
  const ticket = {
    clientId: interned(values[2] as string),
    securityId: values[3],
    memberId: interned(values[4] as string),
    accountId: values[5] === null ? null : interned(values[5] as string),
    type: values[6],
    side: values[7],
    token: values[16],
    disclosed: values[12],
    solicited: values[15],
    expiration: values[10],
    expirationDate: values[11],
    ip: interned(values[17] as string),
  } as OrderTicket;
  return withOptional(ticket, values[AT.optional] as OptionalTerms | undefined);
}
