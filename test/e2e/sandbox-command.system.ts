/** `npm run sandbox` against a real server: the clock, and the seed file of docs/examples (Z5, Z9). */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { mustCall } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';

const root = resolve(import.meta.dirname, '../..');

test('the command moves the clock, and makes the records of a seed file', async () => {
  const server = await ServerProcess.start({ settings: { SANDBOX_TICKER: 'off' } });
  const sandbox = async (...args: string[]) => {
    const to = ['--url', server.addresses.api, '--data-dir', server.dataDir];
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'scripts/sandbox.ts'), ...args, ...to]);
    return stdout;
  };
  expect(await sandbox('clock')).toMatch(/Z {2}running\n$/);
  const frozen = await sandbox('clock', 'freeze');
  expect(frozen).toMatch(/Z {2}frozen\n$/);
  const moved = await sandbox('clock', 'advance', '3d');
  const [before, after] = [
    frozen,
    moved
      .trim()
      .split('\n')
      .find((line) => line.endsWith('Done')),
  ].map((line) => Date.parse(line?.split(' ')[0] ?? ''));
  expect(after! - before!).toBe(3 * 86_400_000);
  expect(await sandbox('clock', 'run', '60')).toContain('60 seconds in a second');
  expect(await sandbox('scripts')).toBe('counterparty C00000004\n');
  const made = await sandbox('seed', join(root, 'docs/examples/seed.json'));
  const [, offeringId] = /offering (\d+)/.exec(made) ?? [];
  expect(made).toMatch(/issuer \d+[\s\S]+investor A\d+[\s\S]+order \d+ {2}Buy 100[\s\S]+order \d+ {2}Sell 100/);
  const { depth } = await mustCall(server, 'getDepth', { securityId: offeringId });
  expect(depth).toMatchObject({ bids: [{ price: '9.900000' }], offers: [{ price: '10.100000' }] });
  await expect(sandbox('clock', 'advance', 'tomorrow')).rejects.toThrow('must be a number with s, m, h, d or w');
  await expect(sandbox('nonsense')).rejects.toThrow('npm run sandbox -- COMMAND');
  expect(await server.stop()).toBe(0);
});
