import { expect, test } from 'vitest';
import { lastCheck } from '../../../src/modules/kyc/response-records.ts';
import { screenPiece } from '../../../src/modules/kyc/screening-runs.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { planOf, watchQueries } from '../../support/query-plans.ts';
import { startKyc } from './kyc-api.ts';

/** A table that is read from its beginning to its end; on SQLite also one that is sorted. */
const WHOLE = /Seq Scan on (?!screening_runs)|SCAN (?!screening_runs)\w+$|TEMP B-TREE/m;

describeOnEachDatabase('screenings of the program', (open) => {
  test('read what they need from indexes, however many parties and results there are', async () => {
    const database = await open();
    const { screening } = await startKyc(database);
    const { watched, queries } = watchQueries(database.db);
    const deps = { ...screening, db: watched, asksForInfo: false };
    const log = { info: () => {}, error: () => {} };
    for (let run = 0; run < 2; run += 1) {
      await screenPiece({ deps, rules: () => 'rules', log }, new AbortController().signal);
    }
    await lastCheck(deps, { clientId: 'C1', partyId: 'P10000001' });
    const reads = queries.filter(({ sql }) => sql.startsWith('select'));
    expect(reads.length).toBeGreaterThan(4);
    for (const query of reads) expect(await planOf(database, query), query.sql).not.toMatch(WHOLE);
  });
});
