/** The register and the entries of holders as CSV and as transactions of the Open Cap Table Format (F14, F15). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SecurityId } from '../../../src/exchange/api/index.ts';
import { NAMES, step, WHOSE } from '../../exchange/register-steps.ts';
import { RegisterWalk } from '../../exchange/register-walk.ts';
import { DOLLAR, order, security } from '../../exchange/venue.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { errorOf } from '../shared/api.ts';
import { millionths, securityId, startRegister, sum } from './register-api.ts';

interface Exported {
  readonly register: readonly Readonly<Record<'clientId' | 'quantity' | 'settled', string>>[];
  readonly sums: Readonly<Record<'issued' | 'fromOutside' | 'settled', string>>;
  readonly now: { readonly quantity: string };
  readonly csv: string;
  readonly ocf: string;
  readonly nextCursor: string | null;
}
interface Transaction {
  readonly object_type: string;
  readonly id: string;
  readonly security_id: string;
  readonly date: string;
  readonly quantity: string;
  readonly stakeholder_id?: string;
  readonly balance_security_id?: string;
  readonly resulting_security_ids?: readonly string[];
}

/** The lines of pages, by the names of the columns. */
function linesOf(pages: readonly Pick<Exported, 'csv'>[]): Record<string, string>[] {
  return pages.flatMap(({ csv }) => {
    const [head, ...lines] = csv.trimEnd().split(/\r?\n/);
    const names = head!.split(',');
    return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at]!, cell])));
  });
}

const column = (lines: readonly Record<string, string>[], name: string) =>
  sum(lines.map((line) => line[name]!).filter((cell) => cell !== ''));

/** What is left of all securities, by holder; throws for a transaction of one that is not there. */
function outstanding(all: readonly Transaction[]): Map<string, bigint> {
  const securities = new Map<string, { readonly holder: string; left: bigint }>();
  for (const { object_type, security_id, quantity, stakeholder_id, balance_security_id } of all) {
    if (object_type === 'TX_STOCK_ISSUANCE') {
      expect(securities.has(`${stakeholder_id} ${security_id}`)).toBe(false);
      securities.set(`${stakeholder_id} ${security_id}`, { holder: stakeholder_id!, left: millionths(quantity) });
      continue;
    }
    const [key, of] = [...securities].find(([name, { left }]) => name.endsWith(` ${security_id}`) && left > 0n)!;
    const left = of.left - millionths(quantity);
    expect(left >= 0n && left > 0n === (balance_security_id !== undefined)).toBe(true);
    securities.delete(key);
  }
  const holders = new Map<string, bigint>();
  for (const { holder, left } of securities.values()) holders.set(holder, (holders.get(holder) ?? 0n) + left);
  return holders;
}

describeOnEachDatabase('exports of the register', (open) => {
  test('add up to what the register says, after any walk', async () => {
    const walk = new RegisterWalk();
    const { pages } = await startRegister(open, walk);
    const types = new Set<string>();
    for (const steps of fc.sample(fc.array(step, { minLength: 30, maxLength: 40 }), { numRuns: 6, seed: 47 })) {
      for (const one of steps) walk.play(one);
      const [read] = await pages<Exported>('getRegister', {}, 'MASTER');
      const csv = await pages<Exported>('getRegister', { format: 'CSV', limit: 2 }, 'owner');
      expect(csv.flatMap(({ register }) => register)).toEqual([]);
      const lines = linesOf(csv);
      expect(column(lines, 'quantity')).toBe(sum(read!.register.map(({ quantity }) => quantity)));
      expect(column(lines, 'settled')).toBe(millionths(read!.sums.settled));
      const long = read!.register.filter(({ quantity }) => millionths(quantity) > 0n);
      expect(column(lines, 'lotQuantity')).toBe(sum(long.map(({ quantity }) => quantity)));
      for (const name of NAMES.filter((one) => walk.state.register.find({ ...WHOSE[one]!, securityId: 7 as never }))) {
        const { clientId, accountId } = WHOSE[name]!;
        const whose = { clientId, ...(accountId === null ? {} : { accountId }) };
        const entries = await pages<Exported>('getHolderEntries', { ...whose, format: 'CSV', limit: 3 }, 'MASTER');
        const all = linesOf(entries);
        expect(all[0]!.cause).toBe('opening');
        expect(all.filter(({ cause }) => cause === 'opening')).toHaveLength(1);
        expect(column(all, 'quantity')).toBe(millionths(entries[0]!.now.quantity));
        expect(millionths(all.at(-1)!.quantityAfter!)).toBe(millionths(entries[0]!.now.quantity));
      }
      const files = await pages<Exported>('getRegister', { format: 'OCF', limit: 1 }, 'owner');
      const items = files.flatMap(({ ocf }) => (JSON.parse(ocf) as { items: Transaction[] }).items);
      for (const { object_type } of items) types.add(object_type);
      const held = outstanding(items);
      for (const { clientId, quantity, ...more } of read!.register as readonly (Exported['register'][number] & {
        readonly accountId?: string | null;
      })[]) {
        const holder = more.accountId ? `${clientId}/${more.accountId}` : clientId;
        const own = millionths(quantity);
        expect([holder, held.get(holder) ?? 0n]).toEqual([holder, own > 0n ? own : 0n]);
      }
    }
    expect([...types].sort()).toEqual(
      ['CANCELLATION', 'ISSUANCE', 'REPURCHASE', 'TRANSFER'].map((type) => `TX_STOCK_${type}`),
    );
  });

  test('an issue, its sale in parts, and a sale of what is not there', async () => {
    const walk = new RegisterWalk();
    walk.issue('a/x', 2_500_000, 50 * DOLLAR);
    walk.trade('b', 'a/x', 2, 30 * DOLLAR);
    walk.trade('c/y', 'b', 5, 40 * DOLLAR);
    walk.trade('b', 'a', 4, 10 * DOLLAR);
    const { pages } = await startRegister(open, walk);
    const [file] = await pages<Exported>('getRegister', { format: 'OCF' }, 'owner');
    const { file_type, items } = JSON.parse(file!.ocf) as { file_type: string; items: Transaction[] };
    expect(file_type).toBe('OCF_TRANSACTIONS_FILE');
    const ids = items.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const [first, second, third] = [...new Set(items.flatMap((one) => one.resulting_security_ids ?? []))].sort();
    expect(third).toBe(undefined);
    const issue = '7-a/x-issue-1';
    const common = { stock_class_id: '7', security_law_exemptions: [], stock_legend_ids: [], date: '2026-11-20' };
    expect(items.filter((one) => JSON.stringify(one).includes('a/x'))).toMatchObject([
      {
        ...{ ...common, object_type: 'TX_STOCK_ISSUANCE', security_id: issue, custom_id: issue, stakeholder_id: 'a/x' },
        ...{ quantity: '2.500000', share_price: { amount: '20.000000', currency: 'USD' } },
        ...{ cost_basis: { amount: '50.000000', currency: 'USD' }, comments: ['Units of investment 0'] },
      },
      {
        ...{ object_type: 'TX_STOCK_TRANSFER', security_id: issue, quantity: '2.000000' },
        ...{ resulting_security_ids: [first], balance_security_id: `${issue}-2` },
      },
      { ...common, object_type: 'TX_STOCK_ISSUANCE', security_id: `${issue}-2`, quantity: '0.500000' },
    ]);
    expect(
      items.filter((one) => one.stakeholder_id === 'b' || one.object_type === 'TX_STOCK_CANCELLATION'),
    ).toMatchObject([
      {
        object_type: 'TX_STOCK_ISSUANCE',
        security_id: first,
        quantity: '2.000000',
        share_price: { amount: '30.000000' },
      },
      { object_type: 'TX_STOCK_ISSUANCE', quantity: '4.000000' },
      { object_type: 'TX_STOCK_CANCELLATION', quantity: '3.000000' },
      { object_type: 'TX_STOCK_ISSUANCE', quantity: '1.000000' },
    ]);
    expect(items.find(({ stakeholder_id }) => stakeholder_id === 'c/y')).toMatchObject({
      security_id: second,
      quantity: '5.000000',
    });
  });

  test('a holder with more transactions than a page goes on at the next one', async () => {
    const walk = new RegisterWalk();
    const [buy, sell] = ['a/x', 'c/y'].map((name) => {
      return { ticket: { ...WHOSE[name]!, securityId: 7 as SecurityId }, holder: null };
    });
    for (let match = 1; match <= 2100; match++) {
      walk.state.register.match(buy!, sell!, { matchId: (match * 100) as never, price: DOLLAR, quantity: 1 }, 20_000);
    }
    const { call, pages } = await startRegister(open, walk);
    const files = await pages<Exported>('getRegister', { format: 'OCF' }, 'owner');
    const ids = files.map(({ ocf }) => (JSON.parse(ocf) as { items: Transaction[] }).items.map(({ id }) => id));
    // The sales of the other holder are of shares that were not there.
    expect(ids.map(({ length }) => length)).toEqual([1000, 1000, 100, 0, 0]);
    expect(ids.flat()).toEqual(Array.from({ length: 2100 }, (_, at) => `7-match-${(at + 1) * 100}-issued`));
    // Each format has cursors of its kind.
    const { nextCursor: cursor } = files[0]!;
    const answer = await call('getRegister', { securityId, format: 'CSV', cursor }, 'owner');
    expect(errorOf(answer, '106')).toContain('cursor');
  });

  test('each security has its own register, in pages of any size', async () => {
    const walk = new RegisterWalk();
    walk.trade('a/x', 'b', 40, 10 * DOLLAR);
    const other = 8 as SecurityId;
    walk.take(security({ securityId: other, ownerClientId: 'a' }));
    walk.take({ type: 'session', action: 'open', securityId: other, date: '2026-11-20', dayOver: false, scheduled: 1 });
    for (const at of Array.from({ length: 9 }, (_, index) => index)) {
      const of = { securityId: other, quantity: 10 + at, price: 5 * DOLLAR };
      walk.take(order({ ...of, clientId: 'seller', side: 'sell' }));
      walk.take(order({ ...of, clientId: 'many', accountId: `m${at % 5}`, side: 'buy' }));
    }
    walk.trade('c/y', 'b', 20, 11 * DOLLAR);
    const { ask } = await startRegister(open, walk);
    const all = async (securityId: string, limit: number, as: string) => {
      const found: Exported[] = [];
      for (let cursor: string | null | undefined; cursor !== null; cursor = found.at(-1)!.nextCursor) {
        found.push((await ask('getRegister', { securityId, limit, ...(cursor && { cursor }) }, as)) as Exported);
      }
      return found;
    };
    for (const limit of [1, 2, 3, 100]) {
      const [seven, eight] = [await all('7', limit, 'owner'), await all('8', limit, 'a')];
      for (const page of [...seven, ...eight]) expect(page.register.length).toBeLessThanOrEqual(limit);
      const held = (pages: readonly Exported[]) =>
        pages.flatMap(({ register }) => register.map(({ clientId, quantity }) => [clientId, quantity]));
      expect(held(seven)).toEqual([
        ...[
          ['a', '40'],
          ['b', '-60'],
          ['c', '20'],
        ],
      ]);
      expect(held(eight)).toEqual([
        ...[25, 27, 29, 31, 14].map((quantity) => ['many', String(quantity)]),
        ['seller', '-126'],
      ]);
      expect(eight[0]!.sums).toMatchObject({ holders: 5, fromOutside: '0', settled: '0', entries: 9 });
      expect(seven[0]!.sums).toMatchObject({ holders: 2, entries: 2 });
    }
  });
});
