/** What orders pay, computed from nothing each time: all executions of an order, then its fee (X2 to X6). */
import type { FeeRole, FeeSchedule, FeeScope, SetFeeScheduleCommand } from '../../src/exchange/api/fees.ts';
import type { MatchTerms } from '../../src/exchange/api/limits.ts';

interface Execution extends MatchTerms {
  readonly matchId: number;
  readonly role: FeeRole;
}

interface ModelOrder {
  /** Null until an execution at which a schedule names the order. */
  schedule: FeeSchedule | null;
  executions: Execution[];
}

interface Version {
  readonly date: string;
  readonly schedule: FeeSchedule | null;
}

/** In units of 10^-14 dollars: a millionth of a percent of a millionth of a dollar. */
const CENT = 10n ** 12n;

export class FeeModel {
  readonly #versions = new Map<string, Version[]>();
  readonly #orders = new Map<number, ModelOrder>();

  set({ scope, date, schedule }: Pick<SetFeeScheduleCommand, 'scope' | 'date' | 'schedule'>): void {
    const key = JSON.stringify(scope);
    this.#versions.set(key, [...(this.#versions.get(key) ?? []), { date, schedule }]);
  }

  /** By the narrowest that names the order on that day. */
  scheduleOf(clientId: string, securityId: number, today: string): FeeSchedule | null {
    for (const scope of [{ clientId }, { securityId }, {}] as FeeScope[]) {
      const begun = (this.#versions.get(JSON.stringify(scope)) ?? []).filter(({ date }) => date <= today);
      const schedule = begun.at(-1)?.schedule;
      if (schedule) return schedule;
    }
    return null;
  }

  execute(orderId: number, execution: Execution, schedule: FeeSchedule | null): void {
    const order = this.#orders.get(orderId) ?? { schedule: null, executions: [] };
    this.#orders.set(orderId, order);
    order.schedule ??= schedule;
    if (order.schedule !== null) order.executions.push(execution);
  }

  /** @param after null: void */
  amend(orderId: number, matchId: number, after: MatchTerms | null): void {
    const order = this.#orders.get(orderId);
    if (order === undefined) return;
    order.executions = order.executions.flatMap((one) => {
      if (one.matchId !== matchId) return [one];
      return after === null ? [] : [{ ...one, ...after }];
    });
  }

  /** Millionths of a dollar; undefined: no schedule names it. */
  feeOf(orderId: number): number | undefined {
    const order = this.#orders.get(orderId);
    return order?.schedule ? slowFee(order.schedule, order.executions) : undefined;
  }
}

/** The fee of all executions at once. */
export function slowFee(
  schedule: FeeSchedule,
  executions: readonly (MatchTerms & { readonly role: FeeRole })[],
): number {
  let exact = 0n;
  let [least, most] = [0n, 0n];
  for (const { role, price, quantity } of executions) {
    const rate = schedule[role];
    if (rate === undefined) continue;
    for (const part of [
      BigInt(quantity) * BigInt(rate.perShare) * 100_000_000n,
      BigInt(price) * BigInt(quantity) * BigInt(rate.percent),
    ]) {
      exact += part;
    }
    if (BigInt(rate.minimum) * 100_000_000n > least) least = BigInt(rate.minimum) * 100_000_000n;
    if (BigInt(rate.maximum) * 100_000_000n > most) most = BigInt(rate.maximum) * 100_000_000n;
  }
  if (exact < least) exact = least;
  if (exact > most) exact = most;
  const [whole, rest] = [exact / CENT, exact % CENT];
  return Number(rest * 2n >= CENT ? whole + 1n : whole) * 10_000;
}
