import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { fieldValue } from '../../src/codec/index.ts';
import { FixPeer } from '../support/fix-peer.ts';
import { temporaryFolder } from '../support/test-gateway.ts';
import { closeAll, Venue } from '../support/venue.ts';

afterAll(closeAll);

/** Starts the program; resolves with what it has printed once that has a text. */
async function startProgram(env: NodeJS.ProcessEnv, until: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts')], {
    env: { PATH: process.env.PATH, FIX_DATA_DIR: temporaryFolder(), FIX_PORT: '0', FIX_ADMIN_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk));
  await expect.poll(() => output.text).toContain(until);
  return { child, output };
}

test('npm start next to a sandbox prints sessions that log on and trade, and stops on SIGTERM', async () => {
  const venue = await Venue.start();
  const env = { OPENATS_URL: venue.url, DATA_DIR: venue.server.dataDir };
  const { child, output } = await startProgram(env, 'SenderCompID=DROPCOPY');
  const printed = (pattern: RegExp) => pattern.exec(output.text)?.[1] ?? '';
  const login = { clientID: printed(/Username (\S+)/), key: printed(/Password (\S+)/) };
  const port = Number(printed(/SocketConnectPort=(\d+)/));
  const peer = await FixPeer.loggedOn({ port, ...login });
  const copy = await FixPeer.loggedOn({ port, compId: 'DROPCOPY', ...login });
  const demo = JSON.parse(readFileSync(join(venue.server.dataDir, 'sandbox-demo.json'), 'utf8'));
  peer.send('D', [
    [11, 'ORDER-1'],
    [1, demo.accountId],
    [55, demo.securityId],
    [54, '1'],
    [60, '20261127-15:00:00'],
    [38, '10'],
    [40, '2'],
    [44, '1.25'],
    [59, '1'],
  ]);
  for (const one of [peer, copy]) {
    const report = await one.until((message) => message.msgType === '8' && fieldValue(message, 11) === 'ORDER-1');
    expect(fieldValue(report, 39)).toBe('0');
  }
  child.kill('SIGTERM');
  await Promise.all([peer.closed(), copy.closed(), once(child, 'exit')]);
  expect(peer.texts.at(-1)).toContain('58=the gateway stops');
  const logged = output.text.slice(output.text.indexOf('{'));
  expect(logged).not.toContain(login.key);
});

test('a wrong setting stops the start and is named', async () => {
  const { child } = await startProgram({ DATA_DIR: '/nowhere' }, 'cannot be read: start the sandbox first');
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(1);
});
