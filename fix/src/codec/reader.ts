import { decodeFields } from './decode.ts';
import { checkSum } from './encode.ts';
import { type Field, fieldValue, type Message } from './message.ts';

/** A message with its bytes, or why bytes were skipped: the protocol ignores garbled messages. */
export type Received =
  | { readonly message: Message; readonly bytes: Buffer; readonly garbled?: undefined }
  | { readonly garbled: string };

const SOH = 1;
const START = Buffer.from('8=FIX');
/** `10=ddd` and its delimiter. */
const TRAILER_BYTES = 7;
const MAX_BEGIN_STRING = 12;
const MAX_LENGTH_DIGITS = 7;

/** What the head of a message says; undefined: more bytes are needed; text: it is garbled. */
type Head = { readonly bodyStart: number; readonly length: number } | string | undefined;

/**
 * Finds the messages in a stream of bytes that is cut anywhere. Keeps at most one unfinished message and the last
 * chunk; reads each byte a constant number of times.
 */
export class MessageReader {
  readonly #maxBytes: number;
  #buffer: Buffer = Buffer.allocUnsafe(4096);
  #start = 0;
  #end = 0;
  /** Bytes that must be there before it is worth to look again. */
  #needed = 2;

  /** @param maxBytes of one message; a longer one is garbled */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  append(chunk: Buffer): void {
    const kept = this.#end - this.#start;
    if (this.#end + chunk.length > this.#buffer.length) {
      const larger = kept + chunk.length > this.#buffer.length / 2;
      const target = larger ? Buffer.allocUnsafe((kept + chunk.length) * 2) : this.#buffer;
      this.#buffer.copy(target, 0, this.#start, this.#end);
      this.#buffer = target;
      this.#start = 0;
      this.#end = kept;
    }
    chunk.copy(this.#buffer, this.#end);
    this.#end += chunk.length;
  }

  /** The next message, or the next garbled one; undefined until more bytes come. */
  next(): Received | undefined {
    if (this.#end - this.#start < this.#needed) return undefined;
    if (!this.#startsWithBeginString()) return this.#skipTo(this.#start, 'bytes before BeginString');
    const head = this.#head();
    if (head === undefined) return undefined;
    if (typeof head === 'string') return this.#skipTo(this.#start + 2, head);
    const trailer = head.bodyStart + head.length;
    const end = trailer + TRAILER_BYTES;
    if (this.#end < end) {
      this.#needed = end - this.#start;
      return undefined;
    }
    if (!this.#isTrailer(trailer)) return this.#skipTo(this.#start + 2, 'BodyLength is wrong');
    const start = this.#start;
    // The buffer is written again; what is handed out must stay.
    const bytes = Buffer.from(this.#buffer.subarray(start, end));
    this.#start = end;
    this.#needed = 2;
    return readMessage(bytes, head.bodyStart - start);
  }

  #startsWithBeginString(): boolean {
    return this.#buffer[this.#start] === 0x38 && this.#buffer[this.#start + 1] === 0x3d;
  }

  #head(): Head {
    const stringEnd = this.#delimiter(this.#start + 2, MAX_BEGIN_STRING);
    if (typeof stringEnd !== 'number') return stringEnd === 'absent' ? 'BeginString has no end' : undefined;
    if (this.#end < stringEnd + 3) return undefined;
    if (this.#buffer.toString('latin1', stringEnd + 1, stringEnd + 3) !== '9=')
      return 'BodyLength is not the second field';
    const lengthEnd = this.#delimiter(stringEnd + 3, MAX_LENGTH_DIGITS);
    if (typeof lengthEnd !== 'number') return lengthEnd === 'absent' ? 'BodyLength is no number' : undefined;
    const digits = this.#buffer.toString('latin1', stringEnd + 3, lengthEnd);
    if (!/^\d+$/.test(digits)) return 'BodyLength is no number';
    const length = Number(digits);
    if (lengthEnd + 1 - this.#start + length + TRAILER_BYTES > this.#maxBytes) return 'the message is too long';
    return { bodyStart: lengthEnd + 1, length };
  }

  /** Where the next delimiter is, within that many bytes. */
  #delimiter(from: number, within: number): number | 'absent' | undefined {
    const to = Math.min(from + within + 1, this.#end);
    for (let at = from; at < to; at++) if (this.#buffer[at] === SOH) return at;
    return this.#end > from + within ? 'absent' : undefined;
  }

  #isTrailer(at: number): boolean {
    const trailer = this.#buffer.toString('latin1', at, at + TRAILER_BYTES);
    return this.#buffer[at - 1] === SOH && this.#buffer[at + TRAILER_BYTES - 1] === SOH && /^10=\d{3}./s.test(trailer);
  }

  /** Continues with the next BeginString after a place. */
  #skipTo(from: number, garbled: string): Received {
    const found = this.#buffer.subarray(0, this.#end).indexOf(START, from);
    // The beginning of a BeginString may be the last bytes.
    this.#start = found >= 0 ? found : Math.max(from, this.#end - START.length + 1);
    this.#needed = found >= 0 ? 2 : START.length;
    return { garbled };
  }
}

function readMessage(bytes: Buffer, bodyStart: number): Received {
  const trailer = bytes.length - TRAILER_BYTES;
  const sum = bytes.toString('latin1', trailer + 3, trailer + 6);
  if (checkSum(bytes, 0, trailer) !== sum) return { garbled: 'CheckSum is wrong' };
  if (bytes.toString('latin1', bodyStart, bodyStart + 3) !== '35=')
    return { garbled: 'MsgType is not the third field' };
  const fields: readonly Field[] = decodeFields(bytes.toString('latin1'));
  const msgType = fieldValue({ msgType: '', fields }, 35) ?? '';
  return { message: { msgType, fields }, bytes };
}

/** Reads one whole message again, such as a stored one. Throws when it is garbled. */
export function decodeMessage(bytes: Buffer): Message {
  const reader = new MessageReader(bytes.length);
  reader.append(bytes);
  const received = reader.next();
  if (received === undefined || received.garbled !== undefined) throw new Error(`no message: ${received?.garbled}`);
  return received.message;
}
