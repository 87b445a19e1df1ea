import { expect, test } from 'vitest';
import { jsonInPieces } from '../../../../src/modules/shared/list/in-pieces.ts';

/** The list of the numbers from 1 up, as `next` answers it, and what it was asked for. */
function numbersTo(last: number) {
  const asked: [number | undefined, number][] = [];
  const next = async (after: number | undefined, size: number) => {
    asked.push([after, size]);
    const first = (after ?? 0) + 1;
    return Array.from({ length: Math.max(0, Math.min(size, last - first + 1)) }, (_, index) => first + index);
  };
  return { asked, next };
}

const shown = (n: number) => ({ n });

test.each([0, 1, 99, 100, 101, 250])('a list of %i records is told whole and in order', async (length) => {
  const text = await jsonInPieces(numbersTo(length).next, shown, 1000);
  expect(JSON.parse(text)).toEqual(Array.from({ length }, (_, index) => ({ n: index + 1 })));
});

test('reads piece after piece, and no more than it may', async () => {
  const { asked, next } = numbersTo(1000);
  expect(JSON.parse(await jsonInPieces(next, shown, 250))).toHaveLength(250);
  expect(asked).toEqual([
    [undefined, 100],
    [100, 100],
    [200, 50],
  ]);
});

test('lets others have their turn between two pieces', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  await jsonInPieces(numbersTo(1000).next, shown, 1000);
  clearImmediate(immediate);
  expect(turns).toBeGreaterThanOrEqual(9);
});
