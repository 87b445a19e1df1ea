/** From the bytes of a request to the parameters of a call: content types, uploads, validation. */

export { type Body, MultipartBody, readQuery, STRANGER_BYTES_MAX, UnreadableBody } from './body.ts';
export { addBodyParsers } from './body-parsers.ts';
export type { SentFields } from './field-names.ts';
export { freeBytes } from './free-bytes.ts';
export { MethodGate, mayCall } from './method-gate.ts';
export { RequestCall } from './request-call.ts';
export { RequestContext } from './request-context.ts';
export { UploadSpool } from './upload-spool.ts';
export { malformedCall, refuseInQuery, type Style, Validator } from './validation.ts';
