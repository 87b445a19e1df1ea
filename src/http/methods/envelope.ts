/** The body of every answer: statusCode and statusDesc first, then what the method has to say (C1). */
import { VenueUnavailable } from '../../exchange/api/index.ts';
import type { Answer } from './method.ts';
import { jsonInPieces, type TextPieces } from './pieces.ts';
import { ApiError, STATUS, type StatusCode } from './status-codes.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** On every answer: browsers use its declared type and do not guess another. */
export const NO_SNIFFING = { 'x-content-type-options': 'nosniff' } as const;

/** An answer, ready to be sent; the body of a long one in pieces. */
export interface Rendered<Body = string> {
  readonly http: number;
  readonly statusCode: string;
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
}

export function renderSuccess({ http = 200, fields, statusDesc = 'Ok', headers }: Answer): Rendered {
  const body = JSON.stringify({ statusCode: '101', statusDesc, ...fields });
  return headers === undefined ? { http, statusCode: '101', body } : { http, statusCode: '101', body, headers };
}

/** As renderSuccess, piece by piece. */
export async function renderInPieces(answer: Answer): Promise<Rendered<TextPieces>> {
  const { fields, statusDesc = 'Ok', ...rest } = answer;
  const body = await jsonInPieces({ statusCode: '101', statusDesc, ...fields });
  return { http: 200, ...rest, statusCode: '101', body };
}

/** The answer to a refused call. */
export function renderError(error: ApiError, headers?: Readonly<Record<string, string>>): Rendered {
  const { statusCode, detail, options } = error;
  const body = {
    statusCode: String(statusCode),
    ...(options.statusDesc === null ? {} : { statusDesc: options.statusDesc ?? STATUS[statusCode].text }),
    ...(detail === undefined ? {} : { 'Error(s)': detail }),
    ...options.fields,
  };
  const rendered = {
    http: options.http ?? STATUS[statusCode].http,
    statusCode: body.statusCode,
    body: JSON.stringify(body),
  };
  const ownHeaders = HEADERS_OF[statusCode];
  if (!headers && !ownHeaders && !options.headers) return rendered;
  return { ...rendered, headers: { ...ownHeaders, ...options.headers, ...headers } };
}

const HEADERS_OF: Partial<Record<StatusCode, Readonly<Record<string, string>>>> = {
  103: { 'www-authenticate': 'Bearer' },
  503: { 'retry-after': '1' },
};

/** An ApiError with headers, such as Allow or Retry-After. */
export class RefusalWithHeaders extends ApiError {
  readonly headers: Readonly<Record<string, string>>;
  constructor(statusCode: StatusCode, headers: Readonly<Record<string, string>>, options: ApiError['options'] = {}) {
    super(statusCode, undefined, options);
    this.headers = headers;
  }
}

/** The answer to anything that was thrown. `fault` is set where the operator must hear of it; the caller never does. */
export function renderThrown(thrown: unknown): Rendered & { readonly fault?: unknown } {
  if (thrown instanceof RefusalWithHeaders) return renderError(thrown, thrown.headers);
  if (thrown instanceof ApiError) {
    const rendered = renderError(thrown);
    return thrown.statusCode === 500 ? { ...rendered, fault: thrown } : rendered;
  }
  // The venue itself says once why it stopped; an error for every refused call would only bury that.
  if (thrown instanceof VenueUnavailable) return renderError(new ApiError(503, thrown.message));
  if (isUnavailable(thrown)) {
    return { ...renderError(new ApiError(503, thrown.callerMessage ?? thrown.message)), fault: thrown };
  }
  const known = fromServer(thrown);
  if (known) return renderError(known);
  return { ...renderError(new ApiError(500)), fault: thrown };
}

/**
 * An error of a part of the service that is unavailable for a while. `callerMessage` is the text for callers where the
 * message is for the operator.
 */
function isUnavailable(thrown: unknown): thrown is Error & { readonly callerMessage?: string } {
  return thrown instanceof Error && (thrown as { isUnavailable?: unknown }).isUnavailable === true;
}

/** A refusal by Fastify itself, before a method is reached. */
function fromServer(thrown: unknown): ApiError | undefined {
  const { code, statusCode } = (thrown ?? {}) as { code?: unknown; statusCode?: unknown };
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return new ApiError(413);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return new ApiError(415);
  if (statusCode === 404) return new ApiError(104);
  return new ApiError(102, undefined, { http: statusCode });
}
