/** Records with many fields that no query uses: the supplement of an account, of a party. */
export { detailSchema, shownDetails } from './detail-answers.ts';
export type { DetailField } from './detail-field.ts';
export { detailCreation, detailUpdate, sentDetails } from './detail-parameters.ts';
export {
  changeDetails,
  type DetailKind,
  findDetails,
  insertDetails,
  openDetails,
} from './detail-records.ts';
