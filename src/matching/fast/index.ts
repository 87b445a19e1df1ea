/** The fast path of plain orders, in a few large functions over the records, for speed only. */

export { PlainFlow } from './plain-flow.ts';
