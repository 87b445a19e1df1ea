import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { keepStatusChanges } from '../../src/database/migrations/index.ts';
import { describeOnBothDatabases } from '../support/database.ts';

const KEPT = 200;

/** A table whose changes are kept, in a database that may have others and has no changes. */
async function start({ db, dialect }: Database) {
  // A schema that was used before may have the functions of another one.
  const table = `things_${randomBytes(6).toString('hex')}`;
  const things = sql.table(table);
  await sql`create table ${things} (thing_id text primary key, client_id text not null, a text, b bigint, note text,
    created_at bigint not null, updated_at bigint)`.execute(db);
  const statuses = { a: 'one', b: 'other' };
  await keepStatusChanges(db as Kysely<unknown>, dialect, { table, id: 'thing_id', statuses });
  const changes = async () => {
    const rows = await db.selectFrom('status_changes').selectAll().orderBy('record_id').orderBy('position').execute();
    return rows.map((row) => ({ ...row }));
  };
  return { db, things, changes };
}

const step = fc.record({
  ids: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { minLength: 1 }),
  a: fc.constantFrom(undefined, null, '', 'p', 'q'),
  b: fc.constantFrom(undefined, null, 1, 2),
});

describeOnBothDatabases('changes of statuses (C93)', (open) => {
  test('are kept as a model keeps them, also of many rows at once', async () => {
    const database = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { db, things, changes } = await start(database);
        await db.deleteFrom('status_changes').execute();
        const model = new Map<string, { a: string | null; b: number | null }>();
        const kept: Record<string, unknown>[] = [];
        for (const id of ['x', 'y', 'z']) {
          await sql`insert into ${things} values (${id}, ${`C-${id}`}, null, 1, null, 5, null)`.execute(db);
          model.set(id, { a: null, b: 1 });
        }
        let at = 10;
        for (const { ids, a, b } of steps) {
          at++;
          await sql`update ${things} set updated_at = ${at} ${a === undefined ? sql`` : sql`, a = ${a}`}
            ${b === undefined ? sql`` : sql`, b = ${b}`} where thing_id in (${sql.join(ids)})`.execute(db);
          for (const id of ids) {
            const before = model.get(id) as { a: string | null; b: number | null };
            const after = { a: a === undefined ? before.a : a, b: b === undefined ? before.b : b };
            for (const [column, name] of [
              ['a', 'one'],
              ['b', 'other'],
            ] as const) {
              if (before[column] === after[column]) continue;
              const text = (value: string | number | null) => (value === null ? null : String(value));
              kept.push({ record_id: id, client_id: `C-${id}`, name, changed_at: at, ...pair(before, after, column) });
              function pair(from: typeof before, to: typeof after, of: 'a' | 'b') {
                return { status_before: text(from[of]), status_after: text(to[of]) };
              }
            }
            model.set(id, after);
          }
        }
        const found = await changes();
        const unplaced = found.map(({ position: _, ...row }) => row);
        const order = (rows: readonly object[]) =>
          rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();
        expect(order(unplaced)).toEqual(order(kept));
        for (const id of ['x', 'y', 'z']) {
          const places = found.filter(({ record_id }) => record_id === id).map(({ position }) => position);
          expect(places).toEqual(places.map((_, index) => index + 1));
        }
        await sql`drop table ${things}`.execute(db);
      }),
      { numRuns: 15 },
    );
  });

  test('are bounded for each record: the oldest go first', async () => {
    const { db, things, changes } = await start(await open());
    for (const id of ['x', 'y'])
      await sql`insert into ${things} values (${id}, 'C1', 'p', 1, null, 5, null)`.execute(db);
    await sql`update ${things} set b = 2`.execute(db);
    for (let count = 1; count <= KEPT + 10; count++)
      await sql`update ${things} set a = ${String(count)}, updated_at = ${count} where thing_id = 'x'`.execute(db);
    const found = await changes();
    const of = (id: string) => found.filter(({ record_id }) => record_id === id);
    expect(of('x')).toHaveLength(KEPT);
    expect(of('x').at(-1)).toMatchObject({ position: KEPT + 11, status_after: String(KEPT + 10) });
    expect(of('y')).toMatchObject([{ name: 'other', status_before: '1', status_after: '2', changed_at: 5 }]);
  });
});
