/** Connections without a right key: they cost others neither their place nor their time. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { fieldValue } from '../../src/codec/index.ts';
import { Places } from '../../src/gateway/places.ts';
import { WrongKeys } from '../../src/gateway/wrong-keys.ts';
import { buyOrder } from '../support/buy-order.ts';
import { FixPeer } from '../support/fix-peer.ts';
import { report } from '../support/reports.ts';
import { startGateway } from '../support/test-gateway.ts';

async function idle(port: number, address = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress: address });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Logs on with wrong keys in the name of a session, one connection after the other, until it is stopped. */
function loop(port: number) {
  let isOn = true;
  const run = async () => {
    while (isOn) {
      const stranger = await FixPeer.connect({ port, key: 'wrong' });
      stranger.logOn();
      await stranger.closed();
    }
  };
  const running = [1, 2].map(run);
  return async () => {
    isOn = false;
    await Promise.all(running);
  };
}

test('a loop of wrong keys keeps nobody out: the peer logs on each time', async () => {
  const { port, gateway } = await startGateway();
  const session = gateway.sessions.get('CLIENT')!;
  const stop = loop(port);
  let last: FixPeer | undefined;
  for (let at = 0; at < 40; at++) {
    const peer = await FixPeer.loggedOn(last === undefined ? { port } : { port, previous: last });
    await peer.cut();
    await expect.poll(() => session.isTaken, { interval: 1 }).toBe(false);
    last = peer;
  }
  await stop();
});

test('a loop of wrong keys is checked seldom: each wrong key makes its address wait longer', async () => {
  let at = 0;
  const keys = new WrongKeys(() => at);
  const waits = () => keys.waitsUntil('CLIENT', 'a') - at;
  const seen = Array.from({ length: 6 }, () => {
    keys.add('CLIENT', 'a');
    return waits();
  });
  expect(seen).toEqual([250, 500, 1000, 2000, 2000, 2000]);
  expect(keys.waitsUntil('CLIENT', 'b')).toBe(0);
  expect(keys.waitsUntil('SECOND', 'a')).toBe(0);
  keys.clear('CLIENT', 'a');
  expect(keys.waitsUntil('CLIENT', 'a')).toBe(0);
  for (let address = 0; address < 5000; address++) keys.add('CLIENT', String(address));
  expect(keys.size).toBeLessThanOrEqual(1001);
  // More addresses than are known one by one wait together.
  expect(keys.waitsUntil('CLIENT', 'another')).toBe(2000);
  at += 70_000;
  keys.add('CLIENT', 'a');
  expect(keys.size).toBe(1);
});

test('a new key that is checked while the peer logs on with the old one does not end its application', async () => {
  let isHeld = false;
  let release = () => {};
  const held = () => new Promise<void>((resolve) => (release = resolve));
  const started = await startGateway({ limits: {} }, undefined, () => (isHeld ? held() : Promise.resolve()));
  const { port, applications, gateway } = started;
  const first = await FixPeer.loggedOn({ port });
  await first.cut();
  await expect.poll(() => gateway.sessions.get('CLIENT')?.isTaken).toBe(false);
  isHeld = true;
  const other = await FixPeer.connect({ port, key: 'another' });
  other.logOn();
  await expect.poll(() => started.opening()).toBe(2);
  const peer = await FixPeer.loggedOn({ port, previous: first });
  release();
  await other.closed();
  applications[0]!.port.append([report('STAYS')]);
  await peer.until((message) => fieldValue(message, 11) === 'STAYS');
  expect(applications[0]!.calls).not.toContain('close');
});

test('idle connections keep nobody out, whether their address is known or not', async () => {
  const { port, gateway } = await startGateway({ limits: { connections: 8 } });
  const session = gateway.sessions.get('CLIENT')!;
  const fill = (address: string) => Promise.all(Array.from({ length: 20 }, () => idle(port, address)));
  await fill('127.0.0.2');
  const first = await FixPeer.loggedOn({ port });
  await fill('127.0.0.1');
  await first.cut();
  await expect.poll(() => session.isTaken).toBe(false);
  await FixPeer.loggedOn({ port, previous: first });
});

test('strangers have places apart: those of the last addresses of sessions stay', () => {
  const cut: string[] = [];
  const places = new Places(2, (address) => address === 'known');
  const enter = (key: string, address: string) => places.enter(key, { address, cut: () => void cut.push(key) });
  enter('peer', 'known');
  for (const key of ['a', 'b', 'c', 'd']) enter(key, 'stranger');
  expect(cut).toEqual(['a', 'b']);
  places.leave('c');
  enter('e', 'stranger');
  expect(cut).toEqual(['a', 'b']);
  expect(places.size).toBe(3);
});

test('logged-on sessions take no place: with one place, each of two sessions logs on', async () => {
  const { port } = await startGateway({ limits: { connections: 1 } });
  const first = await FixPeer.loggedOn({ port });
  const second = await FixPeer.loggedOn({ port, compId: 'SECOND' });
  first.send('1', [[112, 'x']]);
  await first.until(({ msgType }) => msgType === '0');
  expect(second.isClosed).toBe(false);
});

test('1S-d a connection that has not logged on in time is cut', async () => {
  const { port, lines } = await startGateway({ limits: { logonMs: 20 } });
  const socket = await idle(port);
  await once(socket, 'close');
  expect(lines.join('')).toContain('no Logon came in time');
});

test('1S-d a first message that is no Logon is cut', async () => {
  const { port } = await startGateway();
  const peer = await FixPeer.connect({ port });
  peer.send('0');
  await peer.closed();
  expect(peer.received).toEqual([]);
});

test('a session whose stored state is bad is left out, and the others start', async () => {
  const first = await startGateway();
  await first.close();
  const { DatabaseSync } = await import('node:sqlite');
  const { join } = await import('node:path');
  const database = new DatabaseSync(join(first.dataDir, 'fix.sqlite'));
  database.exec(`UPDATE session SET next_in = 9007199254740993 WHERE name = 'CLIENT/OPENATS'`);
  database.close();
  const { port, lines } = await startGateway({}, first.dataDir);
  await FixPeer.loggedOn({ port, compId: 'SECOND' });
  expect(lines.join('')).toContain('the session cannot start');
});

test('with too many unfinished messages orders are refused with a reason, and the session goes on', async () => {
  const { port, applications } = await startGateway({ limits: { unfinished: 10 } });
  const peer = await FixPeer.loggedOn({ port });
  const application = applications[0]!;
  application.isHolding = true;
  for (let at = 0; at < 30; at++) peer.send('D', buyOrder(`O${at}`));
  peer.send('1', [[112, 'alive']]);
  await peer.until((message) => fieldValue(message, 112) === 'alive');
  expect(application.received).toHaveLength(10);
  const refused = () =>
    peer.received.filter(({ msgType }) => msgType === '8').map((message) => fieldValue(message, 11));
  await expect.poll(() => refused().length).toBe(20);
  expect(refused()[0]).toBe('too many messages of the session are unfinished: O10');
  // Cancels have separate room.
  peer.send('F', [
    [11, 'C1'],
    [41, 'O1'],
    [55, '5001'],
    [54, '1'],
    [60, '20261127-15:00:00'],
    [38, '1'],
  ]);
  await expect.poll(() => application.received.at(-1)?.clOrdId).toBe('C1');
  for (const { id, clOrdId } of [...application.received]) application.answer(id, clOrdId ?? '');
  application.isHolding = false;
  peer.send('D', buyOrder('LATER'));
  await peer.until((message) => fieldValue(message, 11) === 'LATER');
});
