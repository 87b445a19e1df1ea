/**
 * Messages between two nodes: four bytes of length (big endian, of what follows), one byte of type, the contents, and
 * once both sides have proved who they are, a MAC (J24).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

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
/** HMAC-SHA-256, cut to 128 bits. */
const MAC_BYTES = 16;

/** The peer does not speak the protocol: the connection is of no further use. */
export class BadFrame extends Error {
  override readonly name = 'BadFrame';
}

/**
 * The MACs of one direction of one link. Each covers how many frames went before, so that a host between the nodes
 * can neither add a frame, nor alter, repeat, leave out or reorder one.
 */
export class FrameMacs {
  readonly #key: Buffer;
  #count = 0n;

  /** @param key of this direction of this link alone */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** @param frame from its head to the end of its contents */
  next(frame: Uint8Array): Buffer {
    const count = Buffer.allocUnsafe(8);
    count.writeBigUInt64BE(this.#count++);
    return createHmac('sha256', this.#key).update(count).update(frame).digest().subarray(0, MAC_BYTES);
  }
}

/** @param macs absent: the sides have not proved yet who they are */
export function frameOf(type: FrameType, contents: Uint8Array | string, macs?: FrameMacs): Buffer {
  const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
  const end = HEAD_BYTES + bytes.length;
  const frame = Buffer.allocUnsafe(macs === undefined ? end : end + MAC_BYTES);
  frame.writeUInt32BE(frame.length - 4, 0);
  frame[4] = FRAME_TYPES.indexOf(type);
  frame.set(bytes, HEAD_BYTES);
  if (macs !== undefined) frame.set(macs.next(frame.subarray(0, end)), end);
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
  /** Of the peer, once it has proved who it is: each frame from then on carries one. */
  macs: FrameMacs | undefined;

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
      const macBytes = this.macs === undefined ? 0 : MAC_BYTES;
      if (length < 1 + macBytes || length > this.bytesMax + 1 + macBytes)
        throw new BadFrame(`a frame of ${length} bytes`);
      if (this.#bytes < length + 4) return;
      const all = this.#join();
      const type = FRAME_TYPES[all[4] as number];
      if (type === undefined) throw new BadFrame(`a frame of type ${all[4]}`);
      this.#bytes -= length + 4;
      this.#chunks = this.#bytes === 0 ? [] : [all.subarray(length + 4)];
      const end = length + 4 - macBytes;
      const mac = this.macs?.next(all.subarray(0, end));
      if (mac !== undefined && !timingSafeEqual(mac, all.subarray(end, end + MAC_BYTES))) {
        throw new BadFrame(`a frame ${type} that the other node did not send`);
      }
      yield { type, contents: all.subarray(HEAD_BYTES, end) };
    }
  }

  #join(): Buffer {
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }
}
