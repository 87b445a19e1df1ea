import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DownloadOffer } from './file-store.ts';

/** The path of a download on the host of the API. */
export const DOWNLOAD_PATH = '/v3/documents/download';

/** What a valid link stands for. */
export interface Download extends DownloadOffer {
  readonly key: string;
}

/**
 * Links to files that this server gives out itself: they carry what they stand for, the second at which they end and
 * an HMAC-SHA256 over both, so that nothing has to be kept about them and nothing in them can be changed.
 */
export class DownloadLinks {
  readonly #secret: Buffer;
  readonly #publicUrl: () => string;
  readonly #lifeSeconds: number;
  readonly #nowMs: () => number;

  constructor(options: {
    /** 32 bytes. */
    readonly secret: Buffer;
    /** Where callers reach the API, for example https://api.example.com; asked for with every link. */
    readonly publicUrl: () => string;
    readonly lifeSeconds: number;
    /** Milliseconds since 1970. */
    readonly nowMs: () => number;
  }) {
    this.#secret = options.secret;
    this.#publicUrl = options.publicUrl;
    this.#lifeSeconds = options.lifeSeconds;
    this.#nowMs = options.nowMs;
  }

  create(key: string, offer: DownloadOffer): string {
    const expires = String(Math.floor(this.#nowMs() / 1000) + this.#lifeSeconds);
    const signed = { key, name: offer.fileName.toWellFormed(), type: offer.contentType, expires };
    const query = new URLSearchParams({ ...signed, signature: this.#sign(signed) });
    return `${this.#publicUrl()}${DOWNLOAD_PATH}?${query}`;
  }

  /** What the query of a link stands for; undefined for one that was changed, was never made here or has expired. */
  read(query: URLSearchParams): Download | undefined {
    const [key, name, type, expires, signature] = ['key', 'name', 'type', 'expires', 'signature'].map((part) =>
      query.get(part),
    );
    if (key == null || name == null || type == null || expires == null || signature == null) return undefined;
    // Compared as text: other texts than the one that was given out may stand for the same bytes.
    const expected = Buffer.from(this.#sign({ key, name, type, expires }));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    if (Number(expires) * 1000 <= this.#nowMs()) return undefined;
    return { key, fileName: name, contentType: type };
  }

  #sign(parts: {
    readonly key: string;
    readonly name: string;
    readonly type: string;
    readonly expires: string;
  }): string {
    // As JSON, so that no text can be cut in another place and still be signed the same.
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([parts.key, parts.name, parts.type, parts.expires]))
      .digest('base64url');
  }
}
