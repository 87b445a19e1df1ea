/** Any message to a session: the gateway can be started again after each, and the peer logs on. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Field } from '../../src/codec/index.ts';
import { DICTIONARY } from '../../src/dictionary/index.ts';
import { FixPeer } from '../support/fix-peer.ts';
import { startGateway } from '../support/test-gateway.ts';

const CASES = process.env.THOROUGH === 'true' ? 300 : 25;

const value = fc.oneof(
  fc.constantFrom('0', '1', '-1', 'Y', '', '2147483647', '2147483648', '9007199254740993', '9'.repeat(18)),
  fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[^\x02-\xff]/g, '?')),
);
const numbers = fc.constantFrom(7, 16, 34, 36, 45, 108, 369, 789, 95, 384);
const flags = fc.constantFrom<Field>([123, 'Y'], [123, 'N'], [141, 'Y'], [43, 'Y'], [97, 'Y'], [98, '0'], [115, 'X']);
const field = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(numbers, value) },
  { weight: 2, arbitrary: flags },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...DICTIONARY.fields.keys()), value) },
);
interface Sent {
  readonly msgType: string;
  readonly fields: readonly Field[];
  readonly seq?: string | undefined;
}
const anything: fc.Arbitrary<Sent> = fc.record({
  msgType: fc.constantFrom('0', '1', '2', '3', '4', '5', 'A', 'D', 'F', 'q', 'R', 'V'),
  fields: fc.array(field, { maxLength: 6 }),
  seq: fc.option(value, { nil: undefined }),
});
/** Messages of the session layer that are whole but for one number. */
const nearlyRight: fc.Arbitrary<Sent> = value.chain((number) =>
  fc.constantFrom<Sent[]>(
    {
      msgType: '2',
      fields: [
        [7, number],
        [16, '0'],
      ],
    },
    {
      msgType: '2',
      fields: [
        [7, '1'],
        [16, number],
      ],
    },
    { msgType: '4', fields: [[36, number]] },
    {
      msgType: '4',
      fields: [
        [123, 'Y'],
        [36, number],
      ],
    },
    {
      msgType: 'A',
      fields: [
        [98, '0'],
        [108, number],
        [141, 'Y'],
      ],
      seq: '1',
    },
    { msgType: '0', fields: [], seq: number },
  ),
);
const message = fc.oneof(anything, nearlyRight);

test('after each message the gateway starts again, and the session logs on with new numbers', async () => {
  const property = fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 4 }), async (messages) => {
    const first = await startGateway();
    const peer = await FixPeer.loggedOn({ port: first.port });
    // What comes back may have any number.
    peer.socket.removeAllListeners('data');
    peer.socket.resume();
    for (const { msgType, fields, seq } of messages) {
      peer.send(msgType, fields, seq === undefined ? {} : { seq });
    }
    peer.send('0');
    peer.socket.end();
    await peer.closed();
    await first.close();
    expect(first.failures).toEqual([]);
    const second = await startGateway({}, first.dataDir);
    const again = await FixPeer.loggedOn({ port: second.port }, [[141, 'Y']]);
    again.socket.destroy();
    await second.close();
  });
  await fc.assert(property, { numRuns: CASES, endOnFailure: true });
});
