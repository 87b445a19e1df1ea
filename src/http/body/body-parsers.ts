import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import './request-call.ts';
import { ApiError } from '../methods/index.ts';
import { OversizedJson, parseBoundedJson } from '../parameters/index.ts';
import { type Body, type BodyLimits, NOT_UTF8, readQuery, STRANGER_BYTES_MAX, UnreadableBody } from './body.ts';
import { readMultipart } from './multipart.ts';
import type { UploadSpool } from './upload-spool.ts';
import type { SentFields } from './validation.ts';

/** Makes the server read the three content types, and no other. */
export function addBodyParsers(app: FastifyInstance, limits: BodyLimits, spool: UploadSpool): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    readWhole(limits, (bytes, { requestContext }) => readJson(bytes, requestContext?.entriesMax ?? 0)),
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    readWhole(limits, (bytes) => readForm(bytes, limits.fieldsMax)),
  );
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest) =>
    readMultipart(request.raw, limits, request.requestContext, spool),
  );
}

type Parser = (request: FastifyRequest, payload: FastifyRequest['raw'], done: Done) => void;
type Done = (error: Error | null, body?: Body) => void;

/** Collects a body before it is read: all of it from a client, little from a stranger (C21). */
function readWhole({ bodyBytesMax }: BodyLimits, read: (bytes: Buffer, request: FastifyRequest) => Body): Parser {
  return (request, payload, done) => {
    const { requestContext } = request;
    const isStranger = requestContext?.client === undefined;
    const bytesMax = isStranger ? Math.min(STRANGER_BYTES_MAX, bodyBytesMax) : bodyBytesMax;
    if (Number(request.headers['content-length']) > bytesMax) return done(tooLarge(requestContext, bytesMax));
    let chunks: Buffer[] | undefined;
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > bytesMax) end(tooLarge(requestContext, bytesMax));
      else if (chunks === undefined) chunks = [chunk];
      else chunks.push(chunk);
    };
    /** Of the stream, with or without its error, or of this reader. */
    const end = (error?: Error) => {
      payload.off('data', take).off('end', end).off('error', end);
      // Most bodies come in one piece, which is not copied.
      if (error === undefined)
        done(null, read(chunks?.length === 1 ? chunks[0]! : Buffer.concat(chunks ?? [], size), request));
      else done(error instanceof ApiError ? error : new ApiError(102));
    };
    payload.on('data', take).on('end', end).on('error', end);
  };
}

function tooLarge(requestContext: FastifyRequest['requestContext'], bytesMax: number): ApiError {
  return requestContext?.refuseStranger?.(bytesMax) ?? new ApiError(413);
}

const NOT_JSON = new UnreadableBody('must be a JSON object');

/** A JSON object; an empty body is one without fields. */
function readJson(bytes: Buffer, entriesMax: number): Body {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) return NOT_UTF8;
  try {
    const body = parseBoundedJson(bytes.toString(), entriesMax);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as SentFields) : NOT_JSON;
  } catch (error) {
    return error instanceof OversizedJson ? new UnreadableBody(error.message) : NOT_JSON;
  }
}

/** The fields of a form. */
function readForm(bytes: Buffer, fieldsMax: number): SentFields | UnreadableBody {
  const text = bytes.toString();
  return isUtf8(bytes) ? readQuery(text, new URLSearchParams(text), fieldsMax) : NOT_UTF8;
}
