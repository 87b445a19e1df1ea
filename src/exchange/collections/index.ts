/** Collections that stay fast at any size, and other structures without knowledge of orders. */

export { Deadlines } from './deadlines.ts';
export { Fifo } from './fifo.ts';
export { hashWith } from './hashing.ts';
export { IdTable } from './id-table.ts';
export { interned } from './interned.ts';
export { KnownTexts } from './known-texts.ts';
export { ShardedMap } from './sharded-map.ts';
export { byText, SortedKeys, SortedMap } from './sorted-keys.ts';
