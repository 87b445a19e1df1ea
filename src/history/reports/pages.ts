import type { EventSeq } from '../../exchange/api/index.ts';

/** Rows that are read at a time: so the memory does not grow with the day. */
export const PAGE_ROWS = 1000;

/** The rows of a long query in their order: `page` reads the rows after a row, or the first ones. */
export async function* rowsOf<Row>(page: (last: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (let full = true; full; ) {
    const rows = await page(last);
    yield* rows;
    last = rows.at(-1);
    full = rows.length === PAGE_ROWS;
  }
}

/** Rows of several sources that each come in the order of their seq, in that order. */
export async function* inSequence<Row extends { readonly seq: EventSeq }>(
  sources: readonly AsyncGenerator<Row>[],
): AsyncGenerator<Row> {
  const heads: { source: AsyncGenerator<Row>; row: Row }[] = [];
  const advance = async (source: AsyncGenerator<Row>) => {
    const { value, done } = await source.next();
    if (!done) heads.push({ source, row: value });
  };
  for (const source of sources) await advance(source);
  while (heads.length > 0) {
    heads.sort((one, other) => one.row.seq - other.row.seq);
    const { source, row } = heads.shift()!;
    yield row;
    await advance(source);
  }
}
