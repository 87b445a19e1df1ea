/** How the width of a table is divided among its columns. */
import { useMemo, useRef } from 'preact/hooks';
import { type Column, textOf, titleOf } from './column.ts';

/** Pixels of a character of a text, of one of a title, and of a sign before a text. */
const CHARACTER = 7;
const OF_TITLE = 8;
const OF_SIGN = 12;
/** Longer texts have two lines. */
const CHARACTERS_MAX = 24;
/** Rows that are looked at. */
const ROWS_MAX = 100;
const TIME = '2026-03-02 09:30:00';
/** It is written below a name, in a separate line. */
const ID_OF_NAME = / \(\w+\)$/;

interface Widths {
  /** Of a grid. */
  readonly tracks: string;
  /** Pixels of all columns at least. */
  readonly least: number;
}

/**
 * A column has at least its own width, and of the rest as much as its title or its longest text takes, so that nothing
 * is cut while there is room. One without texts may be as narrow as its title. A width only grows: the columns of a
 * live table stay where they are.
 */
export function useWidths<T>(rows: readonly T[], columns: readonly Column<T>[]): Widths {
  const known = useRef(new Map<string, number>());
  return useMemo(() => {
    const looked = rows.slice(0, ROWS_MAX);
    const widths = columns.map((column) => {
      const { id, width, view } = column;
      const longest = looked.reduce((most, row) => Math.max(most, lengthOf(column, row)), 0);
      const isEmpty = looked.length > 0 && longest === 0 && view === undefined;
      const titled = titleOf(column).length * OF_TITLE;
      const least = isEmpty ? Math.min(width, titled) : width;
      const text = Math.min(longest, CHARACTERS_MAX) * CHARACTER + OF_SIGN;
      const wanted = Math.max(least, titled, known.current.get(id) ?? 0, longest === 0 ? 0 : text);
      if (looked.length > 0) known.current.set(id, wanted);
      return { least, wanted };
    });
    return {
      tracks: widths.map(({ least, wanted }) => `minmax(${least}px, ${wanted}fr)`).join(' '),
      least: widths.reduce((sum, { least }) => sum + least, 0),
    };
  }, [rows, columns]);
}

function lengthOf<T>(column: Column<T>, row: T): number {
  // All have the same form: writing a hundred of them at each change would cost more than the rest.
  if (column.kind === 'time' && column.text === undefined) return column.value(row) === null ? 0 : TIME.length;
  return textOf(column, row).replace(ID_OF_NAME, '').length;
}
