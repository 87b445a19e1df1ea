import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { DatabaseSize } from '../../src/database/database.ts';
import { addDatabaseSizes } from '../../src/service/parts/database-sizes.ts';
import { ManualTime, turn } from '../support/manual-time.ts';

test('sizes of the databases are read once a scrape, and waited for no longer than two seconds', async () => {
  const time = new ManualTime('2030-01-31T15:00:00Z');
  const registry = new Registry();
  let reads = 0;
  let main = async (): Promise<DatabaseSize> => ({ bytes: 4096, logBytes: 512 });
  const databases = {
    main: {
      size: () => {
        reads++;
        return main();
      },
    },
    history: { size: async () => ({ bytes: 8192, logBytes: undefined }) },
  };
  addDatabaseSizes(registry, databases, time.after.bind(time));
  const scrape = async () => (await registry.metrics()).split('\n').filter((line) => /^openats/.test(line));
  expect(await scrape()).toEqual([
    'openats_database_bytes{database="main"} 4096',
    'openats_database_bytes{database="history"} 8192',
    'openats_database_log_bytes{database="main"} 512',
  ]);
  expect([reads, time.waiting]).toEqual([1, 0]);
  const unknown = [
    'openats_database_bytes{database="main"} Nan',
    'openats_database_bytes{database="history"} 8192',
    'openats_database_log_bytes{database="main"} Nan',
  ];
  main = () => Promise.reject(new Error('no database'));
  expect(await scrape()).toEqual(unknown);
  main = () => new Promise(() => {});
  const scraped = scrape();
  await turn();
  time.advanceMs(2000);
  expect(await scraped).toEqual(unknown);
});
