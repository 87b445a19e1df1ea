/** The ids of records: numbers in sequence, and ids that nobody can guess. */
export { keepIds, nextId, shareIds, shortId, skipIds, withIds } from './ids.ts';
