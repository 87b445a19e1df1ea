import type { Markets } from '../../exchange/api/index.ts';
import { type RequestId, StreamError } from '../requests/index.ts';

const NAMED_IN_ERROR_MAX = 10;

/** Throws StreamError where one of them is no security of the venue. */
export function requireKnown(exchange: Markets, ids: readonly number[], id: RequestId): void {
  const unknown = ids.filter((securityId) => exchange.security(securityId) === undefined);
  if (unknown.length > 0) throw new StreamError('unknown-security', someOf(unknown), id);
}

/** The first of them, as a text. */
export function someOf(ids: readonly number[]): string {
  const rest = ids.length > NAMED_IN_ERROR_MAX ? ` and ${ids.length - NAMED_IN_ERROR_MAX} more` : '';
  return ids.slice(0, NAMED_IN_ERROR_MAX).join(', ') + rest;
}
