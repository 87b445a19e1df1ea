import type {
  BlockTimerCommand,
  Command,
  Idempotency,
  OrderLimits,
  TakeQuoteCommand,
  TransferDueCommand,
} from '../api/index.ts';
import { BLOCK_CODECS } from './block-codecs.ts';
import { LIMIT_CODECS } from './limit-codecs.ts';
import { AT, entryValues, ticketFrom, type Values } from './order-values.ts';

/** Opens or closes the market of one security, or (securityId null) of all that follow the default schedule. */
export interface SessionCommand {
  readonly type: 'session';
  readonly action: 'open' | 'close';
  readonly securityId: number | null;
  /** The trading day, YYYY-MM-DD in US Eastern time. */
  readonly date: string;
  /** A close that ends the trading day: Day orders and orders with this or an earlier date expire (M14). */
  readonly dayOver: boolean;
  /**
   * When the schedule has it, in microseconds: before the command's own time where the market opens late, after a
   * restart.
   */
  readonly scheduled: number;
}

/** The end of a date in US Eastern time: orders whose expiration date it is expire, in all securities (M14). */
export interface DateEndCommand {
  readonly type: 'dateEnd';
  readonly date: string;
  readonly scheduled: number;
}

/** Continues retries and openings that did not fit the work of earlier commands (M9). */
interface ContinueCommand {
  readonly type: 'continue';
}

/**
 * The limits of the settings hold from now on. In the journal, so that a replay under other settings refuses the same
 * orders (M11).
 */
export interface LimitsCommand extends OrderLimits {
  readonly type: 'limits';
}

/** The time that a client had set with cancelAllAfter is over (V48). */
export interface CancelTimerCommand {
  readonly type: 'cancelTimer';
  readonly clientId: string;
}

/** The venue was started: no session of before has a connection any more (V58). */
export interface RestartedCommand {
  readonly type: 'restarted';
}

/** From now on commands are applied by these rules (J14). */
export interface RulesCommand {
  readonly type: 'rules';
  readonly version: number;
}

/**
 * The end of the journal was lost. It may have given out this many ids and numbers of every kind: the next
 * ones come after them (docs/operate/cluster.md, J18).
 */
export interface SkipIdsCommand {
  readonly type: 'skipIds';
  readonly count: number;
}

/**
 * What the journal holds: a client's command, one of the session clock, of the sequencer or of the settings, and the
 * time at which it took effect.
 */
export type JournaledCommand = (
  | Command
  | SessionCommand
  | DateEndCommand
  | CancelTimerCommand
  | TransferDueCommand
  | BlockTimerCommand
  | RestartedCommand
  | ContinueCommand
  | LimitsCommand
  | RulesCommand
  | SkipIdsCommand
) & {
  /** Microseconds since 1970, never less than that of the command before. */
  readonly time: number;
};

type Distribute<T> = T extends unknown ? Omit<T, 'time'> : never;
/** A command before the sequencer has given it its time. */
export type UntimedCommand = Distribute<JournaledCommand>;

/** Whose command it is; empty for one that is no client's. */
export function clientOf(command: UntimedCommand): string {
  if (command.type === 'enter' || command.type === 'reportBlock') return command.ticket.clientId;
  return 'clientId' in command ? command.clientId : '';
}

type CommandOf<T extends JournaledCommand['type']> = Extract<JournaledCommand, { type: T }>;

interface Codec<T extends JournaledCommand['type']> {
  readonly encode: (command: CommandOf<T>) => Values;
  /** All but the time. */
  readonly decode: (values: Values) => Omit<CommandOf<T>, 'time'>;
}

/** A field that may be absent is null in the journal; absent again, not null, when it is read. */
function present(fields: Record<string, unknown>): object {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== null && value !== undefined) result[name] = value;
  return result;
}

/** hours: null is a value (back to the default schedule), so it needs a mark. */
const DEFAULT_HOURS = 'default';

function quoteTerms({ ticket, quantity, price }: TakeQuoteCommand) {
  return { ticket, quantity, price, contingency: 'None', minimum: 0 } as const;
}

/**
 * The form in the journal: one JSON array a line, the type first, then the time, then the fields in the order given
 * here. New fields are only ever added at the end. Written out by hand because recovery reads millions of them.
 */
const CODECS: { readonly [T in JournaledCommand['type']]: Codec<T> } = {
  ...LIMIT_CODECS,
  ...BLOCK_CODECS,
  enter: {
    encode: (c) => entryValues(c.type, c.time, c, c.idempotency ?? null),
    decode: (v) => {
      const command = {
        type: 'enter',
        ticket: ticketFrom(v),
        quantity: v[AT.quantity],
        price: v[AT.price],
        contingency: v[AT.contingency],
        minimum: v[AT.minimum],
      };
      const idempotency = v[AT.rest];
      return (idempotency === null ? command : { ...command, idempotency }) as CommandOf<'enter'>;
    },
  },
  cancel: {
    encode: (c) => {
      const values = [c.type, c.time, c.clientId, c.orderId, c.idempotency ?? null];
      return c.token === undefined ? values : [...values, c.token];
    },
    decode: (v) => {
      const command = { type: 'cancel', clientId: v[2], orderId: v[3], ...present({ token: v[5] }) };
      return (v[4] === null ? command : { ...command, idempotency: v[4] }) as CommandOf<'cancel'>;
    },
  },
  replace: {
    encode: (c) => [
      c.type,
      c.time,
      c.clientId,
      c.orderId,
      c.quantity ?? null,
      c.price ?? null,
      c.contingency ?? null,
      c.minimum ?? null,
      c.idempotency ?? null,
      ...(c.token === undefined ? [] : [c.token]),
    ],
    decode: (v) =>
      ({
        type: 'replace',
        clientId: v[2],
        orderId: v[3],
        ...present({ quantity: v[4], price: v[5], contingency: v[6], minimum: v[7], idempotency: v[8], token: v[9] }),
      }) as CommandOf<'replace'>,
  },
  decide: {
    encode: (c) => [c.type, c.time, c.clientId, c.orderId, c.issuerId, c.approved, c.reason, c.terms ?? null],
    decode: (v) =>
      ({
        type: 'decide',
        clientId: v[2],
        orderId: v[3],
        issuerId: v[4],
        approved: v[5],
        reason: v[6],
        // Absent in records of earlier versions.
        ...present({ terms: v[7] }),
      }) as CommandOf<'decide'>,
  },
  takeQuote: {
    encode: (c) => [c.type, c.time, c.clientId, c.orderId, c.filled, entryValues('quote', c.time, quoteTerms(c), null)],
    decode: (v) => {
      const entered = v[5] as Values;
      return {
        type: 'takeQuote',
        clientId: v[2],
        orderId: v[3],
        filled: v[4],
        ticket: ticketFrom(entered),
        quantity: entered[AT.quantity],
        price: entered[AT.price],
      } as CommandOf<'takeQuote'>;
    },
  },
  security: {
    encode: (c) => [
      c.type,
      c.time,
      c.securityId,
      c.issuerId ?? null,
      c.ownerClientId ?? null,
      c.name ?? null,
      c.status ?? null,
      c.orderApproval ?? null,
      c.hours === undefined ? null : (c.hours ?? DEFAULT_HOURS),
      c.revision ?? null,
    ],
    decode: (v) =>
      ({
        type: 'security',
        securityId: v[2],
        ...present({ issuerId: v[3], ownerClientId: v[4], name: v[5], status: v[6], orderApproval: v[7] }),
        ...(v[8] === null ? {} : { hours: v[8] === DEFAULT_HOURS ? null : v[8] }),
        ...present({ revision: v[9] }),
      }) as CommandOf<'security'>,
  },
  halt: {
    encode: (c) => [c.type, c.time, c.securityId, c.reason],
    decode: (v) => ({ type: 'halt', securityId: v[2], reason: v[3] }) as CommandOf<'halt'>,
  },
  resume: {
    encode: (c) => [c.type, c.time, c.securityId, c.reason],
    decode: (v) => ({ type: 'resume', securityId: v[2], reason: v[3] }) as CommandOf<'resume'>,
  },
  calendar: {
    encode: (c) => [c.type, c.time, c.date, c.day],
    decode: (v) => ({ type: 'calendar', date: v[2], day: v[3] }) as CommandOf<'calendar'>,
  },
  session: {
    encode: (c) => [c.type, c.time, c.action, c.securityId, c.date, c.dayOver, c.scheduled],
    decode: (v) =>
      ({
        type: 'session',
        action: v[2],
        securityId: v[3],
        date: v[4],
        dayOver: v[5],
        scheduled: v[6],
      }) as CommandOf<'session'>,
  },
  dateEnd: {
    encode: (c) => [c.type, c.time, c.date, c.scheduled],
    decode: (v) => ({ type: 'dateEnd', date: v[2], scheduled: v[3] }) as CommandOf<'dateEnd'>,
  },
  bind: {
    encode: (c) => [c.type, c.time, c.databaseId, c.ids],
    decode: (v) => ({ type: 'bind', databaseId: v[2], ids: v[3] }) as CommandOf<'bind'>,
  },
  id: {
    encode: (c) => [c.type, c.time, c.kind, c.id],
    decode: (v) => ({ type: 'id', kind: v[2], id: v[3] }) as CommandOf<'id'>,
  },
  notice: {
    encode: (c) => [c.type, c.time, c.noticeId, c.kind, c.securityId, c.to],
    decode: (v) => ({ type: 'notice', noticeId: v[2], kind: v[3], securityId: v[4], to: v[5] }) as CommandOf<'notice'>,
  },
  continue: {
    encode: (c) => [c.type, c.time],
    decode: () => ({ type: 'continue' }),
  },
  selfTrade: {
    encode: (c) => [c.type, c.time, c.clientId, c.accountId, c.mode],
    decode: (v) => ({ type: 'selfTrade', clientId: v[2], accountId: v[3], mode: v[4] }) as CommandOf<'selfTrade'>,
  },
  cancelOrders: {
    encode: (c) => [c.type, c.time, c.clientId, c.filter, c.byOperator],
    decode: (v) =>
      ({ type: 'cancelOrders', clientId: v[2], filter: v[3], byOperator: v[4] }) as CommandOf<'cancelOrders'>,
  },
  cancelAllAfter: {
    encode: (c) => [c.type, c.time, c.clientId, c.seconds],
    decode: (v) => ({ type: 'cancelAllAfter', clientId: v[2], seconds: v[3] }) as CommandOf<'cancelAllAfter'>,
  },
  cancelTimer: {
    encode: (c) => [c.type, c.time, c.clientId],
    decode: (v) => ({ type: 'cancelTimer', clientId: v[2] }) as CommandOf<'cancelTimer'>,
  },
  transferRules: {
    encode: (c) => [c.type, c.time, c.clientId, c.byOperator, c.securityId, c.rules, c.version],
    decode: (v) =>
      ({
        type: 'transferRules',
        clientId: v[2],
        byOperator: v[3],
        securityId: v[4],
        rules: v[5],
        version: v[6],
      }) as CommandOf<'transferRules'>,
  },
  holdings: {
    encode: (c) => [c.type, c.time, c.clientId, c.byOperator, c.securityId, c.holdings],
    decode: (v) =>
      ({
        type: 'holdings',
        clientId: v[2],
        byOperator: v[3],
        securityId: v[4],
        holdings: v[5],
      }) as CommandOf<'holdings'>,
  },
  firstRefusal: {
    encode: (c) => [c.type, c.time, c.clientId, c.orderId, c.exercised, c.reason],
    decode: (v) =>
      ({
        type: 'firstRefusal',
        clientId: v[2],
        orderId: v[3],
        exercised: v[4],
        reason: v[5],
      }) as CommandOf<'firstRefusal'>,
  },
  transferDue: {
    encode: (c) => [c.type, c.time, c.securityId],
    decode: (v) => ({ type: 'transferDue', securityId: v[2] }) as CommandOf<'transferDue'>,
  },
  connectSession: {
    encode: (c) => [c.type, c.time, c.session, c.clientId, c.accountId, c.seconds],
    decode: (v) =>
      ({
        type: 'connectSession',
        session: v[2],
        clientId: v[3],
        accountId: v[4],
        seconds: v[5],
      }) as CommandOf<'connectSession'>,
  },
  disconnectSession: {
    encode: (c) => [c.type, c.time, c.session, c.lost],
    decode: (v) => ({ type: 'disconnectSession', session: v[2], lost: v[3] }) as CommandOf<'disconnectSession'>,
  },
  restarted: {
    encode: (c) => [c.type, c.time],
    decode: () => ({ type: 'restarted' }),
  },
  rules: {
    encode: (c) => [c.type, c.time, c.version],
    decode: (v) => ({ type: 'rules', version: v[2] }) as CommandOf<'rules'>,
  },
  skipIds: {
    encode: (c) => [c.type, c.time, c.count],
    decode: (v) => ({ type: 'skipIds', count: v[2] }) as CommandOf<'skipIds'>,
  },
  limits: {
    encode: (c) => {
      const values = [c.type, c.time, c.ordersPerClient, c.contingentPerSecurity, c.ordersPerToken];
      return c.blockSeconds === undefined ? values : [...values, c.blockSeconds];
    },
    decode: (v) =>
      ({
        type: 'limits',
        ordersPerClient: v[2],
        contingentPerSecurity: v[3],
        ordersPerToken: v[4],
        ...present({ blockSeconds: v[5] }),
      }) as CommandOf<'limits'>,
  },
};

/** One line of the journal, without its line end. */
export function encodeCommand(command: JournaledCommand): string {
  const codec = CODECS[command.type] as Codec<JournaledCommand['type']>;
  const values = codec.encode(command as never);
  const { idempotency } = command as { readonly idempotency?: Idempotency };
  return JSON.stringify(idempotency?.clientId === undefined ? values : [...values, idempotency]);
}

/** The command of one parsed line; throws on a type that this version does not know. */
export function decodeCommand(values: Values): JournaledCommand {
  const codec = CODECS[values[0] as JournaledCommand['type']] as Codec<JournaledCommand['type']> | undefined;
  if (codec === undefined) throw new Error(`unknown command type ${JSON.stringify(values[0])}`);
  const command = codec.decode(values) as { time?: number; idempotency?: Idempotency };
  command.time = values[1] as number;
  const last = values.at(-1);
  if (isCallersKey(last)) command.idempotency = last;
  return command as JournaledCommand;
}

/** Follows all other fields of a command; no field has this form. */
function isCallersKey(value: unknown): value is Idempotency {
  return typeof value === 'object' && value !== null && 'bodyHash' in value && 'clientId' in value;
}
