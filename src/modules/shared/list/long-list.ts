import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../database/schema/index.ts';
import { inPieces } from '../../../http/methods/index.ts';
import { longRead, type ReadDeps } from './long-reads.ts';

/** The most records in the response of a method without pages. */
export const LONG_LIST_MAX = 10_000;
/** The most records of one statement. */
const READ_AT_ONCE = 500;

type Make<R, T> = (piece: readonly R[], db: Db) => readonly T[] | Promise<readonly T[]>;

/**
 * The results of `make` for at most 10,000 records, read as long reads and made piece by piece: for methods without
 * pages. `next` reads the `size` records after the given one.
 */
export function longList<R, T>(
  deps: ReadDeps,
  next: (db: Db, after: R | undefined, size: number) => Promise<readonly R[]>,
  make: Make<R, T>,
): Promise<readonly T[]> {
  return longRead(deps, async (on) => {
    const made: T[] = [];
    let after: R | undefined;
    while (made.length < LONG_LIST_MAX) {
      const records = await next(on, after, READ_AT_ONCE);
      for (const one of await inPieces(records, (piece) => make(piece, on))) made.push(one);
      if (records.length < READ_AT_ONCE) break;
      after = records.at(-1);
    }
    return made;
  });
}

/** The order of a long list: by a column with unique numbers. */
export interface NumberOrder<C extends string> {
  readonly by: C;
  readonly direction: 'asc' | 'desc';
  /** The table of the column, in a query of several. */
  readonly table?: string;
}

/** longList of a query, in the order of a number. */
export function longListBy<C extends string, DB, TB extends keyof DB, R extends Readonly<Record<C, number>>, T>(
  deps: ReadDeps,
  { by, direction, table }: NumberOrder<C>,
  query: (db: Db) => SelectQueryBuilder<DB, TB, R>,
  make: Make<R, T>,
): Promise<readonly T[]> {
  const column = sql.ref<number>(table === undefined ? by : `${table}.${by}`);
  const next = (db: Db, after: R | undefined, size: number): Promise<readonly R[]> => {
    const ordered = query(db).orderBy(column, direction).limit(size);
    if (after === undefined) return ordered.execute();
    const comparison = direction === 'asc' ? sql`>` : sql`<`;
    return ordered.where(sql<SqlBool>`${column} ${comparison} ${after[by]}`).execute();
  };
  return longList(deps, next, make);
}
