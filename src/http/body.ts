/**
 * Request bodies: application/x-www-form-urlencoded, application/json and multipart/form-data, for every method alike.
 * Each becomes named values as they were sent; reading them is the parameters' business.
 */
import type { UploadedFile } from './method.ts';
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

/** What the body parsers hand over; undefined where there was no body. */
export type Body = SentFields | MultipartBody | UnreadableBody | undefined;

const NOT_JSON = new UnreadableBody('must be a JSON object');
const TOO_MANY_FIELDS = new UnreadableBody('has too many fields');

/** A JSON object; an empty body is one without fields. */
export function readJson(text: string): Body {
  if (text === '') return undefined;
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as SentFields) : NOT_JSON;
  } catch {
    return NOT_JSON;
  }
}

/** Form fields or a query string. Of repeated names the last wins. */
export function readForm(text: string | URLSearchParams, fieldsMax: number): SentFields | UnreadableBody {
  // Without a prototype a field named __proto__ or constructor is a field like any other.
  const fields: Record<string, string> = Object.create(null);
  let count = 0;
  for (const [name, value] of typeof text === 'string' ? new URLSearchParams(text) : text) {
    if (++count > fieldsMax) return TOO_MANY_FIELDS;
    fields[name] = value;
  }
  return fields;
}

export interface BodyLimits {
  /** Of a JSON or form body, and of the text of a multipart body. */
  readonly bodyBytesMax: number;
  readonly fieldsMax: number;
}
