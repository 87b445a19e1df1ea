import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HELD_HERE, type Held } from '../../usage/index.ts';
import { RefusalWithHeaders, type UploadedFile } from '../methods/index.ts';
import { freeBytes } from './free-bytes.ts';

/** What is under way, of all clients or of one. */
interface Usage {
  requests: number;
  bytes: number;
}

export interface SpoolDeps {
  /** The spool's own: it is emptied, made when the first file comes, and removed on closing. */
  readonly folder: string;
  readonly requestsMax: number;
  readonly requestsPerClientMax: number;
  readonly bytesMax: number;
  readonly bytesPerClientMax: number;
  /** Free bytes of the disk that uploads leave to others, above all the journal. */
  readonly reserveBytes: number;
  /** Of each client over all nodes; absent: this process is alone. */
  readonly requests?: Held;
  readonly bytes?: Held;
  /** Of the disk of a folder; injected by tests. */
  readonly freeBytes?: (folder: string) => number;
}

/**
 * Where the files of requests wait for their handlers: on disk, so that no upload, however large, costs memory.
 * Bounded in requests and bytes, together and for each client: what does not fit gets 429. What would touch the
 * reserve of the disk gets 503, as does all while the disk fails. Files are gone once their request is answered, those
 * that a crash left with the next start.
 */
export class UploadSpool {
  readonly #deps: SpoolDeps;
  readonly #freeBytes: (folder: string) => number;
  readonly #requests: Held;
  readonly #bytes: Held;
  readonly #all: Usage = { requests: 0, bytes: 0 };
  /** Of the clients that have uploads under way. */
  readonly #byClient = new Map<string, Usage>();
  #hasFolder = false;

  constructor(deps: SpoolDeps) {
    this.#deps = deps;
    this.#freeBytes = deps.freeBytes ?? freeBytes;
    this.#requests = deps.requests ?? HELD_HERE;
    this.#bytes = deps.bytes ?? HELD_HERE;
    rmSync(deps.folder, { recursive: true, force: true });
  }

  /** Takes in the files of one request of a client, until it is discarded. */
  begin(clientId: string): SpooledFiles {
    const { folder, requestsMax, requestsPerClientMax } = this.#deps;
    const own = this.#byClient.get(clientId) ?? { requests: 0, bytes: 0 };
    const requests = own.requests + this.#requests.elsewhere(clientId);
    if (requests >= requestsPerClientMax) throw tooMuch('The client has as many uploads under way as it may');
    if (this.#all.requests >= requestsMax) throw tooMuch('As many uploads are under way as the service takes');
    try {
      if (!this.#hasFolder) mkdirSync(folder, { recursive: true, mode: 0o700 });
      this.#hasFolder = true;
      this.#requireReserve(0);
    } catch (error) {
      throw spoolError(error);
    }
    this.#all.requests += 1;
    own.requests += 1;
    this.#byClient.set(clientId, own);
    this.#requests.set(clientId, own.requests);
    return new SpooledFiles(this, clientId);
  }

  /** Removes the folder, unless something is still in it: files go with their requests. */
  async close(): Promise<void> {
    await rmdir(this.#deps.folder).catch(() => undefined);
  }

  newPath(): string {
    return join(this.#deps.folder, `${randomBytes(16).toString('hex')}.upload`);
  }

  takeBytes(clientId: string, count: number): void {
    const { bytesMax, bytesPerClientMax } = this.#deps;
    const own = this.#usageOf(clientId);
    if (own.bytes + this.#bytes.elsewhere(clientId) + count > bytesPerClientMax)
      throw tooMuch('The client has as many bytes of uploads under way as it may');
    if (this.#all.bytes + count > bytesMax)
      throw tooMuch('As many bytes of uploads are under way as the service takes');
    this.#requireReserve(count);
    own.bytes += count;
    this.#all.bytes += count;
    this.#bytes.set(clientId, own.bytes);
  }

  giveBackBytes(clientId: string, count: number): void {
    this.#all.bytes -= count;
    const own = this.#usageOf(clientId);
    own.bytes -= count;
    this.#bytes.set(clientId, own.bytes);
    this.#forgetIdle(clientId, own);
  }

  end(clientId: string): void {
    this.#all.requests -= 1;
    const own = this.#usageOf(clientId);
    own.requests -= 1;
    this.#requests.set(clientId, own.requests);
    this.#forgetIdle(clientId, own);
  }

  #usageOf(clientId: string): Usage {
    const own = this.#byClient.get(clientId);
    if (own === undefined) throw new Error('the client has no upload under way');
    return own;
  }

  /** Bytes are given back after their request has ended, when their files are gone. */
  #forgetIdle(clientId: string, own: Usage): void {
    if (own.requests === 0 && own.bytes === 0) this.#byClient.delete(clientId);
  }

  #requireReserve(count: number): void {
    const { folder, reserveBytes } = this.#deps;
    if (reserveBytes === 0 || this.#freeBytes(folder) - count >= reserveBytes) return;
    const statusDesc = 'Uploads are refused: the disk has too little free space';
    throw new RefusalWithHeaders(503, { 'retry-after': '60' }, { statusDesc });
  }
}

/** A file cannot be stored now: the disk is full or fails, say. A later call succeeds once that is repaired. */
class SpoolFailed extends Error {
  override readonly name = 'SpoolFailed';
  readonly isUnavailable = true;
  readonly callerMessage = 'files cannot be stored now; repeat this call later';
}

/** Errors of the system are those of the spool's disk: a broken upload has none. */
function spoolError(error: unknown): unknown {
  const isOfDisk = error instanceof Error && 'syscall' in error;
  return isOfDisk ? new SpoolFailed(`an upload could not be stored: ${error.message}`, { cause: error }) : error;
}

function tooMuch(statusDesc: string): RefusalWithHeaders {
  return new RefusalWithHeaders(429, { 'retry-after': '5' }, { statusDesc });
}

/** The files of one request. */
export class SpooledFiles {
  readonly #spool: UploadSpool;
  readonly #clientId: string;
  readonly #abort = new AbortController();
  readonly #writes: { readonly position: number; readonly file: Promise<UploadedFile> }[] = [];
  readonly #paths: string[] = [];
  #bytes = 0;

  constructor(spool: UploadSpool, clientId: string) {
    this.#spool = spool;
    this.#clientId = clientId;
  }

  /** Writes what the stream brings to a file; `failed` is called when that fails. */
  receive(
    content: Readable,
    { position, ...about }: { readonly position: number } & Pick<UploadedFile, 'field' | 'fileName' | 'contentType'>,
    failed: (error: unknown) => void,
  ): void {
    if (this.#abort.signal.aborted) return void content.resume();
    const file = this.#write(content, about);
    file.catch(failed);
    this.#writes.push({ position, file });
  }

  /** The files by position, once all are written. */
  all(): Promise<UploadedFile[]> {
    const inOrder = this.#writes.toSorted((one, other) => one.position - other.position);
    return Promise.all(inOrder.map(({ file }) => file));
  }

  /** Ends unfinished writes and removes the files. To be called once, also after a failed request. */
  async discard(): Promise<void> {
    // At once, so that the caller who has its answer finds the place free.
    this.#spool.end(this.#clientId);
    this.#abort.abort();
    await Promise.allSettled(this.#writes.map(({ file }) => file));
    await Promise.allSettled(this.#paths.map((path) => rm(path, { force: true })));
    if (this.#bytes > 0) this.#spool.giveBackBytes(this.#clientId, this.#bytes);
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
        this.#spool.takeBytes(this.#clientId, chunk.length);
        this.#bytes += chunk.length;
        size += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    }.bind(this);
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    const closed = new Promise((resolve) => file.once('close', resolve));
    try {
      await pipeline(content, counted, file, { signal: this.#abort.signal });
    } catch (error) {
      // A file that is still being opened appears in the folder later, and that must be before the folder is removed.
      await closed;
      throw spoolError(error);
    }
    return { ...about, path, size, sha256: hash.digest('hex') };
  }
}
