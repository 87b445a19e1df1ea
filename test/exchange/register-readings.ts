/** Reads the register in small pages, and holds that these miss and repeat nothing and add up. */
import { expect } from 'vitest';
import type { EntryPlace, HolderEntry, RegisterHolder, RegisterPlace } from '../../src/exchange/api/register-reads.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { holderHistory } from '../../src/exchange/records/register/holder-history.ts';
import type { Whose } from '../../src/exchange/records/register/moves.ts';
import type { Register } from '../../src/exchange/records/register/register.ts';
import { registerPage, registerSums } from '../../src/exchange/records/register/register-pages.ts';
import { inMillionths, minus, NO_UNITS, plus, type Units } from '../../src/exchange/records/register/units.ts';

const sumOf = (all: readonly Units[], first: Units = NO_UNITS) => all.reduce<Units>(plus, first);
const sized = ({ quantity, rest }: Units) => inMillionths({ quantity, rest });

/** The entries of one holder, of whom something is kept. */
export function readHistory(register: Register, whose: Whose, limit: number): readonly HolderEntry[] {
  const holder = register.find(whose)!;
  const entries: HolderEntry[] = [];
  let after: EntryPlace | null = null;
  for (;;) {
    const page = holderHistory(holder, register.issues, { after, limit });
    const splits = holder.splits.all.length - holder.opening.splits;
    expect(page.entries.length).toBe(Math.min(limit, holder.size + splits - entries.length));
    entries.push(...page.entries);
    after = page.next;
    if (after !== null) continue;
    const { opening, now } = page;
    expect(sized(now)).toBe(sized(holder));
    expect([now.cost, now.pending]).toEqual([holder.cost, holder.pending]);
    expect(sized(sumOf(entries, opening))).toBe(sized(holder));
    for (const [index, { after: had }] of entries.entries()) {
      expect(sized(had)).toBe(sized(sumOf(entries.slice(0, index + 1), opening)));
    }
    const pending = entries.filter(({ cause }) => cause.type === 'match' && cause.isPending);
    // Those of before a split are in shares of before it.
    if (splits === 0) expect(opening.pending + sumOf(pending).quantity).toBe(holder.pending);
    return entries;
  }
}

/** All holders of a security, each with its lots of all pages. */
export function readRegister(
  register: Register,
  securityId: SecurityId,
  max: { readonly holders: number; readonly lots: number },
): readonly RegisterHolder[] {
  const holders = register.in(securityId);
  const found: RegisterHolder[] = [];
  let after: RegisterPlace | null = null;
  do {
    const page = registerPage(holders, after, max);
    expect(page.holders.length).toBeLessThanOrEqual(max.holders);
    expect(page.holders.flatMap(({ lots }) => lots).length).toBeLessThanOrEqual(max.lots);
    for (const one of page.holders) {
      const last = found.at(-1);
      const isSame = last?.clientId === one.clientId && last.accountId === one.accountId;
      expect(one.lotsBefore).toBe(isSame ? last.lots.length : 0);
      if (isSame) found.pop();
      found.push(isSame ? { ...one, lots: [...last.lots, ...one.lots] } : one);
    }
    after = page.next;
  } while (after !== null);
  const { holders: size, issued, fromOutside, byActions, treasury } = registerSums(holders);
  expect(found.filter((one) => sized(one) > 0n).length).toBe(size);
  expect(sized(sumOf(found))).toBe(sized(minus(plus(plus(issued, fromOutside), byActions), treasury)));
  for (const one of found) {
    const known = register.find({ ...one, securityId })!;
    expect([sized(one), one.pending, one.cost]).toEqual([sized(known), known.pending, known.cost]);
    expect(sized(sumOf(one.lots))).toBe(sized(one) > 0n ? sized(one) : 0n);
  }
  const kept = holders.all.filter((one) => sized(one) !== 0n || one.pending !== 0);
  expect(found.map(({ clientId, accountId }) => [clientId, accountId])).toEqual(
    kept.map(({ clientId, accountId }) => [clientId, accountId]),
  );
  return found;
}
