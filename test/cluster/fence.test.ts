/** The append of a group on a real PostgreSQL server: it changes no row, and only the leader's follows (J3, J32). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adoptJournal } from '../../src/cluster/adopt-journal.ts';
import { type Connection, openConnection } from '../../src/cluster/connection.ts';
import { NO_MARK } from '../../src/cluster/durable-mark.ts';
import type { AppendedGroup } from '../../src/cluster/ledger.ts';
import { LEDGER_SQL } from '../../src/cluster/ledger-statements.ts';
import { postgresConnect } from '../../src/cluster/postgres-connection.ts';
import { PostgresGroupSource } from '../../src/cluster/postgres-group-source.ts';
import { PostgresLedger } from '../../src/cluster/postgres-ledger.ts';
import { FENCED_STEP, migrateJournal, SCHEMA } from '../../src/cluster/schema.ts';
import { HostTurn } from '../../src/database/postgres-client/index.ts';
import { isExpansion } from '../../src/database/schema/migration.ts';
import { encodeGroup, hashOf, NO_HASH } from '../../src/exchange/journal/format.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { systemTimers } from '../../src/time/timers.ts';
import { Dice } from '../e2e/support/dice.ts';
import { ownDatabase } from '../support/own-database.ts';
import { hasPostgres } from '../support/postgres-url.ts';

/** No test waits for the end of a lease, or of the time for an answer. */
const MS = 60_000;

function groupAfter(last: AppendedGroup | undefined, line = '[1]'): AppendedGroup {
  const firstSequence = (last?.lastSequence ?? 0) + 1;
  const previousHash = last?.hash ?? NO_HASH;
  const bytes = encodeGroup(firstSequence, [line, line], previousHash);
  return { firstSequence, lastSequence: firstSequence + 1, previousHash, hash: hashOf(bytes), bytes };
}

describe.runIf(hasPostgres)('an append', () => {
  let database: Awaited<ReturnType<typeof ownDatabase>>;
  const connections: Connection[] = [];
  let shard = 0;

  const opened = async () => {
    const connection = await openConnection(new HostTurn(database.url), postgresConnect('test'), systemTimers);
    connections.push(connection);
    return connection;
  };
  const run = (connection: Connection, text: string, values: readonly unknown[] = []) =>
    connection.run({ name: '', text }, values, MS);

  beforeAll(async () => {
    database = await ownDatabase('fence');
    await migrateJournal(await opened());
  });

  afterAll(async () => {
    for (const connection of connections) connection.close();
    await database.drop();
  });

  /** A shard that a node leads in epoch 1, and connections to it. */
  async function led(count: number) {
    shard++;
    const [first, ...others] = await Promise.all(Array.from({ length: count }, opened));
    await adoptJournal(first!, shard, { groups: { position: journalStart(shard), next: () => undefined }, end: 0 });
    const own = [first!, ...others];
    const ledgers = own.map((connection) => new PostgresLedger(connection, shard));
    await ledgers[0]!.claim(0, 'a', MS, NO_MARK);
    return { own, ledgers };
  }

  /** Resolves when that many statements wait for a lock. */
  async function someWait(observer: Connection, count = 1): Promise<void> {
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await run(observer, waiting)).rows.length < count);
  }

  test('comes after the files of one node, where several take theirs over at once (J9)', async () => {
    const [holder, ...nodes] = await Promise.all(Array.from({ length: 3 }, opened));
    shard++;
    const nothing = { groups: { position: journalStart(shard), next: () => undefined }, end: 0 };
    await run(holder!, 'begin');
    await run(holder!, 'select pg_advisory_xact_lock(7203115848)');
    const adopted = nodes.map((node) => adoptJournal(node, shard, nothing));
    await someWait(await opened(), 2);
    await run(holder!, 'commit');
    expect((await Promise.all(adopted)).filter((commands) => commands === 0)).toHaveLength(1);
  });

  test('of several writers for one position has one that wins, and the chain holds, whoever takes over', async () => {
    const { ledgers } = await led(4);
    const dice = new Dice(7);
    const journal: AppendedGroup[] = [];
    let epoch = 1;
    for (let round = 0; round < 60; round++) {
      const takesOver = dice.chance(0.25);
      const claimed = takesOver ? ledgers[3]!.claim(epoch, 'a', MS, NO_MARK) : undefined;
      const groups = ledgers.slice(0, 3).map((_, index) => groupAfter(journal.at(-1), `[${round},${index}]`));
      const appended = await Promise.all(groups.map((group, index) => ledgers[index]!.append(epoch, group, MS)));
      const winners = groups.filter((_, index) => appended[index] !== undefined);
      const status = await claimed;
      if (status !== undefined) epoch = status.epoch;
      expect(winners.length).toBeLessThanOrEqual(1);
      if (!takesOver) expect(winners.length).toBe(1);
      journal.push(...winners);
      const end = await ledgers[0]!.read('shard', MS);
      expect(end).toMatchObject({ epoch, sequence: journal.length * 2, groups: journal.length });
      // Whatever was appended in the former epoch is in what the claim saw.
      if (status !== undefined) expect([status.sequence, status.chain]).toEqual([end!.sequence, end!.chain]);
    }
    const source = new PostgresGroupSource(ledgers[0]!, journalStart(shard), 0);
    for (const { bytes } of journal) expect((await source.next(journal.length * 2))?.bytes).toEqual(bytes);
    expect(source.number).toBe(journal.length);
    expect(epoch).toBeGreaterThan(5);
  });

  test('of a node that is being replaced waits for the takeover, and is refused (J3)', async () => {
    const { own, ledgers } = await led(3);
    const first = groupAfter(undefined);
    expect(await ledgers[0]!.append(1, first, MS)).toBeDefined();
    await run(own[1]!, 'begin');
    expect(await ledgers[1]!.claim(1, 'a', MS, NO_MARK)).toMatchObject({ epoch: 2, sequence: 2 });
    const appended = ledgers[0]!.append(1, groupAfter(first), MS);
    await someWait(own[2]!);
    await run(own[1]!, 'commit');
    expect(await appended).toBeUndefined();
    expect(await ledgers[2]!.read('shard', MS)).toMatchObject({ epoch: 2, sequence: 2 });
  });

  test('that is not committed yet is waited for by a takeover, which then sees it (J4)', async () => {
    const { own, ledgers } = await led(3);
    await run(own[0]!, 'begin');
    const first = groupAfter(undefined);
    expect(await ledgers[0]!.append(1, first, MS)).toBeDefined();
    // Its lease goes on meanwhile.
    expect(await ledgers[2]!.renew(1, 'a', MS)).toBeDefined();
    const claimed = ledgers[1]!.claim(1, 'a', MS, NO_MARK);
    await someWait(own[2]!);
    await run(own[0]!, 'commit');
    expect(await claimed).toMatchObject({ epoch: 2, sequence: 2, groups: 1, chain: first.hash });
  });

  test('after a gap, before the end, or on another chain is refused (J3)', async () => {
    const { ledgers } = await led(1);
    const [ledger] = ledgers;
    const [first, other] = [groupAfter(undefined), groupAfter(undefined, '[2]')];
    const second = groupAfter(first);
    expect(await ledger!.append(1, second, MS)).toBeUndefined();
    expect(await ledger!.append(1, { ...first, previousHash: second.hash }, MS)).toBeUndefined();
    expect(await ledger!.append(1, first, MS)).toBeDefined();
    for (const group of [
      ...[first, other, groupAfter(second), groupAfter(other)],
      // Within the last group, and after a gap, on the right chain.
      ...[2, 4, 5].map((firstSequence) => ({ ...second, firstSequence })),
    ]) {
      expect(await ledger!.append(1, group, MS)).toBeUndefined();
    }
    expect(await ledger!.append(1, second, MS)).toBeDefined();
    expect(await ledger!.read('shard', MS)).toMatchObject({ sequence: 4, groups: 2, chain: second.hash });
  });

  test('makes no version of any row, so that nothing waits to be pruned (J32)', async () => {
    const { own, ledgers } = await led(1);
    const versions = async () => {
      const { rows } = await run(
        own[0]!,
        `select ctid::text from ${SCHEMA}.shards where shard = $1
        union all select ctid::text from ${SCHEMA}.fences where shard = $1`,
        [shard],
      );
      return rows;
    };
    const before = await versions();
    let last: AppendedGroup | undefined;
    for (let count = 0; count < 5; count++) {
      last = groupAfter(last);
      expect(await ledgers[0]!.append(1, last, MS)).toBeDefined();
    }
    expect(await versions()).toEqual(before);
    await ledgers[0]!.renew(1, 'a', MS);
    expect(await versions()).not.toEqual(before);
  });

  describe('while nodes of 0.1.0 live', () => {
    /** Statements of 0.1.0. */
    const STATUS = `select epoch, leader, sequence, groups, chain from ${SCHEMA}.shards where shard = $1`;
    const CLAIM = `update ${SCHEMA}.shards set epoch = epoch + 1, leader = $3 where shard = $1 and epoch = $2
      and (lease_until < clock_timestamp() or leader = $3) returning epoch, sequence`;
    const APPEND = `with led as (update ${SCHEMA}.shards set sequence = $4, chain = $5, groups = groups + 1
        where shard = $1 and epoch = $2 and sequence = $3::bigint - 1 returning shard, groups)
      insert into ${SCHEMA}.groups (shard, first_sequence, last_sequence, number, epoch, hash, bytes)
      select shard, $3, $4, groups, $2, $5, $6 from led returning shard`;
    const STEPS = ['0001-journal', '0002-durable-marks', '0003-expand-links', '0004-expand-server-runs'];

    /** A shard as they make it. */
    async function makeShard(connection: Connection): Promise<void> {
      shard++;
      await run(connection, `delete from ${SCHEMA}.migrations where name = $1`, [FENCED_STEP]);
      await run(
        connection,
        `insert into ${SCHEMA}.shards (shard, epoch, leader, sequence, groups, chain, lease_until)
          values ($1, 0, '', 0, 0, $2, clock_timestamp() - interval '1 second')`,
        [shard, NO_HASH],
      );
    }

    test('has the fence of the last takeover, also where the one before it was making it (J3)', async () => {
      const [first, second, observer] = [await opened(), await opened(), await opened()];
      await makeShard(first);
      const [slow, next] = [new PostgresLedger(first, shard), new PostgresLedger(second, shard)];
      await run(first, LEDGER_SQL.claim, [shard, 0, 'a', 0, 0, NO_HASH]);
      // Its lease is over before its fence is committed: the commit waits for the standby of the database.
      await run(first, 'begin');
      expect((await run(first, LEDGER_SQL.fence, [shard, 1])).rows).toHaveLength(1);
      const claimed = next.claim(1, 'b', MS, NO_MARK);
      await someWait(observer);
      await run(first, 'commit');
      expect(await claimed).toMatchObject({ epoch: 2, sequence: 0 });
      expect(await slow.append(1, groupAfter(undefined), MS)).toBeUndefined();
      expect(await next.append(2, groupAfter(undefined), MS)).toBeDefined();
    });

    test('keeps the row of the shard, until a takeover that no such node lives at (J14, J32)', async () => {
      const [connection, older] = [await opened(), await opened()];
      await makeShard(connection);
      const ledger = new PostgresLedger(connection, shard);
      const about = { address: '', linkAddress: '', role: 'standby', epoch: 1, sequence: 0, clockMs: 0, lagMs: 0 };
      const report = (node: string, rules: number) =>
        ledger.report({ node, ...about, rules, version: '', durable: NO_MARK, shared: null });
      const olderSees = async () => (await run(older, STATUS, [shard])).rows[0];
      const unknownSteps = async () => {
        const { rows } = await run(older, `select name from ${SCHEMA}.migrations`);
        const names = rows.map(({ name }) => String(name));
        return names.filter((name) => !STEPS.includes(name) && !isExpansion(name));
      };
      await report('a', 8);
      await report('b', 4);

      expect(await ledger.claim(0, 'a', MS, NO_MARK)).toMatchObject({ epoch: 1, sequence: 0 });
      const first = groupAfter(undefined);
      expect(await ledger.append(1, { ...first, previousHash: first.hash }, MS)).toBeUndefined();
      expect(await ledger.append(1, first, MS)).toBeDefined();
      expect(await ledger.append(1, first, MS)).toBeUndefined();
      expect(await olderSees()).toMatchObject({ epoch: '1', sequence: '2', groups: '1', chain: first.hash });
      expect(await unknownSteps()).toEqual([]);

      // It leads, and is followed.
      await ledger.renew(1, 'a', 0);
      expect((await run(older, CLAIM, [shard, 1, 'b'])).rows).toEqual([{ epoch: '2', sequence: '2' }]);
      const second = groupAfter(first);
      const olderAppends = (epoch: number, { firstSequence, lastSequence, hash, bytes }: AppendedGroup) =>
        run(older, APPEND, [shard, epoch, firstSequence, lastSequence, hash, bytes]);
      expect((await olderAppends(2, second)).rows).toHaveLength(1);
      expect(await ledger.read('shard', MS)).toMatchObject({ epoch: 2, leader: 'b', sequence: 4, chain: second.hash });
      await ledger.renew(2, 'b', 0);
      expect(await ledger.claim(2, 'a', MS, NO_MARK)).toMatchObject({ epoch: 3, sequence: 4 });
      const third = groupAfter(second);
      expect(await ledger.append(3, third, MS)).toBeDefined();
      expect(await olderSees()).toMatchObject({ epoch: '3', sequence: '6', groups: '3' });

      // It is gone.
      await run(connection, `update ${SCHEMA}.nodes set seen_at = seen_at - interval '6 seconds' where node = 'b'`);
      expect(await ledger.claim(3, 'a', MS, NO_MARK)).toMatchObject({ epoch: 4, sequence: 6, chain: third.hash });
      const fourth = groupAfter(third);
      expect(await ledger.append(4, fourth, MS)).toBeDefined();
      expect(await ledger.read('shard', MS)).toMatchObject({ epoch: 4, sequence: 8, groups: 4, chain: fourth.hash });

      // It comes back: its copy is ahead of what it reads, so it restarts, and its release refuses the step.
      expect(await olderSees()).toMatchObject({ epoch: '4', sequence: '-1' });
      expect(await unknownSteps()).toEqual([FENCED_STEP]);
      expect((await olderAppends(4, groupAfter(fourth))).rows).toEqual([]);
      await migrateJournal(connection);
      // Nor does it bring the row back.
      await report('b', 4);
      expect(await ledger.claim(4, 'a', MS, NO_MARK)).toMatchObject({ epoch: 5, sequence: 8 });
      expect(await ledger.append(5, groupAfter(fourth), MS)).toBeDefined();
      expect(await olderSees()).toMatchObject({ epoch: '5', sequence: '-1' });
    });
  });
});
