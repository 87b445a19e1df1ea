/** What orders pay for their executions, in exact millionths (docs/venue/fees.md). */
import type { Microseconds } from '../../time/units.ts';
import type { MatchTerms } from './limits.ts';
import { type Amount, type MatchId, type Millionths, type OrderId, type SecurityId, withFill } from './units.ts';

/** What an order did in an execution (X3). */
export const FEE_ROLES = ['initiator', 'contra', 'auction', 'block'] as const;

export type FeeRole = (typeof FEE_ROLES)[number];

/** The fee of executions in one role. */
export interface FeeRate {
  readonly perShare: Millionths;
  /** Of the value, in millionths of a percent. */
  readonly percent: number;
  /** Of an order, in whole cents. */
  readonly minimum: Millionths;
  /** Of an order, in whole cents. */
  readonly maximum: Millionths;
}

/** A role without a rate pays nothing. */
export type FeeSchedule = { readonly [Role in FeeRole]?: FeeRate };

/** Whose schedule it is: a client's, a security's, or the venue's where neither is named. */
export interface FeeScope {
  readonly clientId?: string;
  readonly securityId?: SecurityId;
}

/** From the date on, the scope has this schedule (X5). Since FEES_SINCE. */
export interface SetFeeScheduleCommand {
  readonly type: 'setFeeSchedule';
  readonly scope: FeeScope;
  /** null: from then on it has none, and the next wider one holds. */
  readonly schedule: FeeSchedule | null;
  /** YYYY-MM-DD in US Eastern time, later than the day of the command. */
  readonly date: string;
  /** The version that it follows; null: whichever there is. */
  readonly expected: number | null;
}

export interface FeeVersion {
  /** Counted from 1 in its scope. */
  readonly version: number;
  readonly time: Microseconds;
  readonly date: string;
  readonly schedule: FeeSchedule | null;
}

/** The versions of a scope, oldest first. */
export interface FeeScheduleView {
  readonly scope: FeeScope;
  readonly versions: readonly FeeVersion[];
}

export const FEE_LIMITS = {
  /** Clients, securities and the venue together that have schedules. */
  schedulesMax: 10_000,
  /** Kept of each scope; of these at most one less wait for their date. */
  versionsMax: 50,
  /**
   * Orders with amended matches whose fees the venue keeps itself, so that an amendment need not wait for the history.
   */
  amendedMax: 20_000,
  perShareMax: 1_000_000_000_000,
  /** Millionths of a percent: all of the value. */
  percentMax: 100_000_000,
  /** Of the minimum and the maximum of an order; an absent maximum is this. */
  orderMax: 1_000_000_000_000_000,
} as const;

/** Shares and value that an order executed in one role. */
type ExecutedInRole = readonly [shares: number, value: Amount];

/** The fees of one order: by which schedule, for which executions, and how much so far. */
export interface OrderFees {
  readonly scope: FeeScope;
  readonly version: number;
  readonly schedule: FeeSchedule;
  readonly executed: { readonly [Role in FeeRole]?: ExecutedInRole };
  readonly charged: Millionths;
}

type FeeCause = 'match' | 'bust' | 'adjust';

/** What a match, its bust or its correction changed of the fees of one order. */
export interface FeeChange {
  readonly cause: FeeCause;
  readonly orderId: OrderId;
  readonly matchId: MatchId;
  readonly clientId: string;
  readonly accountId: string | null;
  readonly securityId: SecurityId;
  readonly role: FeeRole;
  /** Below 0: it goes back. */
  readonly fee: Millionths;
  /** After the change. */
  readonly fees: OrderFees;
}

/** One side of a match that is amended, where the match had a fee. */
export interface AmendedFee {
  readonly orderId: OrderId;
  readonly isBuy: boolean;
  readonly role: FeeRole;
  /** Of an order that had ended when it was read; null: it was live. */
  readonly fees: OrderFees | null;
}

const CENT = 10_000n;
/** Of a millionth of a dollar: the unit in which value times percent is whole. */
const PARTS = 100_000_000n;
const ROUNDED = CENT * PARTS;

/** The fee of an order with these executions: half up to the cent (X4). */
function feeOf(schedule: FeeSchedule, executed: OrderFees['executed']): Millionths {
  let sum = 0n;
  let minimum = 0;
  let maximum = 0;
  for (const role of FEE_ROLES) {
    const done = executed[role];
    const rate = schedule[role];
    if (done === undefined || rate === undefined) continue;
    const [shares, value] = done;
    sum += BigInt(rate.perShare) * BigInt(shares) * PARTS + BigInt(value) * BigInt(rate.percent);
    minimum = Math.max(minimum, rate.minimum);
    maximum = Math.max(maximum, rate.maximum);
  }
  const [least, most] = [BigInt(minimum) * PARTS, BigInt(maximum) * PARTS];
  const bounded = sum < least ? least : sum > most ? most : sum;
  return Number(((2n * bounded + ROUNDED) / (2n * ROUNDED)) * CENT);
}

/** The newest version whose date has come: one that was to begin later, and is older, never does (X5). */
export function inForce(versions: readonly FeeVersion[], today: string): FeeVersion | undefined {
  return versions.findLast(({ date }) => date <= today);
}

/** The fees of an order before its first execution. */
export function newFees(scope: FeeScope, version: number, schedule: FeeSchedule): OrderFees {
  return { scope, version, schedule, executed: {}, charged: 0 };
}

/** After one more execution. */
export function withExecution(fees: OrderFees, role: FeeRole, { price, quantity }: MatchTerms): OrderFees {
  const [shares, value] = fees.executed[role] ?? [0, 0];
  return charged(fees, role, [shares + quantity, withFill(value, price, quantity)]);
}

/** After an execution has other terms, or is void (null). */
export function withAmendment(fees: OrderFees, role: FeeRole, before: MatchTerms, after: MatchTerms | null): OrderFees {
  const [shares, value] = fees.executed[role] ?? [0, 0];
  const left = BigInt(value) - BigInt(before.price) * BigInt(before.quantity);
  const kept = amountOf(after === null ? left : left + BigInt(after.price) * BigInt(after.quantity));
  return charged(fees, role, [shares - before.quantity + (after?.quantity ?? 0), kept]);
}

function charged(fees: OrderFees, role: FeeRole, done: ExecutedInRole): OrderFees {
  const { [role]: _, ...others } = fees.executed;
  const executed = done[0] === 0 ? others : { ...others, [role]: done };
  return { ...fees, executed, charged: feeOf(fees.schedule, executed) };
}

function amountOf(sum: bigint): Amount {
  return sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : String(sum);
}
