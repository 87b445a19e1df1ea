/** Calls of methods over HTTP, repeated until they are answered. */
export { type CallOptions, deadlineOf, HttpCalls, RETRY, type RetrySettings } from './http-calls.ts';
export { type Prepared, prepare, type Way, wayOf } from './request.ts';
