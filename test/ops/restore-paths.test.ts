/** The paths that ops/postgres/restore.sh gives the server, which runs in another folder. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = join(import.meta.dirname, '../../ops/postgres/restore.sh');
/** In place of the server: it says that it is ready. */
const PG_CTL = '#!/bin/sh\necho ready > restored/postmaster.pid\n';

function restored(wal: string): string {
  const folder = realpathSync(temporaryFolder());
  for (const name of ['base', 'archived', 'bin']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'bin/pg_ctl'), PG_CTL, { mode: 0o700 });
  const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, RESTORE_UNTIL: '2026-11-20T15:04:05Z' };
  try {
    execFileSync('sh', [SCRIPT, 'base', wal, 'restored'], { cwd: folder, env, stdio: 'pipe' });
  } catch (error) {
    expect(existsSync(join(folder, 'restored'))).toBe(false);
    throw error;
  }
  return readFileSync(join(folder, 'restored/postgresql.auto.conf'), 'utf8').replace(folder, 'FOLDER');
}

test('a relative folder of the WAL is found by the server too', () => {
  expect(restored('archived')).toContain(`restore_command = 'cp "FOLDER/archived/%f" "%p"'`);
});

test('a folder of the WAL that does not exist is refused by its name, before anything is copied', () => {
  expect(() => restored('none')).toThrow(/none/);
});
