import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fieldValue } from '../../src/codec/index.ts';
import { buyOrder } from '../support/buy-order.ts';
import { FixPeer } from '../support/fix-peer.ts';
import { temporaryFolder } from '../support/test-gateway.ts';

const KILLS = Number(process.env.KILLS ?? 5);
vi.setConfig({ testTimeout: 240_000 + KILLS * 20_000 });

async function spawnGateway(folder: string): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'gateway-process.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout!, 'data');
  return { child, port: Number(String(line)) };
}

test(`${KILLS} kills at random moments: each order and each event of a feed is reported once, in order`, async () => {
  const folder = temporaryFolder();
  let gateway = await spawnGateway(folder);
  let peer = await FixPeer.loggedOn({ port: gateway.port });
  const reported: string[] = [];
  let orders = 0;
  for (let kill = 0; kill <= KILLS; kill++) {
    // The feed goes on by itself: the kill comes after a random number of messages.
    for (let left = Math.random() * 40; left > 0; left--) {
      const received = peer.received.length;
      peer.send('D', buyOrder(`O${orders++}`));
      await peer.until((_, at) => at > received + Math.random() * 10);
    }
    if (kill === KILLS) break;
    for (let left = Math.random() * 20; left > 0; left--) peer.send('D', buyOrder(`O${orders++}`));
    gateway.child.kill('SIGKILL');
    await Promise.all([once(gateway.child, 'exit'), peer.closed()]);
    reported.push(...names(peer));
    gateway = await spawnGateway(folder);
    peer = await FixPeer.loggedOn({ port: gateway.port, previous: peer });
  }
  // Reports of orders may overtake each other: the one of the last order need not be the last.
  const all = () => [...reported, ...names(peer)];
  const missing = () => Array.from({ length: orders }, (_, at) => `O${at}`).filter((name) => !new Set(all()).has(name));
  await expect.poll(missing).toEqual([]);
  const seen = all();
  const events = seen.filter((name) => name.startsWith('F'));
  expect(events).toEqual(events.map((_, at) => `F${at}`));
  expect(seen.length).toBe(new Set(seen).size);
});

const names = (peer: FixPeer) =>
  peer.received.filter(({ msgType }) => msgType === '8').map((message) => fieldValue(message, 11) ?? '');
