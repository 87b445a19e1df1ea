/** Who is sent what, and what a reset of the numbers keeps. */
import { expect, test } from 'vitest';
import { type Field, fieldValue, type Message } from '../../src/codec/index.ts';
import { FixPeer } from '../support/fix-peer.ts';
import { report } from '../support/reports.ts';
import { startGateway } from '../support/test-gateway.ts';

const RESET: Field[] = [[141, 'Y']];
const LOGOUT: Field[] = [[58, 'bye']];
const names = (messages: readonly Message[]) =>
  messages.filter(({ msgType }) => msgType === '8').map((message) => fieldValue(message, 11));
const isReport = (name: string) => (message: Message) => message.msgType === '8' && fieldValue(message, 11) === name;

/** A session that was logged on and has ended. */
async function ended(end: (peer: FixPeer) => Promise<void>) {
  const started = await startGateway();
  const peer = await FixPeer.loggedOn({ port: started.port });
  const application = started.applications[0]!;
  const append = (...all: string[]) => application.port.append(all.map(report));
  const session = started.gateway.sessions.get('CLIENT')!;
  append('FIRST');
  await peer.until(isReport('FIRST'));
  await end(peer);
  await expect.poll(() => session.isTaken).toBe(false);
  return { ...started, peer, append, session };
}

const loggedOut = (peer: FixPeer) => {
  peer.send('5', LOGOUT);
  return peer.closed();
};
const cut = (peer: FixPeer) => peer.cut();

test('a connection whose key is being checked, or is wrong, is sent no report, and none counts as sent', async () => {
  const { port, append, session } = await ended(loggedOut);
  const { sent } = session.numbers;
  const strangers = await Promise.all([1, 2].map(() => FixPeer.connect({ port, key: 'wrong' })));
  for (const stranger of strangers) stranger.logOn();
  for (let at = 0; strangers.some(({ isClosed }) => !isClosed); at++) {
    append(`R${at}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(strangers.flatMap(({ received }) => received)).toEqual([]);
  expect(session.numbers.sent).toBe(sent);
  append('LAST');
  const peer = await FixPeer.loggedOn({ port }, RESET);
  await peer.until(isReport('LAST'));
  expect(names(peer.received).slice(0, 2)).toEqual(['R0', 'R1']);
});

test('after a Logout was sent or answered only what a ResendRequest asks for is written', async () => {
  const { port, applications, gateway } = await startGateway();
  const peer = await FixPeer.loggedOn({ port });
  const append = (name: string) => applications[0]!.port.append([report(name)]);
  append('ONE');
  await peer.until(isReport('ONE'));
  peer.onMessage = (message) => {
    peer.received.push(message);
    // The peer answers the Logout late, and asks for all before.
    if (message.msgType === '5') {
      peer.send('1', [[112, 'not answered']]);
      peer.send('2', [
        [7, '1'],
        [16, '0'],
      ]);
    }
  };
  gateway.sessions.get('CLIENT')!.disconnect('the operator ends the session');
  append('AFTER');
  await peer.closed();
  // FixPeer answers the Logout at once; what it asked for before was sent before the end of the connection.
  const after = peer.received.slice(peer.received.findIndex(({ msgType }) => msgType === '5') + 1);
  expect(after).toEqual([]);
  expect(names(peer.received)).toEqual(['ONE']);
  expect(names(peer.repeated)).toEqual(['ONE']);
  const again = await FixPeer.loggedOn({ port, previous: peer });
  await again.until(isReport('AFTER'));
});

test('reports around a Logout of the peer come once, also when the next Logon resets the numbers', async () => {
  const { port, applications, gateway } = await startGateway();
  const session = gateway.sessions.get('CLIENT')!;
  const seen: Message[] = [];
  let count = 0;
  for (let cycle = 0; cycle < 20; cycle++) {
    const peer = await FixPeer.loggedOn({ port }, RESET);
    let isFlowing = true;
    const flow = () => {
      if (!isFlowing) return;
      applications[0]!.port.append([report(`R${count++}`)]);
      setImmediate(flow);
    };
    flow();
    await peer.until(({ msgType }) => msgType === '8');
    peer.send('5', LOGOUT);
    await peer.closed();
    const logout = peer.received.findIndex(({ msgType }) => msgType === '5');
    expect(peer.received.slice(logout + 1)).toEqual([]);
    await expect.poll(() => session.isTaken).toBe(false);
    isFlowing = false;
    seen.push(...peer.received);
  }
  applications[0]!.port.append([report('LAST')]);
  const last = await FixPeer.loggedOn({ port }, RESET);
  await last.until(isReport('LAST'));
  expect(names([...seen, ...last.received])).toEqual([...Array.from({ length: count }, (_, at) => `R${at}`), 'LAST']);
});

test.each([
  ['was logged out', loggedOut, ['UNSENT'], []],
  ['was cut: what may not have arrived comes again as possibly sent', cut, ['FIRST', 'UNSENT'], ['FIRST']],
] as const)(
  'a Logon with ResetSeqNumFlag brings each unsent report, when the peer %s',
  async (_, end, all, possible) => {
    const { port, append } = await ended(end);
    append('UNSENT');
    const peer = await FixPeer.loggedOn({ port }, RESET);
    await peer.until(isReport('UNSENT'));
    expect(names(peer.received)).toEqual(all);
    expect(names(peer.received.filter((message) => fieldValue(message, 97) === 'Y'))).toEqual(possible);
  },
);

test('numbers below a Logon that the peer did not ask for do not count as sent', async () => {
  const { port, append, session } = await ended(loggedOut);
  append('WAITS');
  // It sees the gap before its Logon, and ends without asking.
  const hasty = await FixPeer.connect({ port, numbers: { nextIn: 5, nextOut: 3 } });
  hasty.logOn();
  hasty.send('5', LOGOUT);
  await hasty.closed();
  await expect.poll(() => session.isTaken).toBe(false);
  const peer = await FixPeer.loggedOn({ port }, RESET);
  await peer.until(isReport('WAITS'));
});

test('a report that was delivered before a kill of the gateway comes again only as possibly sent', async () => {
  const first = await ended(loggedOut);
  const peer = await FixPeer.loggedOn({ port: first.port, previous: first.peer });
  first.append('DELIVERED');
  await peer.until(isReport('DELIVERED'));
  const { copied } = await copyOf(first.dataDir);
  const second = await startGateway({}, copied);
  const again = await FixPeer.loggedOn({ port: second.port }, RESET);
  second.applications[0]!.port.append([report('NEXT')]);
  await again.until(isReport('NEXT'));
  const reports = again.received.filter(({ msgType }) => msgType === '8');
  expect(reports.map((message) => [fieldValue(message, 11), fieldValue(message, 97)])).toEqual([
    ['DELIVERED', 'Y'],
    ['NEXT', undefined],
  ]);
});

/** The files of a store as a kill leaves them. */
async function copyOf(dataDir: string) {
  const { cpSync } = await import('node:fs');
  const { temporaryFolder } = await import('../support/test-gateway.ts');
  const copied = temporaryFolder();
  cpSync(dataDir, copied, { recursive: true });
  return { copied };
}
