import type { Wire } from './frame.ts';

/**
 * The frames that a connection sends in one go, in order. Writers that were given the same frames since the last turn
 * share one batch, so its bytes are put together once for all of them.
 */
export class Batch {
  static readonly EMPTY = new Batch(null, null);

  /** Bytes of all its frames. */
  readonly length: number;
  readonly #before: Batch | null;
  readonly #frame: Wire | null;
  /** Connections with the same frames so far get the same next one right afterwards: one entry is enough. */
  #next: Batch | null = null;
  #bytes: Buffer | null = null;
  #unpooledBytes: Buffer | null = null;

  private constructor(before: Batch | null, frame: Wire | null) {
    this.#before = before;
    this.#frame = frame;
    this.length = (before?.length ?? 0) + (frame?.length ?? 0);
  }

  /** This batch and one frame more. */
  with(frame: Wire): Batch {
    if (this.#next === null || this.#next.#frame !== frame) this.#next = new Batch(this, frame);
    return this.#next;
  }

  /** The bytes for a connection that takes them at once; not to be written to. */
  get bytes(): Buffer {
    this.#bytes ??= this.#writeTo(Buffer.allocUnsafe(this.length));
    return this.#bytes;
  }

  /**
   * The same for a connection on which it has to wait: in separate memory, as a piece of a pool would keep all of it.
   */
  get unpooledBytes(): Buffer {
    this.#unpooledBytes ??= this.#writeTo(Buffer.allocUnsafeSlow(this.length));
    return this.#unpooledBytes;
  }

  #writeTo(bytes: Buffer): Buffer {
    for (let batch: Batch = this; batch.#before !== null; batch = batch.#before) {
      batch.#frame?.writeTo(bytes, batch.#before.length);
    }
    return bytes;
  }
}
