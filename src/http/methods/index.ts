/** What a method is: its declaration, callers, scopes, status codes, envelope and identity of repeated calls. */

export type { Authenticator, CallCounter, Client } from './client.ts';
export { type Entrance, entrancesOf, type Host, refuseOtherVerbs } from './entrances.ts';
export {
  JSON_TYPE,
  NO_SNIFFING,
  RefusalWithHeaders,
  type Rendered,
  renderError,
  renderInPieces,
  renderSuccess,
  renderThrown,
} from './envelope.ts';
export { IGNORED_FIELDS, readsAnyCase, refusesUnknown } from './field-rules.ts';
export { idempotencyOf, isIdempotencyKey } from './idempotency.ts';
export { type Turn, takeTurn } from './in-turn.ts';
export { innerCall, methodNamed, withValues } from './inner-call.ts';
export {
  type Answer,
  type AnyFields,
  type Call,
  defineMethod,
  type Handler,
  inGroup,
  type Judgement,
  type Method,
  type MethodDeclaration,
  type OtherAnswer,
  type UploadedFile,
  type Uploads,
  type Verb,
  type WebhookFields,
} from './method.ts';
export { inPieces, isLong, nextTurn, type TextPieces, turnFor } from './pieces.ts';
export {
  DROP_COPY,
  EVENT_SCOPES,
  grantedLevel,
  isReadingScope,
  levelsOf,
  mayReadEvents,
  type PiiLevel,
  RECORD_SCOPE,
  reaches,
  scopesGranting,
  scopesNeeded,
  TRADING_SCOPE,
} from './scopes.ts';
export { ApiError, STATUS, type StatusCode } from './status-codes.ts';
