/** Records with many fields that no query uses: the supplement of an account, of a party. */
export { detailSchema } from './detail-answers.ts';
export type { DetailField } from './detail-field.ts';
export { detailMethods } from './detail-methods.ts';
export type { DetailKind } from './detail-records.ts';
