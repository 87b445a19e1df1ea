/** The form of commands in the journal: an array of the type, the time, and then the fields. */
import {
  type Called,
  type Idempotency,
  type Position,
  policyFrom,
  policyValues,
  type SetPosition,
} from '../api/index.ts';
import type { JournaledCommand } from './journaled-command.ts';
import { type Codec, type CommandOf, ORDER_CODECS, present, userIn, withUser, withValueAt } from './order-codecs.ts';
import { entryValues, ticketFrom, type Values } from './order-values.ts';

type Type = JournaledCommand['type'];

/** How a field that is not stored as it is becomes a value of JSON, and back. */
interface Conversion<Value> {
  readonly write: (value: Value) => unknown;
  readonly read: (stored: unknown) => Value;
}

/** `optional`: an absent field is null in the journal, and absent again when it is read. */
type Form<C, Name extends keyof C> =
  | Conversion<C[Name]>
  | (Record<never, never> extends Pick<C, Name> ? 'optional' | 'late' : 'as is');

/**
 * The fields of a command in their order in the journal. New fields go to the end; `late` ones are optional and come
 * after the key and the user, which earlier commands of the type may have.
 */
type FieldsOf<C> = { readonly [Name in Exclude<keyof C, 'type' | 'time' | 'idempotency' | 'user'>]-?: Form<C, Name> };

/** null is a value (back to the default schedule), so it needs a mark. */
const DEFAULT_HOURS = 'default';

const POLICY = { write: policyValues, read: policyFrom };
const POSITIONS = {
  write: (positions: readonly SetPosition[]) =>
    positions.map((position) => {
      const { averageCost } = position;
      return averageCost === undefined ? positionValues(position) : [...positionValues(position), averageCost];
    }),
  read: (stored: unknown) =>
    (stored as Values[]).map((values): SetPosition => {
      const averageCost = costIn(values) as number | undefined;
      return averageCost === undefined ? positionFrom(values) : { ...positionFrom(values), averageCost };
    }),
};
const TICKET = {
  write: (ticket: CommandOf<'takeQuote'>['ticket']) =>
    entryValues('', 0, { ticket, quantity: 0, price: 0, contingency: 'None', minimum: 0 }, null),
  read: (stored: unknown) => ticketFrom(stored as Values),
};
const HOURS: Conversion<CommandOf<'security'>['hours']> = {
  write: (hours) => (hours === null ? DEFAULT_HOURS : (hours ?? null)),
  read: (stored) => (stored === DEFAULT_HOURS ? null : ((stored ?? undefined) as CommandOf<'security'>['hours'])),
};

const AS_IS = 'as is';
const QUOTE_EXPIRY = { expiresAt: 'optional', seconds: 'optional' } as const;
const QUOTE_TERMS = { price: AS_IS, quantity: AS_IS, ...QUOTE_EXPIRY } as const;
const CHANGED_QUOTE_TERMS = { price: 'optional', quantity: 'optional', ...QUOTE_EXPIRY } as const;
const OF_TRADE = { tradeId: AS_IS, revision: AS_IS, securityId: AS_IS, clientId: AS_IS, accountId: AS_IS } as const;

const FIELDS: { readonly [T in Exclude<Type, keyof typeof ORDER_CODECS>]: FieldsOf<CommandOf<T>> } = {
  decide: {
    clientId: 'as is',
    orderId: 'as is',
    issuerId: 'as is',
    approved: 'as is',
    reason: 'as is',
    terms: 'optional',
  },
  takeQuote: {
    clientId: 'as is',
    orderId: 'as is',
    filled: 'as is',
    ticket: TICKET,
    quantity: 'as is',
    price: 'as is',
    massCancels: 'late',
  },
  security: {
    securityId: 'as is',
    issuerId: 'optional',
    ownerClientId: 'optional',
    name: 'optional',
    status: 'optional',
    orderApproval: 'optional',
    hours: HOURS,
    revision: 'optional',
    admitted: 'late',
  },
  securityReference: { securityId: 'as is', reference: 'as is', expected: 'as is' },
  auctionPlan: { securityId: 'as is', plan: 'as is', expected: 'as is' },
  auctionCall: { securityId: 'as is', kind: 'as is', terms: 'as is', endsAt: 'as is' },
  announceAction: { clientId: AS_IS, byOperator: AS_IS, securityId: AS_IS, action: AS_IS, most: AS_IS },
  cancelAction: { clientId: AS_IS, byOperator: AS_IS, securityId: AS_IS, actionId: AS_IS, reason: AS_IS },
  tenderShares: { clientId: AS_IS, accountId: AS_IS, securityId: AS_IS, actionId: AS_IS, quantity: AS_IS },
  actionDue: { securityId: AS_IS, actionId: AS_IS },
  uncross: { securityId: 'as is', missed: 'as is' },
  halt: { securityId: 'as is', reason: 'as is' },
  resume: { securityId: 'as is', reason: 'as is' },
  calendar: { date: 'as is', day: 'as is' },
  session: { action: 'as is', securityId: 'as is', date: 'as is', dayOver: 'as is', scheduled: 'as is' },
  dateEnd: { date: 'as is', scheduled: 'as is' },
  bind: { databaseId: 'as is', ids: 'as is' },
  id: { kind: 'as is', id: 'as is' },
  notice: { noticeId: 'as is', kind: 'as is', securityId: 'as is', to: 'as is', settlement: 'late' },
  clock: { rate: 'as is', systemUs: 'as is', until: 'as is' },
  continue: {},
  selfTrade: { clientId: 'as is', accountId: 'as is', mode: 'as is' },
  cancelOrders: { clientId: 'as is', filter: 'as is', byOperator: 'as is' },
  cancelAllAfter: { clientId: 'as is', seconds: 'as is' },
  expire: { securityId: 'as is', orderIds: 'as is' },
  cancelTimer: { clientId: 'as is' },
  transferRules: { clientId: 'as is', byOperator: 'as is', securityId: 'as is', rules: 'as is', version: 'as is' },
  holdings: { clientId: 'as is', byOperator: 'as is', securityId: 'as is', holdings: 'as is', report: 'late' },
  firstRefusal: { clientId: 'as is', orderId: 'as is', exercised: 'as is', reason: 'as is' },
  transferDue: { securityId: 'as is' },
  connectSession: { session: 'as is', clientId: 'as is', accountId: 'as is', seconds: 'as is' },
  disconnectSession: { session: 'as is', lost: 'as is' },
  restarted: { process: 'optional' },
  rules: { version: 'as is' },
  skipIds: { count: 'as is' },
  origins: { of: 'as is' },
  limits: {
    ordersPerClient: 'as is',
    contingentPerSecurity: 'as is',
    ordersPerToken: 'as is',
    blockSeconds: 'optional',
    quotesPerClient: 'late',
  },
  setLimits: { clientId: 'as is', accountId: 'as is', policy: POLICY, tightens: 'as is', expected: 'as is' },
  referencePrice: { securityId: 'as is', price: 'as is' },
  setPositions: { positions: POSITIONS },
  bust: {
    matchId: 'as is',
    reason: 'as is',
    matched: 'as is',
    buyer: 'as is',
    seller: 'as is',
    settled: 'late',
    fees: 'late',
    feesUpTo: 'late',
  },
  adjust: {
    matchId: 'as is',
    price: 'as is',
    quantity: 'as is',
    reason: 'as is',
    matched: 'as is',
    buyer: 'as is',
    seller: 'as is',
    settled: 'late',
    fees: 'late',
    feesUpTo: 'late',
  },
  issue: { ...OF_TRADE, units: 'as is', cost: 'as is', date: 'as is' },
  takeBack: { ...OF_TRADE, units: 'as is' },
  setFeeSchedule: { scope: 'as is', schedule: 'as is', date: 'as is', expected: 'as is' },
  importSettlements: { securityId: 'as is', settlements: 'as is' },
  importEnd: { securityId: 'as is' },
  throwSwitch: { scope: 'as is', by: 'as is', reason: 'as is' },
  releaseSwitch: { scope: 'as is', by: 'as is' },
  reportBlock: { ticket: TICKET, quantity: 'as is', price: 'as is', counterparty: 'as is', seconds: 'as is' },
  confirmBlock: {
    clientId: 'as is',
    blockId: 'as is',
    memberId: 'as is',
    accountId: 'as is',
    token: 'as is',
    ip: 'as is',
  },
  endBlock: { clientId: 'as is', blockId: 'as is', status: 'as is', reason: 'as is' },
  blockTimer: { blockId: 'as is' },
  quote: {
    ...{ clientId: 'as is', orderId: 'as is', memberId: 'as is', accountId: 'as is', token: 'as is', ip: 'as is' },
    ...QUOTE_TERMS,
  },
  replaceQuote: { clientId: 'as is', quoteId: 'as is', version: 'optional', ...CHANGED_QUOTE_TERMS },
  massQuote: { clientId: 'as is', ip: 'as is', entries: 'as is' },
  acceptQuote: { clientId: 'as is', quoteId: 'as is', version: 'optional' },
  endQuote: { clientId: 'as is', quoteId: 'as is', status: 'as is', reason: 'as is' },
  cancelQuotes: { clientId: 'as is', filter: 'as is' },
  quoteProtection: { clientId: 'as is', protection: 'as is' },
  quoteTimer: { quoteIds: 'as is' },
};

function codecOf(fields: Readonly<Record<string, 'as is' | 'optional' | 'late' | Conversion<unknown>>>): Codec {
  const entries = Object.entries(fields).filter(([, form]) => form !== 'late');
  const late = Object.keys(fields).filter((name) => fields[name] === 'late');
  return {
    encode: (command) => {
      const sent = command as unknown as Record<string, unknown>;
      const values = entries.map(([name, form]) =>
        typeof form === 'string' ? (sent[name] ?? null) : form.write(sent[name]),
      );
      const key = sent.idempotency === undefined ? [] : [sent.idempotency];
      const before = withUser(
        [command.type, command.time, ...values, ...key],
        entries.length + 3,
        (command as Called).user,
      );
      return late.reduce((all, name, at) => withValueAt(all, entries.length + 4 + at, sent[name]), before);
    },
    decode: (values) => {
      const result: Record<string, unknown> = {};
      for (const [index, [name, form]] of entries.entries()) {
        const stored = values[index + 2];
        const value = typeof form === 'string' ? stored : form.read(stored);
        if (value !== undefined && (value !== null || form !== 'optional')) result[name] = value;
      }
      const idempotency = (values[entries.length + 2] ?? undefined) as Idempotency | undefined;
      const user = userIn(values[entries.length + 3]);
      for (const [at, name] of late.entries()) {
        const value = values[entries.length + 4 + at];
        if (value !== undefined && value !== null) result[name] = value;
      }
      return idempotency === undefined && user === undefined
        ? result
        : { ...result, ...present({ idempotency, user }) };
    },
  };
}

const CODECS = {
  ...Object.fromEntries(Object.entries(FIELDS).map(([type, fields]) => [type, codecOf(fields as never)])),
  ...ORDER_CODECS,
} as Readonly<Record<Type, Codec>>;

/** One line of the journal, without its line end. */
export function encodeCommand(command: JournaledCommand): string {
  return JSON.stringify(CODECS[command.type].encode(command));
}

/** The command of one parsed line; throws on a type that this version does not know. */
export function decodeCommand(values: Values): JournaledCommand {
  const [type, time] = values as [Type, number];
  const codec: Codec | undefined = CODECS[type];
  if (codec === undefined) throw new Error(`unknown command type ${JSON.stringify(type)}`);
  return { type, ...codec.decode(values), time } as JournaledCommand;
}

function positionValues({ clientId, accountId, securityId, quantity }: Position): Values {
  return [clientId, accountId, securityId, quantity];
}

/** The value after those of positionValues. */
export function costIn([, , , , cost]: Values): unknown {
  return cost;
}

/** The inverse of positionValues. */
export function positionFrom([clientId, accountId, securityId, quantity]: Values): Position {
  return { clientId, accountId, securityId, quantity } as Position;
}
