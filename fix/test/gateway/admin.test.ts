import { describe, expect, test } from 'vitest';
import { nextTime } from '../../src/gateway/daily.ts';
import { FixPeer } from '../support/fix-peer.ts';
import { report } from '../support/reports.ts';
import { startGateway } from '../support/test-gateway.ts';

const TOKENS = { alice: 'token-of-alice-123', bob: 'token-of-bob-12345' };
const operators = new Map(Object.entries(TOKENS).map(([name, token]) => [token, name]));

async function start(twoPersonApproval = false) {
  const gateway = await startGateway({ admin: { operators, twoPersonApproval } });
  const call = async (path: string, who?: keyof typeof TOKENS, body?: object | string) => {
    const response = await fetch(`http://127.0.0.1:${gateway.adminPort}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: who === undefined ? {} : { authorization: `Bearer ${TOKENS[who]}` },
    });
    return { status: response.status, ...JSON.parse(await response.text()) };
  };
  return { ...gateway, call };
}

test('lists the sessions with their numbers', async () => {
  const { port, call } = await start();
  await FixPeer.loggedOn({ port });
  const { sessions } = await call('/sessions');
  const numbers = { nextIn: 2, nextOut: 2, sent: 1, unfinished: 0, dropCopy: false };
  expect(sessions[0]).toEqual({ compId: 'CLIENT', name: 'CLIENT/OPENATS', connected: true, ...numbers });
  expect(sessions[1]).toMatchObject({ compId: 'SECOND', connected: false, nextIn: 1, nextOut: 1 });
});

test('disconnects a session with a Logout', async () => {
  const { port, call } = await start();
  const peer = await FixPeer.loggedOn({ port });
  expect(await call('/sessions/CLIENT/disconnect', 'alice', '\ufeff{}')).toEqual({ status: 200, done: true });
  await peer.closed();
  expect(peer.texts.at(-1)).toBe('5 34=2 58=the operator ends the session');
});

test('9 sets the numbers of a session, after a Logout, and gives unsent reports new ones', async () => {
  const { port, call, applications } = await start();
  const peer = await FixPeer.loggedOn({ port });
  await call('/sessions/CLIENT/numbers', 'alice', { nextIn: 20, nextOut: 30 });
  await peer.closed();
  await expect.poll(async () => (await call('/sessions')).sessions[0].nextIn).toBe(20);
  applications[0]?.port.append([report('LATER')]);
  await call('/sessions/CLIENT/numbers', 'alice', { nextIn: 5, nextOut: 7 });
  const again = await FixPeer.loggedOn({ port, numbers: { nextIn: 7, nextOut: 5 } });
  await again.until(({ msgType }) => msgType === '8');
  expect(again.texts).toContain('8 34=7 43=Y');
});

test.each([
  ['/sessions/CLIENT/disconnect', undefined, {}, 401],
  ['/sessions/NOBODY/disconnect', 'alice', {}, 404],
  ['/sessions/CLIENT/numbers', 'alice', { nextIn: 0, nextOut: 1 }, 400],
  ['/sessions/CLIENT/numbers', 'alice', { nextIn: 1 }, 400],
  ['/sessions/CLIENT/numbers', 'alice', { pad: 'x'.repeat(2000) }, 413],
  ['/approvals/x', 'alice', {}, 404],
  ['/sessions/%ff/disconnect', 'alice', {}, 404],
  ['/other', 'alice', {}, 404],
] as const)('refuses %s of %s with %j', async (path, who, body, status) => {
  const { call } = await start();
  expect((await call(path, who, body)).status).toBe(status);
});

test('with two-person approval, another operator approves a reset', async () => {
  const { call } = await start(true);
  const { approval } = await call('/sessions/CLIENT/numbers', 'alice', { nextIn: 3, nextOut: 4 });
  expect((await call('/sessions')).sessions[0]).toMatchObject({ nextIn: 1, nextOut: 1 });
  expect((await call('/sessions')).approvals).toMatchObject([{ session: 'CLIENT', requestedBy: 'alice' }]);
  expect(await call(`/approvals/${approval.id}`, 'alice', {})).toMatchObject({ status: 403 });
  expect(await call(`/approvals/${approval.id}`, 'bob', {})).toEqual({ status: 200, done: true });
  expect((await call('/sessions')).sessions[0]).toMatchObject({ nextIn: 3, nextOut: 4 });
  expect(await call(`/approvals/${approval.id}`, 'bob', {})).toMatchObject({ status: 404 });
});

test('metrics have names of sessions and no keys', async () => {
  const { port, adminPort } = await start();
  const peer = await FixPeer.loggedOn({ port });
  peer.send('ZZ');
  await peer.until(({ msgType }) => msgType === '3');
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  expect(text).toContain('fix_session_connected{session="CLIENT/OPENATS"} 1');
  expect(text).toContain('fix_messages_received_total{session="CLIENT/OPENATS",type="unknown"} 1');
  expect(text).toContain('fix_messages_rejected_total{session="CLIENT/OPENATS"} 1');
  expect(text).toContain('fix_logons_total{outcome="accepted"} 1');
});

describe('the end of the day', () => {
  const at = (text: string) => Date.parse(text);
  test.each([
    ['2026-11-27T20:00:00Z', '2026-11-27T22:15:00Z'],
    ['2026-11-27T22:15:00Z', '2026-11-28T22:15:00Z'],
    // Clocks change on 1 November 2026 and on 14 March 2027.
    ['2026-10-31T21:16:00Z', '2026-11-01T22:15:00Z'],
    ['2027-03-13T22:16:00Z', '2027-03-14T21:15:00Z'],
  ])('after %s comes at %s', (now, next) => {
    expect(nextTime({ time: '17:15', timeZone: 'America/New_York' }, at(now))).toBe(at(next));
  });

  test('logs the peer out and begins its numbers at 1', async () => {
    const { gateway, port } = await start();
    const peer = await FixPeer.loggedOn({ port });
    gateway.endDay();
    await peer.closed();
    expect(peer.texts.at(-1)).toBe('5 34=2 58=the trading day has ended');
    const again = await FixPeer.loggedOn({ port });
    expect(again.texts).toEqual(['A 34=1']);
  });
});
