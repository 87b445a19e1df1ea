import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const HEADERS_END = '\r\n\r\n';
const TEXT = 0x81;
const DEFLATED = 0xc1;
const PING = 0x89;
/** Empty, as every frame of a client masked: with zeros here. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
/** Where the letter is that distinguishes the type of a message: `{"type":"update"`. */
const TYPE_AT = 9;
/** update, trade, bar, event. */
const COUNTED: ReadonlySet<number | undefined> = new Set([...'utbe'].map((letter) => letter.charCodeAt(0)));
const HEARTBEAT = 'h'.charCodeAt(0);
const SHORT_MAX = 125;
const MEDIUM = 126;

/** One read takes this much of any connection; they share the memory, since each read is looked through at once. */
const shared = Buffer.allocUnsafe(64 * 1024);

export interface ReceiverOptions {
  readonly port: number;
  /** The machine's address to connect from: one has too few ports for all. */
  readonly localAddress: string;
  readonly authorization: string;
  /** Sent as soon as the line is open. */
  readonly requests: readonly string[];
  /** Whether it asks for permessage-deflate. */
  readonly deflate?: boolean;
  /** Messages, other than updates and heartbeats, until everything is subscribed. */
  readonly answers: number;
  /** The subscription is made. */
  readonly onReady: () => void;
  /** Some updates came with one read. */
  readonly onUpdates: (receiver: Receiver, updates: number) => void;
  readonly onEnd: (reason: string) => void;
  /** Once it is subscribed, reads this much at a time, and only when asked. */
  readonly slowRead_bytes: number | null;
}

/**
 * The receiving half of a WebSocket, as cheap as it can be: it steps from frame to frame by their lengths, and counts
 * updates from the rest by one letter.
 */
export class Receiver {
  readonly #options: ReceiverOptions;
  readonly #socket: Socket;
  #isOpen = false;
  #answersLeft: number;
  /** Bytes still to come of a frame whose first bytes have been seen. */
  #left = 0;
  #isUpdate = false;
  /** The first bytes of a frame, too few to say what it is. */
  #head: Buffer | null = null;
  #lastText: Buffer | null = null;
  /** Updates that came since the beginning. */
  updates = 0;
  /** Bytes that came, the answer to the upgrade included. */
  bytes = 0;

  constructor(options: ReceiverOptions) {
    const { port, localAddress, slowRead_bytes } = options;
    this.#options = options;
    this.#answersLeft = options.answers;
    const buffer = slowRead_bytes === null ? shared : Buffer.allocUnsafe(slowRead_bytes);
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      localAddress,
      noDelay: true,
      onread: { buffer, callback: (length, bytes) => this.#read((bytes as Buffer).subarray(0, length)) },
    });
    this.#socket.on('error', (error) => options.onEnd(error.message));
    this.#socket.on('close', () => options.onEnd('the server closed a connection'));
    this.#socket.write(upgradeRequest(options));
  }

  /** The latest update, when the read that is looked at ended with it; only good within onUpdates. */
  lastMessage(): Readonly<Record<string, unknown>> | null {
    return this.#lastText === null ? null : JSON.parse(this.#lastText.toString());
  }

  /** Has a slow receiver take one read more. */
  readOn(): void {
    this.#socket.resume();
  }

  close(): Promise<void> {
    this.#socket.removeAllListeners('close');
    return new Promise((resolve) => {
      this.#socket.once('close', () => resolve());
      this.#socket.destroy();
    });
  }

  /** False has the socket wait. */
  #read(bytes: Buffer): boolean {
    const before = this.updates;
    this.bytes += bytes.length;
    this.#walk(this.#isOpen ? bytes : this.#upgraded(bytes));
    if (this.updates > before) this.#options.onUpdates(this, this.updates - before);
    return this.#options.slowRead_bytes === null || this.#answersLeft > 0;
  }

  #upgraded(bytes: Buffer): Buffer {
    const text = bytes.toString('latin1');
    const end = text.indexOf(HEADERS_END);
    if (!text.startsWith('HTTP/1.1 101 ') || end < 0) throw new Error(`not upgraded: ${text}`);
    this.#isOpen = true;
    for (const request of this.#options.requests) this.#socket.write(maskedText(request));
    return bytes.subarray(end + HEADERS_END.length);
  }

  #walk(read: Buffer): void {
    const bytes = this.#head === null ? read : Buffer.concat([this.#head, read]);
    this.#head = null;
    this.#lastText = null;
    let at = 0;
    while (at < bytes.length) {
      if (this.#left === 0) {
        const start = this.#begin(bytes, at);
        if (start === null) return;
        at = start;
      }
      const taken = Math.min(this.#left, bytes.length - at);
      this.#left -= taken;
      if (this.#left === 0 && this.#isUpdate) {
        this.updates += 1;
        this.#lastText = at + taken === bytes.length ? bytes.subarray(at) : null;
      }
      at += taken;
    }
  }

  /**
   * Looks at the header of a frame and the type of its message; returns where its payload starts, null: not all is
   * there.
   */
  #begin(bytes: Buffer, at: number): number | null {
    const length = bytes[at + 1] ?? 0;
    const start = at + (length <= SHORT_MAX ? 2 : 4);
    const looked = length === 0 || bytes[at] === DEFLATED ? 0 : TYPE_AT + 1;
    if (bytes.length < start + looked) {
      this.#head = Buffer.from(bytes.subarray(at));
      return null;
    }
    if (bytes[at] === PING) this.#socket.write(PONG);
    else if ((bytes[at] !== TEXT && bytes[at] !== DEFLATED) || length > MEDIUM)
      throw new Error(`an unexpected frame: ${bytes.toString('hex', at)}`);
    this.#left = length <= SHORT_MAX ? length : bytes.readUInt16BE(at + 2);
    // What is compressed says nothing of itself: before everything is subscribed it is a snapshot, and then an update.
    const isCompressed = bytes[at] === DEFLATED;
    const type = this.#left === 0 ? HEARTBEAT : bytes[start + TYPE_AT];
    this.#isUpdate = isCompressed ? this.#answersLeft <= 0 : COUNTED.has(type);
    if (!this.#isUpdate && type !== HEARTBEAT) this.#answered();
    return start;
  }

  #answered(): void {
    this.#answersLeft -= 1;
    if (this.#answersLeft === 0) this.#options.onReady();
  }
}

function upgradeRequest({ authorization, deflate }: ReceiverOptions): string {
  return [
    'GET /v3/stream HTTP/1.1',
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    `Authorization: ${authorization}`,
    ...(deflate ? ['Sec-WebSocket-Extensions: permessage-deflate'] : []),
    '',
    '',
  ].join('\r\n');
}

/** A text frame as a client sends it, masked with zeros. */
function maskedText(text: string): Buffer {
  const payload = Buffer.from(text);
  const length = payload.length <= SHORT_MAX ? [payload.length] : [MEDIUM, payload.length >> 8, payload.length & 0xff];
  const [first = 0, ...more] = length;
  return Buffer.concat([Buffer.from([TEXT, 0x80 | first, ...more, 0, 0, 0, 0]), payload]);
}
