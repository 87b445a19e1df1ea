import { describe, expect, test } from 'vitest';
import type { Field } from '../../src/codec/index.ts';
import { deadline } from '../../src/session/index.ts';
import { delivered, ORDER, report, ScriptedSession } from '../support/scripted-session.ts';

/** Session test cases of FIX 4.4 by their numbers, for an acceptor; the README lists them all. */

describe('4 send Heartbeat, 5 receive Heartbeat', () => {
  test('4-a a Heartbeat is sent when nothing was sent for HeartBtInt', () => {
    const session = ScriptedSession.loggedOn();
    expect(deadline(session.state)).toBe(session.at + 30_000);
    session.pass(29_999);
    expect(session.take({ type: 'time' }).sent).toEqual([]);
    session.pass(1);
    expect(session.take({ type: 'time' }).sent).toEqual(['0 34=2']);
    session.pass(1);
    expect(session.take({ type: 'time' }).sent).toEqual([]);
  });

  test('4-b a TestRequest is answered with its TestReqID', () => {
    expect(ScriptedSession.loggedOn().peer('1', [[112, 'are you there']]).sent).toEqual(['0 34=2 112=are you there']);
  });

  test('5 a Heartbeat is taken', () => {
    const session = ScriptedSession.loggedOn().peer('0');
    expect(session.sent).toEqual([]);
    expect(session.state.nextIn).toBe(3);
  });
});

describe('6 send TestRequest', () => {
  test('6 after 1.2 times HeartBtInt without a message; without an answer the connection is cut', () => {
    const session = ScriptedSession.loggedOn();
    session.pass(36_000);
    expect(session.take({ type: 'time' }).sent).toEqual([`1 34=2 112=TEST-${session.now}`]);
    session.pass(30_000);
    expect(session.take({ type: 'time' }).sent).toEqual(['0 34=3']);
    session.pass(6000);
    expect(session.take({ type: 'time' }).sent).toEqual(['disconnect']);
  });

  test('6 any message is an answer', () => {
    const session = ScriptedSession.loggedOn();
    session.pass(36_000);
    session.take({ type: 'time' }).peer('0', [[112, `TEST-${session.now}`]]);
    session.pass(35_000);
    expect(session.take({ type: 'time' }).sent).toEqual(['0 34=3']);
  });
});

describe('4, 6 the clock of the day', () => {
  const ON = 30_000;

  test('30 seconds back: Heartbeats are sent as before', () => {
    const session = ScriptedSession.loggedOn();
    session.now -= 30_000;
    session.at += ON;
    expect(session.take({ type: 'time' }).sent).toEqual(['0 34=2']);
  });

  test('an hour forward: the connection stays', () => {
    const session = ScriptedSession.loggedOn();
    session.now += 3_600_000;
    expect(session.take({ type: 'time' }).sent).toEqual([]);
    expect(session.state.phase).toBe('active');
  });
});

test('7 a Reject is taken and not answered', () => {
  const session = ScriptedSession.loggedOn().peer('3', [[45, '1']]);
  expect(session.sent).toEqual([]);
  expect(session.state.nextIn).toBe(3);
});

test('7 a Reject that is malformed is not rejected: both sides would never end', () => {
  const session = ScriptedSession.loggedOn().peer('3', []);
  expect(session.sent).toEqual([]);
  expect(session.state.nextIn).toBe(3);
});

describe('8 receive ResendRequest', () => {
  const session = () => {
    const made = ScriptedSession.loggedOn();
    made.take({ type: 'application', messages: [report] });
    made.peer('1', [[112, 'x']]).peer('1', [[112, 'y']]);
    return made.take({ type: 'application', messages: [report, report] });
  };
  const request = (from: number, to: number) =>
    session().peer('2', [
      [7, String(from)],
      [16, String(to)],
    ]).sent;

  test('8 the very messages are sent again as possible duplicates, gap fills for those of the session layer', () => {
    expect(request(1, 0)).toEqual([
      '4 34=1 43=Y 36=2 123=Y',
      '8 34=2 43=Y',
      '4 34=3 43=Y 36=5 123=Y',
      '8 34=5 43=Y',
      '8 34=6 43=Y',
    ]);
  });

  test.each([
    [2, 2, ['8 34=2 43=Y']],
    [3, 4, ['4 34=3 43=Y 36=5 123=Y']],
    [4, 5, ['4 34=4 43=Y 36=5 123=Y', '8 34=5 43=Y']],
    [6, 999, ['8 34=6 43=Y']],
    [7, 0, []],
    [5, 3, []],
    [0, 0, []],
  ] as [number, number, string[]][])('8 of %i to %i', (from, to, sent) => {
    expect(request(from, to)).toEqual(sent);
  });
});

describe('9 synchronize sequence numbers', () => {
  test('9 the operator sets both numbers while the peer is disconnected', () => {
    const session = ScriptedSession.loggedOn().take({ type: 'disconnected' });
    session.take({ type: 'setNumbers', nextIn: 40, nextOut: 70 });
    expect(session.state).toMatchObject({ nextIn: 40, nextOut: 70 });
    expect(session.logOn([], { seq: 40 }).sent).toEqual(['A 34=70']);
  });

  test('9 a Logon with ResetSeqNumFlag within the session resets both numbers', () => {
    const session = ScriptedSession.loggedOn().peer('D', ORDER);
    const body: Field[] = [
      [98, '0'],
      [108, '10'],
      [141, 'Y'],
    ];
    expect(session.peer('A', body, { seq: 1 }).sent).toEqual(['A 34=1 141=Y']);
    expect(session.state).toMatchObject({ nextIn: 2, nextOut: 2, heartbeatMs: 10_000 });
  });

  test('9 a second Logon without it is rejected', () => {
    const session = ScriptedSession.loggedOn().peer('A', [
      [98, '0'],
      [108, '30'],
    ]);
    expect(session.sent).toEqual(['3 34=2 45=2 373=99 58=Already logged on']);
  });
});

describe('10 receive SequenceReset with gap fill', () => {
  const fill = (next: number): Field[] => [
    [123, 'Y'],
    [36, String(next)],
  ];

  test('10-a a number that is too high is asked for again', () => {
    expect(ScriptedSession.loggedOn().peer('4', fill(9), { seq: 5 }).sent).toEqual(['2 34=2 7=2 16=0']);
  });

  test('10-b the expected number moves on to NewSeqNo', () => {
    const session = ScriptedSession.loggedOn().peer('D', ORDER, { seq: 9 });
    session.peer('4', fill(9), { seq: 2, possDup: true, orig: session.now });
    expect(session.state.nextIn).toBe(9);
    expect(session.peer('D', ORDER, { seq: 9 }).state).toMatchObject({ nextIn: 10, resend: undefined });
  });

  test('10-c a possible duplicate with a low number is ignored', () => {
    const session = ScriptedSession.loggedOn();
    session.peer('4', fill(9), { seq: 1, possDup: true, orig: session.now });
    expect(session.sent).toEqual([]);
    expect(session.state.nextIn).toBe(2);
  });

  test('10-d a low number without PossDupFlag ends the session', () => {
    const session = ScriptedSession.loggedOn().peer('4', fill(9), { seq: 1 });
    expect(session.sent).toEqual(['5 34=2 58=MsgSeqNum too low, expecting 2 but received 1', 'disconnect']);
  });

  test('10-e a NewSeqNo that is not above its own number is rejected', () => {
    const session = ScriptedSession.loggedOn().peer('4', fill(2), { seq: 2 });
    expect(session.sent).toEqual([
      '3 34=2 45=2 371=36 373=5 58=Attempt to lower sequence number, invalid value NewSeqNo=2',
    ]);
    expect(session.state.nextIn).toBe(3);
  });
});

describe('11 receive SequenceReset without gap fill', () => {
  const reset = (next: number) => ScriptedSession.loggedOn().peer('4', [[36, String(next)]], { seq: 1 });

  test('11-a a NewSeqNo above the expected number is taken, whatever the number of the message', () => {
    expect(reset(50).sent).toEqual([]);
    expect(reset(50).state.nextIn).toBe(50);
  });

  test('11-b a NewSeqNo that is the expected number changes nothing', () => {
    expect(reset(2).sent).toEqual([]);
    expect(reset(2).state.nextIn).toBe(2);
  });

  test('11-c a NewSeqNo below it is rejected', () => {
    expect(reset(1).sent).toEqual(['3 34=2 45=1 371=36 373=5 58=Value is incorrect: NewSeqNo 1 is below 2']);
    expect(reset(1).state.nextIn).toBe(2);
  });
});

describe('12 initiate logout', () => {
  test('12 a Logout is sent, its answer ends the connection; messages until then are taken', () => {
    const session = ScriptedSession.loggedOn().take({ type: 'logout', text: 'the day has ended' });
    expect(session.sent).toEqual(['5 34=2 58=the day has ended']);
    expect(delivered(session.peer('D', ORDER))).toEqual(['ONE']);
    expect(session.peer('5').sent).toEqual(['disconnect']);
    expect(session.state).toMatchObject({ phase: 'off', nextIn: 4, nextOut: 3 });
  });

  test('12 without an answer the connection is cut after 10 seconds', () => {
    const session = ScriptedSession.loggedOn().take({ type: 'logout', text: 'x' });
    expect(deadline(session.state)).toBe(session.at + 10_000);
    session.pass(10_000);
    expect(session.take({ type: 'time' }).sent).toEqual(['disconnect']);
  });
});

test('13-a the answer to a Logout ends the connection', () => {
  const session = ScriptedSession.loggedOn().take({ type: 'logout', text: 'x' });
  expect(session.peer('5').sent).toEqual(['disconnect']);
});

test('13-b a Logout is answered with a Logout', () => {
  const session = ScriptedSession.loggedOn().peer('5', [[58, 'bye']]);
  expect(session.sent).toEqual(['5 34=2 58=Logout', 'disconnect']);
  expect(session.state).toMatchObject({ phase: 'off', nextIn: 3 });
});

test('13-b a Logout above a gap is answered too; the gap is asked for at the next Logon', () => {
  const session = ScriptedSession.loggedOn().peer('5', [], { seq: 7 });
  expect(session.sent).toEqual(['5 34=2 58=Logout', 'disconnect']);
  expect(session.logOn([], { seq: 8 }).sent).toEqual(['A 34=3', '2 34=4 7=2 16=0']);
});

describe('16 queue outgoing messages', () => {
  test('16-a, 16-b messages of the time without a connection are numbered then and sent by a resend', () => {
    const session = ScriptedSession.loggedOn().take({ type: 'disconnected' });
    session.take({ type: 'application', messages: [report, report] });
    expect(session.logOn().sent).toEqual(['A 34=4']);
    session.peer('2', [
      [7, '2'],
      [16, '0'],
    ]);
    expect(session.sent).toEqual(['8 34=2 43=Y', '8 34=3 43=Y', '4 34=4 43=Y 36=5 123=Y']);
  });

  test('16 market data is dropped without a connection', () => {
    const session = ScriptedSession.loggedOn().take({ type: 'disconnected' });
    session.take({ type: 'application', messages: [{ ...report, isTransient: true }] });
    expect(session.state.nextOut).toBe(2);
  });
});

test('20 a ResendRequest above a gap is answered, and the own gap is asked for', () => {
  const session = ScriptedSession.loggedOn().take({ type: 'application', messages: [report, report] });
  session.peer(
    '2',
    [
      [7, '2'],
      [16, '0'],
    ],
    { seq: 4 },
  );
  expect(session.sent).toEqual(['8 34=2 43=Y', '8 34=3 43=Y', '2 34=4 7=2 16=0']);
  // While the answer is awaited, another one is served.
  session.peer(
    '2',
    [
      [7, '3'],
      [16, '3'],
    ],
    { seq: 5 },
  );
  expect(session.sent).toEqual(['8 34=3 43=Y']);
  for (const seq of [2, 3]) session.peer('D', ORDER, { seq, possDup: true, orig: session.now });
  session.peer(
    '4',
    [
      [123, 'Y'],
      [36, '6'],
    ],
    { seq: 4, possDup: true, orig: session.now },
  );
  expect(session.state).toMatchObject({ nextIn: 6, resend: undefined });
});
