import { setImmediate as nextTurn } from 'node:timers/promises';

/** Records that are read and written as text at once; the rest of the process has its turn before the next ones. */
const PIECE = 100;

/**
 * The JSON text of a list of at most `most` records, made piece by piece, so that nobody else waits for a long list:
 * for the deprecated methods that know no pages. `next` answers the `size` records after the one that it is given.
 */
export async function jsonInPieces<R>(
  next: (after: R | undefined, size: number) => Promise<readonly R[]>,
  shown: (record: R) => object,
  most: number,
): Promise<string> {
  const texts: string[] = [];
  let after: R | undefined;
  for (let left = most; left > 0; left -= PIECE) {
    const size = Math.min(left, PIECE);
    const records = await next(after, size);
    texts.push(...records.map((record) => JSON.stringify(shown(record))));
    if (records.length < size) break;
    after = records.at(-1);
    await nextTurn();
  }
  return `[${texts.join(',')}]`;
}
