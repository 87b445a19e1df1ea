/** NextExpectedMsgSeqNum (789) in a Logon, and gap fills as other engines send them. */
import { expect, test } from 'vitest';
import type { Field } from '../../src/codec/index.ts';
import { fieldValue } from '../../src/codec/index.ts';
import { ORDER, report, ScriptedSession } from '../support/scripted-session.ts';

/** A session that has sent numbers 1 to 5, of which 2 to 4 are reports, and has received number 1. */
function ended(): ScriptedSession {
  const session = ScriptedSession.loggedOn().take({ type: 'application', messages: [report, report, report] });
  session.take({ type: 'logout', text: 'x' }).take({ type: 'disconnected' });
  return session;
}
const next = (value: number): Field[] => [[789, String(value)]];
const answered = ({ outputs }: ScriptedSession) =>
  outputs.flatMap((output) =>
    output.type === 'send' && output.message.msgType === 'A' ? [/789=(\d+)/.exec(output.message.body)?.[1]] : [],
  );

test('what the peer lacks is sent again without a ResendRequest; the answer has the expected number', () => {
  const session = ended().logOn(next(3));
  expect(session.sent).toEqual(['A 34=6', '8 34=3 43=Y', '8 34=4 43=Y', '4 34=5 43=Y 36=6 123=Y']);
  expect(answered(session)).toEqual(['3']);
});

test('a peer that lacks nothing is sent nothing again', () => {
  expect(ended().logOn(next(6)).sent).toEqual(['A 34=6']);
});

test('a peer that expects a number which was never sent is logged out', () => {
  const session = ended().logOn(next(7));
  expect(session.sent).toEqual(['5 34=6 58=NextExpectedMsgSeqNum too high, 6 is next', 'disconnect']);
});

test('a gap of the peer is not asked for, unless what is missing does not come', () => {
  const session = ended().logOn(next(6), { seq: 9 });
  expect(session.sent).toEqual(['A 34=6']);
  expect(answered(session)).toEqual(['2']);
  session.pass(5000);
  expect(session.peer('0', [], { seq: 10 }).sent).toEqual(['2 34=7 7=2 16=0']);
});

test('with ResetSeqNumFlag both sides expect 2', () => {
  const session = ended().logOn([[141, 'Y'], ...next(1)], { seq: 1 });
  expect(session.sent).toEqual(['A 34=1 141=Y']);
  expect(answered(session)).toEqual(['2']);
});

test('10-b a gap fill with PossDupFlag and without OrigSendingTime is a gap fill; other messages need it', () => {
  const session = ScriptedSession.loggedOn().peer('D', ORDER, { seq: 9 });
  const fill: Field[] = [
    [123, 'Y'],
    [36, '9'],
  ];
  expect(session.peer('4', fill, { seq: 2, possDup: true }).sent).toEqual([]);
  expect(session.state.nextIn).toBe(9);
  // One that was received before is ignored.
  expect(session.peer('4', fill, { seq: 2, possDup: true }).sent).toEqual([]);
  session.peer('D', ORDER, { seq: 9, possDup: true });
  expect(session.sent).toEqual(['3 34=3 45=9 371=122 373=1 58=Required tag missing']);
  expect(session.delivered.map((one) => fieldValue(one, 11))).toEqual([]);
});
