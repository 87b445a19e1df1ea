import type { FastifyRequest } from 'fastify';
import {
  type Body,
  MultipartBody,
  malformedCall,
  readForm,
  refuseInQuery,
  type SentFields,
  type Sources,
  type Style,
  UnreadableBody,
} from '../body/index.ts';
import type { Call } from '../methods/index.ts';

export type ReadBody = Exclude<Body, UnreadableBody>;

/** What came with a request. */
export interface SentValues {
  readonly sources: Sources;
  readonly query: URLSearchParams | undefined;
  readonly files: Call['files'] | undefined;
}

interface Route {
  readonly style: Style;
  readonly hasPathParameters: boolean;
  readonly fieldsMax: number;
}

/** Throws 106 or 1400 for a query that cannot be read, or must not be there. */
export function sentValues(request: FastifyRequest, body: ReadBody, route: Route): SentValues {
  const { url = '' } = request.raw;
  const query = url.includes('?') ? queryOf(request, url, route) : undefined;
  const multipart = body instanceof MultipartBody ? body : undefined;
  const path = route.hasPathParameters ? (request.params as SentFields) : undefined;
  const fields = multipart ? multipart.fields : (body as SentFields | undefined);
  return { sources: { path, body: fields, query: query?.fields }, query: query?.raw, files: multipart?.files };
}

function queryOf(request: FastifyRequest, url: string, { style, fieldsMax }: Route) {
  const text = url.slice(url.indexOf('?') + 1);
  const raw = new URLSearchParams(text);
  const fields = readForm(Buffer.from(text), fieldsMax);
  if (fields instanceof UnreadableBody) throw malformedCall(style, 'query', fields.reason);
  if (style === 'method' && request.method !== 'GET' && request.method !== 'HEAD') refuseInQuery(fields);
  return { raw, fields };
}
