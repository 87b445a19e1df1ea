/** From the bytes of a request to the parameters of a call: content types, uploads, validation. */

export { type Body, LONG_BODY_BYTES, MultipartBody, STRANGER_BYTES_MAX, UnreadableBody } from './body.ts';
export { addBodyParsers } from './body-parsers.ts';
export { readForm } from './form.ts';
export { freeBytes } from './free-bytes.ts';
export { MethodGate, mayCall } from './method-gate.ts';
export { RequestCall, RequestContext } from './request-call.ts';
export { UploadSpool } from './upload-spool.ts';
export {
  malformedCall,
  type Reading,
  refuseInQuery,
  type SentFields,
  type Sources,
  type Style,
  Validator,
} from './validation.ts';
