/** Files of what a table shows. */
import { type Column, textOf } from './column.ts';

/** A spreadsheet takes a text that begins so for a formula. */
const FORMULA = /^[=+@\t\r]|^-(?![\d.])/;

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Numbers as programs read them. */
function fileText<T>(column: Column<T>, row: T): string {
  return column.kind === 'number' ? String(column.value(row) ?? '') : textOf(column, row);
}

/** RFC 4180, with a line of titles. */
export function csvOf<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const lines = rows.map((row) => columns.map((column) => cell(fileText(column, row))).join(','));
  return [columns.map(({ title }) => cell(title)).join(','), ...lines, ''].join('\r\n');
}
