import { describe, expect, test } from 'vitest';
import { type Field, fieldValue } from '../../src/codec/index.ts';
import { peerBytes } from '../support/peer-messages.ts';
import { delivered, ORDER, ScriptedSession } from '../support/scripted-session.ts';

/** Session test cases of FIX 4.4 by their numbers, for an acceptor; the README lists them all. */

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
    ['14-a a tag that is 0', [...ORDER, [0, 'x']], '371=0 373=0'],
    ['14-a a tag below 0', [...ORDER, [-1, 'x']], '371=-1 373=0'],
    ['14-a a tag that is no whole number', [...ORDER, [0.5, 'x']], '373=0'],
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

test('17 encryption of FIX is not supported: TLS is', () => {
  const session = new ScriptedSession().logOnWith([
    [98, '1'],
    [108, '30'],
  ]);
  expect(session.sent[0]).toContain('371=98 373=5 58=EncryptMethod must be 0: use TLS');
});

describe('18 third-party addressing', () => {
  test('18 OnBehalfOfCompID is taken; the orders are those of the key', () => {
    const session = ScriptedSession.loggedOn().peer('D', ORDER, { seq: 2, header: [[115, 'FUND']] });
    expect(delivered(session)).toEqual(['ONE']);
  });

  test('18 a Reject goes back to the firm that the message was sent for', () => {
    const header: Field[] = [
      [115, 'FUND'],
      [116, 'DESK'],
      [144, 'NY'],
    ];
    const session = ScriptedSession.loggedOn().peer('D', [], { seq: 2, header });
    const [reject] = session.outputs.flatMap((output) => (output.type === 'send' ? [output.message.body] : []));
    expect(reject).toMatch(/^128=FUND\x01129=DESK\x01145=NY\x0145=2\x01/);
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
