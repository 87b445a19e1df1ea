import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Arrival } from './arrival.ts';
import { type Body, type BodyLimits, MultipartBody, UnreadableBody } from './body.ts';
import type { Uploads } from './method.ts';
import { ApiError } from './status-codes.ts';
import type { SpooledFiles, UploadSpool } from './upload-spool.ts';
import { malformedCall } from './validation.ts';

const TEXT_BYTES_MAX = 65_536;
const FILE_NAME_LENGTH_MAX = 200;

/**
 * Reads a multipart/form-data body: text fields, of which the last of a name wins, and the files the method takes, which
 * go to the spool; the arrival keeps them until the request is answered. Other files are read past. Throws 106 for more or
 * larger files than the method takes, 413 for too much text, 429 when the spool is full.
 */
export async function readMultipart(
  request: IncomingMessage,
  limits: BodyLimits,
  arrival: Arrival | undefined,
  spool: UploadSpool,
): Promise<Body> {
  const uploads = arrival?.method.uploads;
  if (arrival === undefined || uploads === undefined) return read(request, limits, undefined);
  arrival.uploads = spool.begin();
  return read(request, limits, { ...uploads, files: arrival.uploads });
}

/** What a method takes, and where it goes. */
interface FileIntake extends Uploads {
  readonly files: SpooledFiles;
}

function read(request: IncomingMessage, limits: BodyLimits, intake: FileIntake | undefined): Promise<Body> {
  const parser = openParser(request, limits, intake);
  if (parser === undefined) {
    request.resume();
    return Promise.resolve(NOT_MULTIPART);
  }
  return new Promise((resolve, reject) => {
    const reading = new Reading(limits, intake);
    // What is left of a refused body is read past, so that the caller comes to read the answer.
    const stop = () => {
      request.unpipe(parser);
      request.resume();
    };
    const refuse = (error: unknown) => {
      stop();
      reject(error);
    };
    reading.listen(parser, refuse);
    parser.on('error', () => {
      stop();
      resolve(NOT_MULTIPART);
    });
    parser.on('finish', () => reading.body().then(resolve, refuse));
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
  readonly #intake: FileIntake | undefined;
  readonly #fields: Record<string, string> = Object.create(null);
  #bytesLeft: number;

  constructor(limits: BodyLimits, intake: FileIntake | undefined) {
    this.#intake = intake;
    this.#bytesLeft = limits.bodyBytesMax + (intake ? intake.filesMax * intake.bytesMax : 0);
  }

  listen(parser: BusboyInstance, refuse: (error: unknown) => void): void {
    const tooLarge = () => refuse(new ApiError(413));
    parser.on('field', (name: string | undefined, value, _nameTruncated, valueTruncated) => {
      if (valueTruncated) tooLarge();
      else if (name !== undefined) this.#fields[name] = value;
    });
    parser.on('file', (field: string | undefined, stream, fileName: string | undefined, _encoding, contentType) => {
      stream.on('error', () => stream.resume());
      if (field === undefined || !this.#intake || !Object.hasOwn(this.#intake.fields, field)) {
        stream.on('limit', tooLarge);
        stream.resume();
        return;
      }
      const { bytesMax, files } = this.#intake;
      stream.on('limit', () => refuse(malformedCall('method', field, `must not be larger than ${bytesMax} bytes`)));
      files.receive(stream, { field, fileName: plainName(fileName), contentType }, refuse);
    });
    parser.on('partsLimit', tooLarge);
    parser.on('filesLimit', () => refuse(this.#tooManyFiles()));
    parser.on('fieldsLimit', tooLarge);
  }

  hasRoomFor(chunk: Buffer): boolean {
    this.#bytesLeft -= chunk.length;
    return this.#bytesLeft >= 0;
  }

  /** Once the parser has finished. */
  async body(): Promise<MultipartBody> {
    return new MultipartBody(this.#fields, (await this.#intake?.files.all()) ?? []);
  }

  #tooManyFiles(): ApiError {
    if (!this.#intake) return new ApiError(413);
    return malformedCall('method', 'body', `must not have more than ${this.#intake.filesMax} files`);
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

/** The file's own name: no folders, no control characters, not longer than a file system takes. */
function plainName(fileName: string | undefined): string {
  const last = (fileName ?? '').split(/[\\/]/).at(-1) ?? '';
  return [...last]
    .filter((character) => character >= ' ' && character !== '\x7f')
    .join('')
    .slice(-FILE_NAME_LENGTH_MAX);
}
