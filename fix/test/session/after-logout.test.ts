/** What a session writes, and stores unwritten, once a Logout was sent. */
import { describe, expect, test } from 'vitest';
import type { Field } from '../../src/codec/index.ts';
import type { HeaderChanges } from '../support/peer-messages.ts';
import { ORDER, report, ScriptedSession } from '../support/scripted-session.ts';

describe('12, 13 after a Logout was sent', () => {
  const closing = () => ScriptedSession.loggedOn().take({ type: 'logout', text: 'x' });

  test.each([
    ['a TestRequest', '1', [[112, 'x']], {}],
    ['a gap', '0', [], { seq: 9 }],
    ['a fault', 'D', [], {}],
    [
      'a Logon that resets the numbers',
      'A',
      [
        [98, '0'],
        [108, '30'],
        [141, 'Y'],
      ],
      { seq: 1 },
    ],
    ['another firm', 'D', ORDER, { header: [[128, 'OTHER']] }],
  ] as [string, string, Field[], HeaderChanges][])('%s is not answered', (_, type, body, changes) => {
    const session = closing().peer(type, body, changes);
    expect(session.sent).toEqual([]);
    expect(session.state).toMatchObject({ phase: 'closing', nextOut: 3 });
  });

  test('a ResendRequest is', () => {
    const session = ScriptedSession.loggedOn().take({ type: 'application', messages: [report] });
    session.take({ type: 'logout', text: 'x' }).peer('2', [
      [7, '2'],
      [16, '0'],
    ]);
    expect(session.sent).toEqual(['8 34=2 43=Y', '4 34=3 43=Y 36=4 123=Y']);
  });

  test.each([
    ['before its answer', closing],
    ['after it', () => closing().peer('5')],
    ['after the answer to one of the peer', () => ScriptedSession.loggedOn().peer('5')],
    ['without a connection', () => ScriptedSession.loggedOn().take({ type: 'disconnected' })],
  ])('messages of the application %s are numbered and stored, and not sent', (_, made) => {
    const session = made();
    const { nextOut } = session.state;
    session.take({ type: 'application', messages: [report, { ...report, isTransient: true }] });
    expect(session.sent).toEqual([]);
    expect(session.stored.map(({ seq }) => seq)).toEqual([nextOut]);
    expect(session.state.nextOut).toBe(nextOut + 1);
  });
});
