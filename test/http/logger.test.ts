import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { destination } from 'pino';
import { expect, test } from 'vitest';
import { createLogger, whenWritten } from '../../src/http/server/logger.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the last lines before a process becomes another program are written', async () => {
  const file = join(temporaryFolder(), 'log');
  const log = createLogger({ destination: destination({ fd: openSync(file, 'w'), sync: false }) });
  log.info({}, 'one');
  log.warn({ reason: 'the lease ran out' }, 'this node restarts as a standby');
  await whenWritten(log, 60_000);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'one',
    'this node restarts as a standby',
  ]);
});

test('lines that nobody takes are not waited for', async () => {
  const log = createLogger({ destination: { write: () => {} } });
  log.info({}, 'one');
  await expect(whenWritten(log, 1)).resolves.toBeUndefined();
});
