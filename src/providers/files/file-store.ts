/** The store of uploaded files: one interface for a folder of this machine and for an S3-compatible service. */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** What to keep: a file on disk, which stays where it is and must not change from then on, or bytes. */
export type FileSource = { readonly path: string } | { readonly bytes: Uint8Array };

/** What is known of a file that is to be kept. */
export interface FileFacts {
  /** In bytes. */
  readonly size: number;
  /** Of the whole content, in hex. */
  readonly sha256: string;
  /** As the content shows it, never as the caller said it. */
  readonly contentType: string;
}

/** How a download is offered to the one who follows its link. */
export interface DownloadOffer {
  /** The name that the file is saved under; any text. */
  readonly fileName: string;
  readonly contentType: string;
}

/**
 * Keeps files under names that no caller knows or chooses:
 *
 *     const key = newFileKey();
 *     await files.put(key, { path: upload.path }, { size, sha256, contentType });
 *     const url = await files.link(key, { fileName: 'passport.pdf', contentType });
 *
 * All methods but link reject with FileStoreFailed when the store cannot be reached or refuses.
 */
export interface FileStore {
  /**
   * Resolves once the whole file is durable under the key. A key is used once; a put that failed is undone by delete.
   */
  put(key: string, source: FileSource, facts: FileFacts): Promise<void>;
  /** The content as a stream. Rejects with FileNotFound for a key that holds nothing. */
  get(key: string): Promise<Readable>;
  /**
   * From now on the file cannot be read, and every link to it answers 404; it is kept aside until it is deleted.
   * Does nothing when the file does not exist or was withdrawn before.
   */
  withdraw(key: string): Promise<void>;
  /** Removes the file permanently, withdrawn or not; does nothing when it does not exist. */
  delete(key: string): Promise<void>;
  /** An absolute URL that gives the file as a download to whoever has it, for as long as the setting says. */
  link(key: string, offer: DownloadOffer): Promise<string>;
  /** Rejects when the store cannot be written to as it is set up. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** 128 random bits in hex: unguessable, and safe as a file name wherever files are kept. */
export function newFileKey(): string {
  return randomBytes(16).toString('hex');
}

/** A key as newFileKey makes them; anything else never reaches a path. */
export function isFileKey(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** What files a store keeps, by the form of their keys, and in which folder of a bucket. */
export interface KeySpace {
  isKey(text: string): boolean;
  readonly folder: string;
}

export const DOCUMENT_KEYS: KeySpace = { isKey: isFileKey, folder: 'documents' };

export class FileNotFound extends Error {
  override readonly name = 'FileNotFound';
  constructor() {
    super('the file is not in the store');
  }
}

/**
 * The store failed. The message names the cause for the operator and has neither keys nor file names. A later call
 * succeeds once that is mended; HTTP 503 (http/methods/envelope.ts).
 */
export class FileStoreFailed extends Error {
  override readonly name = 'FileStoreFailed';
  readonly isUnavailable = true;
  readonly callerMessage = 'the document store cannot be used now; repeat this call later';
}
