import { FAULTS_MAX, printableName, unknownReason } from '../../http/parameters/index.ts';
import { type Fields, type RequestId, StreamError } from './protocol.ts';
import { REQUESTS } from './request-schemas.ts';

/** The fields of each request, as the AsyncAPI document declares them. */
const FIELDS = new Map(
  Object.entries(REQUESTS).map(([request, { properties }]) => [request, new Set(Object.keys(properties))]),
);

/** A misspelt field would do more, or something else, than was meant (S39). Throws StreamError. */
export function requireKnown(request: keyof typeof REQUESTS, fields: Fields, id: RequestId): void {
  const known = FIELDS.get(request) as ReadonlySet<string>;
  const unknown = Object.keys(fields).filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const faults = unknown.slice(0, FAULTS_MAX).map((name) => `${printableName(name)} ${unknownReason(name, known)}`);
  throw new StreamError('malformed-request', faults.join(', '), id);
}
