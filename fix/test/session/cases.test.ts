import { describe, expect, test } from 'vitest';
import { type Field, fieldValue } from '../../src/codec/index.ts';
import { deadline } from '../../src/session/index.ts';
import { peerBytes } from '../support/peer-messages.ts';
import { ScriptedSession } from '../support/scripted-session.ts';

/**
 * The session test cases of FIX 4.4 by their numbers, for an acceptor. The README has the same list; cases that need
 * sockets, a store or an application are in test/gateway.
 */

const ORDER: Field[] = [
  [11, 'ONE'],
  [55, '5001'],
  [54, '1'],
  [60, '20261127-15:00:00'],
  [38, '100'],
  [40, '2'],
  [44, '10.25'],
];
const order = (clOrdId: string, ...more: Field[]): Field[] => [[11, clOrdId], ...ORDER.slice(1), ...more];
const report = { msgType: '8', body: '37=1\x01' };
/** The delivered orders, by ClOrdID. */
const delivered = (session: ScriptedSession) => session.delivered.map((one) => fieldValue(one, 11));

describe('1S receive Logon', () => {
  test('1S-a a valid Logon is answered with the same HeartBtInt', () => {
    const session = new ScriptedSession().logOn();
    expect(session.sent).toEqual(['A 34=1']);
    expect(session.state).toMatchObject({ phase: 'active', nextIn: 2, nextOut: 2, heartbeatMs: 30_000 });
    expect(session.outputs.map(({ type }) => type)).toContain('loggedOn');
  });

  test('1S-a a Logon whose number is too high is answered, then the gap is asked for', () => {
    const session = new ScriptedSession({ nextIn: 5, nextOut: 9 }).logOn([], { seq: 8 });
    expect(session.sent).toEqual(['A 34=9', '2 34=10 7=5 16=0']);
    expect(session.state.nextIn).toBe(5);
  });

  test('1S-a a Logon whose number is too low ends with a Logout', () => {
    const session = new ScriptedSession({ nextIn: 5, nextOut: 9 }).logOn([], { seq: 4 });
    expect(session.sent).toEqual(['5 34=9 58=MsgSeqNum too low, expecting 5 but received 4', 'disconnect']);
  });

  test('1S-a ResetSeqNumFlag begins both numbers at 1', () => {
    const session = new ScriptedSession({ nextIn: 5, nextOut: 9 }).logOn([[141, 'Y']], { seq: 1 });
    expect(session.sent).toEqual(['A 34=1 141=Y']);
    expect(session.state).toMatchObject({ nextIn: 2, nextOut: 2 });
    expect(session.outputs.map(({ type }) => type)).toContain('reset');
  });

  test('1S-c a wrong key is cut without an answer, and changes no number', () => {
    const session = new ScriptedSession({ nextIn: 5, nextOut: 9 });
    session.take({ type: 'connected' }).peer('A', [
      [98, '0'],
      [108, '30'],
    ]);
    expect(session.sent).toEqual([]);
    session.take({ type: 'refused', text: 'wrong key' });
    expect(session.sent).toEqual(['disconnect']);
    expect(session.state).toMatchObject({ phase: 'off', nextIn: 5, nextOut: 9 });
  });

  test.each([
    [
      'HeartBtInt 0',
      [
        [98, '0'],
        [108, '0'],
      ],
      '371=108 373=5',
    ],
    [
      'HeartBtInt that is no number',
      [
        [98, '0'],
        [108, 'x'],
      ],
      '371=108 373=6',
    ],
    ['no HeartBtInt', [[98, '0']], '371=108 373=1'],
    [
      'encryption',
      [
        [98, '2'],
        [108, '30'],
      ],
      '371=98 373=5',
    ],
    [
      'ResetSeqNumFlag with another number than 1',
      [
        [98, '0'],
        [108, '30'],
        [141, 'Y'],
      ],
      '371=34 373=5',
    ],
  ] as [string, Field[], string][])('1S-d an invalid Logon is rejected: %s', (_, body, reason) => {
    const session = new ScriptedSession({ nextIn: 5, nextOut: 9 });
    session.take({ type: 'connected' }).peer('A', body).take({ type: 'authenticated' });
    expect(session.sent[0]).toContain(`3 34=9 45=5 ${reason}`);
    expect(session.sent.slice(1).map((text) => text.split(' ')[0])).toEqual(['5', 'disconnect']);
    expect(session.state.nextIn).toBe(5);
  });

  test('1S-d a first message that is no Logon is cut', () => {
    const session = new ScriptedSession().take({ type: 'connected' }).peer('0');
    expect(session.sent).toEqual(['disconnect']);
  });

  test('1S-d a connection without a Logon is cut after 10 seconds', () => {
    const session = new ScriptedSession().take({ type: 'connected' });
    expect(deadline(session.state)).toBe(session.now + 10_000);
    session.now += 10_000;
    expect(session.take({ type: 'time' }).sent).toEqual(['disconnect']);
  });
});

describe('2 receive message standard header', () => {
  test('2-a the expected number is taken', () => {
    const session = ScriptedSession.loggedOn().peer('D', ORDER);
    expect(delivered(session)).toEqual(['ONE']);
    expect(session.state.nextIn).toBe(3);
  });

  test('2-b a number that is too high is answered with a ResendRequest, once, until the gap is closed', () => {
    const session = ScriptedSession.loggedOn();
    expect(session.peer('D', order('FIVE'), { seq: 5 }).sent).toEqual(['2 34=2 7=2 16=0']);
    expect(session.peer('D', order('SIX'), { seq: 6 }).sent).toEqual([]);
    expect(delivered(session)).toEqual([]);
    for (const [at, name] of ['TWO', 'THREE', 'FOUR', 'FIVE', 'SIX'].entries()) {
      session.peer('D', order(name), { seq: at + 2, possDup: true, orig: session.now });
    }
    expect(delivered(session)).toEqual(['TWO', 'THREE', 'FOUR', 'FIVE', 'SIX']);
    expect(session.peer('D', order('NINE'), { seq: 9 }).sent).toEqual(['2 34=3 7=7 16=0']);
  });

  test('2-b a gap within the answer is asked for again, but not at once', () => {
    const session = ScriptedSession.loggedOn().peer('D', ORDER, { seq: 9 });
    const again = () => session.peer('D', ORDER, { seq: 5, possDup: true, orig: session.now }).sent;
    expect(again()).toEqual([]);
    session.now += 5000;
    expect(again()).toEqual(['2 34=3 7=2 16=0']);
  });

  test('2-c a number that is too low without PossDupFlag ends the session', () => {
    const session = ScriptedSession.loggedOn().peer('D', ORDER, { seq: 1 });
    expect(session.sent).toEqual(['5 34=2 58=MsgSeqNum too low, expecting 2 but received 1', 'disconnect']);
    expect(session.state).toMatchObject({ phase: 'off', nextIn: 2 });
  });

  test('2-d a garbled message is ignored and takes no number', () => {
    const session = ScriptedSession.loggedOn();
    const bytes = peerBytes('D', ORDER, { seq: 2, at: session.now });
    bytes[bytes.length - 10]! ^= 1;
    expect(session.bytes(bytes).sent).toEqual([]);
    expect(session.peer('D', ORDER).state.nextIn).toBe(3);
  });

  test('2-e a possible duplicate that was received is ignored', () => {
    const session = ScriptedSession.loggedOn().peer('D', ORDER);
    expect(session.peer('D', ORDER, { seq: 2, possDup: true, orig: session.now }).sent).toEqual([]);
    expect(delivered(session)).toEqual(['ONE']);
    expect(session.state.nextIn).toBe(3);
  });

  test('2-e a possible duplicate that was not received is taken', () => {
    const session = ScriptedSession.loggedOn().peer('D', ORDER, {
      seq: 2,
      possDup: true,
      orig: Date.UTC(2026, 10, 27, 14, 59),
    });
    expect(delivered(session)).toEqual(['ONE']);
  });

  test('2-f an OrigSendingTime after SendingTime is rejected', () => {
    const session = ScriptedSession.loggedOn();
    session.peer('D', ORDER, { seq: 2, possDup: true, orig: session.now + 1000 });
    expect(session.sent).toEqual(['3 34=2 45=2 371=52 373=10 58=SendingTime accuracy problem']);
    expect(session.state.nextIn).toBe(3);
  });

  test('2-g a possible duplicate without OrigSendingTime is rejected', () => {
    const session = ScriptedSession.loggedOn().peer('D', ORDER, { seq: 2, possDup: true });
    expect(session.sent).toEqual(['3 34=2 45=2 371=122 373=1 58=Required tag missing']);
    session.peer('D', ORDER, { seq: 2, possDup: true });
    expect(session.sent).toEqual(['3 34=3 45=2 371=122 373=1 58=Required tag missing']);
    expect(session.state.nextIn).toBe(3);
  });

  test('2-h, 2-j, 2-l, 2-n, 2-p, 2-s correct headers are taken', () => {
    expect(delivered(ScriptedSession.loggedOn().peer('D', ORDER))).toEqual(['ONE']);
  });

  test('2-i another BeginString ends the session', () => {
    const session = ScriptedSession.loggedOn().peer('D', ORDER, { seq: 2, beginString: 'FIX.4.2' });
    expect(session.sent).toEqual(['5 34=2 58=Incorrect BeginString', 'disconnect']);
  });

  test.each([['sender'], ['target']])('2-k another CompID of the %s is rejected and ends the session', (side) => {
    const session = ScriptedSession.loggedOn().peer('D', ORDER, { seq: 2, [side]: 'OTHER' });
    expect(session.sent).toEqual(['3 34=2 45=2 373=9 58=CompID problem', '5 34=3 58=CompID problem', 'disconnect']);
    expect(session.state.nextIn).toBe(3);
    expect(session.delivered).toEqual([]);
  });

  test('2-m a wrong BodyLength is ignored', () => {
    const session = ScriptedSession.loggedOn();
    const text = peerBytes('D', ORDER, { seq: 2, at: session.now }).toString('latin1');
    const wrong = text.replace(/\x019=(\d+)/, (_, length) => `\x019=${Number(length) - 1}`);
    expect(session.bytes(Buffer.from(wrong, 'latin1')).sent).toEqual([]);
    expect(session.state.nextIn).toBe(2);
  });

  test.each([[-121_000], [121_000]])('2-o a SendingTime that is %i ms off is rejected and ends the session', (off) => {
    const session = ScriptedSession.loggedOn();
    session.peer('D', ORDER, { seq: 2, at: session.now + off });
    expect(session.sent).toEqual([
      '3 34=2 45=2 371=52 373=10 58=SendingTime accuracy problem',
      '5 34=3 58=SendingTime accuracy problem',
      'disconnect',
    ]);
  });

  test('2-q an unknown MsgType is rejected', () => {
    const session = ScriptedSession.loggedOn().peer('ZZ', []);
    expect(session.sent).toEqual(['3 34=2 45=2 371=35 373=11 58=Invalid MsgType']);
    expect(session.state.nextIn).toBe(3);
  });

  test('2-r a MsgType of FIX 4.4 that is not supported goes to the application, which answers it', () => {
    const session = ScriptedSession.loggedOn().peer('E', [
      [66, 'LIST'],
      [394, '1'],
      [68, '1'],
      [73, '1'],
      [11, 'A'],
      [67, '1'],
      [54, '1'],
    ]);
    expect(session.delivered.map((one) => one.msgType)).toEqual(['E']);
  });

  test('2-t a message whose first fields are in another order is ignored', () => {
    const session = ScriptedSession.loggedOn();
    const text = peerBytes('0', [], { seq: 2, at: session.now }).toString('latin1');
    const swapped = text.replace(/35=0\x0149=CLIENT\x01/, '49=CLIENT\x0135=0\x01');
    expect(session.bytes(Buffer.from(swapped, 'latin1')).sent).toEqual([]);
    expect(session.state.nextIn).toBe(2);
  });

  test('2 a message without MsgSeqNum ends the session', () => {
    const session = ScriptedSession.loggedOn().peer('0', [], { seq: undefined });
    expect(session.sent).toEqual(['5 34=2 58=MsgSeqNum missing', 'disconnect']);
  });
});

describe('3 receive message standard trailer', () => {
  const changed = (pattern: RegExp, to: string) => {
    const session = ScriptedSession.loggedOn();
    const text = peerBytes('0', [], { seq: 2, at: session.now }).toString('latin1');
    return session.bytes(Buffer.from(text.replace(pattern, to), 'latin1'));
  };

  test('3-a, 3-c a correct CheckSum at the end is taken', () => {
    expect(changed(/$/, '').state.nextIn).toBe(3);
  });

  test.each([
    ['3-b is wrong', /10=\d{3}/, '10=999'],
    ['3-d is not the last field', /(10=\d{3}\x01)$/, '$158=x\x01'],
    ['3-d has two digits', /10=\d(\d\d)\x01$/, '10=$1\x01'],
    ['3-d has no end', /\x01$/, ''],
  ])('a CheckSum that %s is ignored', (_, pattern, to) => {
    const session = changed(pattern, to);
    // What follows a whole message is another, garbled one.
    if (to !== '$158=x\x01') expect(session.state.nextIn).toBe(2);
    expect(session.sent).toEqual([]);
  });
});

describe('4 send Heartbeat, 5 receive Heartbeat', () => {
  test('4-a a Heartbeat is sent when nothing was sent for HeartBtInt', () => {
    const session = ScriptedSession.loggedOn();
    expect(deadline(session.state)).toBe(session.now + 30_000);
    session.now += 29_999;
    expect(session.take({ type: 'time' }).sent).toEqual([]);
    session.now += 1;
    expect(session.take({ type: 'time' }).sent).toEqual(['0 34=2']);
    session.now += 1;
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
    session.now += 36_000;
    expect(session.take({ type: 'time' }).sent).toEqual([`1 34=2 112=TEST-${session.now}`]);
    session.now += 30_000;
    expect(session.take({ type: 'time' }).sent).toEqual(['0 34=3']);
    session.now += 6000;
    expect(session.take({ type: 'time' }).sent).toEqual(['disconnect']);
  });

  test('6 any message is an answer', () => {
    const session = ScriptedSession.loggedOn();
    session.now += 36_000;
    session.take({ type: 'time' }).peer('0', [[112, `TEST-${session.now}`]]);
    session.now += 35_000;
    expect(session.take({ type: 'time' }).sent).toEqual(['0 34=3']);
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
    expect(deadline(session.state)).toBe(session.now + 10_000);
    session.now += 10_000;
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

describe('14 validation', () => {
  const without = (tag: number) => ORDER.filter(([one]) => one !== tag);
  const withValue = (tag: number, value: string): Field[] => ORDER.map((one) => (one[0] === tag ? [tag, value] : one));
  const parties = (count: string, ...entries: Field[]): Field[] => [
    [11, 'ONE'],
    [453, count],
    ...entries,
    ...ORDER.slice(1),
  ];

  test.each([
    ['14-a a tag that FIX 4.4 does not have', [...ORDER, [4999, 'x']], '371=4999 373=0'],
    ['14-a a user-defined tag that the dictionary does not have', [...ORDER, [9999, 'x']], '371=9999 373=0'],
    ['14-b a required tag that is missing', without(54), '371=54 373=1'],
    ['14-c a tag of another message', [...ORDER, [45, '3']], '371=45 373=2'],
    ['14-d a tag without a value', withValue(44, ''), '371=44 373=4'],
    ['14-e a value that the tag does not have', withValue(54, 'Z'), '371=54 373=5'],
    ['14-f a value of another type', withValue(44, 'ten'), '371=44 373=6'],
    ['14-g a header field after the body began', [...ORDER, [50, 'DESK']], '371=50 373=14'],
    ['14-h a tag twice', [...ORDER, [44, '10.25']], '371=44 373=13'],
    ['14-i fewer entries than counted', parties('2', [448, 'A'], [452, '1']), '371=453 373=16'],
    ['14-i more entries than counted', parties('1', [448, 'A'], [448, 'B']), '371=453 373=16'],
    ['14-j an entry that does not begin with its first field', parties('1', [452, '1'], [448, 'A']), '371=452 373=15'],
    ['14-h a tag twice in an entry', parties('1', [448, 'A'], [452, '1'], [452, '1']), '371=452 373=13'],
    ['14-i a nested group with fewer entries', parties('1', [448, 'A'], [802, '2'], [523, 'S']), '371=802 373=16'],
  ] as [string, Field[], string][])('%s is rejected', (_, body, reason) => {
    const session = ScriptedSession.loggedOn().peer('D', body);
    expect(session.sent).toHaveLength(1);
    expect(session.sent[0]).toContain(`3 34=2 45=2 ${reason}`);
    expect(session.delivered).toEqual([]);
    expect(session.state.nextIn).toBe(3);
  });

  test('14-k a value with the delimiter in it is rejected', () => {
    const session = ScriptedSession.loggedOn();
    const text = peerBytes('D', [...ORDER, [58, 'one_two']], { seq: 2, at: session.now }).toString('latin1');
    const body = text.slice(text.indexOf('35='), text.indexOf('10=', text.length - 8)).replace('one_two', 'one\x01two');
    const start = `8=FIX.4.4\x019=${body.length}\x01${body}`;
    const sum = [...start].reduce((total, char) => total + char.charCodeAt(0), 0) % 256;
    session.bytes(Buffer.from(`${start}10=${String(sum).padStart(3, '0')}\x01`, 'latin1'));
    expect(session.sent[0]).toContain('3 34=2 45=2 371=58 373=17');
  });

  test('14 a group with nested entries is taken', () => {
    const body = parties('2', [448, 'A'], [802, '1'], [523, 'S'], [803, '1'], [448, 'B'], [452, '3']);
    expect(delivered(ScriptedSession.loggedOn().peer('D', body))).toEqual(['ONE']);
  });
});

test('15 body fields in any order are taken', () => {
  const session = ScriptedSession.loggedOn().peer('D', [...ORDER].reverse());
  expect(delivered(session)).toEqual(['ONE']);
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

test('17 encryption of FIX is not supported: TLS is', () => {
  const session = new ScriptedSession().take({ type: 'connected' });
  session
    .peer('A', [
      [98, '1'],
      [108, '30'],
    ])
    .take({ type: 'authenticated' });
  expect(session.sent[0]).toContain('371=98 373=5 58=EncryptMethod must be 0: use TLS');
});

describe('18 third-party addressing', () => {
  test('18 OnBehalfOfCompID is taken; the orders are those of the key', () => {
    const session = ScriptedSession.loggedOn().peer('D', ORDER, { seq: 2, header: [[115, 'FUND']] });
    expect(delivered(session)).toEqual(['ONE']);
  });

  test('18 a message for another firm is refused', () => {
    const session = ScriptedSession.loggedOn().peer('D', ORDER, { seq: 2, header: [[128, 'OTHER']] });
    expect(session.sent).toEqual(['j 34=2 45=2 380=7 58=DeliverToCompID is not supported']);
    expect(session.delivered).toEqual([]);
    expect(session.state.nextIn).toBe(3);
  });
});

test('19 PossResend is passed to the application, which knows each ClOrdID', () => {
  const session = ScriptedSession.loggedOn().peer('D', ORDER, { seq: 2, header: [[97, 'Y']] });
  expect(session.delivered.map((one) => fieldValue(one, 97))).toEqual(['Y']);
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
