import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { countRecords } from '../../src/database/migrations/index.ts';
import { describeOnBothDatabases } from '../support/database.ts';

/** What the triggers say, and what is there; clients without records may be left out. */
async function counts({ db }: Database): Promise<{ kept: unknown; there: unknown }> {
  const kept = await sql<{ client_id: string; hidden: number; total: number }>`
    select client_id, hidden, sum(records) as total from record_counts where kind = 'things'
    group by client_id, hidden having sum(records) <> 0 order by client_id, hidden`.execute(db);
  const there = await sql<{ client_id: string; hidden: number; total: number }>`
    select client_id, case when deleted_at is null and archived = 0 then 0 else 1 end as hidden, count(*) as total
    from things group by client_id, 2 order by client_id, 2`.execute(db);
  const plain = (rows: readonly object[]) => rows.map((row) => ({ ...row }));
  return { kept: plain(kept.rows), there: plain(there.rows) };
}

async function things(database: Database): Promise<void> {
  const { db } = database;
  await db.schema
    .createTable('things')
    .addColumn('thing_id', 'bigint', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('archived', 'bigint', (column) => column.notNull())
    .addColumn('note', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
}

/** As a migration does it. */
async function counted({ db, dialect }: Database): Promise<void> {
  const migrated = db as Kysely<unknown>;
  await countRecords(migrated, dialect, { table: 'things', id: 'thing_id', hides: 'deletedOrArchived' });
}

const client = fc.constantFrom('C1', 'C2');
const ids = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 });
const flag = fc.constantFrom(0, 1);
const change = fc.oneof(
  fc.record({ what: fc.constant('insert' as const), client, count: fc.integer({ min: 1, max: 5 }), flag }),
  fc.record({ what: fc.constantFrom('archive' as const, 'delete' as const), ids, flag }),
  fc.record({ what: fc.constant('remove' as const), ids }),
  fc.record({ what: fc.constant('move' as const), ids, client }),
  fc.record({ what: fc.constant('note' as const), ids }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

describeOnBothDatabases('record counts', (open) => {
  test('stay exact whatever is written, by one statement or by many', async () => {
    const database = await open(await open.location());
    const { db } = database;
    await things(database);
    await sql`insert into things values (1000, 'C1', 0, null, 1, null), (1001, 'C1', 1, null, 1, null)`.execute(db);
    await counted(database);
    let next = 1;
    const apply = async (one: Change) => {
      if (one.what === 'insert') {
        const rows = Array.from(
          { length: one.count },
          () => sql`(${next++}, ${one.client}, ${one.flag}, null, 1, null)`,
        );
        await sql`insert into things values ${sql.join(rows)}`.execute(db);
        return;
      }
      const where = sql`where thing_id in (${sql.join(one.ids)})`;
      if (one.what === 'remove') await sql`delete from things ${where}`.execute(db);
      else if (one.what === 'note') await sql`update things set note = 'x' ${where}`.execute(db);
      else if (one.what === 'move') await sql`update things set client_id = ${one.client} ${where}`.execute(db);
      else if (one.what === 'archive') await sql`update things set archived = ${one.flag} ${where}`.execute(db);
      else await sql`update things set deleted_at = ${one.flag === 0 ? null : 5} ${where}`.execute(db);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 10 }), async (changes) => {
        for (const one of changes) await apply(one);
        const { kept, there } = await counts(database);
        expect(kept).toEqual(there);
      }),
      { numRuns: 15 },
    );
  });

  test('forget what a transaction took back', async () => {
    const database = await open(await open.location());
    await things(database);
    await counted(database);
    const insert = sql`insert into things values (1, 'C1', 0, null, 1, null)`;
    await insert.execute(database.db);
    const failed = database.db.transaction().execute(async (transaction) => {
      await sql`delete from things`.execute(transaction);
      throw new Error('taken back');
    });
    await expect(failed).rejects.toThrow('taken back');
    expect((await counts(database)).kept).toEqual([{ client_id: 'C1', hidden: 0, total: 1 }]);
  });

  test('stay exact when many write at once', async () => {
    const database = await open(await open.location());
    await things(database);
    await counted(database);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        sql`insert into things values (${n}, ${`C${n % 2}`}, 0, null, 1, null)`.execute(database.db),
      ),
    );
    const { kept, there } = await counts(database);
    expect(kept).toEqual(there);
  });
});
