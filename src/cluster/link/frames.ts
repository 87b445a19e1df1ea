/**
 * Messages between two nodes: four bytes of length (big endian, of what follows), one byte of type, and the contents.
 */

const FRAME_TYPES = [
  'challenge',
  'hello',
  'welcome',
  'refused',
  'commands',
  'answers',
  'position',
  'webhooks',
  'use',
] as const;
export type FrameType = (typeof FRAME_TYPES)[number];

/** Of the contents of a frame. The sender begins another frame before it. */
export const FRAME_BYTES_MAX = 4 * 1024 * 1024;
const HEAD_BYTES = 5;

/** The peer does not speak the protocol: the connection is of no further use. */
export class BadFrame extends Error {
  override readonly name = 'BadFrame';
}

export function frameOf(type: FrameType, contents: Uint8Array | string): Buffer {
  const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
  const frame = Buffer.allocUnsafe(HEAD_BYTES + bytes.length);
  frame.writeUInt32BE(bytes.length + 1, 0);
  frame[4] = FRAME_TYPES.indexOf(type);
  frame.set(bytes, HEAD_BYTES);
  return frame;
}

export interface Frame {
  readonly type: FrameType;
  readonly contents: Buffer;
}

/** Puts frames together from the chunks of a connection, however they are cut. */
export class FrameReader {
  /** Bytes of an incomplete frame; joined once it is complete, so that many small chunks cost no copies. */
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Of the contents, from now on: less until the peer has proved who it is. */
  bytesMax: number;

  constructor(bytesMax = FRAME_BYTES_MAX) {
    this.bytesMax = bytesMax;
  }

  /** The frames that the chunk completes. Throws BadFrame. */
  *read(chunk: Buffer): Generator<Frame> {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    while (this.#bytes >= HEAD_BYTES) {
      const [first] = this.#chunks as [Buffer];
      const length = (first.length >= HEAD_BYTES ? first : this.#join()).readUInt32BE(0);
      if (length < 1 || length > this.bytesMax + 1) throw new BadFrame(`a frame of ${length} bytes`);
      if (this.#bytes < length + 4) return;
      const all = this.#join();
      const type = FRAME_TYPES[all[4] as number];
      if (type === undefined) throw new BadFrame(`a frame of type ${all[4]}`);
      this.#bytes -= length + 4;
      this.#chunks = this.#bytes === 0 ? [] : [all.subarray(length + 4)];
      yield { type, contents: all.subarray(HEAD_BYTES, length + 4) };
    }
  }

  #join(): Buffer {
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }
}
