import type { Field } from '../../src/codec/index.ts';

/** The body of a NewOrderSingle: 100 shares bought at 10.25. */
export const buyOrder = (clOrdId: string): Field[] => [
  [11, clOrdId],
  [54, '1'],
  [60, '20261127-15:00:00'],
  [40, '2'],
  [55, '5001'],
  [38, '100'],
  [44, '10.25'],
];
