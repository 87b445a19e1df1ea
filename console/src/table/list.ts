/** Lists of the API: what the table's state asks for, as their filter, sort and pages have it. */
import type { MethodName } from '../client/index.ts';
import type { Desk, Fields } from '../data/index.ts';
import { dollarText, quantityText, useAddress } from '../data/index.ts';
import { type Column, rangeOf } from './column.ts';
import { type Page, type Pages, usePages } from './pages.ts';
import { useSearch } from './search.ts';
import { type TableState, tableState } from './state.ts';

interface List<T> {
  readonly method: MethodName;
  /** Of the records in the answer. */
  readonly key: string;
  readonly columns: readonly Column<T>[];
  readonly read: (record: Fields) => T;
  /** The venue adds up all that match; absent: nothing. */
  readonly sums?: SumsBy;
}

interface SumsBy {
  /** The field by whose values it adds up. */
  readonly by: string;
  /** The field of dollars. */
  readonly amount: string;
  /** What a value is called. */
  readonly words: (value: string) => string;
}

interface Sum {
  readonly value: string;
  readonly records: number;
  readonly amounts: Readonly<Record<string, string>>;
}

/** `Over all: Created $1,200.00 (3), Settled $500.00 (1)` */
function textOfSums({ amount, words }: SumsBy, sums: readonly Sum[]): string {
  const parts = sums.map(({ value, records, amounts: { [amount]: sum } }) => {
    const worth = sum === undefined ? '' : ` ${dollarText(sum)}`;
    return `${words(value)}${worth} (${quantityText(records)})`;
  });
  return parts.length === 0 ? '' : `Over all that match: ${parts.join(', ')}`;
}

const PAGE = 200;

interface Listing<T> extends Pages<T> {
  /** What the venue found of the text that is searched for, also where it is not among the rows. */
  readonly found: readonly T[];
}

/** The rows of a list, filtered, sorted and searched by the venue as far as columns name its fields. */
export function useList<T>(desk: Desk, list: List<T>, everyMs = 0): Listing<T> {
  const { query } = useAddress();
  const state = tableState(query);
  const asked = askedFor(list.columns, state);
  const key = JSON.stringify(asked);
  const { method } = list;
  const pages = usePages((from) => readPage(desk, list, { ...asked, offset: Number(from ?? 0) }), [key], everyMs);
  const filters = filtersOf(list.columns, state);
  const find = async (one: Fields) => {
    const filter = JSON.stringify({ ...one, ...filters });
    return (await readPage(desk, { method, key: list.key, read: list.read }, { ...asked, filter, offset: 0 })).rows;
  };
  const isPart = pages.more !== undefined;
  const columns = list.columns.filter(({ field = '' }) => filters[field] === undefined);
  const found = useSearch(columns, isPart ? state.search.trim() : '', find, [key, isPart]);
  return { ...pages, found };
}

/** One of several lists of the API. */
export interface Listed<T> extends Pick<List<T>, 'method' | 'key' | 'read'> {
  readonly filter?: Fields;
}

/** Several lists as one: the records of the first, newest first, then those of the next. */
export async function readLists<T>(desk: Desk, lists: readonly Listed<T>[], from = '0 0'): Promise<Page<T>> {
  const [at = 0, offset = 0] = from.split(' ').map(Number);
  const { filter = {}, ...list } = lists[at] as Listed<T>;
  const asked = Object.keys(filter).length === 0 ? {} : { filter: JSON.stringify(filter) };
  const { rows, next } = await readPage(desk, list, { ...asked, offset });
  if (next !== undefined) return { rows, next: `${at} ${next}` };
  return { rows, next: at + 1 < lists.length ? `${at + 1} 0` : undefined };
}

async function readPage<T>(
  { session }: Desk,
  list: Pick<List<T>, 'method' | 'key' | 'read' | 'sums'>,
  fields: Fields & { offset: number },
): Promise<Page<T>> {
  const summed = fields.offset > 0 ? undefined : list.sums;
  const sumBy = summed === undefined ? {} : { sumBy: summed.by };
  const answer = await session.api.call(list.method, { ...fields, ...sumBy, limit: PAGE });
  const records = answer[list.key] as Fields[];
  const total = Number((answer.pagination as Fields).totalRecords);
  const next = fields.offset + records.length;
  const isLast = records.length === 0 || next >= total;
  const sums = summed === undefined ? {} : { sumsText: textOfSums(summed, answer.sums as Sum[]) };
  return { rows: records.map(list.read), total, next: isLast ? undefined : String(next), ...sums };
}

function filtersOf<T>(columns: readonly Column<T>[], { filters }: TableState): Fields {
  const filter: Record<string, unknown> = {};
  for (const { id, field, kind = 'text', isInside = false, sends = {} } of columns) {
    const asked = filters.get(id);
    if (asked === undefined || field === undefined) continue;
    if (kind === 'choice') filter[field] = asked.split(',').map((choice) => sends[choice] ?? choice);
    else if (kind === 'text' || kind === 'record') filter[field] = isInside ? { has: asked } : asked;
    else filter[field] = kind === 'time' ? timesIn(asked) : rangeIn(asked);
  }
  return filter;
}

function askedFor<T>(columns: readonly Column<T>[], state: TableState): Fields {
  const { sort } = state;
  const filter = filtersOf(columns, state);
  const by = columns.find(({ id }) => id === sort?.column)?.field;
  return {
    ...(Object.keys(filter).length === 0 ? {} : { filter: JSON.stringify(filter) }),
    ...(by === undefined ? {} : { sort: `${by}:${sort?.isDown ? 'desc' : 'asc'}` }),
  };
}

/** Of days in New York, in UTC and to the second as the API has times. */
function timesIn(asked: string): Fields {
  const ends = rangeOf({ kind: 'time' }, asked).map((at) =>
    Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 19).replace('T', ' '),
  );
  return rangeIn(ends.join('..'));
}

function rangeIn(asked: string): Fields {
  const [min = '', max = ''] = asked.split('..');
  return { ...(min === '' ? {} : { min }), ...(max === '' ? {} : { max }) };
}
