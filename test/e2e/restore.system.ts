/** Journal and reference data of one moment, made a separate data folder, with the commands that an operator has. */
import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PARTY } from '../modules/parties/people.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { allOrFew, THOROUGH } from '../support/thorough.ts';
import { type Demo, demoOf, placeOrder } from './support/demo-orders.ts';
import { call, mustCall } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';
import { expectOneState } from './support/venue-files.ts';

const SETTINGS = { MARKET_ALWAYS_OPEN: 'true', SANDBOX_TICKER: 'off' };
/** What the operator keeps apart from backups, and the sandbox's own files. */
const KEPT_APART = ['encryption.key', 'sandbox-client.json', 'sandbox-operator.json', 'sandbox-demo.json'];

async function run(script: string, args: readonly string[], settings: Record<string, string> = {}): Promise<string> {
  const path = join(import.meta.dirname, '../../scripts', script);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...args], { env });
  return stdout;
}

async function createParty(server: ServerProcess): Promise<string> {
  const { partyDetails } = await mustCall(server, 'createParty', PARTY, { verb: 'PUT' });
  return (partyDetails as readonly [unknown, readonly { readonly partyId: string }[]])[1][0]!.partyId;
}

async function lastCommand(server: ServerProcess): Promise<string> {
  const { health } = await mustCall(server, 'admin/getVenueHealth', {}, { credentials: server.operator });
  return String((health as { lastCommandSeq: number }).lastCommandSeq);
}

async function newestCursor(server: ServerProcess): Promise<string> {
  return String((await eventsAfter(server, 'latest')).cursor);
}

async function eventsAfter({ addresses, client }: ServerProcess, cursor: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${client.clientID}:${client.developerAPIKey}` };
  const response = await fetch(`${addresses.api}/v3/events?after=${cursor}`, { headers });
  return (await response.json()) as Record<string, unknown>;
}

/** Starts on a restored folder, to which what was kept apart is brought back. */
function startRestored(server: ServerProcess, dataDir: string): Promise<ServerProcess> {
  for (const name of KEPT_APART) copyFileSync(join(server.dataDir, name), join(dataDir, name));
  return ServerProcess.start({ settings: SETTINGS, dataDir });
}

async function expectNewIds(server: ServerProcess, demo: Demo, orders: string[], parties: string[]): Promise<void> {
  const numberOf = (id: string) => Number(id.replace(/\D/g, ''));
  expect(numberOf(await placeOrder(server, demo))).toBeGreaterThan(Math.max(...orders.map(numberOf)));
  expect(numberOf(await createParty(server))).toBeGreaterThan(Math.max(...parties.map(numberOf)));
}

test('a venue is restored to one moment, and gives out no id twice', async () => {
  const server = await ServerProcess.start({ settings: SETTINGS });
  await server.welcome();
  const demo = demoOf(server);
  const [order, party] = [await placeOrder(server, demo), await createParty(server)];
  const moment = await lastCommand(server);
  const kept = await newestCursor(server);
  const [folder, archive] = [temporaryFolder(), join(temporaryFolder(), 'backup')];
  await run('backup.ts', [archive], { DATA_DIR: server.dataDir });
  const [laterOrder, laterParty] = [await placeOrder(server, demo), await createParty(server)];
  const lost = await newestCursor(server);
  await server.stop();

  // The journal to the moment, with the reference data that were copied then.
  const [then, whole] = [join(folder, 'then'), join(folder, 'whole')];
  const database = join(archive, 'openats.db');
  const printed = await run('restore.ts', [server.dataDir, then, '--command', moment, '--database', database]);
  expect(printed).toContain(`journal up to command ${moment} of `);
  const restored = await startRestored(server, then);
  await mustCall(restored, 'getOrder', { orderid: order });
  await mustCall(restored, 'getParty', { partyId: party });
  expect((await call(restored, 'getOrder', { orderid: laterOrder })).body.statusCode).not.toBe('101');
  expect((await call(restored, 'getParty', { partyId: laterParty })).body.statusCode).not.toBe('101');
  await expectNewIds(restored, demo, [order, laterOrder], [party, laterParty]);
  expect(await eventsAfter(restored, kept)).toMatchObject({ statusCode: '101' });
  expect(await eventsAfter(restored, lost)).toMatchObject({ reasonCode: 'cursor-ahead-of-the-venue' });
  expect(await restored.stop()).toBe(0);
  expectOneState(then);
  expect(await run('verify.ts', [then, '--replay'])).toContain('\nwhole\n');

  if (!THOROUGH) return;
  // The backup as it is: the same moment.
  await run('restore.ts', [archive, whole]);
  const again = await startRestored(server, whole);
  await mustCall(again, 'getOrder', { orderid: order });
  await mustCall(again, 'getParty', { partyId: party });
  await expectNewIds(again, demo, [order, laterOrder], [party, laterParty]);
  expect(await again.stop()).toBe(0);
  expectOneState(whole);
});

test('a moment that cannot be restored is refused, and nothing is made', async () => {
  const failure = async (...args: string[]) => {
    const error = (await run('restore.ts', args).catch((thrown: unknown) => thrown)) as {
      code: number;
      stderr: string;
    };
    return [error.code, error.stderr.split('\n')[0]];
  };
  const [from, to] = [temporaryFolder(), join(temporaryFolder(), 'to')];
  const faults: [args: string[], code: number, message: string][] = [
    [[], 2, 'one folder is wanted, or two'],
    [[from, from], 1, `${from} exists: name a folder that is still to be made`],
    [[from, to], 1, `${from}: there is no journal`],
    [[from, to, '--until', 'noon'], 2, '--until noon is not a time in UTC such as 2026-11-20T15:04:05Z'],
    [[from, to, '--command', 'x'], 2, '--command x is not the number of a command'],
  ];
  for (const [args, code, message] of allOrFew(faults, 2)) expect(await failure(...args)).toEqual([code, message]);
});
