/** The objects that all books of an engine share, and the work that a book has left to do. */

export { EngineParts, type PartBook, type SuspendedEntry } from './engine-parts.ts';
export {
  type Overlap,
  type PendingAuction,
  type PendingWork,
  pendingWorkOf,
  type UnfinishedWork,
} from './pending-work.ts';
