/** Deletion of groups that a backup has, on a real PostgreSQL server (docs/operate/cluster.md, J33). */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { journalCommand } from '../../scripts/cluster/journal-command.ts';
import { restoredNodes } from '../../scripts/restore/nodes.ts';
import { adoptJournal } from '../../src/cluster/adopt-journal.ts';
import { type Mark, NO_MARK } from '../../src/cluster/durable-mark.ts';
import { PostgresGroupSource, sourceAfter } from '../../src/cluster/postgres-group-source.ts';
import { PostgresLedger } from '../../src/cluster/postgres-ledger.ts';
import { migrateJournal, SCHEMA } from '../../src/cluster/schema.ts';
import { sharedEnd } from '../../src/cluster/shared-end.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { encodeGroup, hashOf } from '../../src/exchange/journal/format.ts';
import { type JournalPosition, journalStart } from '../../src/exchange/journal/reader.ts';
import { JournalTail } from '../../src/exchange/journal/tail.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { copyVenue } from '../../src/exchange/storage/backup.ts';
import { markCopy } from '../../src/exchange/storage/copy-mark.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { SHARD } from '../../src/service/lifecycle/part-context.ts';
import { ClusterJournal } from '../../src/service/venue/cluster-venue.ts';
import { ownDatabase } from '../support/own-database.ts';
import { hasPostgres } from '../support/postgres-url.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MS_MAX = 60_000;
/** More than one transaction deletes. */
const SNAPSHOT = 1203;
const GROUPS = 1210;

describe.runIf(hasPostgres)('a journal whose older groups are archived', () => {
  let own: Awaited<ReturnType<typeof ownDatabase>>;
  let env: Record<string, string>;
  let folder: string;
  let backup: string;
  let end: JournalPosition;
  const marks: Mark[] = [];

  const withLedger = <T>(work: (ledger: PostgresLedger) => Promise<T>) =>
    new ClusterJournal(own.url, 'test').withConnection((connection) => work(new PostgresLedger(connection, SHARD)));
  const report = (node: string, durable: Mark) => {
    const about = { address: '', linkAddress: '', role: 'standby', epoch: 1, clockMs: 0, lagMs: 0, rules: 8 };
    return withLedger((ledger) => ledger.report({ ...about, node, sequence: 0, version: '1', durable, shared: null }));
  };
  const rowsLeft = () =>
    new ClusterJournal(own.url, 'test').withConnection(async (connection) => {
      const { rows } = await connection.run({ name: '', text: `select from ${SCHEMA}.groups` }, [], MS_MAX);
      return rows.length;
    });

  /** A node with its files, a backup of them, and the journal of all. */
  beforeEach(async () => {
    own = await ownDatabase('delete');
    const DATA_DIR = temporaryFolder();
    env = {
      ...{ DATA_DIR, NODE_NAME: 'a', JOURNAL_URL: own.url, DATABASE_URL: own.url },
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ...{ DOCUMENT_STORE: 's3', S3_BUCKET: 'documents' },
    };
    await (await openDatabase({ url: own.url })).close();
    folder = join(DATA_DIR, 'venue');
    mkdirSync(folder);
    marks.length = 0;
    const beginning = { ...journalStart(SHARD), segment: null, tornBytes: 0, size: 0 };
    const writer = new JournalWriter(files, folder, 50_000, beginning);
    for (let at = 1; at <= GROUPS; at++) {
      await writer.append([encodeCommand({ type: 'continue', time: at })]);
      marks.push({ epoch: 0, sequence: writer.sequence, hash: writer.hash });
      if (at !== SNAPSHOT) continue;
      const { state, end: there } = recover(files, folder, SHARD);
      await writeSnapshot(files, folder, state, there);
    }
    end = { shard: SHARD, sequence: writer.sequence, hash: writer.hash };
    writer.close();
    backup = join(temporaryFolder(), 'backup');
    await copyVenue(files, folder, backup);
    await new ClusterJournal(own.url, 'test').withConnection(async (connection) => {
      await migrateJournal(connection);
      const groups = new JournalTail(files, folder, journalStart(SHARD));
      await adoptJournal(connection, SHARD, { groups, end: GROUPS });
    });
  });

  afterEach(() => own.drop());

  const positionOf = ({ sequence, hash }: Mark): JournalPosition => ({ shard: SHARD, sequence, hash });

  test('begins after the snapshot, and goes on as before', async () => {
    await report('a', marks.at(-1)!);
    expect(await journalCommand(['delete-archived', backup], env)).toMatchObject({
      ...{ deletedTo: SNAPSHOT, sequence: GROUPS, commandsThatItLacks: 0 },
      nodes: [{ node: 'a', journalHasIt: true }],
    });
    expect(await rowsLeft()).toBe(GROUPS - SNAPSHOT);
    expect(await journalCommand(['delete-archived', backup], env)).toMatchObject({ deletedTo: SNAPSHOT });
    await withLedger(async (ledger) => {
      expect(await ledger.read('shard', MS_MAX)).toMatchObject({ start: SNAPSHOT, groups: GROUPS, chain: end.hash });
      // A node that was gone lacks nothing for that, but what never was in the journal is missed.
      const kept = [marks[3]!, marks[SNAPSHOT - 1]!, marks[SNAPSHOT]!, marks.at(-1)!];
      for (const mark of kept) expect(await ledger.read('place', MS_MAX, mark)).toMatchObject({ isHeld: true });
      const foreign = [SNAPSHOT, GROUPS, GROUPS + 1].map((sequence) => ({ ...marks[0]!, sequence }));
      for (const mark of foreign) expect(await ledger.read('place', MS_MAX, mark)).toMatchObject({ isHeld: false });

      // Whoever has the snapshot follows.
      const source = await sourceAfter(ledger, positionOf(marks[SNAPSHOT - 1]!));
      for (let sequence = SNAPSHOT + 1; sequence <= GROUPS; sequence++) {
        expect((await source.next(GROUPS))?.firstSequence).toBe(sequence);
      }
      expect(source.number).toBe(GROUPS);
      const older = `begins with command ${SNAPSHOT + 1}, and the files of this node end with command`;
      for (const position of [journalStart(SHARD), positionOf(marks[SNAPSHOT - 2]!)]) {
        await expect(sourceAfter(ledger, position)).rejects.toThrow(`${older} ${position.sequence}`);
      }
      const lagging = new PostgresGroupSource(ledger, positionOf(marks[5]!), 6);
      await expect(lagging.next(GROUPS)).rejects.toThrow('does not follow');
      expect(await sharedEnd({ files, folders: folder, shard: SHARD, end: GROUPS }, ledger)).toEqual(end);

      await ledger.claim(0, 'a', MS_MAX, NO_MARK);
      const bytes = encodeGroup(GROUPS + 1, ['[1]'], end.hash);
      const place = { firstSequence: GROUPS + 1, lastSequence: GROUPS + 1, previousHash: end.hash };
      expect(await ledger.append(1, { ...place, hash: hashOf(bytes), bytes }, MS_MAX)).toBeDefined();
    });
  });

  test('is restored to a moment together with the backup', async () => {
    await report('a', marks.at(-1)!);
    await journalCommand(['delete-archived', backup], env);
    const to = temporaryFolder();
    const restored = (name: string, from?: string) => restoredNodes(join(to, name), readConfig(env), GROUPS, from);
    await expect(restored('without')).rejects.toThrow(`begins with command ${SNAPSHOT + 1}: name the backup`);
    expect(files.list(to)).toEqual([]);
    expect(await restored('with', backup)).toMatchObject({ place: { command: GROUPS } });
    const { end: there } = recover(files, join(to, 'with', 'venue'), SHARD);
    expect([there.sequence, there.hash]).toEqual([end.sequence, end.hash]);

    // The backup goes on after the moment.
    const deleted = `delete from ${SCHEMA}.groups where last_sequence > $1`;
    await new ClusterJournal(own.url, 'test').withConnection((connection) =>
      connection.run({ name: '', text: deleted }, [SNAPSHOT + 2], MS_MAX),
    );
    expect(await restored('then', backup)).toMatchObject({ place: { command: SNAPSHOT + 2 } });
  });

  test('that is deleted to its end is continued from there', async () => {
    const { state, end: there } = recover(files, folder, SHARD);
    await writeSnapshot(files, folder, state, there);
    await report('a', marks.at(-1)!);
    const whole = join(temporaryFolder(), 'whole');
    await copyVenue(files, folder, whole);
    expect(await journalCommand(['delete-archived', whole], env)).toMatchObject({ deletedTo: GROUPS });
    expect(await rowsLeft()).toBe(0);
    await withLedger(async (ledger) => {
      const taken = await ledger.claim(0, 'a', MS_MAX, NO_MARK);
      expect(taken).toMatchObject({ sequence: GROUPS, groups: GROUPS, chain: end.hash });
      const bytes = encodeGroup(GROUPS + 1, ['[1]'], end.hash);
      const place = { firstSequence: GROUPS + 1, lastSequence: GROUPS + 1, previousHash: end.hash };
      const group = { ...place, hash: hashOf(bytes), bytes };
      expect(await ledger.append(1, { ...group, previousHash: group.hash }, MS_MAX)).toBeUndefined();
      expect(await ledger.append(1, group, MS_MAX)).toBeDefined();
      expect(await ledger.read('shard', MS_MAX)).toMatchObject({ sequence: GROUPS + 1, groups: GROUPS + 1 });
    });
  });

  test('keeps what a node of the cluster lacks, and all where the backup is damaged or another venue', async () => {
    await report('a', marks.at(-1)!);
    await report('b', marks[SNAPSHOT - 2]!);
    const asked = (from: string) => journalCommand(['delete-archived', from], env);
    await expect(asked(backup)).rejects.toThrow(`node b has the journal up to command ${SNAPSHOT - 1} only`);
    const [segment] = files.list(backup).filter((name) => name.startsWith('journal'));
    const path = join(backup, String(segment));
    const bytes = files.read(path);
    bytes[bytes.length >> 1]! ^= 1;
    const file = files.openForWriting(path);
    files.write(file, bytes, 0);
    files.close(file);
    await expect(asked(backup)).rejects.toThrow('is not whole');

    const foreign = temporaryFolder();
    const beginning = { ...journalStart(SHARD), segment: null, tornBytes: 0, size: 0 };
    const writer = new JournalWriter(files, foreign, 50_000, beginning);
    await writer.append([encodeCommand({ type: 'continue', time: 7 })]);
    writer.close();
    await expect(asked(foreign)).rejects.toThrow('is no backup');
    await markCopy(files, foreign);
    await expect(asked(foreign)).rejects.toThrow('has no snapshot');
    const { state, end: there } = recover(files, foreign, SHARD);
    await writeSnapshot(files, foreign, state, there);
    await expect(asked(foreign)).rejects.toThrow('no such group that ends with command 1');
    expect(await rowsLeft()).toBe(GROUPS);
  });

  test('is deleted by no command that names the files of the node itself, whatever their mark', async () => {
    await report('a', marks.at(-1)!);
    await markCopy(files, folder);
    for (const name of ['delete-archived', 'archived']) {
      for (const own of [folder, join(folder, '..')]) {
        await expect(journalCommand([name, own], env)).rejects.toThrow('is DATA_DIR');
      }
      await expect(journalCommand([name, join(folder, 'none')], env)).rejects.toThrow('is no backup');
    }
    expect(await rowsLeft()).toBe(GROUPS);
  });

  test('is deleted by the leader days after the backup was archived, slice by slice (J33)', async () => {
    await report('a', marks.at(-1)!);
    const journal = new ClusterJournal(own.url, 'test');
    await withLedger((ledger) => ledger.claim(0, 'a', MS_MAX, NO_MARK));
    const deleted = (epoch: number, pause = async () => true) => journal.deleteArchived(7, { epoch, pause });
    expect(await deleted(1)).toBeUndefined();
    expect(await journalCommand(['archived', backup], env)).toMatchObject({ archivedTo: SNAPSHOT });
    expect([await deleted(1), await rowsLeft()]).toEqual([undefined, GROUPS]);
    const aged = `update ${SCHEMA}.archives set archived_at = archived_at - interval '7 days'`;
    await journal.withConnection((connection) => connection.run({ name: '', text: aged }, [], MS_MAX));
    // A leader that was deposed deletes nothing.
    expect([await deleted(0), await rowsLeft()]).toEqual([0, GROUPS]);
    expect([await deleted(1, async () => false), await rowsLeft()]).toEqual([500, GROUPS - 500]);
    expect([await deleted(1), await rowsLeft()]).toEqual([SNAPSHOT, GROUPS - SNAPSHOT]);
    expect(await deleted(1)).toBe(SNAPSHOT);
  });
});
