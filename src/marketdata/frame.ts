const FINAL_TEXT = 0x81;
/** Up to this length the second byte is the length; 126 and 127 announce two or eight bytes of it. */
const SHORT_MAX = 125;
const MEDIUM_MAX = 0xffff;

/** One message as it goes over the line: encoded once, shared by all that receive it. */
export class Frame {
  /** JSON. */
  readonly text: string;
  /** Bytes of header and text. */
  readonly length: number;
  readonly #header: number;

  constructor(text: string) {
    this.text = text;
    const length = Buffer.byteLength(text);
    this.#header = length <= SHORT_MAX ? 2 : length <= MEDIUM_MAX ? 4 : 10;
    this.length = this.#header + length;
  }

  /** Puts an unmasked, final, uncompressed text frame (RFC 6455 5.2) at this place; `length` bytes of it. */
  writeTo(bytes: Buffer, at: number): void {
    const length = this.length - this.#header;
    bytes[at] = FINAL_TEXT;
    if (this.#header === 2) {
      bytes[at + 1] = length;
    } else if (this.#header === 4) {
      bytes[at + 1] = 126;
      bytes.writeUInt16BE(length, at + 2);
    } else {
      bytes[at + 1] = 127;
      bytes.writeBigUInt64BE(BigInt(length), at + 2);
    }
    bytes.write(this.text, at + this.#header);
  }
}
