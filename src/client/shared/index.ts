/** Addresses, waits between attempts, errors, timers and types that every part uses. */
export { Addresses } from './addresses.ts';
export { type Backoff, fullJitter, newKey } from './backoff.ts';
export * from './errors.ts';
export { guarded } from './guarded.ts';
export { isOver, sleep, systemTimers, type Timers } from './timers.ts';
export type { Answer, Fields, MethodName } from './types.ts';
