/** Commits of the main thread that no call waits for: each waits for the disk, and all calls with it. */
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { mainDatabaseFile } from '../../src/database/files.ts';
import { demoOrder } from '../../src/modules/examples/index.ts';
import { readSandboxCredentials } from '../../src/service/sandbox/index.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startedSandbox } from './started-sandbox.ts';

/** Statements of this thread that write, from now on. */
function writesOfThisThread(): readonly string[] {
  const written: string[] = [];
  const { run } = StatementSync.prototype;
  const spy = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
    written.push(this.sourceSQL);
    return Reflect.apply(run, this, values);
  });
  closeAfterTest(() => spy.mockRestore());
  return written;
}

test('orders and the jobs of the clock commit nothing in the main thread', async () => {
  const dataDir = temporaryFolder();
  const { service, demo } = await startedSandbox(dataDir);
  const { clientID, developerAPIKey } = readSandboxCredentials(dataDir, 'client');

  const written = writesOfThisThread();
  const answer = await fetch(`${service.addresses.api}/v3/createOrder`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${clientID}:${developerAPIKey}` },
    body: JSON.stringify({ ...demoOrder(demo), price: '1.00' }),
  });
  expect(await answer.json()).toMatchObject({ statusCode: '101' });
  const file = new DatabaseSync(mainDatabaseFile(dataDir), { readOnly: true });
  closeAfterTest(() => file.close());
  const one = (sql: string) => Object.values(file.prepare(sql).get() ?? {})[0];
  await expect.poll(() => one('select sum(calls) from api_counts')).toBe(1);
  await expect.poll(() => one('select seq from surveillance_position')).toBeGreaterThan(0);
  await service.stop();
  expect(one('select count(*) from api_keys where last_used_at is not null')).toBe(1);
  expect(written).toEqual([]);
});
