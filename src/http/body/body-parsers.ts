import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import './request-call.ts';
import { ApiError, inTurns } from '../methods/index.ts';
import { boundedJsonSteps, OversizedJson, parseBoundedJson } from '../parameters/index.ts';
import { type Body, type BodyLimits, LONG_BODY_BYTES, NOT_UTF8, STRANGER_BYTES_MAX, UnreadableBody } from './body.ts';
import { readForm, readLongForm } from './form.ts';
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
    readWhole(limits, (bytes) => (isLong(bytes) ? readLongForm : readForm)(bytes, limits.fieldsMax)),
  );
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest) =>
    readMultipart(request.raw, limits, request.requestContext, spool),
  );
}

type Parser = (request: FastifyRequest, payload: FastifyRequest['raw'], done: Done) => void;
type Reader = (bytes: Buffer, request: FastifyRequest) => Body | Promise<Body>;
type Done = (error: Error | null, body?: Body) => void;

/** Collects a body before it is read: all of it from a client, little from a stranger (C21). */
function readWhole({ bodyBytesMax }: BodyLimits, read: Reader): Parser {
  return (request, payload, done) => {
    const { requestContext } = request;
    const isStranger = requestContext?.client === undefined;
    const bytesMax = isStranger ? Math.min(STRANGER_BYTES_MAX, bodyBytesMax) : bodyBytesMax;
    if (Number(request.headers['content-length']) > bytesMax) return done(tooLarge(requestContext, bytesMax));
    // Most bodies come in one piece, which is not copied.
    const body = new ByteCollector(Number(request.headers['content-length'] ?? 0));
    const take = (chunk: Buffer) => {
      if (body.size + chunk.length > bytesMax) end(tooLarge(requestContext, bytesMax));
      else body.take(chunk);
    };
    /** Of the stream, with or without its error, or of this reader. */
    const end = (error?: Error) => {
      payload.off('data', take).off('end', end).off('error', end);
      if (error !== undefined) return done(error instanceof ApiError ? error : new ApiError(102));
      const made = read(body.bytes, request);
      if (made instanceof Promise) made.then((one) => done(null, one), done);
      else done(null, made);
    };
    payload.on('data', take).on('end', end).on('error', end);
  };
}

/** Joins what comes in pieces, however small they are: each is copied once, and none is kept. */
class ByteCollector {
  size = 0;
  readonly #announced: number;
  #bytes: Buffer = NO_BYTES;
  #isOwn = false;

  /** @param announced bytes; 0: unknown */
  constructor(announced: number) {
    this.#announced = announced;
  }

  get bytes(): Buffer {
    return this.#bytes.length === this.size ? this.#bytes : this.#bytes.subarray(0, this.size);
  }

  take(chunk: Buffer): void {
    if (this.size === 0) this.#bytes = chunk;
    else this.#append(chunk);
    this.size += chunk.length;
  }

  #append(chunk: Buffer): void {
    const needed = this.size + chunk.length;
    if (!this.#isOwn || this.#bytes.length < needed) {
      const larger = Buffer.allocUnsafe(Math.max(this.#announced, needed, 2 * this.size));
      this.#bytes.copy(larger, 0, 0, this.size);
      this.#bytes = larger;
      this.#isOwn = true;
    }
    chunk.copy(this.#bytes, this.size);
  }
}

const NO_BYTES = Buffer.alloc(0);

function tooLarge(requestContext: FastifyRequest['requestContext'], bytesMax: number): ApiError {
  return requestContext?.refuseStranger?.(bytesMax) ?? new ApiError(413);
}

const NOT_JSON = new UnreadableBody('must be a JSON object');

/** Such a body is read in pieces, and its call goes on in a later turn. */
function isLong({ length }: Buffer): boolean {
  return length > LONG_BODY_BYTES;
}

/** A JSON object; an empty body is one without fields. */
function readJson(bytes: Buffer, entriesMax: number): Body | Promise<Body> {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) return NOT_UTF8;
  if (isLong(bytes)) return readLongJson(bytes.toString(), entriesMax);
  try {
    return jsonBody(parseBoundedJson(bytes.toString(), entriesMax));
  } catch (error) {
    return notJson(error);
  }
}

async function readLongJson(text: string, entriesMax: number): Promise<Body> {
  try {
    return jsonBody(await inTurns(boundedJsonSteps(text, entriesMax)));
  } catch (error) {
    return notJson(error);
  }
}

function jsonBody(value: unknown): Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as SentFields) : NOT_JSON;
}

function notJson(error: unknown): Body {
  return error instanceof OversizedJson ? new UnreadableBody(error.message) : NOT_JSON;
}
