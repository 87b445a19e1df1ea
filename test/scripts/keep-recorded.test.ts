import { expect, test } from 'vitest';
import { keepRecorded } from '../../scripts/keep-recorded.ts';

/** A recording, with what is drawn again each time. */
function recording(drawn: { readonly id: string; readonly at: string }, name = 'First Last') {
  return {
    ids: { partyDocumentId: drawn.id, tradeId: '100001' },
    answers: {
      getPartyDocument: { documentid: drawn.id, createdDate: drawn.at },
      getParty: { name, documents: [{ documentid: drawn.id }] },
    },
  };
}

const BEFORE = recording({ id: 'y6yphe7rcs', at: '2026-11-22 09:09:51' });
const AGAIN = { id: 'z46v6wpepk', at: '2026-11-23 10:15:50' };

test('a second recording changes nothing', () => {
  expect(keepRecorded(BEFORE, recording(AGAIN))).toEqual(BEFORE);
});

test('what really differs is new, and names what it named before', () => {
  const kept = keepRecorded(BEFORE, recording(AGAIN, 'Another Name'));
  expect(kept).toEqual(recording({ id: 'y6yphe7rcs', at: '2026-11-22 09:09:51' }, 'Another Name'));
});

test.each([
  ['a count', { calls: 1 }, { calls: 2 }],
  ['a status', { status: 'Pending' }, { status: 'Settled' }],
  ['an id that counts up', { tradeId: '100001' }, { tradeId: '100002' }],
  ['the form of a time', { at: '2026-11-22 09:09:51' }, { at: '11-22-2026' }],
  ['a figure more', { figures: [{ name: 'a', value: 1 }] }, { figures: [{ name: 'b', value: 1 }] }],
  ['a field more', { a: 1 }, { a: 1, b: 2 }],
  ['an entry more', { list: ['a'] }, { list: ['a', 'b'] }],
  ['another order', { list: ['a', 'b'] }, { list: ['b', 'a'] }],
  ['nothing instead of something', { a: null }, { a: {} }],
])('%s differs', (_, before, now) => {
  expect(keepRecorded<object>({ answers: { one: before } }, { answers: { one: now } })).toEqual({
    answers: { one: now },
  });
});

test.each([
  ['times that something took', { durationMs: 7 }, { durationMs: 9 }],
  ['keys', { keyId: 'K7f6e3369f4d5fc50' }, { keyId: 'Kdb458dd8b9528a3d' }],
  ['the order of choices', { answer: ['a', 'b'] }, { answer: ['b', 'a'] }],
  ['what was measured', { figures: [{ name: 'a', value: 1 }] }, { figures: [{ name: 'a', value: 2 }] }],
  ['positions in a stream', { cursor: 'MWM5' }, { cursor: 'MTg0' }],
])('%s do not', (_, before, now) => {
  expect(keepRecorded<object>({ answers: { one: before } }, { answers: { one: now } })).toEqual({
    answers: { one: before },
  });
});
