/** What an operator decides about a rewound journal, on a real PostgreSQL server (docs/operate/cluster.md, J18). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adoptJournal } from '../../src/cluster/adopt-journal.ts';
import { type Connection, openConnection } from '../../src/cluster/connection.ts';
import {
  acceptLoss,
  acceptMoment,
  decisionsOf,
  lostOf,
  NotDecided,
  restoreGroups,
  skippedIds,
} from '../../src/cluster/decisions.ts';
import { type Mark, NO_MARK } from '../../src/cluster/durable-mark.ts';
import { postgresConnect } from '../../src/cluster/postgres-connection.ts';
import { PostgresLedger } from '../../src/cluster/postgres-ledger.ts';
import { migrateJournal, SCHEMA } from '../../src/cluster/schema.ts';
import { sharedEnd } from '../../src/cluster/shared-end.ts';
import { HostTurn } from '../../src/database/postgres-client/index.ts';
import { encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { JournalTail } from '../../src/exchange/journal/tail.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { systemTimers } from '../../src/time/timers.ts';
import { ownDatabase } from '../support/own-database.ts';
import { hasPostgres } from '../support/postgres-url.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MS_MAX = 60_000;
/** Of the first command, microseconds since 1970: later than now, as where the clock of a machine was wrong. */
const TIME = 4_000_000_000_000_000;

describe.runIf(hasPostgres)('a rewound journal', () => {
  let database: Awaited<ReturnType<typeof ownDatabase>>;
  let connection: Connection;
  let shard = 0;

  beforeAll(async () => {
    database = await ownDatabase('decisions');
    connection = await openConnection(new HostTurn(database.url), postgresConnect('test'), systemTimers);
    await migrateJournal(connection);
  });

  afterAll(async () => {
    connection.close();
    await database.drop();
  });

  /** Files of a node with a number of groups, in small segments, of which the shared journal has the first. */
  async function rewound(groups: number, kept: number) {
    shard++;
    const folder = temporaryFolder();
    const writer = new JournalWriter(nodeFileSystem, folder, 400, {
      ...journalStart(shard),
      ...{ segment: null, tornBytes: 0, size: 0 },
    });
    const marks: Mark[] = [];
    for (let at = 1; at <= groups; at++) {
      await writer.append([encodeCommand({ type: 'continue', time: TIME + at })]);
      marks.push({ epoch: 7, sequence: writer.sequence, hash: writer.hash });
    }
    writer.close();
    const tail = () => new JournalTail(nodeFileSystem, folder, journalStart(shard));
    await adoptJournal(connection, shard, { groups: tail(), end: kept });
    const ledger = new PostgresLedger(connection, shard);
    const about = {
      address: '',
      linkAddress: '',
      role: 'standby',
      epoch: 1,
      sequence: 0,
      rules: 1,
      clockMs: 0,
      lagMs: 0,
      version: '1',
    };
    const report = (node: string, durable: Mark, shared: number | null) =>
      ledger.report({ node, ...about, durable, shared });
    const local = { files: nodeFileSystem, folders: folder, shard, end: groups };
    return { folder, marks, ledger, report, local };
  }

  test('shares with the files of a node what comes before the loss, in whichever segment that is (J17)', async () => {
    for (const [groups, kept] of [
      [20, 0],
      [20, 1],
      [20, 7],
      [20, 19],
      [20, 20],
    ] as const) {
      const { ledger, local } = await rewound(groups, kept);
      expect((await sharedEnd(local, ledger))?.sequence).toBe(kept);
    }
  });

  test('has the marks of groups that it holds, and lacks others and those of another hash (J17)', async () => {
    const { ledger, marks, report } = await rewound(6, 4);
    await report('a', marks[5]!, 4);
    await report('b', marks[3]!, null);
    await report('c', { ...marks[2]!, hash: Buffer.alloc(32, 1) }, 1);
    await report('d', NO_MARK, null);
    const nodes = await ledger.read('members', MS_MAX);
    expect(nodes.map(({ isHeld }) => isHeld)).toEqual([false, true, false, true]);
    expect(nodes[0]).toMatchObject({ durable: marks[5], shared: 4 });
    expect(await Promise.all(marks.map(async (mark) => (await ledger.read('place', MS_MAX, mark)).isHeld))).toEqual([
      ...[true, true, true, true],
      ...[false, false],
    ]);
    expect(lostOf(nodes, 4)).toEqual({ from: 1, to: 6 });
  });

  test('gets the missing groups of the files of a node back, under a new epoch (J18)', async () => {
    const { ledger, marks, report, local, folder } = await rewound(9, 4);
    await report('a', marks[8]!, 4);
    const shared = (await sharedEnd(local, ledger))!;
    const groups = () => new JournalTail(nodeFileSystem, folder, shared);
    const restored = { node: 'a', decidedBy: 'operator', shared, end: 9 };
    await ledger.claim(0, 'b', 60_000, NO_MARK);
    await expect(restoreGroups(connection, shard, { ...restored, groups: groups() })).rejects.toThrow(
      'b leads the venue',
    );
    await ledger.renew(1, 'b', 0);
    expect(await restoreGroups(connection, shard, { ...restored, groups: groups() })).toBe(5);
    // Above the epoch in which the node made its mark.
    expect(await ledger.read('shard', MS_MAX)).toMatchObject({
      epoch: 8,
      sequence: 9,
      groups: 9,
      chain: marks[8]!.hash,
    });
    expect(await ledger.read('place', MS_MAX, marks[8]!)).toMatchObject({ isHeld: true });
    expect((await ledger.read('members', MS_MAX)).every(({ isHeld }) => isHeld)).toBe(true);
    const [decision] = await decisionsOf(connection, shard);
    expect(decision).toMatchObject({ decision: 'restore-from', decidedBy: 'operator', node: 'a', toSequence: 9 });
    const { rows } = await connection.run(
      { name: '', text: `select epoch from ${SCHEMA}.groups where shard = $1 order by first_sequence` },
      [shard],
      MS_MAX,
    );
    expect(rows.map(({ epoch }) => Number(epoch))).toEqual([0, 0, 0, 0, 8, 8, 8, 8, 8]);
  });

  test('that went on otherwise gets nothing back (J18)', async () => {
    const { ledger, local, folder, marks } = await rewound(9, 4);
    const shared = (await sharedEnd(local, ledger))!;
    await acceptLoss(connection, shard, { from: 4, to: 5 }, 'operator');
    const groups = new JournalTail(nodeFileSystem, folder, shared);
    const restored = { node: 'a', decidedBy: 'operator', shared, groups, end: 9 };
    await expect(restoreGroups(connection, shard, restored)).rejects.toThrow(NotDecided);
    expect((await sharedEnd(local, ledger))?.sequence).toBe(4);
    expect(await ledger.read('place', MS_MAX, marks[8]!)).toMatchObject({ isHeld: false });
    // Nor where it ends at the same command with another group.
    const elsewhere = { ...restored, shared: { ...shared, sequence: 5 } };
    await expect(restoreGroups(connection, shard, elsewhere)).rejects.toThrow('differ after command 5');
  });

  test('whose loss is accepted lacks no mark of then, and passes over the ids of what was lost (J18)', async () => {
    const { ledger, marks, report } = await rewound(9, 4);
    await report('a', marks[8]!, 4);
    const lost = lostOf(await ledger.read('members', MS_MAX), 4)!;
    expect(lost).toEqual({ from: 4, to: 9 });
    await acceptLoss(connection, shard, lost, 'operator');
    const status = await ledger.read('shard', MS_MAX);
    expect(status).toMatchObject({ epoch: 8, sequence: 5, groups: 5, isFree: true });
    const [group] = await ledger.read('groups', MS_MAX, 4);
    // Not before the last command that is left.
    expect(group!.bytes.toString().slice(-60)).toContain(`["skipIds",${TIME + 4},${skippedIds(lost)}]`);
    for (const mark of marks.slice(4)) expect(await ledger.read('place', MS_MAX, mark)).toMatchObject({ isHeld: true });
    // What a node marks from now on is another matter.
    expect(await ledger.read('place', MS_MAX, { ...marks[8]!, epoch: 8 })).toMatchObject({ isHeld: false });
    expect(await ledger.read('place', MS_MAX, { ...marks[8]!, sequence: 10 })).toMatchObject({ isHeld: false });
    expect(await decisionsOf(connection, shard)).toMatchObject([
      { decision: 'accept-loss', fromSequence: 4, toSequence: 9 },
    ]);
  });

  test('that was restored to a moment lacks no mark of any node, also of epochs that it does not know', async () => {
    const { ledger, marks } = await rewound(9, 4);
    expect(await acceptMoment(connection, shard, 'operator')).toBe(4);
    const status = await ledger.read('shard', MS_MAX);
    expect(status).toMatchObject({ epoch: 1_000_000, sequence: 5, groups: 5, isFree: true });
    const [group] = await ledger.read('groups', MS_MAX, 4);
    expect(group!.bytes.toString().slice(-60)).toContain(`["skipIds",${TIME + 4},1000000]`);
    for (const mark of marks)
      expect(await ledger.read('place', MS_MAX, { ...mark, epoch: 999_999 })).toMatchObject({ isHeld: true });
    expect(await ledger.read('place', MS_MAX, { ...marks[8]!, epoch: 1_000_000 })).toMatchObject({ isHeld: false });
  });
});
