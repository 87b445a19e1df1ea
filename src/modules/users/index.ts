/** The people who work in the console: records, roles and sessions (docs/operate/users.md). */
export { ROLES, type Role, sideOf } from './roles.ts';
export { UserRecords } from './user-records.ts';
export { UserSessions } from './user-sessions.ts';
