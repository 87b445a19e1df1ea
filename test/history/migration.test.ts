import fc from 'fast-check';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { historyMigration } from '../../src/database/migrations/0003-history.ts';
import type { DatabaseLocation } from '../../src/database/open-database.ts';
import { postgresDialect } from '../../src/database/postgres.ts';
import type { Schema } from '../../src/database/schema.ts';
import { NodeSqliteDialect } from '../../src/database/sqlite/node-sqlite-dialect.ts';
import type { ExchangeEvent } from '../../src/exchange/interface.ts';
import type { JournaledCommand } from '../../src/exchange/journaled-command.ts';
import { VenueState } from '../../src/exchange/venue-state.ts';
import { HistoryStore } from '../../src/history/store.ts';
import { randomFlow } from '../exchange/random-flow.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { expectSameHistory } from './expected.ts';

const ROWS_AT_ONCE = 100;

function eventsOf(length: number, seed: number): { events: ExchangeEvent[]; more: ExchangeEvent[] } {
  const events: ExchangeEvent[] = [];
  const state = new VenueState(0);
  state.sink = (event) => events.push(event);
  const [flow] = fc.sample(randomFlow(length), { numRuns: 1, seed });
  let half = 0;
  for (const [index, command] of flow!.entries()) {
    state.apply({ ...command, time: 1_800_000_000_000_000 + index } as JournaledCommand);
    if (index === length / 2) half = events.length;
  }
  return { events: events.slice(0, half), more: events.slice(half) };
}

/** The rows of the first schema, whose orders were updated and whose changes were all kept. */
function oldRows(events: readonly ExchangeEvent[]) {
  const orders = new Map<number, Record<string, unknown>>();
  const changes: Record<string, unknown>[] = [];
  const matches: Record<string, unknown>[] = [];
  const columns = (view: object, leftOut: readonly string[] = []) =>
    Object.fromEntries(
      Object.entries(view)
        .filter(([name]) => !leftOut.includes(name))
        .map(([name, value]) => [
          name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          typeof value === 'boolean' ? Number(value) : value,
        ]),
    );
  for (const event of events) {
    if (event.type === 'match') {
      matches.push({ ...columns(event.match, ['time']), matched_at: event.match.time, seq: event.seq });
    } else if (event.type === 'order') {
      const { seq, change, reason, time, order } = event;
      const { orderId: order_id, status, remaining, quantity, price } = order;
      orders.set(order_id, columns(order));
      changes.push({ seq, order_id, change, status, remaining, quantity, price, reason, changed_at: time });
    }
  }
  return { orders: [...orders.values()], order_changes: changes, matches };
}

async function writeOldHistory(location: DatabaseLocation, events: readonly ExchangeEvent[]): Promise<void> {
  const { url, file } = location;
  const dialect = url ? postgresDialect(url, 1) : new NodeSqliteDialect({ file: file!, synchronous: 'FULL' });
  const db = new Kysely<Schema>({ dialect });
  try {
    await migrate(db, url ? 'postgres' : 'sqlite', 'history', [historyMigration]);
    for (const [table, rows] of Object.entries(oldRows(events))) {
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
        const values = rows.slice(at, at + ROWS_AT_ONCE) as never;
        await db
          .insertInto(table as 'orders')
          .values(values)
          .execute();
      }
    }
    await db
      .updateTable('history_position')
      .set({ seq: events.at(-1)!.seq })
      .execute();
  } finally {
    await db.destroy();
  }
}

describeOnEachDatabase('a history written before its rows were only added', (open) => {
  test('tells the same afterwards, and goes on', async () => {
    const location = await open.location();
    const { events, more } = eventsOf(800, 11);
    await writeOldHistory(location, events);
    const database = await open.history(location);
    const store = new HistoryStore(database);
    await expectSameHistory(store, events);
    await store.apply(more);
    await expectSameHistory(store, [...events, ...more]);
    const { total } = await database.db
      .selectFrom('order_changes')
      .select((select) => select.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    expect(total).toBe([...events, ...more].filter(({ type }) => type === 'order').length);
  });
});
