/** Journal and reference data in files, restored to one moment, and compared. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/restore.ts');
const TIME = Date.UTC(2026, 10, 20, 15, 4, 5) * 1000;
/** Above the first ids of accounts. */
const LAST_ID = 20_000_000;

async function restore(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...settings };
  const { code, text } = await promisify(execFile)(process.execPath, [SCRIPT, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ code, text: stderr }),
  );
  return { code, text };
}

test('a moment has the reference data of then; older ones are refused', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'venue'));
  const end = { ...journalStart(0), segment: null, tornBytes: 0, size: 0 };
  const writer = new JournalWriter(nodeFileSystem, join(folder, 'venue'), 1_000_000, end);
  for (let at = 1; at <= 3; at++) {
    const command = { type: 'id', kind: 'account', id: LAST_ID + at, time: TIME + at * 1_000_000 } as const;
    await writer.append([encodeCommand(command)]);
  }
  writer.close();
  const database = await openDatabase({ file: join(folder, 'openats.db') });
  const accounts = database.db.updateTable('id_sequences').where('kind', '=', 'account');
  await accounts.set({ next_id: LAST_ID + 3 }).execute();
  await database.close();

  const then = join(folder, 'then');
  const done = await restore([folder, then, '--until', '2026-11-20T15:04:07.5Z']);
  expect(done.text).toContain('journal up to command 2 of 2026-11-20T15:04:07.000Z; the reference data of');
  expect(done.code).toBe(0);
  const whole = await restore([folder, join(folder, 'whole')]);
  expect(whole.text).toContain(`the journal knows ids of kind account up to ${LAST_ID + 3}, the database up to`);
  expect(whole.code).toBe(1);
});

/** Of a node; its databases are never reached. */
const NODE = {
  ...{ JOURNAL_URL: 'postgres://nobody@127.0.0.1:9/none', DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
  ...{ DOCUMENT_STORE: 's3', S3_BUCKET: 'documents', ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') },
};

test('a server that could not be restored ends the command before anything is made', async () => {
  const to = join(temporaryFolder(), 'to');
  const until = [to, '--until', '2026-11-20T15:04:05.5Z'];
  const asks = 'test "$RESTORE_UNTIL" = "2026-11-20 15:04:05.5+00" && exit 3';
  expect(await restore([...until, '--with', asks], NODE)).toEqual({ code: 1, text: `${asks}: ended with 3\n` });
  expect(await restore(until)).toMatchObject({ code: 2, text: expect.stringContaining('JOURNAL_URL is not set') });
  expect(existsSync(to)).toBe(false);
});
