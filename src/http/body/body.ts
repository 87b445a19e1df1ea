/**
 * Request bodies: application/x-www-form-urlencoded, application/json and multipart/form-data, for every method alike.
 * Each becomes named values as they were sent; reading them is the parameters' business.
 */
import type { UploadedFile } from '../methods/index.ts';
import type { SentFields } from './validation.ts';

/** A body that arrived whole but is no set of fields. */
export class UnreadableBody {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** The fields and files of a multipart body. */
export class MultipartBody {
  readonly fields: SentFields;
  readonly files: readonly UploadedFile[];
  constructor(fields: SentFields, files: readonly UploadedFile[]) {
    this.fields = fields;
    this.files = files;
  }
}

/** The result of the body parsers; undefined where there was no body. */
export type Body = SentFields | MultipartBody | UnreadableBody | undefined;

/** Of a body or query that is not UTF-8: its text cannot be known, so it is refused. */
export const NOT_UTF8 = new UnreadableBody('must be valid UTF-8');

export interface BodyLimits {
  /** Of a JSON or form body, and of the text of a multipart body. */
  readonly bodyBytesMax: number;
  readonly fieldsMax: number;
}

/** Of a body whose sender is not known yet: it has room for credentials and a usual call (C21). */
export const STRANGER_BYTES_MAX = 16_384;

/** From here on, reading a body and its values is shared among several turns. */
export const LONG_BODY_BYTES = 16_384;
