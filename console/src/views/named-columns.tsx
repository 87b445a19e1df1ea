/** Columns of ids whose records have names. */
import { useMemo } from 'preact/hooks';
import { type Desk, useTopic } from '../data/index.ts';
import { Named } from '../parts/index.ts';
import type { Column } from '../table/index.ts';

/** Its value stays the id, by which the venue filters; the name is shown, searched for and written to the file. */
export function named<T>({ names }: Desk, column: Column<T>): Column<T> {
  const idOf = (row: T) => String(column.value(row) ?? '');
  return {
    ...column,
    text: (row) => names.titleOf(idOf(row)),
    view: (row) => <Named id={idOf(row)} />,
  };
}

/** The columns again when a name arrives or one of the keys changes: then the rows are drawn and searched again. */
export function useColumns<T>(
  { names }: Desk,
  columns: () => readonly Column<T>[],
  keys: readonly unknown[] = [],
): readonly Column<T>[] {
  useTopic(names.changed);
  return useMemo(columns, [names.version, ...keys]);
}
