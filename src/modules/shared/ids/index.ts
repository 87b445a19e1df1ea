/** The ids of records: numbers in sequence, and ids that nobody can guess. */
export {
  type IdKind,
  keepIds,
  nextId,
  type ReservedIds,
  reserveIds,
  skipIds,
  useIds,
} from './next-id.ts';
export { shortId } from './short-id.ts';
