/** The lines of every CSV file and answer (RFC 4180). */

/** A spreadsheet computes a cell that begins so, some with the wide signs, too, unless all of it is a number. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;

/** A line with its end. A text that a spreadsheet would compute gets an apostrophe in front. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** A header of names, and a line for each record with its fields of these names. */
export function csvTable<Name extends string>(
  names: readonly Name[],
  records: readonly Readonly<Record<Name, string | number | null>>[],
): string {
  return [csvLine(names), ...records.map((record) => csvLine(names.map((name) => record[name])))].join('');
}

function cell(value: string | number | null): string {
  if (value === null || typeof value === 'number') return String(value ?? '');
  const text = FORMULA.test(value) && !NEGATIVE_NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
