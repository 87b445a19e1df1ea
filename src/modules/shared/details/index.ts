/** Records with many fields that no query uses: the supplement of an account, of a party. */
export { detailLevels, detailMethods, detailSchema } from './detail-methods.ts';
export type { DetailField } from './detail-parameters.ts';
export type { DetailKind } from './detail-records.ts';
