import { DATA_OF_LENGTH } from '../dictionary/index.ts';
import type { Field } from './message.ts';

const DATA_TAGS = new Set(DATA_OF_LENGTH.values());

/** Fields as text of ISO-8859-1. A character that it lacks, and the delimiter in a value, become a question mark. */
export function encodeFields(fields: readonly Field[]): string {
  let text = '';
  for (const [tag, value] of fields) text += `${tag}=${DATA_TAGS.has(tag) ? latin1(value) : plain(value)}\x01`;
  return text;
}

/**
 * A whole message from its fields after BodyLength, MsgType first, as encodeFields returns them. BeginString,
 * BodyLength and CheckSum are added.
 */
export function encodeMessage(beginString: string, afterLength: string): Buffer {
  const text = `8=${beginString}\x019=${afterLength.length}\x01${afterLength}`;
  const bytes = Buffer.allocUnsafe(text.length + 7);
  bytes.write(text, 0, 'latin1');
  bytes.write(`10=${checkSum(bytes, 0, text.length)}\x01`, text.length, 'latin1');
  return bytes;
}

/** The sum of the bytes modulo 256, as three digits. */
export function checkSum(bytes: Buffer, from: number, to: number): string {
  let sum = 0;
  for (let at = from; at < to; at++) sum += bytes[at]!;
  return String(sum & 255).padStart(3, '0');
}

function plain(value: string): string {
  return /[\x01\u0100-\uffff]/.test(value) ? value.replace(/[\x01\u0100-\uffff]/g, '?') : value;
}

function latin1(value: string): string {
  return value.replace(/[\u0100-\uffff]/g, '?');
}
