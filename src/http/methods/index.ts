/** What a method is: its declaration, callers, scopes, status codes, envelope and identity of repeated calls. */

export { type CallFault, type CallFaults, FAULT_HEADER, performWith } from './call-faults.ts';
export type { AnsweredCall, CallRecorder } from './call-recorder.ts';
export * from './client.ts';
export * from './entrances.ts';
export * from './envelope.ts';
export { type FieldLevel, type FieldLevels, REDACTED, sees } from './field-levels.ts';
export { IGNORED_FIELDS, readsAnyCase, refusesUnknown } from './field-rules.ts';
export * from './idempotency.ts';
export { innerCall, methodNamed, withValues } from './inner-call.ts';
export * from './method.ts';
export { namedObject } from './named-object.ts';
export { inPieces, inTurns, isLong, joinedInTurns, nextTurn, type TextPieces, turnFor } from './pieces.ts';
export * from './pipeline.ts';
export * from './request-id.ts';
export * from './scopes.ts';
export * from './status-codes.ts';
