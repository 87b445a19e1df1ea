import { ApiError } from '../../../http/methods/index.ts';

/** The most items of a page (C30). */
export const LIMIT_MAX = 500;
export const LIMIT_DEFAULT = 10;

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Offset and limit as they were sent, text or JSON. Throws 1422 when one is not a whole number and 239 when it is out
 * of range (C31); an offset after the last record is found later.
 */
export function readPage(sent: { readonly offset?: unknown; readonly limit?: unknown }): Page {
  const offset = readWhole('offset', sent.offset, 0);
  const limit = readWhole('limit', sent.limit, LIMIT_DEFAULT);
  if (offset < 0) throw outOfRange('The offset must be at least 0.');
  if (limit < 1 || limit > LIMIT_MAX) throw outOfRange(`The limit must be from 1 to ${LIMIT_MAX}.`);
  return { offset, limit };
}

/** The offset is at or past the end of a list; an empty list has an empty first page (C31). */
export function afterTheEnd(total: number): ApiError {
  return outOfRange(
    total === 0
      ? 'The list has no records, so the offset must be 0.'
      : `The offset must be from 0 to ${total - 1}: the list has ${total} records.`,
  );
}

function outOfRange(statusDesc: string): ApiError {
  return new ApiError(239, undefined, { statusDesc });
}

function readWhole(name: string, sent: unknown, absent: number): number {
  if (sent === undefined) return absent;
  const text = typeof sent === 'number' || typeof sent === 'string' ? String(sent) : '';
  if (!/^-?[0-9]+$/.test(text)) {
    throw new ApiError(1422, undefined, { statusDesc: `The parameter "${name}" must be a whole number.` });
  }
  // A number with more digits than any list has records may lose precision: it is after the end anyway.
  return Math.min(Math.max(Number(text), -1), Number.MAX_SAFE_INTEGER);
}
