/** `npm run sandbox` against a real server: the clock, and the seed file of docs/examples (Z5, Z9). */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { mustCall } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';

const root = resolve(import.meta.dirname, '../..');

test('each command has an example, and is in the documentation', async () => {
  const help = async (...args: string[]) => {
    const path = join(root, 'scripts/sandbox.ts');
    return (await promisify(execFile)(process.execPath, [path, ...args, '--help'])).stdout;
  };
  const documented = readFileSync(join(root, 'docs/api/testing.md'), 'utf8');
  const names = new Set([...(await help()).matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name]) => String(name)));
  expect(names.size).toBe(15);
  for (const name of names) expect(documented).toMatch(new RegExp(`(npm run sandbox -- |, \`|\`)${name}\\b`));
  const examples = await Promise.all([...names].map((name) => help(name)));
  for (const [at, name] of [...names].entries())
    expect(examples[at]).toContain(`Example:\n  npm run sandbox -- ${name}`);
});

test('the command moves the clock, and makes the records of a seed file', async () => {
  const server = await ServerProcess.start({ settings: { SANDBOX_TICKER: 'off' } });
  const sandbox = async (...args: string[]) => {
    const to = ['--url', `${server.addresses.api}/v3`, '--data-dir', server.dataDir];
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
  await expect(sandbox('counterparty', 'settle', 'matchId=1', 'after=2d')).rejects.toThrow('scriptCounterparty');
  await expect(sandbox('settle', 'tradeId=1', 'outcome=Settled')).rejects.toThrow('settlePayment');
  await expect(sandbox('fault', 'delay', 'ms=9')).rejects.toThrow(/malformed\): ms: is not known\n$/);
  await expect(sandbox('script', 'cancel')).rejects.toThrow('npm run sandbox -- script cancel ');
  expect(await sandbox('bank-files')).toBe('the bank has put no files\n');
  expect(await sandbox('faults')).toBe('no faults; fault KIND makes one\n');
  expect(await sandbox('snapshots')).toBe('no snapshots; snapshot save NAME makes one\n');
  const made = await sandbox('seed', join(root, 'docs/examples/seed.json'));
  const [, offeringId] = /offering (\d+)/.exec(made) ?? [];
  expect(made).toMatch(/issuer \d+[\s\S]+investor A\d+[\s\S]+order \d+ {2}Buy 100[\s\S]+order \d+ {2}Sell 100/);
  const { depth } = await mustCall(server, 'getDepth', { securityId: offeringId });
  expect(depth).toMatchObject({ bids: [{ price: '9.900000' }], offers: [{ price: '10.100000' }] });
  const [, orderId] = /order (\d+) {2}Buy 100/.exec(made) ?? [];
  const filled = await sandbox('counterparty', 'fill', `orderId=${orderId}`, 'after=1w');
  const [, scriptId] = / {2}fill {2}Waiting {2}.* (\S+)\n$/.exec(filled) ?? [];
  expect(await sandbox('script', 'cancel', String(scriptId))).toContain('fill  Cancelled');
  await expect(sandbox('clock', 'advance', 'tomorrow')).rejects.toThrow('must be a number with s, m, h, d or w');
  await expect(sandbox('nonsense')).rejects.toThrow('there is no command nonsense\n\nnpm run sandbox -- COMMAND');
  expect(await server.stop()).toBe(0);
});
