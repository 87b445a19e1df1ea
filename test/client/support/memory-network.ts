/**
 * The service's stream and clients of it without a network: what either side writes is bytes, which pass when the test
 * says so, and a line can be cut after any of them.
 */
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { OpenSocket, SocketLike } from '../../../src/client/index.ts';
import type { MarketDataStream } from '../../../src/marketdata/market-data-stream.ts';
import { turn } from '../../support/manual-time.ts';

const OPEN = 1;
const CLOSED = 3;
const BROKEN = 1006;
const HEADER = 2;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

export class MemoryNetwork {
  #stream: MarketDataStream;
  /** Of the line that is open, or of the next: bytes after which it is cut. */
  readonly cutAfter = { up: Number.POSITIVE_INFINITY, down: Number.POSITIVE_INFINITY };
  /** What is on its way, in order. */
  readonly #queue: (() => void)[] = [];
  #line: MemoryLine | undefined;
  cuts = 0;
  /** While true a dial fails. */
  isDown = false;

  constructor(stream: MarketDataStream) {
    this.#stream = stream;
  }

  readonly openSocket: OpenSocket = () => {
    const line = new MemoryLine((run) => this.#queue.push(run), this);
    this.#line = line;
    this.#queue.push(() => {
      if (this.isDown) line.cut();
      else line.open(this.#stream);
    });
    return line.client;
  };

  /** The service that later connections reach. */
  leadTo(stream: MarketDataStream): void {
    this.#stream = stream;
  }

  get isQuiet(): boolean {
    return this.#queue.length === 0;
  }

  cut(): void {
    this.#line?.cut();
  }

  /** Lets `count` pieces pass, of either direction in the order in which they were written. */
  async pass(pieces: number): Promise<void> {
    for (let passed = 0; passed < pieces; passed++) {
      if (this.#queue.length === 0) await turn();
      const next = this.#queue.shift();
      if (next === undefined) return;
      next();
    }
  }

  /** Until nothing is on its way. */
  async rest(): Promise<void> {
    for (let quiet = 0; quiet < 3; ) {
      if (this.#queue.length === 0) {
        quiet++;
        await turn();
      } else {
        quiet = 0;
        await this.pass(this.#queue.length);
      }
    }
  }
}

class MemoryLine {
  readonly client: SocketLike;
  readonly #later: (run: () => void) => void;
  readonly #network: MemoryNetwork;
  readonly #webSocket = new ServerSide((code, reason) => this.#closedByServer(code, reason));
  #bytes = Buffer.alloc(0);
  #isOver = false;

  constructor(later: (run: () => void) => void, network: MemoryNetwork) {
    this.#later = later;
    this.#network = network;
    this.client = {
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
      send: (text) => later(() => this.#up(text)),
      close: () => this.cut(),
    };
  }

  open(stream: MarketDataStream): void {
    if (this.#isOver) return;
    const socket = Object.assign(new EventEmitter(), {
      writableLength: 0,
      write: (bytes: Uint8Array) => {
        const copy = Buffer.from(bytes);
        this.#later(() => this.#down(copy));
        return true;
      },
    });
    stream.accept(this.#webSocket as unknown as WebSocket, socket as unknown as Socket, {
      ip: '127.0.0.1',
      authorization: undefined,
      origin: undefined,
    });
    this.client.onopen?.(undefined as never);
  }

  /** Both sides find the line gone. */
  cut(): void {
    if (this.#isOver) return;
    this.#end(BROKEN, '');
    this.#network.cuts += 1;
  }

  #end(code: number, reason: string): void {
    this.#isOver = true;
    this.#network.cutAfter.up = Number.POSITIVE_INFINITY;
    this.#network.cutAfter.down = Number.POSITIVE_INFINITY;
    this.#webSocket.gone();
    this.client.onclose?.({ code, reason });
  }

  #closedByServer(code: number, reason: string): void {
    this.#later(() => {
      if (!this.#isOver) this.#end(code, reason);
    });
  }

  #up(text: string): void {
    if (this.#isOver) return;
    this.#network.cutAfter.up -= text.length;
    if (this.#network.cutAfter.up < 0) this.cut();
    else this.#webSocket.emit('message', Buffer.from(text), false);
  }

  #down(bytes: Buffer): void {
    if (this.#isOver) return;
    const passing = Math.min(bytes.length, this.#network.cutAfter.down);
    this.#network.cutAfter.down -= bytes.length;
    this.#bytes = Buffer.concat([this.#bytes, bytes.subarray(0, passing)]);
    this.#read();
    if (passing < bytes.length) this.cut();
  }

  /** Frames of the service are whole texts without a mask. */
  #read(): void {
    for (;;) {
      const text = this.#frame();
      if (text === undefined || this.#isOver) return;
      this.client.onmessage?.({ data: text });
    }
  }

  #frame(): string | undefined {
    const bytes = this.#bytes;
    if (bytes.length < HEADER) return undefined;
    const short = bytes[1]!;
    const start = short === LENGTH_64 ? HEADER + 8 : short === LENGTH_16 ? HEADER + 2 : HEADER;
    if (bytes.length < start) return undefined;
    const length =
      short === LENGTH_64
        ? Number(bytes.readBigUInt64BE(HEADER))
        : short === LENGTH_16
          ? bytes.readUInt16BE(HEADER)
          : short;
    if (bytes.length < start + length) return undefined;
    this.#bytes = bytes.subarray(start + length);
    return bytes.toString('utf8', start, start + length);
  }
}

/** What the service uses of the WebSocket of ws. */
class ServerSide extends EventEmitter {
  readonly extensions = '';
  readyState = OPEN;
  readonly #onClose: (code: number, reason: string) => void;

  constructor(onClose: (code: number, reason: string) => void) {
    super();
    this.#onClose = onClose;
  }

  gone(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.emit('close');
  }

  close(code: number, reason: string): void {
    this.#onClose(code, reason);
  }

  terminate(): void {
    this.#onClose(BROKEN, '');
  }

  ping(): void {
    this.emit('pong');
  }

  pause(): void {}
  resume(): void {}
}
