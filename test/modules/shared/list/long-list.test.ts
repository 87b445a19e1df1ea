import { afterEach, expect, test } from 'vitest';
import { fillAccounts } from '../../../../bench/lists/account-fill.ts';
import type { Database } from '../../../../src/database/database.ts';
import { accountsModule } from '../../../../src/modules/accounts/index.ts';
import { LONG_LIST_MAX, LongReads, longListBy } from '../../../../src/modules/shared/list/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { type Api, startApi } from '../api.ts';

const CLIENT = 'C1';

let stop = () => {};
afterEach(() => stop());

/** Numbers the turns of the event loop from now on. */
function turns(): () => number {
  let turn = 0;
  const next = () => {
    turn++;
    immediate = setImmediate(next);
  };
  let immediate = setImmediate(next);
  stop = () => clearImmediate(immediate);
  return () => turn;
}

/** Links of C1 with the ids from 1 up, and one of another client among them. */
async function fillLinks({ db }: Database, links: number): Promise<void> {
  for (let first = 1; first <= links; first += 500) {
    const rows = Array.from({ length: Math.min(500, links - first + 1) }, (_, index) => ({
      link_id: first + index,
      client_id: first + index === 700 ? 'C2' : CLIENT,
      first_entry_type: 'Account',
      first_entry: 'A10000001',
      related_entry_type: 'IndivACParty',
      related_entry: `P${first + index}`,
      link_type: 'member',
      primary_value: 0,
      notes: '',
      created_at: 1_800_000_000_000_000,
      updated_at: null,
      deleted_at: null,
    }));
    await db.insertInto('links').values(rows).execute();
  }
}

describeOnEachDatabase('a list without pages', (open) => {
  test.each(['asc', 'desc'] as const)(
    'has every record once, in its order (%s), a piece in a turn',
    async (direction) => {
      const database = await open();
      await fillLinks(database, 1203);
      const deps = { db: database.db, longReads: new LongReads(database) };
      const turn = turns();
      const pieces: { readonly size: number; readonly turn: number }[] = [];
      const list = () =>
        longListBy(
          deps,
          { by: 'link_id', direction },
          (db) => db.selectFrom('links').select(['link_id', 'related_entry']).where('client_id', '=', CLIENT),
          (rows) => {
            pieces.push({ size: rows.length, turn: turn() });
            return rows.map(({ link_id }) => link_id);
          },
        );
      const made = await Promise.all([list(), list()]);
      const ids = Array.from({ length: 1203 }, (_, index) => index + 1).filter((id) => id !== 700);
      for (const one of made) expect(one).toEqual(direction === 'asc' ? ids : ids.toReversed());
      expect(Math.max(...pieces.map(({ size }) => size))).toBe(100);
      // The last read of each list is short, and made as it comes.
      expect(new Set(pieces.map((piece) => piece.turn)).size).toBeGreaterThanOrEqual(pieces.length - 2);
    },
  );

  test('ends at its maximum', async () => {
    const database = await open();
    await fillAccounts(database, CLIENT, LONG_LIST_MAX + 20, 10_000_000);
    const answer = await allAccounts(await startApi(database, [accountsModule]));
    expect(answer).toHaveLength(LONG_LIST_MAX);
    expect(answer[0]).toBe(`A${10_000_000 + LONG_LIST_MAX + 20}`);
    expect(new Set(answer).size).toBe(LONG_LIST_MAX);
  });

  test('has the same answer in pieces as the pages of the list have', async () => {
    const database = await open();
    await fillAccounts(database, CLIENT, 1100, 10_000_000);
    const api = await startApi(database, [accountsModule]);
    const paged: unknown[] = [];
    for (let offset = 0; offset < 1100; offset += 400) {
      const { body } = await api.get(`accounts?limit=400&offset=${offset}&deleted=true`);
      paged.push(...(body.accounts as { accountId: string }[]).map(({ accountId }) => accountId));
    }
    expect(await allAccounts(api)).toEqual(paged);
  });
});

async function allAccounts(api: Api): Promise<string[]> {
  const { body } = await api.call('POST', 'getAllAccounts', {});
  return (body.accountDetails as { accountId: string }[]).map(({ accountId }) => accountId);
}
