/** Numbers of the session layer: out of range they are rejected, and the session stays one that can be stored. */
import { expect, test } from 'vitest';
import { decodeMessage, type Field, fieldValue } from '../../src/codec/index.ts';
import { SESSION_SETTINGS, wireBytes } from '../../src/session/index.ts';
import { OWN, PEER } from '../support/peer-messages.ts';
import { ScriptedSession } from '../support/scripted-session.ts';

const TOO_LARGE = ['2147483648', '9007199254740993', '999999999999999999', '9'.repeat(40)];
const LARGEST = 2_147_483_647;
const logon = (...more: Field[]): Field[] => [[98, '0'], [108, '30'], ...more];

/** Each number that the session layer reads, in the messages that have it. */
const NUMBERS: (readonly [name: string, type: string, body: (value: string) => Field[], header?: boolean])[] = [
  [
    '7 BeginSeqNo',
    '2',
    (value) => [
      [7, value],
      [16, '0'],
    ],
  ],
  [
    '16 EndSeqNo',
    '2',
    (value) => [
      [7, '1'],
      [16, value],
    ],
  ],
  [
    '36 NewSeqNo of a gap fill',
    '4',
    (value) => [
      [123, 'Y'],
      [36, value],
    ],
  ],
  ['36 NewSeqNo of a reset', '4', (value) => [[36, value]]],
  ['45 RefSeqNum', '3', (value) => [[45, value]]],
  [
    '108 HeartBtInt',
    'A',
    (value) => [
      [98, '0'],
      [108, value],
      [141, 'Y'],
    ],
  ],
  ['789 NextExpectedMsgSeqNum', 'A', (value) => logon([789, value])],
  ['383 MaxMessageSize', 'A', (value) => logon([383, value])],
  ['384 NoMsgTypes', 'A', (value) => logon([384, value])],
];
const CASES = NUMBERS.flatMap(([name, type, body]) => TOO_LARGE.map((value) => [name, value, type, body] as const));

/** The last messages, which must be by the dictionary. */
function sentMessages(session: ScriptedSession) {
  return session.outputs.flatMap((output) => {
    if (output.type !== 'send') return [];
    const settings = { ...SESSION_SETTINGS, own: OWN, peer: PEER };
    return [decodeMessage(wireBytes(settings, output.message, { now: session.now }))];
  });
}

function expectStorable({ state }: ScriptedSession): void {
  for (const number of [state.nextIn, state.nextOut]) {
    expect(number).toBeGreaterThanOrEqual(1);
    expect(number).toBeLessThanOrEqual(LARGEST + 1);
  }
}

test.each(CASES)('%s %s is rejected, and the session goes on', (name, value, type, body) => {
  const session = ScriptedSession.loggedOn();
  const isLogon = type === 'A';
  session.peer(type, body(value), isLogon && name.startsWith('108') ? { seq: 1 } : {});
  // Two sides that reject each other's rejects would never end.
  if (type === '3') expect(session.sent).toEqual([]);
  else expect(session.sent).toEqual([expect.stringMatching(/^3 .*373=[56]\b/)]);
  expectStorable(session);
  expect(session.state.phase).toBe('active');
});

test.each(TOO_LARGE)('34 MsgSeqNum %s is rejected, takes no number, and the session goes on', (value) => {
  const session = ScriptedSession.loggedOn().peer('0', [], { seq: value });
  const [reject] = sentMessages(session);
  expect([reject?.msgType, fieldValue(reject!, 371), fieldValue(reject!, 45)]).toEqual(['3', '34', '2']);
  expect(session.state).toMatchObject({ phase: 'active', nextIn: 2 });
  expect(session.peer('0').state.nextIn).toBe(3);
});

test.each(TOO_LARGE)('a Logon with 34 MsgSeqNum %s is rejected', (value) => {
  const session = new ScriptedSession({ nextIn: 5, nextOut: 9 }).logOn([], { seq: value });
  expect(session.sent[0]).toMatch(/^3 34=9 45=5 371=34 373=[56]/);
  expect(session.state).toMatchObject({ phase: 'off', nextIn: 5, nextOut: 11 });
});

test('the largest number is taken', () => {
  const session = ScriptedSession.loggedOn().peer('4', [[36, String(LARGEST)]], { seq: 1 });
  expect(session.sent).toEqual([]);
  expect(session.peer('0', [], { seq: LARGEST }).state.nextIn).toBe(LARGEST + 1);
});
