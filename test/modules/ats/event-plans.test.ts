/** That a page of events is read from indexes, however long the history is. */
import { expect, test } from 'vitest';
import { HistoryStore } from '../../../src/history/store.ts';
import { eventsOf } from '../../../src/modules/ats/events/event-reading.ts';
import { entered } from '../../history/events.ts';
import { describeOnBothDatabases } from '../../support/database.ts';
import { planOf, watchQueries } from '../../support/query-plans.ts';

const TABLES = ['order_entry_rows', 'order_updates', 'matches', 'market_events', 'notices'];
/** A table that is read from its beginning to its end. */
const WHOLE = new RegExp(`Seq Scan on (${TABLES.join('|')})|SCAN (${TABLES.join('|')})(?! USING COVERING INDEX)\\b`);

describeOnBothDatabases('a page of events', (open) => {
  test.each(['C1', undefined])('of %s is read from indexes', async (clientId) => {
    const database = await open.history();
    const { watched, queries } = watchQueries(database.db);
    await new HistoryStore(database, 0).apply([entered(1)]);
    expect(await eventsOf(watched, { clientId, after: 0, upTo: 10, limit: 100 })).toHaveLength(1);
    expect(queries.length).toBeGreaterThan(4);
    for (const query of queries) expect(await planOf(database, query), query.sql).not.toMatch(WHOLE);
  });
});
