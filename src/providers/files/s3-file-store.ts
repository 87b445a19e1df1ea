import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { attachment } from './content-disposition.ts';
import {
  DOCUMENT_KEYS,
  type DownloadOffer,
  type FileFacts,
  FileNotFound,
  type FileSource,
  type FileStore,
  FileStoreFailed,
  type KeySpace,
  newFileKey,
} from './file-store.ts';

const CONNECT_TIMEOUT_MS = 5000;
const SILENCE_TIMEOUT_MS = 10_000;
/** Until the head of the response, however steadily a file goes out. */
const REQUEST_TIMEOUT_MS = 120_000;
/** An upload from a file is tried once: its stream cannot be read again. */
const ATTEMPTS_MAX = 2;

const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

export interface S3Settings {
  /** null: that of AWS for the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  /** null: what the AWS client finds in its surroundings, for example the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** The bucket in the path and not in the host name, as most servers other than AWS want it. */
  readonly forcePathStyle: boolean;
  /** How long a download link lives. */
  readonly linkSeconds: number;
  /** Without a byte from the service or to it, a request is given up; 10 seconds when absent. */
  readonly silenceTimeoutMs?: number;
}

/** Loaded on first use: a server that keeps its files itself does not pay for the client. */
interface Sdk {
  readonly client: S3Client;
  readonly s3: typeof import('@aws-sdk/client-s3');
  readonly getSignedUrl: typeof import('@aws-sdk/s3-request-presigner').getSignedUrl;
}

/** Files in a bucket of an S3-compatible service; links go to that service, so it must be reachable for callers. */
export class S3FileStore implements FileStore {
  readonly #settings: S3Settings;
  readonly #keys: KeySpace;
  readonly #ending = new AbortController();
  #sdk: Promise<Sdk> | undefined;

  constructor(settings: S3Settings, keys: KeySpace = DOCUMENT_KEYS) {
    this.#settings = settings;
    this.#keys = keys;
  }

  async put(key: string, source: FileSource, facts: FileFacts): Promise<void> {
    const body = 'path' in source ? (await open(source.path)).createReadStream() : source.bytes;
    const unreadable = new AbortController();
    // A stream that fails without a listener would end the program, and the client waits for one that does.
    if (body instanceof Readable) body.on('error', (error) => unreadable.abort(error));
    try {
      await this.#send('write to', ({ client, s3 }) =>
        client.send(
          new s3.PutObjectCommand({
            ...this.#place(key),
            Body: body,
            ContentLength: facts.size,
            ContentType: facts.contentType,
            // The service refuses a content that became another one on the way.
            ChecksumSHA256: Buffer.from(facts.sha256, 'hex').toString('base64'),
          }),
          { abortSignal: AbortSignal.any([unreadable.signal, this.#ending.signal]) },
        ),
      );
    } finally {
      if (body instanceof Readable) body.destroy();
    }
  }

  async get(key: string): Promise<Readable> {
    const { Body: body } = await this.#send('read from', ({ client, s3 }) =>
      client.send(new s3.GetObjectCommand(this.#place(key)), this.#endable),
    );
    if (body instanceof Readable) return body;
    throw new FileStoreFailed('could not read from the document store: it answered without a content');
  }

  /** Links are signed for the place of the file, so it is moved to another. */
  async withdraw(key: string): Promise<void> {
    const from = this.#place(key);
    try {
      await this.#send('withdraw a file of', ({ client, s3 }) =>
        client.send(
          new s3.CopyObjectCommand({ ...this.#withdrawn(key), CopySource: `${from.Bucket}/${from.Key}` }),
          this.#endable,
        ),
      );
    } catch (error) {
      if (error instanceof FileNotFound && this.#keys.isKey(key)) return;
      throw error;
    }
    await this.#send('withdraw a file of', ({ client, s3 }) =>
      client.send(new s3.DeleteObjectCommand(from), this.#endable),
    );
  }

  async delete(key: string): Promise<void> {
    for (const place of [this.#place(key), this.#withdrawn(key)]) {
      await this.#send('remove from', ({ client, s3 }) =>
        client.send(new s3.DeleteObjectCommand(place), this.#endable),
      );
    }
  }

  /** Signed here, without a call to the service. */
  link(key: string, offer: DownloadOffer): Promise<string> {
    return this.#send('make a link to', ({ client, s3, getSignedUrl }) => {
      const command = new s3.GetObjectCommand({
        ...this.#place(key),
        ResponseContentDisposition: attachment(offer.fileName),
        ResponseContentType: offer.contentType,
        ResponseCacheControl: 'private, no-store',
      });
      return getSignedUrl(client, command, { expiresIn: this.#settings.linkSeconds });
    });
  }

  /** Writes a file and removes it: these are the rights that are needed, and looking at the bucket would be another. */
  async check(): Promise<void> {
    const bytes = Buffer.from('check');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const key = newFileKey();
    await this.put(key, { bytes }, { size: bytes.length, sha256, contentType: 'text/plain' });
    await this.delete(key);
  }

  /** For a stop: what is under way by then fails, and so does every later call. */
  endAllAfter(delayMs: number): void {
    setTimeout(() => this.#ending.abort(), delayMs).unref();
  }

  async close(): Promise<void> {
    const sdk = await this.#sdk;
    sdk?.client.destroy();
  }

  get #endable(): { readonly abortSignal: AbortSignal } {
    return { abortSignal: this.#ending.signal };
  }

  #place(key: string): { Bucket: string; Key: string } {
    if (!this.#keys.isKey(key)) throw new FileNotFound();
    return { Bucket: this.#settings.bucket, Key: `${this.#keys.folder}/${key}` };
  }

  #withdrawn(key: string): { Bucket: string; Key: string } {
    if (!this.#keys.isKey(key)) throw new FileNotFound();
    return { Bucket: this.#settings.bucket, Key: `withdrawn/${key}` };
  }

  async #send<T>(action: string, send: (sdk: Sdk) => Promise<T>): Promise<T> {
    this.#sdk ??= openSdk(this.#settings);
    try {
      return await send(await this.#sdk);
    } catch (error) {
      throw failure(action, error);
    }
  }
}

/** The libraries: loaded at the start where they are used, as that takes longer than orders may wait. */
export function loadS3() {
  return Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/s3-request-presigner')]);
}

async function openSdk(settings: S3Settings): Promise<Sdk> {
  const [s3, { getSignedUrl }] = await loadS3();
  const client = new s3.S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
    // Checksums that the client adds by itself travel in a form that many compatible services do not read.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // What went wrong is in the error; the client would write it to the console too.
    logger: SILENT,
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: settings.silenceTimeoutMs ?? SILENCE_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // Without it the client only warns.
      throwOnRequestTimeout: true,
    },
  });
  return { client, s3, getSignedUrl };
}

/** Only what is known to hold no secret: an error of the client may carry the request with its credentials. */
function failure(action: string, error: unknown): Error {
  if (error instanceof FileNotFound || error instanceof FileStoreFailed) return error;
  const { name, code, $metadata } = error as {
    readonly name?: string;
    readonly code?: string;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  if (name === 'NoSuchKey') return new FileNotFound();
  const status = $metadata?.httpStatusCode;
  const reason = [code ?? name ?? 'unknown error', ...(status === undefined ? [] : [`HTTP ${status}`])].join(', ');
  return new FileStoreFailed(`could not ${action} the document store: ${reason}`);
}
