/** That a page of events is read from indexes, however long the history is. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eventsOf } from '../../../src/modules/ats/event-reading.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { planOf, watchQueries } from '../../support/query-plans.ts';

const TABLES = ['order_entries', 'order_updates', 'matches', 'market_events', 'notices'];
/** A table that is read from its beginning to its end. */
const WHOLE = new RegExp(`Seq Scan on (${TABLES.join('|')})|SCAN (${TABLES.join('|')})(?! USING COVERING INDEX)\\b`);

describeOnEachDatabase('a page of events', (open) => {
  test.each(['C1', undefined])('of %s is read from indexes', async (clientId) => {
    const database = await open.history();
    const { watched, queries } = watchQueries(database.db);
    await sql`insert into order_entries (order_id, seq, client_id, security_id, issuer_id, member_id, type, side,
      disclosed, solicited, expiration, ip, in_session, created_at, price, quantity, contingency, minimum, status)
      values (100100, 1, 'C1', 1, 1, '1', 'Limit', 'buy', 1, 0, 'GTC', '', 1, 1, 1, 1, 'None', 0, 'Live')`.execute(
      database.db,
    );
    expect(await eventsOf(watched, { clientId, after: 0, upTo: 10, limit: 100 })).toHaveLength(1);
    expect(queries.length).toBeGreaterThan(4);
    for (const query of queries) expect(await planOf(database, query), query.sql).not.toMatch(WHOLE);
  });
});
