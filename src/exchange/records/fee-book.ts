import { easternDate } from '../../calendar/eastern-time.ts';
import type { Microseconds } from '../../time/units.ts';
import {
  type EventSeq,
  FEE_LIMITS,
  type FeeChange,
  type FeeRole,
  type FeeScheduleView,
  type FeeScope,
  type FeeVersion,
  type Fill,
  inForce,
  newFees,
  type OrderFees,
  type OrderId,
  type OrderTicket,
  type SetFeeScheduleCommand,
  withExecution,
} from '../api/index.ts';
import type { OrderRecord } from './order-record.ts';
import type { VenueCounters } from './venue-counters.ts';

/** The fees of an order with amended matches, and the event that carries their newest change. */
export interface AmendedOrder {
  readonly fees: OrderFees;
  readonly eventSeq: EventSeq;
}

/** Schedules of fees. While nobody has set any, an order costs only the check. */
export class FeeBook {
  readonly #schedules = new Map<string, { readonly scope: FeeScope; readonly versions: FeeVersion[] }>();
  /**
   * Orders with amended matches, also after their end, the newest change last: at most FEE_LIMITS.amendedMax. The fees
   * of all other orders are with their records, and in the history.
   */
  readonly #amended = new Map<OrderId, AmendedOrder>();
  /**
   * The newest event of the orders that are no longer among these. A history that holds it has their fees, an earlier
   * one may lack an amendment.
   */
  forgottenUpTo: EventSeq = 0;
  /** The last time whose date was asked for. Not part of the state. */
  #dated = { time: Number.NaN, date: '' };

  /** Whether no schedule was ever set: then no order pays. */
  get isEmpty(): boolean {
    return this.#schedules.size === 0;
  }

  /** Whether one more scope may have schedules. */
  mayAdd(scope: FeeScope): boolean {
    return this.#schedules.has(keyOf(scope)) || this.#schedules.size < FEE_LIMITS.schedulesMax;
  }

  /** The versions of a scope, oldest first. */
  versionsOf(scope: FeeScope): readonly FeeVersion[] {
    return this.#schedules.get(keyOf(scope))?.versions ?? [];
  }

  set({ scope, schedule, date }: SetFeeScheduleCommand, time: Microseconds): number {
    const known = this.#schedules.get(keyOf(scope)) ?? { scope, versions: [] };
    const version = (known.versions.at(-1)?.version ?? 0) + 1;
    known.versions.push({ version, time, date, schedule });
    if (known.versions.length > FEE_LIMITS.versionsMax) known.versions.shift();
    this.#schedules.set(keyOf(scope), known);
    return version;
  }

  /** By the schedule that names the order most narrowly at that time; undefined: none does (X2). */
  firstOf({ clientId, securityId }: Pick<OrderTicket, 'clientId' | 'securityId'>, time: Microseconds) {
    const today = this.#dateOf(time);
    for (const scope of [{ clientId }, { securityId }, {}]) {
      const now = inForce(this.versionsOf(scope), today);
      if (now !== undefined && now.schedule !== null) return newFees(scope, now.version, now.schedule);
    }
    return undefined;
  }

  /** Both orders of a match, and all matches of a command, have one time. */
  #dateOf(time: Microseconds): string {
    if (time !== this.#dated.time) this.#dated = { time, date: easternDate(time) };
    return this.#dated.date;
  }

  /** Of an order with an amended match. */
  amendedOf(orderId: OrderId): OrderFees | undefined {
    return this.#amended.get(orderId)?.fees;
  }

  /** What the order pays for an execution; undefined where no schedule names it. The next event carries it. */
  execute(order: OrderRecord, role: FeeRole, fill: Fill, { time, eventSeq }: VenueCounters): FeeChange | undefined {
    const { orderId, ticket } = order;
    const before = order.fees ?? this.firstOf(ticket, time);
    if (before === undefined) return undefined;
    const fees = withExecution(before, role, fill);
    order.fees = fees;
    if (this.#amended.has(orderId)) this.amend(orderId, { fees, eventSeq: eventSeq + 1 });
    const { clientId, accountId, securityId } = ticket;
    const whose = { orderId, matchId: fill.matchId, clientId, accountId, securityId };
    return { cause: 'match', ...whose, role, fee: fees.charged - before.charged, fees };
  }

  /** One of its matches has other terms now, or is void. */
  amend(orderId: OrderId, amended: AmendedOrder): void {
    this.#amended.delete(orderId);
    this.#amended.set(orderId, amended);
    if (this.#amended.size <= FEE_LIMITS.amendedMax) return;
    for (const [oldest, { eventSeq }] of this.#amended) {
      this.#amended.delete(oldest);
      this.forgottenUpTo = eventSeq;
      return;
    }
  }

  /** Of every scope that has, or had, a schedule. */
  allSchedules(): FeeScheduleView[] {
    return [...this.#schedules.keys()].sort().map((key) => this.#schedules.get(key)!);
  }

  /** The newest change last. */
  allAmended(): (readonly [OrderId, AmendedOrder])[] {
    return [...this.#amended];
  }

  restore(scope: FeeScope, versions: readonly FeeVersion[]): void {
    this.#schedules.set(keyOf(scope), { scope, versions: [...versions] });
  }
}

function keyOf({ clientId, securityId }: FeeScope): string {
  if (clientId !== undefined) return `client ${clientId}`;
  return securityId === undefined ? 'venue' : `security ${securityId}`;
}
