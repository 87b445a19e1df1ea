import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import { type Field, fieldValue } from '../../src/codec/index.ts';
import { buyOrder } from '../support/buy-order.ts';
import { FixPeer } from '../support/fix-peer.ts';
import { report } from '../support/reports.ts';
import { startGateway, type TestApplication } from '../support/test-gateway.ts';

const isReport = (clOrdId: string) => (message: { msgType: string; fields: readonly Field[] }) =>
  message.msgType === '8' && fieldValue(message, 11) === clOrdId;

test('a peer logs on, orders, and gets the report; the log has no key', async () => {
  const { port, applications, lines } = await startGateway();
  const peer = await FixPeer.loggedOn({ port });
  peer.send('D', buyOrder('ONE'));
  await peer.until(isReport('ONE'));
  expect(peer.texts).toEqual(['A 34=1', '8 34=2']);
  expect(applications[0]?.calls).toEqual(['connected']);
  peer.send('5');
  await peer.closed();
  await expect.poll(() => applications[0]?.calls).toEqual(['connected', 'disconnected']);
  const text = lines.join('');
  expect(text).toContain('"session":"CLIENT/OPENATS"');
  expect(text).not.toContain('"key"');
});

test('lines of the log about messages have the session and the sequence number, and no key', async () => {
  const { port, lines } = await startGateway();
  const wrong = await FixPeer.connect({ port, key: 'secret-of-a-stranger' });
  wrong.logOn();
  await wrong.closed();
  const peer = await FixPeer.loggedOn({ port, key: 'key' });
  peer.send('0', [], { seq: 5 });
  await peer.until(({ msgType }) => msgType === '2');
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged.filter(({ msg }) => String(msg).startsWith('MsgSeqNum too high'))).toMatchObject([
    { session: 'CLIENT/OPENATS', seq: 5 },
  ]);
  expect(lines.join('')).not.toContain('secret-of-a-stranger');
});

test('1S-b a second connection of a session is cut without an answer, the first one stays', async () => {
  const { port } = await startGateway();
  const first = await FixPeer.loggedOn({ port });
  const second = await FixPeer.connect({ port });
  second.logOn();
  await second.closed();
  expect(second.received).toEqual([]);
  first.send('1', [[112, 'x']]);
  await first.until((message) => message.msgType === '0');
});

test.each([
  ['an unknown SenderCompID', { compId: 'STRANGER' }, {}],
  ['another TargetCompID', {}, { target: 'OTHER' }],
  ['a client that is not the one of the session', { clientID: 'other' }, {}],
  ['a wrong key', { key: 'wrong' }, {}],
  ['another BeginString', {}, { beginString: 'FIX.4.2' }],
])('1S-c a Logon with %s is cut without an answer, and the next one succeeds', async (_, options, changes) => {
  const { port, gateway } = await startGateway();
  const peer = await FixPeer.connect({ port, ...options });
  peer.logOn([], changes);
  await peer.closed();
  expect(peer.received).toEqual([]);
  expect(gateway.sessions.get('CLIENT')?.numbers).toMatchObject({ nextIn: 1, nextOut: 1 });
  const good = await FixPeer.loggedOn({ port });
  expect(good.texts).toEqual(['A 34=1']);
});

test('a Logon by RawData', async () => {
  const { port } = await startGateway({ logonBy: 'rawdata' });
  const peer = await FixPeer.connect({ port });
  peer.send('A', [
    [98, '0'],
    [108, '30'],
    [95, '6'],
    [96, 'id:key'],
  ]);
  await peer.until((message) => message.msgType === 'A');
});

test('16-b reports of the time without a connection come after the next Logon, each once', async () => {
  const { port, applications } = await startGateway();
  const first = await FixPeer.loggedOn({ port });
  await first.cut();
  const [application] = applications;
  for (let at = 0; at < 500; at++) application?.port.append([report(`R${at}`)]);
  const peer = await FixPeer.loggedOn({ port, numbers: first });
  await peer.until(isReport('R499'));
  const reports = peer.received.filter(({ msgType }) => msgType === '8').map((message) => fieldValue(message, 11));
  expect(reports).toEqual(Array.from({ length: 500 }, (_, at) => `R${at}`));
  expect(applications).toHaveLength(1);
});

test('a peer that reads slowly costs a bounded memory, and gets everything in order once it reads', async () => {
  const { port, applications, gateway } = await startGateway();
  const peer = await FixPeer.loggedOn({ port });
  const total = 12_000;
  await appendWithoutReading(peer, applications[0]!, total);
  expect(gateway.sessions.get('CLIENT')!.unsentBytes).toBeLessThan(3_000_000);
  peer.socket.resume();
  await peer.until(isReport(`R${total - 1}`));
  const reports = peer.received.filter(({ msgType }) => msgType === '8').map((message) => fieldValue(message, 11));
  expect(reports).toEqual(Array.from({ length: total }, (_, at) => `R${at}`));
  expect(peer.received.filter((message) => fieldValue(message, 43) === 'Y')).toEqual([]);
});

test('a peer that does not read is cut', async () => {
  const { port, applications, gateway } = await startGateway({ limits: { slowReaderMs: 100 } });
  const peer = await FixPeer.loggedOn({ port });
  await appendWithoutReading(peer, applications[0]!, 12_000);
  await expect.poll(() => gateway.sessions.get('CLIENT')?.isConnected).toBe(false);
  expect(await gateway.metrics.registry.metrics()).toContain('fix_slow_readers_total{session="CLIENT/OPENATS"} 1');
});

test('8 messages that are no longer kept are gap fills', async () => {
  const { port, applications } = await startGateway({ limits: { keptMessages: 300 } });
  const peer = await FixPeer.loggedOn({ port });
  for (let at = 2; at <= 1100; at++) applications[0]!.port.append([report(`R${at}`)]);
  await peer.until(isReport('R1100'));
  await peer.cut();
  const again = await FixPeer.loggedOn({ port, numbers: { nextIn: 1, nextOut: peer.nextOut } });
  await again.until(isReport('R1100'));
  // Old ones are deleted at each number that 1,000 divides: those below 700.
  expect(again.texts.filter((text) => !text.startsWith('A')).slice(0, 2)).toEqual([
    '4 34=1 43=Y 36=700 123=Y',
    '8 34=700 43=Y',
  ]);
});

test('8 a peer that asks for everything without end gets it a bounded number of times', async () => {
  const { port, applications, gateway } = await startGateway();
  const peer = await FixPeer.loggedOn({ port });
  const total = 500;
  for (let at = 0; at < total; at++) applications[0]!.port.append([report(`R${at}`)]);
  await peer.until(isReport(`R${total - 1}`));
  for (let at = 0; at < 500; at++) {
    peer.send('2', [
      [7, '1'],
      [16, '0'],
    ]);
  }
  peer.send('1', [[112, 'last']]);
  await peer.until(({ msgType }) => msgType === '0');
  const [, sent] =
    /fix_messages_sent_total\{session="CLIENT\/OPENATS"\} (\d+)/.exec(await gateway.metrics.registry.metrics()) ?? [];
  expect(Number(sent)).toBeLessThan(100 * total);
});

test('8 a resend of more messages than a page has the last one too', async () => {
  const { port, applications } = await startGateway();
  const peer = await FixPeer.loggedOn({ port });
  // Numbers 2 to 102: one message more than a page.
  for (let at = 2; at <= 102; at++) applications[0]!.port.append([report(`R${at}`)]);
  await peer.until(isReport('R102'));
  peer.send('2', [
    [7, '2'],
    [16, '102'],
  ]);
  peer.send('1', [[112, 'after']]);
  await peer.until(({ msgType }) => msgType === '0');
  await expect.poll(() => peer.repeated.length).toBe(101);
  expect(peer.repeated.map((message) => fieldValue(message, 11))).toEqual(
    Array.from({ length: 101 }, (_, at) => `R${at + 2}`),
  );
});

test('a session without custom fields is sent none', async () => {
  const session = { compId: 'CLIENT', clientID: 'id' };
  const options = { dropCopy: false, cancelOnDisconnect: undefined, withoutCustomFields: true };
  const { port, applications } = await startGateway({ sessions: [{ ...session, options }] });
  const peer = await FixPeer.loggedOn({ port });
  const { msgType, body } = report('ONE');
  applications[0]!.port.append([{ msgType, body: [...body, [5003, 'stale'], [58, 'why']] }]);
  const sent = await peer.until(isReport('ONE'));
  expect([fieldValue(sent, 5003), fieldValue(sent, 58)]).toEqual([undefined, 'why']);
});

test('messages above the rate wait, and none is lost', async () => {
  const { port } = await startGateway({ limits: { messagesPerSecond: 100 } });
  const peer = await FixPeer.loggedOn({ port });
  const start = performance.now();
  for (let at = 0; at < 200; at++) peer.send('D', buyOrder(`O${at}`));
  await peer.until(isReport('O199'));
  expect(performance.now() - start).toBeGreaterThan(900);
});

test('13-b after a restart the numbers go on, and unfinished messages are given again', async () => {
  const first = await startGateway();
  const peer = await FixPeer.loggedOn({ port: first.port });
  first.applications[0]!.isHolding = true;
  peer.send('D', buyOrder('HELD'));
  await expect.poll(() => first.applications[0]?.received.length).toBe(1);
  await first.close();
  expect(peer.texts).toContain('5 34=2 58=the gateway stops');
  const second = await startGateway({}, first.dataDir);
  const again = await FixPeer.loggedOn({ port: second.port, numbers: peer });
  await again.until(isReport('HELD'));
  expect(again.texts).toEqual(['A 34=3', '8 34=4']);
});

test('a second gateway cannot open the store of the first', async () => {
  const { dataDir } = await startGateway();
  await expect(startGateway({}, dataDir)).rejects.toThrow('locked');
});

test('TLS', async () => {
  const { tls } = await selfSigned();
  const { port } = await startGateway({ tls });
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const peer = await FixPeer.connect({ port, socket });
  peer.logOn();
  await peer.until((message) => message.msgType === 'A');
});

test('a message at which the application fails is refused once, and the session goes on', async () => {
  const { port, gateway } = await startGateway();
  const peer = await FixPeer.loggedOn({ port });
  peer.send('D', buyOrder('FAILS'));
  peer.send('D', buyOrder('NEXT'));
  await peer.until(isReport('NEXT'));
  expect(peer.texts).toEqual(['A 34=1', 'j 34=2 45=2 380=4 58=The gateway failed to process the message', '8 34=3']);
  expect(gateway.sessions.get('CLIENT')?.inbox).toBe(0);
});

test('the application ends its session with a text', async () => {
  const { port, applications } = await startGateway();
  const peer = await FixPeer.loggedOn({ port });
  applications[0]?.port.logout('the key was revoked');
  expect(fieldValue(await peer.until(({ msgType }) => msgType === '5'), 58)).toBe('the key was revoked');
  await peer.closed();
  expect(applications[0]?.calls).toContain('close');
});

/** A certificate made for the test. */
async function selfSigned() {
  const { execFileSync } = await import('node:child_process');
  const { readFileSync } = await import('node:fs');
  const { join } = await import('node:path');
  const { temporaryFolder } = await import('../support/test-gateway.ts');
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  execFileSync('openssl', [...args, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { tls: { key: readFileSync(key), cert: readFileSync(cert) } };
}

/** Reports of 2,000 bytes, more than the buffers of both sockets hold. */
async function appendWithoutReading(peer: FixPeer, application: TestApplication, total: number): Promise<void> {
  peer.socket.pause();
  for (let at = 0; at < total; at++) {
    const { msgType, body } = report(`R${at}`);
    application.port.append([{ msgType, body: [...body, [58, 'x'.repeat(2000)]] }]);
    if (at % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}
