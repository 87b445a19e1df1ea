/** Differences with what a person did about them, in pages (A28). */
import type { Db, DifferenceCaseRow } from '../../../database/schema/index.ts';
import type { Difference, Kind, Place } from './difference.ts';
import { SOURCES } from './difference-sources.ts';
import type { DifferenceReads } from './reconciliation-deps.ts';

/** Read at a time. */
const SLICE = 200;

/** A difference, and what a person did about it. */
export interface Item {
  readonly difference: Difference;
  readonly taken: DifferenceCaseRow | undefined;
}

/** A place in the order of all differences: of a source, and in it. */
export interface ListPlace {
  readonly source: string;
  readonly after: Place | undefined;
}

/** Of which kind, after which place, and which of them; at most `examined` are read. */
export interface ItemQuery {
  readonly kind?: Kind | undefined;
  readonly after?: ListPlace | undefined;
  readonly limit: number;
  readonly examined: number;
  readonly isAsked: (item: Item) => boolean;
}

/** A page of them, and where the next begins; null after the last one. A page may be short. */
export async function readItems(
  reads: DifferenceReads,
  { kind, after, limit, examined, isAsked }: ItemQuery,
): Promise<{ readonly items: readonly Item[]; readonly next: ListPlace | null }> {
  const items: Item[] = [];
  const first = after === undefined ? 0 : SOURCES.findIndex(({ name }) => name === after.source);
  let left = examined;
  for (const source of SOURCES.slice(first).filter((one) => kind === undefined || one.kind === kind)) {
    let place = source.name === after?.source ? after.after : undefined;
    for (let isMore = true; isMore; ) {
      if (left === 0) return { items, next: { source: source.name, after: place } };
      const slice = Math.min(SLICE, left);
      const found = await source.read(reads, { after: place, limit: slice });
      left -= found.length;
      for (const item of await withCases(reads.db, found)) {
        if (items.length === limit) return { items, next: { source: source.name, after: place } };
        if (isAsked(item)) items.push(item);
        ({ place } = item.difference);
      }
      isMore = found.length === slice;
    }
  }
  return { items, next: null };
}

/** The difference of a record; undefined: the record has no difference. */
export async function findItem(reads: DifferenceReads, kind: Kind, record: string): Promise<Item | undefined> {
  for (const source of SOURCES.filter((one) => one.kind === kind)) {
    const difference = await source.find(reads, record);
    if (difference !== undefined) return (await withCases(reads.db, [difference]))[0];
  }
  return undefined;
}

/** Whether a person said that nothing is to be done any more; of another amount it is open again. */
export function isDone({ difference, taken }: Item): boolean {
  return taken !== undefined && taken.done_because !== null && taken.done_amount === amountText(difference);
}

export function amountText({ amount }: Difference): string | null {
  return amount === null ? null : String(amount);
}

/** Of one kind. */
async function withCases(db: Db, found: readonly Difference[]): Promise<Item[]> {
  const [first] = found;
  if (first === undefined) return [];
  const rows = await db
    .selectFrom('difference_cases')
    .selectAll()
    .where('kind', '=', first.kind)
    .where(
      'record',
      'in',
      found.map(({ record }) => record),
    )
    .execute();
  const cases = new Map(rows.map((row) => [row.record, row]));
  return found.map((difference) => ({ difference, taken: cases.get(difference.record) }));
}
