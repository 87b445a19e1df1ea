/** `npm run demo:onboarding` against the real server: from an issuer to executed orders, over HTTP only. */
import { expect, test } from 'vitest';
import { freePort } from '../../scripts/cluster/postgres-server.ts';
import { thoroughTest } from '../support/thorough.ts';
import { runScript } from './support/demo.ts';
import { call } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';

const run = (flags: readonly string[], settings: Record<string, string> = {}) =>
  runScript('demo-onboarding.ts', flags, settings);

test('ten investors of a new issuer trade with each other', async () => {
  const server = await ServerProcess.start({ settings: { MARKET_ALWAYS_OPEN: 'true' } });
  const { code, stdout, stderr } = await run([], {
    PORT: new URL(server.addresses.api).port,
    DATA_DIR: server.dataDir,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [, securityId] = /offering (\d+) is Approved/.exec(stdout) ?? [];
  const { body } = await call(server, 'getOffering', { offeringId: securityId });
  expect(body.offeringDetails).toMatchObject([{ offeringStatus: 'Approved' }]);
  // The all-or-none bid took all of two offers and half of a third.
  expect(stdout).toContain('Executed: 100 at 10.050000, 100 at 10.070000, 50 at 10.090000');
  // A check that fails, a name of the watch list, and a reviewer who decides.
  expect(stdout).toContain('    KYC Disapproved, AML Auto Approved\n');
  expect(stdout).toContain('    AML Disapproved\n');
  expect(stdout).toContain('    KYC Manually Approved, AML Auto Approved\n');
  expect(stdout.match(/is the primary owner of/g)).toHaveLength(10);
  expect(stdout).toMatch(/\n\d+ calls, all of them accepted\.\n$/);
});

thoroughTest('says what is wrong when there is no server, or no data folder', async () => {
  const elsewhere = await run(['--url', 'http://127.0.0.1:1', '--data-dir', '/nowhere']);
  expect(elsewhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('sandbox-client.json could not be read'),
  });
  // On one that nobody else is given once the server is gone.
  const server = await ServerProcess.start({ settings: { PORT: String(await freePort()) } });
  const { addresses, dataDir } = server;
  await server.stop();
  const ended = await run(['--url', addresses.api, '--data-dir', dataDir]);
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('does not answer') });
});
