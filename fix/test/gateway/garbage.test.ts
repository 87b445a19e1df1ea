import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Field } from '../../src/codec/index.ts';
import { DICTIONARY } from '../../src/dictionary/index.ts';
import { FixPeer } from '../support/fix-peer.ts';
import { peerBytes } from '../support/peer-messages.ts';
import { ScriptedSession } from '../support/scripted-session.ts';
import { startGateway } from '../support/test-gateway.ts';

const tags = [...DICTIONARY.fields.keys(), 0, 4999, 99_999];
const value = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.integer().map(String),
  fc.constantFrom('Y', 'N', '0', '1', '', '2'),
);
const field = fc.tuple(fc.constantFrom(...tags), value) as fc.Arbitrary<Field>;
const type = fc.constantFrom(...DICTIONARY.messages.keys(), '', 'ZZ');

test('any fields of any message: the session never fails, and its numbers never fall without a reset', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          type,
          fields: fc.array(field, { maxLength: 12 }),
          ahead: fc.oneof(fc.constant(0), fc.integer({ min: -2, max: 3 })),
          possDup: fc.boolean(),
        }),
        { maxLength: 12 },
      ),
      (messages) => {
        const session = ScriptedSession.loggedOn();
        for (const { type: msgType, fields, ahead, possDup } of messages) {
          const before = session.state;
          session.peer(msgType, fields, { seq: Math.max(0, before.nextIn + ahead), possDup });
          const isReset = session.outputs.some((output) => output.type === 'reset');
          if (!isReset) expect(session.state.nextIn).toBeGreaterThanOrEqual(before.nextIn);
          expect(session.state.nextOut).toBe(
            (isReset ? 1 : before.nextOut) + session.outputs.filter((output) => output.type === 'send').length,
          );
          if (session.state.phase === 'off') return;
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('garbage of one peer: the gateway lives, and another session is served', async () => {
  const { port } = await startGateway();
  const good = await FixPeer.loggedOn({ port, compId: 'SECOND' });
  for (let round = 0; round < 20; round++) {
    const stranger = await FixPeer.connect({ port });
    stranger.socket.write(garbage(2000));
    stranger.socket.end();
    const peer = await FixPeer.loggedOn({ port }, [[141, 'Y']]);
    for (let at = 0; at < 40; at++) peer.socket.write(at % 2 === 0 ? garbage(1 + at * 50) : mutated());
    peer.socket.end();
    good.send('1', [[112, `round ${round}`]]);
    await good.until(({ fields }) => fields.some(([tag, text]) => tag === 112 && text === `round ${round}`));
    await Promise.all([peer.closed(), stranger.closed()]);
  }
});

function garbage(length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(Math.random() * 256)));
}

/** A message with one byte changed, or one field doubled. */
function mutated(): Buffer {
  const bytes = peerBytes(
    'D',
    [
      [11, 'X'],
      [54, '1'],
      [38, '100'],
      [453, '1'],
      [448, 'A'],
    ],
    { seq: 2 },
  );
  bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256);
  return bytes;
}
