/**
 * That short reads are answered from the indexes made for them, and that the thread which answers reads few records: a
 * plan and a number of records do not depend on a busy machine, as a time does.
 */
import { expect, test } from 'vitest';
import { fillAccounts } from '../../../../bench/lists/account-fill.ts';
import type { Database } from '../../../../src/database/database.ts';
import type { Client } from '../../../../src/http/methods/client.ts';
import { accountResource } from '../../../../src/modules/accounts/account-resource.ts';
import { answerList, LongReads } from '../../../../src/modules/shared/list/index.ts';
import { describeOnBothDatabases } from '../../../support/database.ts';
import { planOf, watchQueries } from '../../../support/query-plans.ts';

const SECRETS = { seal: (text: string) => text, open: (text: string) => text };

interface Asked {
  readonly query?: string;
  readonly values?: object;
  readonly master?: boolean;
}

/** The queries of a list by where they were made, and how many of them were long reads. */
async function queriesOf({ db, reader, pages }: Database, { query, values = {}, master = false }: Asked) {
  const { watched, queries } = watchQueries(db);
  const { watched: watchedPages, queries: paged } = watchQueries(pages);
  let long = 0;
  class Watched extends LongReads {
    override run: LongReads['run'] = (read) => {
      long += 1;
      return super.run(read);
    };
  }
  const resource = accountResource({
    db: watched,
    longReads: new Watched({ reader, pages: watchedPages }),
    secrets: SECRETS,
  });
  const client = { clientId: 'C1', master, scopes: new Set(['account.read.pii_high']) } as unknown as Client;
  const sent = new URLSearchParams(query);
  const answer = await answerList(resource, 'accounts', { client, query: sent, values } as never).catch(
    () => undefined,
  );
  return { queries, paged, long, fields: answer?.fields };
}

const SHORT: readonly (readonly [Asked, string])[] = [
  [{}, 'accounts_newest_visible'],
  [{ values: { deleted: true } }, 'accounts_newest'],
  [{ values: { sort: 'createdDate:asc', limit: '20', offset: '80' } }, 'accounts_newest_visible'],
  [{ master: true }, 'accounts_newest_of_all'],
];
const PAGED: readonly (readonly [Asked, string])[] = [
  [{ values: { limit: '101' } }, 'accounts_newest_visible'],
  [{ values: { sort: 'createdDate:asc', offset: '900' } }, 'accounts_newest_visible'],
  [{ query: 'filter[email]=investor70@example.com' }, 'accounts_by_email'],
  [{ query: 'filter[accountId]=A10000070' }, ''],
];
const LONG: readonly Asked[] = [
  { query: 'filter[state]=NY' },
  { query: 'filter[createdDate][min]=2030-01-01' },
  { values: { sort: 'accountName:asc' } },
];

describeOnBothDatabases('a list', (open) => {
  test('is read from the indexes made for it, or else as a long read', async () => {
    const database = await open();
    await fillAccounts(database, 'C1', 1000, 10_000_000);
    await fillAccounts(database, 'C2', 1000, 20_000_000);
    for (const [asked, index] of [...SHORT, ...PAGED]) {
      const { queries, paged, long } = await queriesOf(database, asked);
      const isPaged = PAGED.some(([one]) => one === asked);
      expect([queries.length, paged.length, long], JSON.stringify(asked)).toEqual(isPaged ? [0, 1, 0] : [1, 0, 0]);
      const plan = await planOf(database, (queries[0] ?? paged[0])!);
      expect(plan).toMatch(new RegExp(`\\b${index}\\b`));
      expect(plan).not.toMatch(/Seq Scan on accounts|SCAN (accounts|record)(?! USING COVERING INDEX)/);
      if (asked.query) continue;
      // In the order of the index, and the ids only from the index.
      expect(plan).toMatch(database.dialect === 'sqlite' ? /accounts USING COVERING INDEX/ : /Index Only Scan/);
    }
    for (const asked of LONG) {
      expect((await queriesOf(database, asked)).long, JSON.stringify(asked)).toBe(1);
    }
  });

  test('is no long read where there is nothing so far down', async () => {
    const { long, fields } = await queriesOf(await open(), { values: { offset: '20001' } });
    expect([long, fields]).toEqual([0, undefined]);
  });

  test('says so where the migration of its table was forgotten', async () => {
    const database = await open();
    await fillAccounts(database, 'C1', 20, 10_000_000);
    await database.db.deleteFrom('record_counts').execute();
    const resource = accountResource({ db: database.db, secrets: SECRETS });
    const client = { clientId: 'C1', master: false, scopes: new Set(['account.read']) } as unknown as Client;
    const call = { client, query: new URLSearchParams(), values: {} };
    await expect(answerList(resource, 'accounts', call as never)).rejects.toThrow('accounts are not counted');
  });

  test('is a long read where an index leads to very many records, and exact', async () => {
    const database = await open();
    await fillAccounts(database, 'C1', 6000, 10_000_000);
    await database.db.updateTable('accounts').set({ email: 'all@example.com' }).execute();
    const asked = { query: 'filter[email]=all@example.com', values: { limit: '1', offset: '5699', deleted: false } };
    const { long, fields } = await queriesOf(database, asked);
    expect(long).toBe(1);
    expect(fields).toMatchObject({
      accounts: [{ accountId: 'A10000001' }],
      pagination: { totalRecords: 5700, startIndex: 5699 },
    });
  });
});
