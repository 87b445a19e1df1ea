import type { Command } from './interface.ts';

/** Opens or closes the market of one security, or (securityId null) of all that follow the default schedule. */
export interface SessionCommand {
  readonly type: 'session';
  readonly action: 'open' | 'close';
  readonly securityId: number | null;
  /** The trading day, YYYY-MM-DD in US Eastern time. */
  readonly date: string;
  /** A close that ends the trading day: Day orders and orders with this or an earlier date expire (M14). */
  readonly dayOver: boolean;
  /** When the schedule has it, in microseconds; later than the command's own time only by what a restart missed. */
  readonly scheduled: number;
}

/** The end of a date in US Eastern time: orders whose expiration date it is expire, in all securities (M14). */
export interface DateEndCommand {
  readonly type: 'dateEnd';
  readonly date: string;
  readonly scheduled: number;
}

/** Carries on with retries and openings that did not fit the work of earlier commands (M9). */
export interface ContinueCommand {
  readonly type: 'continue';
}

/** What the journal holds: a client's command, one of the session clock or of the sequencer, and the time at which it took effect. */
export type JournaledCommand = (Command | SessionCommand | DateEndCommand | ContinueCommand) & {
  /** Microseconds since 1970, never less than that of the command before. */
  readonly time: number;
};

type Distribute<T> = T extends unknown ? Omit<T, 'time'> : never;
/** A command before the sequencer has given it its time. */
export type UntimedCommand = Distribute<JournaledCommand>;

type Values = readonly unknown[];
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

/** hours: null is a value of its own (back to the default schedule) and needs a mark of its own. */
const DEFAULT_HOURS = 'default';

/**
 * The form in the journal: one JSON array a line, the type first, then the time, then the fields in the order given here.
 * New fields are only ever added at the end. Written out by hand because recovery reads millions of them.
 */
const CODECS: { readonly [T in JournaledCommand['type']]: Codec<T> } = {
  enter: {
    encode: (c) => [
      c.type,
      c.time,
      c.clientId,
      c.securityId,
      c.memberId,
      c.accountId,
      c.orderType,
      c.side,
      c.quantity,
      c.price,
      c.expiration,
      c.expirationDate,
      c.disclosed,
      c.contingency,
      c.minimum,
      c.solicited,
      c.token,
      c.ip,
      c.idempotency ?? null,
    ],
    decode: (v) => {
      const command = {
        type: 'enter',
        clientId: v[2],
        securityId: v[3],
        memberId: v[4],
        accountId: v[5],
        orderType: v[6],
        side: v[7],
        quantity: v[8],
        price: v[9],
        expiration: v[10],
        expirationDate: v[11],
        disclosed: v[12],
        contingency: v[13],
        minimum: v[14],
        solicited: v[15],
        token: v[16],
        ip: v[17],
      };
      return (v[18] === null ? command : { ...command, idempotency: v[18] }) as CommandOf<'enter'>;
    },
  },
  cancel: {
    encode: (c) => [c.type, c.time, c.clientId, c.orderId, c.idempotency ?? null],
    decode: (v) => {
      const command = { type: 'cancel', clientId: v[2], orderId: v[3] };
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
    ],
    decode: (v) =>
      ({
        type: 'replace',
        clientId: v[2],
        orderId: v[3],
        ...present({ quantity: v[4], price: v[5], contingency: v[6], minimum: v[7], idempotency: v[8] }),
      }) as CommandOf<'replace'>,
  },
  decide: {
    encode: (c) => [c.type, c.time, c.clientId, c.orderId, c.issuerId, c.approved, c.reason],
    decode: (v) =>
      ({
        type: 'decide',
        clientId: v[2],
        orderId: v[3],
        issuerId: v[4],
        approved: v[5],
        reason: v[6],
      }) as CommandOf<'decide'>,
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
    ],
    decode: (v) =>
      ({
        type: 'security',
        securityId: v[2],
        ...present({ issuerId: v[3], ownerClientId: v[4], name: v[5], status: v[6], orderApproval: v[7] }),
        ...(v[8] === null ? {} : { hours: v[8] === DEFAULT_HOURS ? null : v[8] }),
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
  continue: {
    encode: (c) => [c.type, c.time],
    decode: () => ({ type: 'continue' }),
  },
};

/** One line of the journal, without its line end. */
export function encodeCommand(command: JournaledCommand): string {
  const codec = CODECS[command.type] as Codec<JournaledCommand['type']>;
  return JSON.stringify(codec.encode(command as never));
}

/** The command of one parsed line; throws on a type that this version does not know. */
export function decodeCommand(values: Values): JournaledCommand {
  const codec = CODECS[values[0] as JournaledCommand['type']] as Codec<JournaledCommand['type']> | undefined;
  if (codec === undefined) throw new Error(`unknown command type ${JSON.stringify(values[0])}`);
  const command = codec.decode(values) as { time?: number };
  command.time = values[1] as number;
  return command as JournaledCommand;
}
