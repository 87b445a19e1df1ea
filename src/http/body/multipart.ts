import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { ApiError, nextTurn, type UploadedFile, type Uploads } from '../methods/index.ts';
import { type Body, type BodyLimits, MultipartBody, NOT_UTF8, STRANGER_BYTES_MAX, UnreadableBody } from './body.ts';
import type { RequestContext } from './request-call.ts';
import type { SpooledFiles, UploadSpool } from './upload-spool.ts';
import { malformedCall, type SentFields } from './validation.ts';

const TEXT_BYTES_MAX = 65_536;
const FILE_NAME_LENGTH_MAX = 200;
/** File inputs of a form that nobody filled in: browsers send a part without a name and without bytes for each. */
const EMPTY_INPUTS_MAX = 20;
/** Reading a part takes 30 µs. */
const PARTS_IN_TURN = 50;

/**
 * Reads a multipart/form-data body: text fields, of which the last of a name wins, and the files the method takes,
 * which go to the spool once the caller is known and may call it; the context keeps them until the request is
 * answered. Other files are read past, and a part without a name and without bytes is no file. Throws 106 for more or
 * larger files than the method takes, 413 for too much text and for too much before the sender is known, what
 * admitFiles throws, and 429 or 503 when the spool has no room.
 */
export async function readMultipart(
  request: IncomingMessage,
  limits: BodyLimits,
  requestContext: RequestContext | undefined,
  spool: UploadSpool,
): Promise<Body> {
  if (requestContext === undefined) throw new ApiError(415);
  const { uploads } = requestContext.method;
  if (uploads === undefined) return read(request, limits, { requestContext });
  const begin = () => {
    requestContext.uploads = spool.begin(requestContext.client?.clientId ?? '');
    return requestContext.uploads;
  };
  const intake = { ...uploads, admit: (fields: SentFields) => requestContext.admitFiles?.(fields), begin };
  return read(request, limits, { requestContext, intake });
}

interface Reader {
  readonly requestContext: RequestContext;
  readonly intake?: FileIntake;
}

/** What a method takes, from whom, and where it goes. */
interface FileIntake extends Uploads {
  /** Throws where the caller may not send files. */
  readonly admit: (fields: SentFields) => void | Promise<void>;
  readonly begin: () => SpooledFiles;
}

function read(request: IncomingMessage, limits: BodyLimits, reader: Reader): Promise<Body> {
  const parser = openParser(request, limits, reader.intake);
  if (parser === undefined) {
    request.resume();
    return Promise.resolve(NOT_MULTIPART);
  }
  return new Promise((resolve, reject) => {
    const reading = new Reading(limits, reader);
    // The rest of a refused body is read and dropped, so that the caller can read the answer.
    const stop = () => {
      reading.end();
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
      const fault = reading.faultOf(chunk);
      if (fault !== undefined) refuse(fault);
      else if (reading.hasManyParts()) {
        request.pause();
        void nextTurn().then(() => request.resume());
      }
    });
    request.on('close', () => {
      if (!request.readableEnded) refuse(new ApiError(102));
    });
    request.pipe(parser);
  });
}

const NOT_MULTIPART = new UnreadableBody('must be a multipart form');

interface FilePart {
  /** Among the files of the body: one without a name is known to be a file only once its first bytes are there. */
  readonly position: number;
  readonly field: string | undefined;
  readonly stream: BusboyFileStream;
  readonly about: Pick<UploadedFile, 'fileName' | 'contentType'>;
}

/** The part of a body that was read so far. */
class Reading {
  readonly #requestContext: RequestContext;
  readonly #intake: FileIntake | undefined;
  readonly #fields: Record<string, string> = Object.create(null);
  readonly #filesMax: number;
  #filesFound = 0;
  /** Parts that may be files. */
  #parts = 0;
  /** Where the files go; begun with the first. */
  #files: Promise<SpooledFiles> | undefined;
  #ended = false;
  #isUtf8 = true;
  #bytes = 0;
  readonly #bytesMax: number;
  #partsInTurn = 0;

  constructor(limits: BodyLimits, { requestContext, intake }: Reader) {
    this.#requestContext = requestContext;
    this.#intake = intake;
    this.#bytesMax = limits.bodyBytesMax + (intake ? intake.filesMax * intake.bytesMax : 0);
    this.#filesMax = filesMaxOf(intake);
  }

  listen(parser: BusboyInstance, refuse: (error: unknown) => void): void {
    const tooLarge = () => refuse(new ApiError(413));
    parser.on('field', (name: string | undefined, value, _nameTruncated, valueTruncated) => {
      this.#partsInTurn++;
      if (valueTruncated) tooLarge();
      else if (isMangled(name) || isMangled(value)) this.#isUtf8 = false;
      else if (name !== undefined) this.#fields[name] = value;
    });
    parser.on('file', (field: string | undefined, stream, fileName: string | undefined, ...[, contentType]) => {
      this.#partsInTurn++;
      stream.on('error', () => stream.resume());
      if (isMangled(field) || isMangled(fileName)) this.#isUtf8 = false;
      const part = { position: this.#parts++, field, stream, about: { fileName: plainName(fileName), contentType } };
      if (fileName) this.#take(part, refuse);
      else {
        stream.once('readable', () => {
          if (stream.readableLength > 0) this.#take(part, refuse);
          else stream.resume();
        });
      }
    });
    parser.on('partsLimit', tooLarge);
    parser.on('filesLimit', () => refuse(this.#tooManyFiles()));
    parser.on('fieldsLimit', tooLarge);
  }

  /** Sends the file of a field that the method takes to the spool, and reads past any other. */
  #take({ position, field, stream, about }: FilePart, refuse: (error: unknown) => void): void {
    if (++this.#filesFound > this.#filesMax) {
      stream.resume();
      refuse(this.#tooManyFiles());
      return;
    }
    if (field === undefined || !this.#intake || !Object.hasOwn(this.#intake.fields, field)) {
      whenTooLong(stream, () => refuse(new ApiError(413)));
      stream.resume();
      return;
    }
    const { bytesMax } = this.#intake;
    whenTooLong(stream, () => refuse(malformedCall('method', field, `must not be larger than ${bytesMax} bytes`)));
    this.#files ??= this.#begin(this.#intake);
    // Until then the file is not read, so the rest of the body waits for it.
    this.#files.then((files) => files.receive(stream, { position, field, ...about }, refuse), refuse);
  }

  /** Why no more is read; undefined where the chunk may be. */
  faultOf(chunk: Buffer): ApiError | undefined {
    if (this.#ended) return undefined;
    // The chunk that brings the credentials may hold the beginning of a file too, so those before it count.
    const fault = this.#strangerFault();
    this.#bytes += chunk.length;
    return this.#bytes > this.#bytesMax ? new ApiError(413) : fault;
  }

  /** Whether as many parts have come as are read in one turn. */
  hasManyParts(): boolean {
    if (this.#partsInTurn < PARTS_IN_TURN) return false;
    this.#partsInTurn = 0;
    return true;
  }

  #strangerFault(): ApiError | undefined {
    const isStranger = this.#requestContext.client === undefined && this.#files === undefined;
    if (!isStranger || this.#bytes <= STRANGER_BYTES_MAX) return undefined;
    return this.#requestContext.refuseStranger?.(STRANGER_BYTES_MAX);
  }

  /** Once the parser has finished. */
  async body(): Promise<Body> {
    const fault = this.#strangerFault();
    if (fault !== undefined) throw fault;
    if (!this.#isUtf8) return NOT_UTF8;
    return new MultipartBody(this.#fields, (await (await this.#files)?.all()) ?? []);
  }

  /** Nothing more will be read. */
  end(): void {
    this.#ended = true;
  }

  async #begin(intake: FileIntake): Promise<SpooledFiles> {
    await intake.admit(this.#fields);
    // A request that ended meanwhile was answered already: nobody would discard its files.
    if (this.#ended) throw new ApiError(102);
    return intake.begin();
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
  const filesMax = filesMaxOf(uploads) + EMPTY_INPUTS_MAX;
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

/** The first bytes of a file without a name may already have been too many. */
function whenTooLong(stream: BusboyFileStream, refuse: () => void): void {
  if (stream.truncated) refuse();
  else stream.on('limit', refuse);
}

/** A method without uploads may still be sent a few files: they are read past, within the limit of the whole body. */
function filesMaxOf(uploads: Uploads | undefined): number {
  return uploads?.filesMax ?? 10;
}

/** Whether the parser met bytes that are not of the part's character set, and put U+FFFD in their place. */
function isMangled(text: string | undefined): boolean {
  return text?.includes('\uFFFD') ?? false;
}

/** The file's own name: no folders, no control characters, not longer than a file system takes. */
function plainName(fileName: string | undefined): string {
  const last = (fileName ?? '').split(/[\\/]/).at(-1) ?? '';
  return [...last]
    .filter((character) => character >= ' ' && character !== '\x7f')
    .join('')
    .slice(-FILE_NAME_LENGTH_MAX);
}
