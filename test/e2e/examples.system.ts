/** The programs of docs/examples, each where its language is installed: an order is placed, and what it did is seen. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { demoIn } from './support/greeting.ts';
import { ServerProcess } from './support/server-process.ts';

const EXAMPLES = new URL('../../docs/examples/', import.meta.url);

/** How each is run, where what it needs is there. */
const RUN_BY = {
  'order_and_watch.py':
    found(['python3'], ['-c', 'import websockets']) ?? found(['/usr/bin/python3'], ['-c', 'import websockets']),
  'OrderAndWatch.java': found(['java'], ['--version']),
  'order_and_events.go': found(['go', 'run'], ['version']),
};
const INSTALLED = Object.entries(RUN_BY).filter(([, command]) => command !== undefined);

function found(command: readonly string[], check: readonly string[]): readonly string[] | undefined {
  return spawnSync(command[0]!, check).status === 0 ? command : undefined;
}

test.skipIf(INSTALLED.length === 0)('a program in each language places its order and reads what it did', async () => {
  const server = await ServerProcess.start({ settings: { MARKET_ALWAYS_OPEN: 'true' } });
  const { securityID, issuerID } = demoIn(await server.welcome());
  const { clientID, developerAPIKey } = server.client;
  const settings = { CLIENT_ID: clientID, DEVELOPER_API_KEY: developerAPIKey, SECONDS_TO_WATCH: '1' };
  for (const [file, [program, ...flags] = []] of INSTALLED) {
    const args = [...flags, file, server.addresses.api, issuerID, securityID];
    const { stdout } = await promisify(execFile)(program!, args, {
      cwd: EXAMPLES,
      env: { ...process.env, ...settings },
    });
    const [, orderId = 'none'] = /^order (\d+) Live$/m.exec(stdout) ?? [];
    // The event of the order, or the book with its bid.
    expect(stdout, file).toMatch(file.endsWith('.go') ? new RegExp(`Z ${orderId} .* Live$`, 'm') : /9\.500000/);
  }
});
