import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { type Body, type BodyLimits, MultipartBody, UnreadableBody } from './body.ts';
import { RefusalWithHeaders } from './envelope.ts';
import type { UploadedFile, Uploads } from './method.ts';
import { ApiError } from './status-codes.ts';

const TEXT_BYTES_MAX = 65_536;
const FILE_NAME_LENGTH_MAX = 200;

/** How many requests with files may be read at once, for their files are held in memory. */
export class UploadSlots {
  #free: number;

  constructor(max: number) {
    this.#free = max;
  }

  /** Runs the reading of one request; throws 429 when as many as allowed are being read. */
  async use<T>(reading: () => Promise<T>): Promise<T> {
    if (this.#free <= 0) throw new RefusalWithHeaders(429, { 'retry-after': '5' });
    this.#free--;
    try {
      return await reading();
    } finally {
      this.#free++;
    }
  }
}

/**
 * Reads a multipart/form-data body: text fields, of which the last of a name wins, and the files the method takes.
 * Other files are read past. Throws 413 for more or larger files than the method takes.
 */
export function readMultipart(
  request: IncomingMessage,
  limits: BodyLimits,
  uploads: Uploads | undefined,
  slots: UploadSlots,
): Promise<Body> {
  return uploads ? slots.use(() => read(request, limits, uploads)) : read(request, limits, undefined);
}

function read(request: IncomingMessage, limits: BodyLimits, uploads: Uploads | undefined): Promise<Body> {
  const parser = openParser(request, limits, uploads);
  if (parser === undefined) {
    request.resume();
    return Promise.resolve(NOT_MULTIPART);
  }
  return new Promise((resolve, reject) => {
    const reading = new Reading(limits, uploads);
    // What is left of a refused body is read past, so that the caller comes to read the answer.
    const stop = () => {
      request.unpipe(parser);
      request.resume();
    };
    const refuse = (error: ApiError) => {
      stop();
      reject(error);
    };
    reading.listen(parser, () => refuse(new ApiError(413)));
    parser.on('error', () => {
      stop();
      resolve(NOT_MULTIPART);
    });
    parser.on('finish', () => resolve(reading.body()));
    request.on('data', (chunk: Buffer) => {
      if (!reading.hasRoomFor(chunk)) refuse(new ApiError(413));
    });
    request.on('close', () => {
      if (!request.readableEnded) refuse(new ApiError(102));
    });
    request.pipe(parser);
  });
}

const NOT_MULTIPART = new UnreadableBody('must be a multipart form');

/** What was read of a body so far. */
class Reading {
  readonly #uploads: Uploads | undefined;
  readonly #fields: Record<string, string> = Object.create(null);
  readonly #files: UploadedFile[] = [];
  #bytesLeft: number;

  constructor(limits: BodyLimits, uploads: Uploads | undefined) {
    this.#uploads = uploads;
    this.#bytesLeft = limits.bodyBytesMax + (uploads ? uploads.filesMax * uploads.bytesMax : 0);
  }

  listen(parser: BusboyInstance, tooLarge: () => void): void {
    parser.on('field', (name: string | undefined, value, _nameTruncated, valueTruncated) => {
      if (valueTruncated) tooLarge();
      else if (name !== undefined) this.#fields[name] = value;
    });
    parser.on('file', (field: string | undefined, stream, fileName: string | undefined, _encoding, contentType) => {
      stream.on('error', () => stream.resume());
      stream.on('limit', tooLarge);
      if (field === undefined || !this.#uploads || !Object.hasOwn(this.#uploads.fields, field)) stream.resume();
      else
        collect(stream, (content) => this.#files.push({ field, fileName: plainName(fileName), contentType, content }));
    });
    parser.on('partsLimit', tooLarge);
    parser.on('filesLimit', tooLarge);
    parser.on('fieldsLimit', tooLarge);
  }

  hasRoomFor(chunk: Buffer): boolean {
    this.#bytesLeft -= chunk.length;
    return this.#bytesLeft >= 0;
  }

  body(): MultipartBody {
    return new MultipartBody(this.#fields, this.#files);
  }
}

function openParser(
  request: IncomingMessage,
  limits: BodyLimits,
  uploads: Uploads | undefined,
): BusboyInstance | undefined {
  const contentType = request.headers['content-type'] ?? '';
  // A method without uploads may still be sent a few files: they are read past, within the limit of the whole body.
  const filesMax = uploads?.filesMax ?? 10;
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fieldSize: TEXT_BYTES_MAX,
        fields: limits.fieldsMax,
        files: filesMax,
        parts: limits.fieldsMax + filesMax,
        fileSize: uploads?.bytesMax ?? limits.bodyBytesMax,
        headerPairs: 20,
        headerSize: 8192,
      },
    });
  } catch {
    return undefined;
  }
}

function collect(stream: BusboyFileStream, done: (content: Buffer) => void): void {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    if (!stream.truncated) done(Buffer.concat(chunks));
  });
}

/** The file's own name: no folders, no control characters, not longer than a file system takes. */
function plainName(fileName: string | undefined): string {
  const last = (fileName ?? '').split(/[\\/]/).at(-1) ?? '';
  return [...last]
    .filter((character) => character >= ' ' && character !== '\x7f')
    .join('')
    .slice(-FILE_NAME_LENGTH_MAX);
}
