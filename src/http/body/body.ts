/**
 * Request bodies: application/x-www-form-urlencoded, application/json and multipart/form-data, for every method alike.
 * Each becomes named values as they were sent; reading them is the parameters' business.
 */
import { isUtf8 } from 'node:buffer';
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

/** The fields of a query string or a form, as it was sent and parsed. */
export function readQuery(text: string, parsed: URLSearchParams, fieldsMax: number): SentFields | UnreadableBody {
  return isEncodedUtf8(text) ? namedValues(parsed, fieldsMax) : NOT_UTF8;
}

/**
 * Whether what the percent signs of a text stand for is UTF-8: the parser would put U+FFFD in its place without a
 * word.
 */
function isEncodedUtf8(text: string): boolean {
  if (!/%[89a-f]/i.test(text)) return true;
  const bytes = Buffer.from(text).toString('latin1');
  const decoded = bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return isUtf8(Buffer.from(decoded, 'latin1'));
}

/** Of repeated names the last wins. */
function namedValues(parsed: URLSearchParams, fieldsMax: number): SentFields | UnreadableBody {
  // Without a prototype a field named __proto__ or constructor is a field like any other.
  const fields: Record<string, string> = Object.create(null);
  let count = 0;
  for (const [name, value] of parsed) {
    if (++count > fieldsMax) return new UnreadableBody(`must not have more than ${fieldsMax} fields`);
    fields[name] = value;
  }
  return fields;
}

export interface BodyLimits {
  /** Of a JSON or form body, and of the text of a multipart body. */
  readonly bodyBytesMax: number;
  readonly fieldsMax: number;
}

/** Of a body whose sender is not known yet: it has room for credentials and a usual call (C21). */
export const STRANGER_BYTES_MAX = 16_384;
