/** What a table shows, as the address has it: ?q=text&sort=-price&f.state=Live,Pending&columns=order,price */
import { prefer, preferences, setQuery } from '../data/index.ts';
import { type Column, matches, sortedBy, textOf } from './column.ts';

export interface TableState {
  /** A text that one of the columns has. */
  readonly search: string;
  readonly sort: { readonly column: string; readonly isDown: boolean } | undefined;
  /** By column. */
  readonly filters: ReadonlyMap<string, string>;
  /** Ids, in their order; undefined: as the reader likes them, or as the place has them. */
  readonly columns: readonly string[] | undefined;
}

const FILTER = 'f.';

export function tableState(query: URLSearchParams): TableState {
  const sort = query.get('sort') ?? '';
  const filters = [...query].filter(([name]) => name.startsWith(FILTER));
  return {
    search: query.get('q') ?? '',
    sort: sort === '' ? undefined : { column: sort.replace(/^-/, ''), isDown: sort.startsWith('-') },
    filters: new Map(filters.map(([name, value]) => [name.slice(FILTER.length), value])),
    columns: query.get('columns')?.split(','),
  };
}

export function setSearch(text: string): void {
  setQuery({ q: text });
}

export function setFilter(column: string, filter: string): void {
  setQuery({ [FILTER + column]: filter });
}

export function clearFilters({ filters }: TableState): void {
  setQuery(Object.fromEntries([['q', ''], ...[...filters.keys()].map((column) => [FILTER + column, ''])]));
}

/** Upwards, downwards, as it was. */
export function sortBy(column: string, { sort }: TableState): void {
  const next = sort?.column !== column ? column : sort.isDown ? '' : `-${column}`;
  setQuery({ sort: next });
}

export function chooseColumns(table: string, ids: readonly string[]): void {
  prefer({ tables: { ...preferences.tables, [table]: { ...preferences.tables[table], columns: ids } } });
  setQuery({ columns: ids.join(',') });
}

export function setDensity(table: string, isDense: boolean): void {
  prefer({ tables: { ...preferences.tables, [table]: { ...preferences.tables[table], isDense } } });
}

export const isDenseOf = (table: string): boolean => preferences.tables[table]?.isDense ?? false;

/** The columns that are shown, in their order. */
export function shownColumns<T>(table: string, all: readonly Column<T>[], state: TableState): readonly Column<T>[] {
  const chosen = state.columns ?? preferences.tables[table]?.columns;
  const byId = new Map(all.map((column) => [column.id, column]));
  const found = chosen?.flatMap((id) => byId.get(id) ?? []) ?? [];
  return found.length === 0 ? all.filter(({ isHidden }) => isHidden !== true) : found;
}

/** The rows that the state leaves, in its order. */
export function shownRows<T>(rows: readonly T[], columns: readonly Column<T>[], state: TableState): readonly T[] {
  const { search, sort, filters } = state;
  const part = search.trim().toLowerCase();
  const asked = columns.flatMap((column) => {
    const filter = filters.get(column.id);
    return filter === undefined ? [] : [{ column, filter }];
  });
  const found =
    part === '' && asked.length === 0
      ? rows
      : rows.filter(
          (row) =>
            asked.every(({ column, filter }) => matches(column, filter, row)) &&
            (part === '' || searchText(row, columns).includes(part)),
        );
  const by = columns.find(({ id }) => id === sort?.column);
  return by === undefined || sort === undefined ? found : sortedBy(found, by, sort.isDown);
}

/** Of rows, as long as they are there. */
const texts = new WeakMap<object, { readonly columns: unknown; readonly text: string }>();

/** All that the columns say of a row; it is looked through again at each key. */
function searchText<T>(row: T, columns: readonly Column<T>[]): string {
  const known = texts.get(row as object);
  if (known?.columns === columns) return known.text;
  const text = columns
    .map((column) => textOf(column, row))
    .join('\n')
    .toLowerCase();
  texts.set(row as object, { columns, text });
  return text;
}
