/** How the journal has orders, cancels and replacements: recovery reads millions of them. */
import type { CommandUser } from '../api/index.ts';
import type { JournaledCommand } from './journaled-command.ts';
import { AT, entryValues, ticketFrom, type Values } from './order-values.ts';

type Type = JournaledCommand['type'];
export type CommandOf<T extends Type> = Extract<JournaledCommand, { type: T }>;
type OrderType = 'enter' | 'cancel' | 'replace';

export interface Codec<T extends Type = Type> {
  readonly encode: (command: CommandOf<T>) => Values;
  /** All but the type and the time. */
  readonly decode: (values: Values) => object;
}

export const ORDER_CODECS: { readonly [T in OrderType]: Codec<T> } = {
  enter: {
    encode: (c) =>
      withValueAt(
        withUser(entryValues(c.type, c.time, c, c.idempotency ?? null), AT.user, c.user),
        AT.deadline,
        c.deadline,
      ),
    decode: (v) => ({
      ticket: ticketFrom(v),
      quantity: v[AT.quantity],
      price: v[AT.price],
      contingency: v[AT.contingency],
      minimum: v[AT.minimum],
      ...present({ idempotency: v[AT.rest], user: userIn(v[AT.user]), deadline: v[AT.deadline] }),
    }),
  },
  cancel: {
    encode: (c) => {
      const values = [c.type, c.time, c.clientId, c.orderId, c.idempotency ?? null];
      if (c.token !== undefined) values.push(c.token);
      return withUser(values, 6, c.user);
    },
    decode: ([, , clientId, orderId, idempotency, token, user]) => ({
      clientId,
      orderId,
      ...present({ token, idempotency, user: userIn(user) }),
    }),
  },
  replace: {
    encode: (c) => {
      const terms = [c.quantity ?? null, c.price ?? null, c.contingency ?? null, c.minimum ?? null];
      const values = [c.type, c.time, c.clientId, c.orderId, ...terms, c.idempotency ?? null];
      if (c.token !== undefined) values.push(c.token);
      const named = withValueAt(withValueAt(withUser(values, 10, c.user), 11, c.newToken), 12, c.optional);
      return withValueAt(named, 13, c.deadline);
    },
    decode: (values) => {
      const [, , clientId, orderId, quantity, price, contingency, minimum, idempotency, token, ...rest] = values;
      const [user, newToken, optional, deadline] = rest;
      const terms = present({ quantity, price, contingency, minimum, idempotency, token });
      return { clientId, orderId, ...terms, ...present({ user: userIn(user), newToken, optional, deadline }) };
    },
  },
};

/** The user is the last value of a command, at a fixed place; a command without one ends before it. */
export function withUser(values: Values, place: number, user: CommandUser | undefined): Values {
  return withValueAt(values, place, user && [user.userId, user.clientId]);
}

export function withValueAt(values: Values, place: number, value: unknown): Values {
  if (value === undefined) return values;
  const absent = Array<null>(place - values.length).fill(null);
  return [...values, ...absent, value];
}

export function userIn(stored: unknown): CommandUser | undefined {
  if (stored === undefined || stored === null) return undefined;
  const [userId, clientId] = stored as readonly [string, string];
  return { userId, clientId };
}

/** Null and undefined fields left out. */
export function present(fields: Record<string, unknown>): object {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== null && value !== undefined) result[name] = value;
  return result;
}
