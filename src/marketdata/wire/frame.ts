import { constants, deflateRawSync } from 'node:zlib';
import { WINDOW_BITS } from './deflate.ts';

const FINAL_TEXT = 0x81;
/** Compressed: the first reserved bit (RFC 7692, 6). */
const FINAL_DEFLATED = 0xc1;
/** Up to this length the second byte is the length; 126 and 127 announce two or eight bytes of it. */
const SHORT_MAX = 125;
const MEDIUM_MAX = 0xffff;

/** Texts of this many bytes are compressed: for shorter ones it hardly pays, longer ones block the thread too long. */
export const DEFLATED_BYTES = { least: 1024, most: 64 * 1024 } as const;
/**
 * Each message by itself, so that its bytes are the same for all receivers. A kilobyte of history is enough for prices
 * that stand in rows, and every receiver has as much.
 */
const DEFLATE = { level: 6, windowBits: WINDOW_BITS, memLevel: 4, finishFlush: constants.Z_SYNC_FLUSH } as const;
/** The empty block that the flush leaves at the end is not sent (RFC 7692, 7.2.1). */
const FLUSH_BYTES = 4;

/** Of one message. Other names are put in for each connection. */
const NAMES_KEPT = 4;

/** A message as it goes over a connection. */
export interface Wire {
  /** Bytes of header and payload. */
  readonly length: number;
  /** Puts a final, unmasked frame (RFC 6455 5.2) at this place; `length` bytes of it. */
  writeTo(bytes: Buffer, at: number): void;
}

/** One message: encoded once, shared by all that receive it. */
export class Frame implements Wire {
  /** JSON. */
  readonly text: string;
  readonly length: number;
  #deflated: Wire | null = null;
  #named: Map<string, Frame> | null = null;

  constructor(text: string) {
    this.text = text;
    const length = Buffer.byteLength(text);
    this.length = headerLength(length) + length;
  }

  /** For connections that take compressed messages; itself where it is not to be compressed. Made once. */
  get deflated(): Wire {
    this.#deflated ??= deflatedOf(this);
    return this.#deflated;
  }

  /** The same message of the subscription with this name (S43); shared by the connections that chose the same name. */
  named(name: string): Frame {
    const known = this.#named?.get(name);
    if (known !== undefined) return known;
    const frame = new Frame(`{"subscription":"${name}",${this.text.slice(1)}`);
    this.#named ??= new Map();
    if (this.#named.size < NAMES_KEPT) this.#named.set(name, frame);
    return frame;
  }

  writeTo(bytes: Buffer, at: number): void {
    const start = writeHeader(bytes, at, FINAL_TEXT, this.length);
    bytes.write(this.text, start);
  }
}

class DeflatedFrame implements Wire {
  readonly length: number;
  readonly #payload: Buffer;

  constructor(payload: Buffer) {
    this.#payload = payload;
    this.length = headerLength(payload.length) + payload.length;
  }

  writeTo(bytes: Buffer, at: number): void {
    this.#payload.copy(bytes, writeHeader(bytes, at, FINAL_DEFLATED, this.length));
  }
}

function deflatedOf(frame: Frame): Wire {
  const { least, most } = DEFLATED_BYTES;
  if (frame.length < least || frame.length > most) return frame;
  const whole = deflateRawSync(frame.text, DEFLATE);
  return new DeflatedFrame(whole.subarray(0, whole.length - FLUSH_BYTES));
}

function headerLength(payload: number): number {
  return payload <= SHORT_MAX ? 2 : payload <= MEDIUM_MAX ? 4 : 10;
}

/** Returns where the payload begins. @param whole bytes of header and payload */
function writeHeader(bytes: Buffer, at: number, first: number, whole: number): number {
  bytes[at] = first;
  if (whole <= 2 + SHORT_MAX) {
    bytes[at + 1] = whole - 2;
    return at + 2;
  }
  if (whole <= 4 + MEDIUM_MAX) {
    bytes[at + 1] = 126;
    bytes.writeUInt16BE(whole - 4, at + 2);
    return at + 4;
  }
  bytes[at + 1] = 127;
  bytes.writeBigUInt64BE(BigInt(whole - 10), at + 2);
  return at + 10;
}
