import { expect, test } from 'vitest';
import {
  inPieces,
  inTurns,
  isLong,
  joinedInTurns,
  jsonInPieces,
  nextTurn,
  PIECE_RECORDS,
} from '../../src/http/methods/pieces.ts';
import { countTurns } from '../support/turns.ts';

const numbersTo = (length: number) => Array.from({ length }, (_, index) => index + 1);

test.each([0, 1, 99, 100, 101, 250])('a list of %i records is made whole and in order', async (length) => {
  const made = await inPieces(numbersTo(length), (piece) => piece.map((n) => n * 2));
  expect(made).toEqual(numbersTo(length).map((n) => n * 2));
});

test('a short list is made at once', async () => {
  let made = false;
  void inPieces(numbersTo(PIECE_RECORDS), (piece) => {
    made = true;
    return piece;
  });
  expect(made).toBe(true);
});

test('several lists together make one piece in each turn of the event loop, and take turns', async () => {
  const counter = countTurns();
  const pieces: { readonly list: string; readonly records: number; readonly turn: number }[] = [];
  const make = (list: string) =>
    inPieces(numbersTo(1050), (piece) => {
      pieces.push({ list, records: piece.length, turn: counter.turns });
      return piece;
    });
  await Promise.all(['one', 'two', 'three'].map(make));
  expect(Math.max(...pieces.map(({ records }) => records))).toBe(PIECE_RECORDS);
  expect(new Set(pieces.map(({ turn }) => turn)).size).toBe(pieces.length);
  expect(pieces.slice(0, 6).map(({ list }) => list)).toEqual(['one', 'two', 'three', 'one', 'two', 'three']);
});

test('a piece that is made from further reads is awaited before the next one', async () => {
  let underWay = 0;
  await inPieces(numbersTo(500), async (piece) => {
    expect(++underWay).toBe(1);
    await nextTurn();
    underWay--;
    return piece;
  });
});

test('steps go on in later turns once they did as much as reads one piece', async () => {
  const counter = countTurns();
  const perTurn = new Map<number, number>();
  const steps = function* () {
    for (let step = 0; step < 70; step++) {
      perTurn.set(counter.turns, (perTurn.get(counter.turns) ?? 0) + 1);
      yield PIECE_RECORDS / 4;
    }
    return 'done';
  };
  expect(await inTurns(steps())).toBe('done');
  expect([...perTurn.values()]).toEqual([...Array.from({ length: 17 }, () => 4), 2]);
});

test('a failure ends the list and nothing else', async () => {
  const failing = inPieces(numbersTo(300), () => Promise.reject(new Error('broken')));
  const other = inPieces(numbersTo(300), (piece) => piece);
  await expect(failing).rejects.toThrow('broken');
  expect(await other).toHaveLength(300);
});

const record = (id: number) => ({ id, name: `Ünder ${id}`, none: null, absent: undefined, list: [id, [id]] });

test.each([
  ['a list', { before: 1, records: numbersTo(1050).map(record), after: 'x' }],
  ['a list in a record in a list', { orders: [{ matches: numbersTo(101).map(record), more: 'Yes' }, { matches: [] }] }],
  ['a list next to what JSON leaves out', { records: [...numbersTo(200), undefined], absent: undefined }],
  ['a list alone', numbersTo(101)],
])('%s has the same text as if it were written at once', async (_, value) => {
  expect(isLong(value)).toBe(true);
  const counter = countTurns();
  const { texts, bytes } = await jsonInPieces(value);
  expect(texts.join('')).toBe(JSON.stringify(value));
  expect(bytes).toBe(Buffer.byteLength(texts.join('')));
  expect(counter.turns).toBeGreaterThanOrEqual(texts.length - 1);
});

test('large records make smaller pieces', async () => {
  const records = numbersTo(101).map((id) => ({ id, text: 'x'.repeat(50_000) }));
  const lengths = (await jsonInPieces({ records })).texts.map((piece) => piece.length);
  expect(Math.max(...lengths)).toBeLessThan(200_000);
});

test.each([[{ records: numbersTo(100) }], [{ a: { b: [1] } }], [undefined], [null], ['text'.repeat(1000)]])(
  '%j is not long',
  (value) => {
    expect(isLong(value)).toBe(false);
  },
);

test('texts that take long to make are made over many turns', async () => {
  const counter = countTurns();
  const turns = new Map<number, number>();
  function* texts(): Generator<string> {
    for (let text = 0; text < 30; text++) {
      const endsAt = performance.now() + 1;
      while (performance.now() < endsAt);
      turns.set(counter.turns, (turns.get(counter.turns) ?? 0) + 1);
      yield `${text};`;
    }
  }
  expect(await joinedInTurns(texts())).toBe(
    numbersTo(30)
      .map((n) => `${n - 1};`)
      .join(''),
  );
  expect(Math.max(...turns.values())).toBeLessThanOrEqual(3);
});
