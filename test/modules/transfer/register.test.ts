/** getRegister and getHolderEntries over the API, after generated walks of everything that moves shares. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NAMES, step, WHOSE } from '../../exchange/register-steps.ts';
import { RegisterWalk } from '../../exchange/register-walk.ts';
import { DOLLAR } from '../../exchange/venue.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { errorOf } from '../shared/api.ts';
import { millionths, securityId, startRegister, sum } from './register-api.ts';

interface Held {
  readonly quantity: string;
  readonly settled: string;
  readonly cost: string | null;
}
interface Named {
  readonly clientId: string;
  readonly accountId: string | null;
}
type Holder = Held & Named & { readonly lots: readonly { readonly quantity: string }[] };
type Entry = Record<'cause' | 'quantity' | 'settlement' | 'quantityAfter', string>;
interface Page {
  readonly register: readonly Holder[];
  readonly sums: Readonly<Record<'issued' | 'fromOutside' | 'byActions' | 'treasury' | 'settled', string>>;
  readonly nextCursor: string | null;
}
interface History {
  readonly opening: Held;
  readonly entries: readonly Entry[];
  readonly now: Held;
  readonly nextCursor: string | null;
}
const nameOf = ({ clientId, accountId }: Named) => [clientId, accountId].filter(Boolean).join('/');

describeOnEachDatabase('the register', (open) => {
  test('the entries of each holder come to what getRegister and getPositions answer (F14, F15)', async () => {
    const walk = new RegisterWalk();
    const { ask, pages } = await startRegister(open, walk);
    let [entries, parts] = [0, 0];
    for (const steps of fc.sample(fc.array(step, { minLength: 40, maxLength: 40 }), { numRuns: 6, seed: 43 })) {
      for (const one of steps) walk.play(one);
      const read = await pages<Page>('getRegister', { limit: 1 }, 'owner');
      expect(await pages<Page>('getRegister', {}, 'MASTER')).toEqual([
        { ...read[0], register: read.flatMap(({ register }) => register), nextCursor: null },
      ]);
      const holders = new Map(read.flatMap(({ register }) => register).map((one) => [nameOf(one), one]));
      const { issued, fromOutside, byActions, treasury } = read[0]!.sums;
      expect(sum([...holders.values()].map(({ quantity }) => quantity))).toBe(
        sum([issued, fromOutside, byActions]) - sum([treasury]),
      );
      expect(sum([...holders.values()].map(({ settled }) => settled))).toBe(millionths(read[0]!.sums.settled));
      for (const name of NAMES.filter((one) => walk.state.register.find({ ...WHOSE[one]!, securityId: 7 as never }))) {
        const { clientId, accountId } = WHOSE[name]!;
        const whose = { clientId, ...(accountId === null ? {} : { accountId }) };
        const history = await pages<History>('getHolderEntries', { ...whose, limit: 3 }, 'MASTER');
        const { opening, now } = history[0]!;
        const all = history.flatMap((page) => page.entries);
        const holder = holders.get(name) ?? { quantity: '0', settled: '0', cost: now.cost, lots: [] };
        expect([name, now.quantity, now.settled, now.cost]).toEqual([
          ...[name, holder.quantity, holder.settled, holder.cost],
        ]);
        const quantities = all.map(({ quantity }) => quantity);
        expect(sum([opening.quantity, ...quantities])).toBe(millionths(holder.quantity));
        const settled = all.filter(({ settlement }) => settlement === 'Settled');
        // What a split adds or a redemption takes belongs to pending matches, too.
        const isSplit = all.some(({ cause }) => cause === 'action' || cause === 'redemption');
        const sums = sum([opening.settled, ...settled.map(({ quantity }) => quantity)]);
        if (!isSplit) expect(sums).toBe(millionths(holder.settled));
        if (all.length > 0) expect(all.at(-1)!.quantityAfter).toBe(holder.quantity);
        const isLong = millionths(holder.quantity) > 0n;
        expect(sum(holder.lots.map(({ quantity }) => quantity))).toBe(isLong ? millionths(holder.quantity) : 0n);
        const { positions } = (await ask('getPositions', whose, 'MASTER')) as {
          positions: { accountId?: string; quantity: number }[];
        };
        const position = positions.find((one) => (one.accountId ?? null) === accountId);
        expect(Math.floor(Number(holder.quantity))).toBe(position?.quantity ?? 0);
        entries += all.length;
        parts += Number(holder.quantity.includes('.'));
      }
    }
    expect(entries).toBeGreaterThan(50);
    expect(parts).toBeGreaterThan(0);
  });

  test('a holder reads its own history, its issuer that of all, and nobody else any', async () => {
    const walk = new RegisterWalk();
    walk.trade('a/x', 'b', 100, 10 * DOLLAR);
    walk.issue('a/x', 2_500_000, 50 * DOLLAR);
    walk.settle(walk.model.matches[0], 'Settled');
    walk.trade('c/y', 'a/x', 40, 12 * DOLLAR);
    const { call, ask } = await startRegister(open, walk);
    const own = await ask('getHolderEntries', { securityId, accountId: 'x' }, 'a');
    expect(own).toMatchObject({
      opening: { quantity: '0', settled: '0', averageCost: null, report: null },
      entries: [
        { entry: 1, cause: 'match', quantity: '100', price: '10.000000', settlement: 'Settled', quantityAfter: '100' },
        { ...{ entry: 2, cause: 'issue', tradeId: '0', quantity: '2.500000', cost: '50.000000' }, matchId: null },
        { entry: 4, cause: 'match', quantity: '-40', settlement: 'Pending', quantityAfter: '62.500000' },
      ],
      now: { quantity: '62.500000', settled: '102.500000', averageCost: '10.243902' },
      nextCursor: null,
    });
    for (const as of ['owner', 'MASTER']) {
      expect(await ask('getHolderEntries', { securityId, clientId: 'a', accountId: 'x' }, as)).toEqual(own);
    }
    expect(await ask('getHolderEntries', { securityId, clientId: 'a', accountId: 'x' }, 'a')).toEqual(own);
    const { register, sums } = (await ask('getRegister', { securityId }, 'owner')) as Page;
    expect(register.map((one) => [nameOf(one), one.quantity, one.settled])).toEqual([
      ['a/x', '62.500000', '102.500000'],
      ['b', '-100', '-100'],
      ['c/y', '40', '0'],
    ]);
    expect(register[0]!.lots).toMatchObject([
      { quantity: '60', origin: 'match', entry: 1, cost: '600.000000' },
      { quantity: '2.500000', origin: 'issue', entry: 2, cost: '50.000000' },
    ]);
    expect(sums).toEqual({
      holders: 2,
      issued: '2.500000',
      fromOutside: '0',
      byActions: '0',
      treasury: '0',
      settled: '2.500000',
      entries: 4,
      holdersOfRecord: 1,
    });
    const refused = async (method: string, fields: object, as: string, code: string) =>
      errorOf(await call(method, { securityId, ...fields }, as), code);
    await refused('getRegister', {}, 'a', '162');
    await refused('getRegister', { securityId: '8' }, 'owner', '138');
    await refused('getHolderEntries', { clientId: 'a', accountId: 'x' }, 'b', '162');
    // As an unknown one: the account of another client, and one of nobody.
    for (const accountId of ['x', 'z']) await refused('getHolderEntries', { accountId }, 'b', '148');
    await refused('getHolderEntries', { clientId: 'nobody' }, 'owner', '404');
    await refused('getHolderEntries', { clientId: 'a', accountId: 'z' }, 'owner', '404');
    await refused('getHolderEntries', { clientId: 'nobody' }, 'MASTER', '404');
    await refused('getHolderEntries', { clientId: 'a', accountId: 'z' }, 'MASTER', '148');
    const nothing = { quantity: '0', settled: '0', averageCost: null, cost: '0.000000', costCarriedForward: 'No' };
    expect(await ask('getHolderEntries', { securityId }, 'C1')).toEqual({
      ...{ opening: { ...nothing, report: null }, entries: [], now: nothing, nextCursor: null },
    });
    await refused('getHolderEntries', { securityId: '8' }, 'a', '138');
    expect(await refused('getHolderEntries', {}, 'MASTER', '106')).toContain('clientId');
    for (const cursor of ['nonsense', Buffer.from('{"lots":1}').toString('base64url')]) {
      expect(await refused('getRegister', { cursor }, 'owner', '106')).toContain('cursor');
      expect(await refused('getHolderEntries', { cursor }, 'b', '106')).toContain('cursor');
    }
  });

  test('an average that rests on entries that are kept no longer says so (V52)', async () => {
    const walk = new RegisterWalk();
    for (const price of [10, 20]) walk.trade('a/x', 'b', 50, price * DOLLAR);
    const whose = { clientId: 'a', accountId: 'x', securityId: 7 as never };
    const { ask } = await startRegister(open, walk);
    const shown = async () => {
      const { register } = (await ask('getRegister', { securityId }, 'owner')) as { register: readonly Named[] };
      const { now } = (await ask('getHolderEntries', { securityId, accountId: 'x' }, 'a')) as History;
      const { positions } = (await ask('getPositions', { accountid: 'x' }, 'a')) as { positions: readonly object[] };
      return [register.find((one) => nameOf(one) === 'a/x'), now, positions[0]];
    };
    const each = (averageCost: string | null, costCarriedForward: 'Yes' | 'No') =>
      Array.from({ length: 3 }, () => expect.objectContaining({ averageCost, costCarriedForward }) as object);
    expect(await shown()).toEqual(each('15.000000', 'No'));
    walk.state.register.find(whose)!.fold(1);
    expect(await shown()).toEqual(each('15.000000', 'Yes'));
    const { csv } = (await ask('getRegister', { securityId, format: 'CSV' }, 'owner')) as { csv: string };
    expect(csv.split('\r\n')[1]).toMatch(/^a,x,100,0,15\.000000,1500\.000000,Yes,/);
    walk.trade('b', 'a/x', 100, 30 * DOLLAR);
    walk.trade('a/x', 'b', 10, 40 * DOLLAR);
    expect(await shown()).toEqual(each('40.000000', 'No'));
    // The match before the report is busted: what it left is known, but not at which cost.
    walk.position('a/x', 30, 5 * DOLLAR);
    expect(await shown()).toEqual(each('5.000000', 'No'));
    walk.bust(walk.model.matches.at(-1));
    expect(await shown()).toEqual(each(null, 'Yes'));
    walk.position('a/x', 30, 5 * DOLLAR);
    expect(await shown()).toEqual(each('5.000000', 'No'));
  });
});
