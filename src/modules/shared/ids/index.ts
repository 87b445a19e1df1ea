/** The ids of records: numbers in sequence, and ids that nobody can guess. */
export {
  keepIds,
  nextId,
  skipIds,
  withIds,
} from './next-id.ts';
export { shortId } from './short-id.ts';
