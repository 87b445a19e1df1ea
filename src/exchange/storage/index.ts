/** Snapshots, recovery, verification and backup, made from the journal. */

export { idsSince, isCopy, passOverIds, removeCopyMark } from './copy-mark.ts';
export { lockFolder } from './folder-lock.ts';
export { type Recovered, recover, startingPoint, startingPointAt } from './recovery.ts';
export { noteRestore, openRestores } from './restores.ts';
export { type LoadedSnapshot, listSnapshots, loadSnapshot, writeSnapshot } from './snapshot.ts';
