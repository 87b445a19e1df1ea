/** Methods that several modules declare alike. */
export { archivedFlag, archiveMethod, archiveStatus } from './archive-method.ts';
export { operatorMethod } from './operator-method.ts';
export { deleteMethod, getMethod } from './record-methods.ts';
export { ownerParameter, workOwner } from './work-owner.ts';
