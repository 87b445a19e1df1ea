/** Files of what a table shows. */
import { csvLine } from '../../../src/csv/index.ts';
import { type Column, textOf, titleOf } from './column.ts';

/** Numbers as programs read them. */
function fileText<T>(column: Column<T>, row: T): string | number | null {
  return column.kind === 'number' ? column.value(row) : textOf(column, row);
}

/** With a line of titles. */
export function csvOf<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const lines = rows.map((row) => csvLine(columns.map((column) => fileText(column, row))));
  return [csvLine(columns.map(titleOf)), ...lines].join('');
}
