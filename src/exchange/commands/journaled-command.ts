/** All commands of the journal: those of callers, and those that the venue makes itself. */
import type { Microseconds } from '../../time/units.ts';
import type {
  ActionId,
  AuctionKind,
  BlockTimerCommand,
  CallTerms,
  Command,
  OrderId,
  OrderLimits,
  QuoteTimerCommand,
  SecurityId,
  TransferDueCommand,
} from '../api/index.ts';

/** Opens or closes the market of one security, or (securityId null) of all that follow the default schedule. */
export interface SessionCommand {
  readonly type: 'session';
  readonly action: 'open' | 'close';
  readonly securityId: SecurityId | null;
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

/** Orders of a security whose expiration time has come (M14), oldest expiration first. */
export interface ExpireCommand {
  readonly type: 'expire';
  readonly securityId: SecurityId;
  readonly orderIds: readonly OrderId[];
}

/**
 * A call begins (Q8), or the one that is on begins again because its end was missed (Q11). Calls at an opening and
 * after a halt begin with the commands `session` and `resume`.
 */
export interface AuctionCallCommand {
  readonly type: 'auctionCall';
  readonly securityId: SecurityId;
  readonly kind: AuctionKind;
  readonly terms: CallTerms;
  /** The earliest end, in microseconds. */
  readonly endsAt: number;
}

/** The call ends now. Only this says when it ends: until then nobody knows more than the bounds (Q8). */
export interface UncrossCommand {
  readonly type: 'uncross';
  readonly securityId: SecurityId;
  /** Its end was missed, and its session is over: nothing trades (Q11). */
  readonly missed: boolean;
}

/** The ex date of a corporate action has come: it has effect now (R1). */
export interface ActionDueCommand {
  readonly type: 'actionDue';
  readonly securityId: SecurityId;
  readonly actionId: ActionId;
}

/** The venue was started, or a node of it is gone: its earlier sessions have lost their connections (V58). */
export interface RestartedCommand {
  readonly type: 'restarted';
  /** The process of the node that is gone, with which the names of its sessions begin; absent: those of all nodes. */
  readonly process?: string;
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

/** The process that a command came through, and the number that it gave the command. */
export type Origin = readonly [process: string, number: number];

/**
 * Which commands of its group came through other nodes (J23), so that each of those finds its own commands in the
 * journal, whatever became of the leader. Changes nothing.
 */
export interface OriginsCommand {
  readonly type: 'origins';
  /** How many commands after this one, and the origin. */
  readonly of: readonly (readonly [offset: number, ...origin: Origin])[];
}

/** A command of the journal, by a client, the session clock, the sequencer or the settings, with its time of effect. */
export type JournaledCommand = (
  | Command
  | SessionCommand
  | DateEndCommand
  | AuctionCallCommand
  | UncrossCommand
  | ActionDueCommand
  | CancelTimerCommand
  | ExpireCommand
  | TransferDueCommand
  | BlockTimerCommand
  | QuoteTimerCommand
  | RestartedCommand
  | ContinueCommand
  | LimitsCommand
  | RulesCommand
  | SkipIdsCommand
  | OriginsCommand
) & {
  /** Microseconds since 1970, never less than that of the command before. */
  readonly time: Microseconds;
};

/** All but OriginsCommand, which changes nothing. */
export type AppliedCommand = Exclude<JournaledCommand, { readonly type: 'origins' }>;

type Distribute<T> = T extends unknown ? Omit<T, 'time'> : never;
/** A command before the sequencer has given it its time. */
export type UntimedCommand = Distribute<JournaledCommand>;

/** The client of a command; empty for a command of the venue. */
export function clientOf(command: UntimedCommand): string {
  if (command.type === 'enter' || command.type === 'reportBlock') return command.ticket.clientId;
  return 'clientId' in command ? command.clientId : '';
}
