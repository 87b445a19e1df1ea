/** How a node learns whose access another node or a command has changed (J13). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../src/database/schema/index.ts';
import { AccessWatch } from '../../src/service/venue/access-watch.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { describeOnBothDatabases } from '../support/database.ts';
import { ManualTime } from '../support/manual-time.ts';

/** A parent with one key, one user and one session, and a client below it. */
async function fill(db: Db): Promise<void> {
  for (const client_id of ['A', 'A1', 'B']) {
    const parent_id = client_id === 'A1' ? 'A' : client_id;
    await db.insertInto('clients').values({ client_id, parent_id, name: 'Name', active: 1, created_at: 1 }).execute();
    const key = { key_id: `K-${client_id}`, client_id, key_hash: client_id, master: 0, scopes: '[]' };
    await db
      .insertInto('api_keys')
      .values({ ...key, denied_methods: '[]', field_permissions: '[]', created_at: 1 } as never)
      .execute();
  }
  const user = { user_id: 'U', client_id: 'B', name: 'Name', email_sealed: '', email_hash: '', roles: '[]', active: 1 };
  await db
    .insertInto('users')
    .values({ ...user, created_at: 1, created_by: 'x' } as never)
    .execute();
  const times = { created_at: 1, authenticated_at: 1, last_used_at: 1, expires_at: 9 };
  const session = { session_id: 'S', token_hash: 'T', user_id: 'U', how: 'link', ip: '', user_agent: '', ...times };
  await db
    .insertInto('user_sessions')
    .values(session as never)
    .execute();
}

describeOnBothDatabases('changes of access', (open) => {
  async function watched() {
    const { db } = await open();
    await fill(db);
    const nodes = [1, 2, 3].map(() => {
      const time = new ManualTime('2026-11-20T15:00:00Z');
      const seen: string[][] = [];
      const watch = new AccessWatch({
        db,
        after: (ms, callback) => time.after(ms, callback),
        changed: (clientIds) => seen.push([...clientIds]),
      });
      closeAfterTest(() => watch.end());
      /** Looks once more; answers what was reported since the last time. */
      const look = async () => {
        await expect.poll(() => time.waiting, { interval: 2 }).toBe(1);
        time.advanceMs(250);
        await expect.poll(() => time.waiting, { interval: 2 }).toBe(1);
        return seen.splice(0);
      };
      return { look };
    });
    // The look at the start may otherwise find the first change of the test, and the next one find it again.
    for (const { look } of nodes) await look();
    return { db, nodes };
  }

  test('reach every node once: of keys, clients, users and sessions, and not their uses', async () => {
    const { db, nodes } = await watched();
    const changes: readonly (readonly [string, string[][]])[] = [
      [`update api_keys set last_used_at = 5`, []],
      [`update api_keys set revoked_at = 5 where key_id = 'K-A1'`, [['A1']]],
      [`update api_keys set revoked_at = 5 where key_id = 'K-A1'`, []],
      [`update api_keys set expires_at = 5 where key_id = 'K-B'`, [['B']]],
      [`update api_keys set scopes = '["x"]' where key_id = 'K-A'`, [['A']]],
      [`update api_keys set denied_methods = '["x"]' where key_id in ('K-A', 'K-B')`, [['A', 'B']]],
      [`update clients set active = 0 where client_id = 'A'`, [['A']]],
      [`update clients set name = 'Other' where client_id = 'A'`, []],
      [`update users set last_seen_at = 5`, []],
      [`update users set roles = '["x"]'`, [['B']]],
      [`update users set active = 0`, [['B']]],
      [`update user_sessions set last_used_at = 5, ip = 'x'`, []],
      [`update user_sessions set ended_at = 5`, [['B']]],
    ];
    for (const [statement, reported] of changes) {
      await sql.raw(statement).execute(db);
      for (const { look } of nodes)
        expect(
          (await look()).map((ids) => ids.sort()),
          statement,
        ).toEqual(reported);
    }
  });

  test('are found after the database was restored to an earlier moment', async () => {
    const { db, nodes } = await watched();
    for (const scopes of ['1', '2', '3']) {
      await sql`update api_keys set scopes = ${scopes} where client_id = 'A'`.execute(db);
    }
    for (const { look } of nodes) expect(await look()).toEqual([['A']]);
    await sql`delete from access_changes`.execute(db);
    for (const { look } of nodes) expect(await look()).toEqual([]);
    await sql`update api_keys set scopes = '4' where client_id = 'A'`.execute(db);
    for (const { look } of nodes) expect(await look()).toEqual([['A']]);
  });

  test('of transactions at once are all found, in whichever order they end', async () => {
    if (open.dialect === 'sqlite') return;
    const { db, nodes } = await watched();
    const set = (scopes: string, client: string) =>
      sql`update api_keys set scopes = ${scopes} where client_id = ${client}`;
    const [held, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const earlier = db.transaction().execute(async (transaction) => {
      await set('first', 'A').execute(transaction);
      changed.resolve();
      await held.promise;
    });
    await changed.promise;
    // It neither waits for the transaction that began first nor hides it from a node that looks in between.
    await set('second', 'B').execute(db);
    for (const { look } of nodes) expect(await look()).toEqual([['B']]);
    held.resolve();
    await earlier;
    for (const { look } of nodes) expect(await look()).toEqual([['A']]);
  });
});
