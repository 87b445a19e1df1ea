/** One connection: admission, credentials, requests, calls of methods, cancel on disconnect. */

export { type CallServices, Calls } from './calls.ts';
export { Connection } from './connection.ts';
export { Roster } from './roster.ts';
export type { StreamContext } from './stream-context.ts';
