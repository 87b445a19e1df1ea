/** The fields of a message before it is known what it asks for. */
import type { SecurityId } from '../../exchange/api/index.ts';
import { OversizedJson, parseBoundedJson } from '../../http/parameters/index.ts';
import { type Fields, type RequestId, StreamError } from './protocol.ts';

export const ID_LENGTH_MAX = 128;
/** Fields and list entries of a message. */
const ENTRIES_MAX = 20_000;
/** In place of a number that would be rounded: one that nothing takes. */
const INEXACT = '1e999';
/** Canonical decimal text, below 2^53. */
const SECURITY_ID = /^[1-9]\d{0,14}$/;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function parseFields(text: string): Fields {
  let value: unknown;
  try {
    // An id is a number or a text, so the text of a number will not do.
    value = parseBoundedJson(text, ENTRIES_MAX, () => INEXACT);
  } catch (error) {
    throw new StreamError('malformed-json', error instanceof OversizedJson ? error.message : undefined);
  }
  if (!isFields(value)) throw new StreamError('malformed-json');
  return value;
}

/** A text, or a number that comes back as it went; null counts as absent. */
export function requestId(fields: Fields): RequestId {
  const { id } = fields;
  if (id === undefined || id === null) return undefined;
  if (typeof id === 'string' && id.length <= ID_LENGTH_MAX) return id;
  if (Number.isSafeInteger(id)) return id as number;
  throw new StreamError(
    'malformed-request',
    `id must be a whole number or a text of at most ${ID_LENGTH_MAX} characters`,
  );
}

export function securityId(text: unknown, field: string, id: RequestId): SecurityId {
  if (typeof text === 'string' && SECURITY_ID.test(text)) return Number(text) as SecurityId;
  throw new StreamError('malformed-request', `${field} must hold security ids as texts`, id);
}
