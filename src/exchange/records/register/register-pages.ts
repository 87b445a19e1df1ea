/** Reads of the register of one security in pages (F14). */
import type {
  HolderName,
  RegisterHolder,
  RegisterPage,
  RegisterPageMax,
  RegisterPlace,
  RegisterSums,
  SettledHolders,
} from '../../api/index.ts';
import type { Holder } from './holder.ts';
import { byOwner, lotView, type SecurityHolders } from './security-holders.ts';
import { minus, NO_UNITS, plus, signOf } from './units.ts';

/** Of entries and lots of holders, after which a page ends: one holder may have 10,000 entries to be replayed. */
const STEPS_MAX = 10_000;

export function registerSums(holders: SecurityHolders): RegisterSums {
  const { size, unissued, outside, byActions, treasury, entries, pending } = holders;
  const all = minus(NO_UNITS, plus(plus(unissued, outside), plus(byActions, treasury)));
  return {
    ...{ holders: size, issued: minus(NO_UNITS, unissued), fromOutside: minus(NO_UNITS, outside), entries },
    byActions: minus(NO_UNITS, byActions),
    treasury,
    settled: minus(all, { quantity: pending, rest: 0 }),
  };
}

/** Costs O(log n) and what the page goes through. */
export function registerPage(
  holders: SecurityHolders,
  after: RegisterPlace | null,
  max: RegisterPageMax,
): RegisterPage {
  const page: RegisterHolder[] = [];
  let [lots, steps] = [0, 0];
  let last = after;
  for (const holder of holders.registered(after ?? undefined)) {
    const isPartRead = after !== null && byOwner(holder, after) === 0;
    if (isPartRead && after.lots === null) continue;
    if (page.length === max.holders || lots === max.lots || steps >= STEPS_MAX) return { holders: page, next: last };
    const { all } = holders.lotsOf(holder);
    const lotsBefore = isPartRead ? (after.lots ?? 0) : 0;
    const read = all.slice(lotsBefore, lotsBefore + max.lots - lots);
    page.push(holderView(holder, { lotsBefore, read }));
    lots += read.length;
    steps += holder.size + all.length;
    const isWhole = lotsBefore + read.length >= all.length;
    const { clientId, accountId } = holder;
    last = { clientId, accountId, lots: isWhole ? null : lotsBefore + read.length };
    if (!isWhole) return { holders: page, next: last };
  }
  return { holders: page, next: null };
}

/** The names of those that follow one. Costs O(log n) and the page. */
export function registeredHolders(holders: SecurityHolders, after: HolderName | null, limit: number): HolderName[] {
  const names: HolderName[] = [];
  for (const holder of holders.registered(after ?? undefined)) {
    if (names.length === limit) break;
    const { clientId, accountId } = holder;
    if (after === null || byOwner(holder, after) !== 0) names.push({ clientId, accountId });
  }
  return names;
}

/** Those with settled shares among the next ones. Costs O(log n) and limit. */
export function settledHolders(all: SecurityHolders, after: HolderName | null, limit: number): SettledHolders {
  const holders: HolderName[] = [];
  let [count, last] = [0, after];
  for (const { clientId, accountId, settled, rest } of all.registered(after ?? undefined)) {
    const name = { clientId, accountId };
    if (after !== null && byOwner(name, after) === 0) continue;
    if (count === limit) return { holders, next: last };
    count++;
    last = name;
    if (signOf({ quantity: settled, rest }) > 0) holders.push(name);
  }
  return { holders, next: null };
}

type Read = { readonly lotsBefore: number; readonly read: ReturnType<SecurityHolders['lotsOf']>['all'] };

function holderView(holder: Holder, { lotsBefore, read }: Read): RegisterHolder {
  const { clientId, accountId, quantity, rest, pending, cost, isFolded } = holder;
  const lots = read.map((lot) => ({ ...lotView(lot), cost: lot[2] }));
  return { clientId, accountId, quantity, rest, pending, cost, isFolded, lotsBefore, lots };
}
