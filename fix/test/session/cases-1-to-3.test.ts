import { describe, expect, test } from 'vitest';
import { encodeMessage, type Field } from '../../src/codec/index.ts';
import { peerBytes } from '../support/peer-messages.ts';
import { delivered, ORDER, order, ScriptedSession } from '../support/scripted-session.ts';

/** Session test cases of FIX 4.4 by their numbers, for an acceptor; the README lists them all. */

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
    session.logOnWith(body);
    expect(session.sent[0]).toContain(`3 34=9 45=5 ${reason}`);
    expect(session.sent.slice(1).map((text) => text.split(' ')[0])).toEqual(['5', 'disconnect']);
    expect(session.state.nextIn).toBe(5);
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
    session.pass(5000);
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

  test.each([
    ['sender', 49],
    ['target', 56],
  ] as const)('2-k a CompID of the %s that is missing or empty is rejected, and the session goes on', (side, tag) => {
    const session = ScriptedSession.loggedOn().peer('D', ORDER, { [side]: '' });
    expect(session.sent).toEqual([`3 34=2 45=2 371=${tag} 373=4 58=Tag specified without a value`]);
    const text = peerBytes('D', ORDER, { seq: session.seq++, at: session.now }).toString('latin1');
    session.bytes(withoutField(text, tag));
    expect(session.sent).toEqual([`3 34=3 45=3 371=${tag} 373=1 58=Required tag missing`]);
    expect(delivered(session.peer('D', ORDER))).toEqual(['ONE']);
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

/** A message without one of its fields. */
function withoutField(text: string, tag: number): Buffer {
  const fields = text
    .split('\x01')
    .slice(2, -2)
    .filter((field) => !field.startsWith(`${tag}=`));
  return encodeMessage('FIX.4.4', fields.map((field) => `${field}\x01`).join(''));
}

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
