import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RefusalWithHeaders } from './envelope.ts';
import type { UploadedFile } from './method.ts';

/**
 * Where the files of requests wait for their handlers: on disk, so that no upload, however large, costs memory. Bounded
 * in requests and bytes; what does not fit gets 429. Files are gone once their request is answered, those that a crash left
 * behind with the next start.
 */
export class UploadSpool {
  readonly #folder: string;
  #requestsLeft: number;
  #bytesLeft: number;
  #hasFolder = false;

  /** The folder is the spool's own: it is emptied, made when the first file comes, and removed on closing. */
  constructor(options: { readonly folder: string; readonly requestsMax: number; readonly bytesMax: number }) {
    this.#folder = options.folder;
    rmSync(this.#folder, { recursive: true, force: true });
    this.#requestsLeft = options.requestsMax;
    this.#bytesLeft = options.bytesMax;
  }

  /** Takes in the files of one request, until it is discarded. */
  begin(): SpooledFiles {
    if (this.#requestsLeft <= 0) throw full();
    if (!this.#hasFolder) mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#hasFolder = true;
    this.#requestsLeft -= 1;
    return new SpooledFiles(this);
  }

  /** Removes the folder, unless something is still in it: files go with their requests. */
  async close(): Promise<void> {
    await rmdir(this.#folder).catch(() => undefined);
  }

  newPath(): string {
    return join(this.#folder, `${randomBytes(16).toString('hex')}.upload`);
  }

  takeBytes(count: number): void {
    if (count > this.#bytesLeft) throw full();
    this.#bytesLeft -= count;
  }

  giveBackBytes(count: number): void {
    this.#bytesLeft += count;
  }

  end(): void {
    this.#requestsLeft += 1;
  }
}

function full(): RefusalWithHeaders {
  return new RefusalWithHeaders(429, { 'retry-after': '5' });
}

/** The files of one request. */
export class SpooledFiles {
  readonly #spool: UploadSpool;
  readonly #abort = new AbortController();
  readonly #writes: Promise<UploadedFile>[] = [];
  readonly #paths: string[] = [];
  #bytes = 0;

  constructor(spool: UploadSpool) {
    this.#spool = spool;
  }

  /** Writes what the stream brings to a file; `failed` is told when that cannot be done. */
  receive(
    content: Readable,
    about: Pick<UploadedFile, 'field' | 'fileName' | 'contentType'>,
    failed: (error: unknown) => void,
  ): void {
    const write = this.#write(content, about);
    write.catch(failed);
    this.#writes.push(write);
  }

  /** The files in the order of their parts, once all are written. */
  all(): Promise<UploadedFile[]> {
    return Promise.all(this.#writes);
  }

  /** Ends what is still being written and removes the files. To be called once, whatever became of the request. */
  async discard(): Promise<void> {
    // At once, so that the caller who has its answer finds the place free.
    this.#spool.end();
    this.#abort.abort();
    await Promise.allSettled(this.#writes);
    await Promise.allSettled(this.#paths.map((path) => rm(path, { force: true })));
    this.#spool.giveBackBytes(this.#bytes);
  }

  async #write(
    content: Readable,
    about: Pick<UploadedFile, 'field' | 'fileName' | 'contentType'>,
  ): Promise<UploadedFile> {
    const path = this.#spool.newPath();
    this.#paths.push(path);
    const hash = createHash('sha256');
    let size = 0;
    const counted = async function* (this: SpooledFiles, chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        this.#spool.takeBytes(chunk.length);
        this.#bytes += chunk.length;
        size += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    }.bind(this);
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    await pipeline(content, counted, file, { signal: this.#abort.signal });
    return { ...about, path, size, sha256: hash.digest('hex') };
  }
}
