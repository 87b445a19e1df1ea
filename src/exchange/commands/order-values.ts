/** An entered order as an array of values, which is how the journal and the snapshots have it. */

import type { Microseconds } from '../../time/units.ts';
import { type OptionalTerms, type OrderTerms, type OrderTicket, withOptional } from '../api/index.ts';
import { interned } from '../collections/index.ts';

export type Values = readonly unknown[];

interface Entered extends OrderTerms {
  readonly ticket: OrderTicket;
}

/** Positions of the values, as entryValues lists them. */
export const AT = {
  time: 1,
  clientId: 2,
  securityId: 3,
  memberId: 4,
  accountId: 5,
  type: 6,
  side: 7,
  quantity: 8,
  price: 9,
  expiration: 10,
  expirationDate: 11,
  disclosed: 12,
  contingency: 13,
  minimum: 14,
  solicited: 15,
  token: 16,
  ip: 17,
  rest: 18,
  optional: 19,
  user: 20,
  deadline: 21,
} as const;

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
    clientId: interned(values[AT.clientId] as string),
    securityId: values[AT.securityId],
    memberId: interned(values[AT.memberId] as string),
    accountId: values[AT.accountId] === null ? null : interned(values[AT.accountId] as string),
    type: values[AT.type],
    side: values[AT.side],
    token: values[AT.token],
    disclosed: values[AT.disclosed],
    solicited: values[AT.solicited],
    expiration: values[AT.expiration],
    expirationDate: values[AT.expirationDate],
    ip: interned(values[AT.ip] as string),
  } as OrderTicket;
  return withOptional(ticket, (values[AT.optional] ?? undefined) as OptionalTerms | undefined);
}
