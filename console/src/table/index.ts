/** The table of every list: sorts, filters, chooses columns, selects rows, and loads as it is scrolled. */
export { dollars, prices, shares, summedDollars, times } from './amounts.tsx';
export type { Column, Selected } from './column.ts';
export { readLists, useList } from './list.ts';
export { type Page, type Pages, usePages } from './pages.ts';
export { useSearch } from './search.ts';
export { Table } from './table.tsx';
