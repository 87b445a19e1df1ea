import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHistory, projectedTables } from '../../src/history/empty-history.ts';
import { HistoryStore } from '../../src/history/store.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { entered, traded } from './events.ts';

describeOnEachDatabase('the order history', (open) => {
  test('is empty again, and takes its events again from the first one; metrics stay', async () => {
    const database = await open.history();
    const { db } = database;
    const store = new HistoryStore(database, 0);
    const events = [entered(1, { orderId: 1 }), entered(2, { orderId: 2, side: 'sell' }), ...traded(3, {})];
    await store.apply(events);
    await db.insertInto('metric_samples').values({ taken_at: 1, figures: '{}' }).execute();
    expect(await store.position()).toBe(5);

    await emptyHistory(database);
    expect(await store.position()).toBe(0);
    for (const table of projectedTables(open.dialect)) {
      const rows = await db
        .selectFrom(table as 'matches')
        .selectAll()
        .execute();
      expect(rows, table).toEqual([]);
    }
    expect(await db.selectFrom('metric_samples').selectAll().execute()).toHaveLength(1);
    await store.apply(events);
    expect(await store.position()).toBe(5);
  });
});

test('an operator finds the tables to empty in docs/operate/operations.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operate/operations.md'), 'utf8');
  const [, list = ''] = /not be newer: empty ([\s\S]*?), and\s+set `history_position\.seq`/.exec(page) ?? [];
  const named = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect([...named, 'history_position'].sort()).toEqual(projectedTables('postgres').sort());
});
