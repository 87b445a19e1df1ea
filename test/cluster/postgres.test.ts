/** The journal on a real PostgreSQL server: the statements that the simulation knows by name alone. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adoptJournal } from '../../src/cluster/adopt-journal.ts';
import { type Connection, DoubtfulCommit, NoPrimary, openConnection } from '../../src/cluster/connection.ts';
import { checkDurability } from '../../src/cluster/durability.ts';
import { NO_MARK } from '../../src/cluster/durable-mark.ts';
import { postgresConnect } from '../../src/cluster/postgres-connection.ts';
import { ForkedJournal, PostgresGroupSource } from '../../src/cluster/postgres-group-source.ts';
import { PostgresLedger } from '../../src/cluster/postgres-ledger.ts';
import { migrateJournal, SCHEMA } from '../../src/cluster/schema.ts';
import { HostTurn } from '../../src/database/postgres-client/index.ts';
import { encodeGroup, type Group, hashOf, NO_HASH } from '../../src/exchange/journal/format.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { systemTimers } from '../../src/time/timers.ts';
import { rewindSql } from '../chaos/rewind.ts';
import { ownDatabase } from '../support/own-database.ts';
import { hasPostgres } from '../support/postgres-url.ts';

/** No test waits for the end of a lease, or of the time for an answer. */
const LEASE_MS = 60_000;
const MS_MAX = 60_000;

/** A few tries, as nodes make them: a machine that stalls for a moment is not an unavailable database. */
const TRIES = 5;

async function opened(turn: HostTurn, name: string): Promise<Connection> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await openConnection(turn, postgresConnect(name), systemTimers);
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

function groupAt(firstSequence: number, previousHash: Buffer) {
  const bytes = encodeGroup(firstSequence, ['[1]', '[2]'], previousHash);
  return { firstSequence, lastSequence: firstSequence + 1, previousHash, hash: hashOf(bytes), bytes };
}

describe.runIf(hasPostgres)('the journal in PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof ownDatabase>>;
  let turn: HostTurn;
  let connection: Connection;
  const nothing = { groups: { position: journalStart(0), next: () => undefined }, end: 0 };

  beforeAll(async () => {
    database = await ownDatabase('journal');
    turn = new HostTurn(database.url);
    connection = await opened(turn, 'test');
    await migrateJournal(connection);
    await migrateJournal(connection);
  });

  afterAll(async () => {
    connection.close();
    await database.drop();
  });

  test('is appended to by the leader of the epoch alone, group after group (J3, J4)', async () => {
    expect(await adoptJournal(connection, 1, nothing)).toBe(0);
    const ledger = new PostgresLedger(connection, 1);
    const free = await ledger.read('shard', MS_MAX);
    expect(free).toMatchObject({ epoch: 0, leader: '', sequence: 0, isFree: true, chain: NO_HASH });
    expect(await ledger.claim(0, 'a', LEASE_MS, NO_MARK)).toMatchObject({ epoch: 1, leader: 'a', isFree: false });
    expect(await ledger.claim(1, 'b', LEASE_MS, NO_MARK)).toBeUndefined();
    const first = groupAt(1, NO_HASH);
    expect(await ledger.append(1, first, LEASE_MS)).toMatchObject({ waits: 'on' });
    expect(await ledger.append(1, first, LEASE_MS)).toBeUndefined();
    expect(await ledger.append(1, groupAt(5, first.hash), LEASE_MS)).toBeUndefined();
    expect(await ledger.claim(1, 'a', LEASE_MS, NO_MARK)).toMatchObject({ epoch: 2, sequence: 2, groups: 1 });
    expect(await ledger.append(1, groupAt(3, first.hash), LEASE_MS)).toBeUndefined();
    expect(await ledger.renew(1, 'a', LEASE_MS)).toBeUndefined();
    await ledger.renew(2, 'b', 0);
    await ledger.renew(1, 'a', 0);
    expect(await ledger.read('shard', MS_MAX)).toMatchObject({ leader: 'a', isFree: false });
    await ledger.renew(2, 'a', 0);
    expect(await ledger.read('shard', MS_MAX)).toMatchObject({ leader: '', isFree: true });
    expect(await ledger.claim(2, 'b', LEASE_MS, NO_MARK)).toMatchObject({ epoch: 3, leader: 'b' });
    expect(await ledger.append(3, groupAt(3, first.hash), LEASE_MS)).toMatchObject({ waits: 'on' });
    expect(await ledger.renew(3, 'b', LEASE_MS)).toMatchObject({ handoverAsked: false, commits: { waits: 'on' } });
    expect(await ledger.read('shard', MS_MAX)).toMatchObject({ sequence: 4, groups: 2 });
    const { hash } = groupAt(3, first.hash);
    const place = (sequence: number, of = hash) => ledger.read('place', MS_MAX, { sequence, hash: of });
    const places = await Promise.all([place(4), place(3), place(4, first.hash), place(0, NO_HASH), place(0)]);
    expect(places.map(({ number }) => number)).toEqual([2, null, null, 0, null]);
    const source = new PostgresGroupSource(ledger, journalStart(1), 0);
    expect(await source.next(1)).toBeUndefined();
    expect([(await source.next(4))?.count, (await source.next(4))?.firstSequence, source.number]).toEqual([2, 3, 2]);
    expect(await source.next(4)).toBeUndefined();
    await expect(source.next(6)).rejects.toThrow(ForkedJournal);
  });

  test('keeps shards apart, and takes a journal of files over once (J9)', async () => {
    const groups = [groupAt(1, NO_HASH), groupAt(3, groupAt(1, NO_HASH).hash)];
    const waiting = groups.map(({ bytes, firstSequence }) => ({ bytes, firstSequence, count: 2 }) as Group);
    const own = { groups: { position: journalStart(2), next: () => waiting.shift() }, end: 4 };
    expect(await adoptJournal(connection, 2, own)).toBe(4);
    expect(await adoptJournal(connection, 2, nothing)).toBeUndefined();
    const ledger = new PostgresLedger(connection, 2);
    expect(await ledger.read('shard', MS_MAX)).toMatchObject({ sequence: 4, groups: 2, chain: groups[1]!.hash });
    expect((await ledger.read('groups', MS_MAX, 2)).map(({ number }) => number)).toEqual([2]);
    expect(await new PostgresLedger(connection, 3).read('shard', MS_MAX)).toBeUndefined();
  });

  test('of large groups no more are read at once than memory is meant for, and always one', async () => {
    await adoptJournal(connection, 5, nothing);
    const ledger = new PostgresLedger(connection, 5);
    await ledger.claim(0, 'a', LEASE_MS, NO_MARK);
    let previous = NO_HASH;
    for (const [index, megabytes] of [3, 3, 9, 1].entries()) {
      const previousHash = previous;
      const bytes = encodeGroup(index + 1, ['x'.repeat(megabytes << 20)], previousHash);
      previous = hashOf(bytes);
      const group = { firstSequence: index + 1, lastSequence: index + 1, previousHash, hash: previous, bytes };
      expect(await ledger.append(1, group, LEASE_MS)).toMatchObject({ waits: 'on' });
    }
    const numbersAfter = async (sequence: number) =>
      (await ledger.read('groups', MS_MAX, sequence)).map(({ number }) => number);
    expect([await numbersAfter(0), await numbersAfter(2), await numbersAfter(3)]).toEqual([[1, 2], [3], [4]]);
    const source = new PostgresGroupSource(ledger, journalStart(5), 0);
    for (let number = 1; number <= 4; number++) expect((await source.next(4))?.firstSequence).toBe(number);
  });

  test('a release of the shard notifies all listeners of the shard, and no others (J12)', async () => {
    await adoptJournal(connection, 6, nothing);
    const ledger = new PostgresLedger(connection, 6);
    await ledger.claim(0, 'a', LEASE_MS, NO_MARK);
    const notified: string[] = [];
    const listening = await Promise.all(
      [6, 6, 7].map(async (shard, index) => {
        const own = await opened(turn, `listener ${index}`);
        const released = Promise.withResolvers<void>();
        await new PostgresLedger(own, shard).onReleased(() => {
          notified.push(`${index} of shard ${shard}`);
          released.resolve();
        });
        return { own, released: released.promise };
      }),
    );
    await ledger.renew(7, 'a', 0);
    await ledger.renew(1, 'a', 0);
    await Promise.all(listening.slice(0, 2).map(({ released }) => released));
    await listening[2]!.own.run({ name: '', text: 'select 1' }, [], MS_MAX);
    expect(notified.sort()).toEqual(['0 of shard 6', '1 of shard 6']);
    for (const { own } of listening) own.close();
  });

  test('a node that starts waits for no lock where the schema and the shard are there (J16)', async () => {
    await adoptJournal(connection, 8, nothing);
    const gone = await opened(turn, 'gone');
    const run = (text: string) => gone.run({ name: '', text }, [], MS_MAX);
    await run('begin');
    for (const lock of [7_203_115_847, 7_203_115_848]) await run(`select pg_advisory_xact_lock(${lock})`);
    await migrateJournal(connection);
    expect(await adoptJournal(connection, 8, nothing)).toBeUndefined();
    gone.close();
  });

  test('a rewind of a chaos run waits for the append under way, and leaves no group of it', async () => {
    await adoptJournal(connection, 9, nothing);
    const own = await opened(turn, 'leader');
    const ledger = new PostgresLedger(own, 9);
    await ledger.claim(0, 'a', LEASE_MS, NO_MARK);
    const groups = [groupAt(1, NO_HASH)];
    for (const at of [3, 5, 7]) groups.push(groupAt(at, groups.at(-1)!.hash));
    for (const group of groups.slice(0, 3)) await ledger.append(1, group, LEASE_MS);
    const about = {
      address: '',
      linkAddress: '',
      epoch: 1,
      sequence: 6,
      rules: 1,
      clockMs: 0,
      lagMs: 0,
      version: '1',
      shared: null,
    };
    for (const [node, { lastSequence, hash }] of [['a', groups[2]!] as const, ['b', groups[1]!] as const]) {
      await ledger.report({ node, role: 'standby', ...about, durable: { epoch: 1, sequence: lastSequence, hash } });
    }
    await own.run({ name: '', text: 'begin' }, [], MS_MAX);
    await ledger.append(1, groups[3]!, LEASE_MS);
    const client = new pg.Client(turn.current);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const rewound = client.query(rewindSql(9, 1));
    const waits = `select 1 from pg_stat_activity where pid = ${rows[0]!.pid} and wait_event_type = 'Lock'`;
    while ((await connection.run({ name: '', text: waits }, [], MS_MAX)).rows.length === 0);
    await own.run({ name: '', text: 'commit' }, [], MS_MAX);
    await rewound;
    await client.end();
    own.close();
    // One before the mark of the node that knows least.
    const after = new PostgresLedger(connection, 9);
    expect(await after.read('shard', MS_MAX)).toMatchObject({
      sequence: 2,
      groups: 1,
      isFree: true,
      chain: groups[0]!.hash,
    });
    const found = groups.map(({ lastSequence: sequence, hash }) => after.read('place', MS_MAX, { sequence, hash }));
    expect((await Promise.all(found)).map(({ number }) => number)).toEqual([1, null, null, null]);
  });

  test('knows its nodes', async () => {
    const ledger = new PostgresLedger(connection, 4);
    const marks = { durable: NO_MARK, shared: null };
    const about = { address: 'http://a', linkAddress: '', epoch: 1, sequence: 7, rules: 1, clockMs: -0.5, lagMs: 3 };
    await ledger.report({ node: 'a', role: 'standby', version: '1', ...about, ...marks });
    await ledger.report({ node: 'a', role: 'leader', version: '1', ...about, ...marks });
    const [node, ...others] = await ledger.read('members', MS_MAX);
    expect(node).toMatchObject({ node: 'a', role: 'leader', version: '1', ...about, ...marks });
    expect(node!.seenMsAgo).toBeLessThan(MS_MAX);
    expect(others).toEqual([]);
  });

  test('knows in which run of the server a node reported and took the shard (J26, J27)', async () => {
    const shard = 10;
    await adoptJournal(connection, shard, nothing);
    const ledger = new PostgresLedger(connection, shard);
    const about = { address: '', linkAddress: '', epoch: 1, sequence: 0, rules: 1, clockMs: 0, lagMs: 0, version: '1' };
    const report = () => ledger.report({ node: 'a', role: 'leader', ...about, durable: NO_MARK, shared: null });
    const renewed = (epoch: number) => ledger.renew(epoch, 'a', LEASE_MS);
    const hasReported = async () => (await ledger.read('members', MS_MAX)).map((node) => node.hasReported);
    const rowsAreOf = async (run: string, tables: readonly string[] = ['shards', 'nodes']) => {
      for (const table of tables) {
        const text = `update ${SCHEMA}.${table} set server_run = $1 where shard = $2`;
        await connection.run({ name: '', text }, [run, shard], MS_MAX);
      }
    };
    await report();
    await ledger.claim(0, 'a', LEASE_MS, NO_MARK);
    expect([await hasReported(), await renewed(1)]).toMatchObject([[true], { handoverAsked: false }]);
    // As in a copy of the database.
    await rowsAreOf('1764288000.000000 00000001');
    expect([await hasReported(), await renewed(1)]).toEqual([[false], undefined]);
    await report();
    await ledger.claim(1, 'a', LEASE_MS, NO_MARK);
    expect([await hasReported(), await renewed(2)]).toMatchObject([[true], { handoverAsked: false }]);
    // Nobody waits for a report once the shard was taken at this server.
    await rowsAreOf('1764288000.000000 00000001', ['nodes']);
    expect(await hasReported()).toEqual([true]);
  });

  test('a commit that PostgreSQL warns of is doubtful, and so is one that is not answered (J6)', async () => {
    const warning = { name: '', text: `do $$ begin raise warning 'canceling wait' using errcode = '01000'; end $$` };
    await expect(connection.run(warning, [], MS_MAX)).rejects.toThrow(DoubtfulCommit);
    const slow = await opened(turn, 'slow');
    await expect(slow.run({ name: '', text: 'select pg_sleep(5)' }, [], 20)).rejects.toThrow('did not answer');
    await expect(slow.run({ name: '', text: 'select 1' }, [], MS_MAX)).rejects.toThrow();
  });

  test('hosts are tried in turn until one takes writes', async () => {
    const { current } = turn;
    const two = new HostTurn(current.replace(/@([^/]+)\//, '@127.0.0.1:1,$1/'));
    (await opened(two, 'second')).close();
    expect(two.current).toBe(current);
    const none = new HostTurn(current.replace(/@([^/]+)\//, '@127.0.0.1:1,127.0.0.1:2/'));
    await expect(opened(none, 'none')).rejects.toThrow(NoPrimary);
    const reading = new HostTurn(`${current}?options=-c%20default_transaction_read_only%3Don`);
    await expect(opened(reading, 'reading')).rejects.toThrow('takes no writes');
  });

  test('commits that would not wait are refused, and in production a server without a standby (J10)', async () => {
    const local = await opened(new HostTurn(`${turn.current}?options=-c%20synchronous_commit%3Dlocal`), 'local');
    await expect(checkDurability(local, { standby: false, fsync: false })).rejects.toThrow(
      'synchronous_commit is local',
    );
    local.close();
    expect(await checkDurability(connection, { standby: false, fsync: false })).toContain(
      'it has no synchronous standby',
    );
    await expect(checkDurability(connection, { standby: true, fsync: false })).rejects.toThrow(
      'it has no synchronous standby',
    );
  });

  test('a schema of a newer release is refused, but for what it added (J10, J21)', async () => {
    await connection.run(
      { name: '', text: `insert into ${SCHEMA}.migrations (name) values ('9998-expand-later')` },
      [],
      MS_MAX,
    );
    await migrateJournal(connection);
    await connection.run(
      { name: '', text: `insert into ${SCHEMA}.migrations (name) values ('9999-later')` },
      [],
      MS_MAX,
    );
    await expect(migrateJournal(connection)).rejects.toThrow('holds schema step 9999-later');
  });
});
