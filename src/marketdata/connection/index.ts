/** One connection: admission, credentials, requests, calls of methods, cancel on disconnect. */

export { type CallDeps, Calls } from './calls.ts';
export { Connection } from './connection.ts';
export { Roster } from './roster.ts';
export { SESSIONS_ALONE, type Sessions, type StreamContext, type StreamFaults } from './stream-context.ts';
