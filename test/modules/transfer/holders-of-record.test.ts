/** The count of holders of record, by primary party (F16). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countHoldersOfRecord } from '../../../src/modules/transfer/holders-of-record.ts';
import { RegisterWalk } from '../../exchange/register-walk.ts';
import { DOLLAR } from '../../exchange/venue.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { planOf, watchQueries } from '../../support/query-plans.ts';
import { securityId, startRegister } from './register-api.ts';

async function start(open: TestDatabases, walk: RegisterWalk) {
  const { ask, database } = await startRegister(open, walk);
  let links = 0;
  /** The account has this primary party, by a link of the client. */
  const link = async (client_id: string, first_entry: string, related_entry: string, over: object = {}) => {
    const types = { first_entry_type: 'Account', related_entry_type: 'IndivACParty', link_type: 'owner' };
    const row = { link_id: ++links, client_id, first_entry, related_entry, ...types, primary_value: 1, notes: '' };
    await database.db
      .insertInto('links')
      .values({ ...row, created_at: 1, ...over })
      .execute();
  };
  const sums = async (fields: object = {}, as = 'owner') =>
    ((await ask('getRegister', { securityId, ...fields }, as)) as { sums: { holdersOfRecord: number | null } }).sums;
  const count = async () => (await sums()).holdersOfRecord;
  return { database, ask, link, sums, count };
}

describeOnEachDatabase('holders of record', (open) => {
  test('accounts of one client with one primary party are one person; others count by themselves', async () => {
    const walk = new RegisterWalk();
    const { database, link, count } = await start(open, walk);
    expect(await count()).toBe(0);
    for (const name of ['a', 'a/x', 'b', 'c/y']) walk.issue(name, 1, 0);
    expect(await count()).toBe(4);
    walk.take({
      ...{ type: 'holdings', clientId: 'owner', byOperator: false, securityId: 7 as never },
      holdings: ['y', 'z'].map((accountId) => {
        return { clientId: 'a', accountId, lots: [{ date: '2026-01-05', quantity: 10 }] };
      }),
    });
    expect(await count()).toBe(6);
    await link('a', 'x', 'P1');
    await link('a', 'y', 'P1');
    expect(await count()).toBe(5);
    // A party that is not the primary one, and a link that was deleted.
    await link('a', 'z', 'P1', { primary_value: 0 });
    await link('a', 'z', 'P1', { deleted_at: 2, link_type: 'other' });
    expect(await count()).toBe(5);
    await link('a', 'z', 'P2', { link_type: 'third' });
    expect(await count()).toBe(5);
    await database.db.updateTable('links').set({ related_entry: 'P1' }).where('link_type', '=', 'third').execute();
    expect(await count()).toBe(4);
  });

  test('a link of another client does not make two holders one', async () => {
    const walk = new RegisterWalk();
    const { link, count, sums } = await start(open, walk);
    for (const name of ['a/x', 'c/y']) walk.issue(name, 1_000_000, 0);
    await link('b', 'x', 'P1');
    await link('c', 'y', 'P1');
    expect(await count()).toBe(2);
    expect(await sums({}, 'MASTER')).toEqual(await sums());
    // Who does not own the offering gets no count.
    await expect(sums({}, 'b')).rejects.toThrow();
  });

  test('settled shares count, until the sale of the last one is settled', async () => {
    const walk = new RegisterWalk();
    const { count } = await start(open, walk);
    walk.issue('a/x', 100_000_000, 0);
    walk.trade('b', 'a/x', 100, 10 * DOLLAR);
    expect(await count()).toBe(1);
    walk.settle(walk.model.matches[0], 'Settled');
    expect(await count()).toBe(1);
    // The seller is gone, the buyer is there.
    walk.trade('c/y', 'b', 40, 10 * DOLLAR);
    walk.settle(walk.model.matches[1], 'Settled');
    expect(await count()).toBe(2);
    walk.bust(walk.model.matches[1]);
    expect(await count()).toBe(1);
  });

  test('the first page counts, in bounded steps, and a register above the bound has no count', async () => {
    const walk = new RegisterWalk();
    const { database, ask, sums } = await start(open, walk);
    for (let from = 0; from < 1200; from += 600) {
      const holdings = Array.from({ length: 600 }, (_, index) => {
        return { clientId: 'a', accountId: `n${from + index}`, lots: [{ date: '2026-01-05', quantity: 10 }] };
      });
      walk.take({ type: 'holdings', clientId: 'owner', byOperator: false, securityId: 7 as never, holdings });
    }
    const { sums: first, nextCursor } = (await ask('getRegister', { securityId }, 'owner')) as Record<string, object>;
    expect(first).toMatchObject({ holders: 1200, holdersOfRecord: 1200 });
    expect(await sums({ cursor: nextCursor })).toMatchObject({ holders: 1200, holdersOfRecord: null });
    const { watched, queries } = watchQueries(database.db);
    const holders = ['n1', 'n2'].map((accountId) => ({ clientId: 'a', accountId }));
    const asked: number[] = [];
    const settledHolders = (_id: number, _after: unknown, limit: number) => {
      asked.push(limit);
      return { holders, next: holders[0] };
    };
    expect(await countHoldersOfRecord({ db: watched, exchange: { settledHolders } } as never, 7 as never)).toBeNull();
    expect(asked).toEqual(Array.from({ length: 40 }, () => 500));
    expect(queries).toHaveLength(40);
    const types = { first_entry_type: 'Account', related_entry_type: 'IndivACParty', link_type: 'owner' };
    const linked = Array.from({ length: 2000 }, (_, index) => {
      const entries = { first_entry: `n${index}`, related_entry: `P${index}`, primary_value: 1 };
      return { link_id: index + 1, client_id: 'a', ...types, ...entries, notes: '', created_at: 1 };
    });
    await database.db.insertInto('links').values(linked).execute();
    if (database.dialect === 'postgres') await sql`analyze links`.execute(database.db);
    expect(await planOf(database, queries[0]!)).toContain('links_one_primary');
  });
});
