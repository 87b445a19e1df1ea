/** `npm run admin -- journal` on a rewound journal: the ids of records too are not given out again (J18). */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { journalCommand } from '../../scripts/cluster/journal-command.ts';
import { adoptJournal } from '../../src/cluster/adopt-journal.ts';
import { skippedIds } from '../../src/cluster/decisions.ts';
import type { Mark } from '../../src/cluster/durable-mark.ts';
import { PostgresLedger } from '../../src/cluster/postgres-ledger.ts';
import { migrateJournal } from '../../src/cluster/schema.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { JournalTail } from '../../src/exchange/journal/tail.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { nextId } from '../../src/modules/shared/ids/index.ts';
import { SHARD } from '../../src/service/lifecycle/part-context.ts';
import { ClusterJournal } from '../../src/service/venue/cluster-venue.ts';
import { ownDatabase } from '../support/own-database.ts';
import { hasPostgres } from '../support/postgres-url.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const [GROUPS, KEPT] = [9, 4];
const TIME = 1_800_000_000_000_000;
/** Above the first ids of accounts. */
const LAST_ID = 20_000_000;

describe.runIf(hasPostgres)('an operator', () => {
  let own: Awaited<ReturnType<typeof ownDatabase>>;
  let database: Database;
  let env: Record<string, string>;

  /** A node whose files have more groups than the journal; each of them gives out an id of an account. */
  beforeEach(async () => {
    own = await ownDatabase('command');
    const DATA_DIR = temporaryFolder();
    env = {
      ...{ DATA_DIR, NODE_NAME: 'a', JOURNAL_URL: own.url, DATABASE_URL: own.url },
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ...{ DOCUMENT_STORE: 's3', S3_BUCKET: 'documents' },
    };
    database = await openDatabase({ url: own.url });
    await nextId(database.db, 'account');
    const folder = join(DATA_DIR, 'venue');
    mkdirSync(folder);
    const end = { ...journalStart(SHARD), segment: null, tornBytes: 0, size: 0 };
    const writer = new JournalWriter(files, folder, 1_000_000, end);
    for (let at = 1; at <= GROUPS; at++) {
      await writer.append([encodeCommand({ type: 'id', kind: 'account', id: LAST_ID - GROUPS + at, time: TIME + at })]);
    }
    const durable: Mark = { epoch: 1, sequence: writer.sequence, hash: writer.hash };
    writer.close();
    await new ClusterJournal(own.url, 'test').withConnection(async (connection) => {
      await migrateJournal(connection);
      const groups = new JournalTail(files, folder, journalStart(SHARD));
      await adoptJournal(connection, SHARD, { groups, end: KEPT });
      const about = { address: '', linkAddress: '', role: 'standby', epoch: 1, clockMs: 0, lagMs: 0 };
      const node = { ...about, node: 'a', sequence: GROUPS, rules: 1, version: '1', durable, shared: KEPT };
      await new PostgresLedger(connection, SHARD).report(node);
    });
  });

  afterEach(async () => {
    await database.close();
    await own.drop();
  });

  const nextAccount = async () => {
    const rows = database.db.selectFrom('id_sequences').select('next_id').where('kind', '=', 'account');
    return (await rows.executeTakeFirstOrThrow()).next_id;
  };

  test('sees which node holds which commands that the journal lacks', async () => {
    expect(await journalCommand([], env)).toMatchObject({
      ...{ sequence: KEPT, commandsThatItLacks: GROUPS - KEPT, decisions: [] },
      nodes: [{ node: 'a', knownToBeDurable: GROUPS, journalHasIt: false, holds: { from: KEPT + 1, to: GROUPS } }],
    });
  });

  test('restores them from the node itself, and passes over the ids of records in them', async () => {
    await expect(journalCommand(['restore-from', 'b'], env)).rejects.toThrow('these are the settings of a');
    expect(await journalCommand(['restore-from', 'a'], env)).toMatchObject({
      ...{ restored: GROUPS - KEPT, sequence: GROUPS, commandsThatItLacks: 0 },
      decisions: [{ decision: 'restore-from', node: 'a' }],
    });
    expect(await nextAccount()).toBe(LAST_ID + 1);
  });

  test('gives them up by their number, and passes over ids of records that they may have given out', async () => {
    const before = await nextAccount();
    await expect(journalCommand(['accept-loss', '4'], env)).rejects.toThrow('the journal lacks 5 commands, 5 to 9');
    expect(await nextAccount()).toBe(before);
    const idsPassedOver = skippedIds({ from: KEPT, to: GROUPS });
    expect(await journalCommand(['accept-loss', '5'], env)).toMatchObject({
      ...{ givenUp: 5, idsPassedOver, commandsThatItLacks: 0 },
      decisions: [{ decision: 'accept-loss', fromSequence: KEPT, toSequence: GROUPS }],
    });
    expect(await nextAccount()).toBe(before + idsPassedOver);
    await expect(journalCommand(['accept-loss', '5'], env)).rejects.toThrow('the journal has all');
  });
});
