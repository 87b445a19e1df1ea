/** One message as it goes over the line: built once, shared by all that receive it, never written to again. */
export interface Frame {
  /** Header and payload of an unmasked, final, uncompressed text frame (RFC 6455 5.2). */
  readonly bytes: Buffer;
  /** The JSON text alone, for connections that compress. */
  readonly payload: Buffer;
}

const FINAL_TEXT = 0x81;
/** Up to this length the second byte is the length; 126 and 127 announce two or eight bytes of it. */
const SHORT_MAX = 125;
const MEDIUM_MAX = 0xffff;

export function textFrame(message: object): Frame {
  const text = JSON.stringify(message);
  const length = Buffer.byteLength(text);
  const header = length <= SHORT_MAX ? 2 : length <= MEDIUM_MAX ? 4 : 10;
  // allocUnsafeSlow: a frame that waits for a slow reader must not keep a whole pool of other frames in memory.
  const bytes = Buffer.allocUnsafeSlow(header + length);
  bytes[0] = FINAL_TEXT;
  if (header === 2) {
    bytes[1] = length;
  } else if (header === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  bytes.write(text, header);
  return { bytes, payload: bytes.subarray(header) };
}
