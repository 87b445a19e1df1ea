import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SharedTurns } from '../../time/shared-turns.ts';
import { TurnClock } from '../../time/turn-clock.ts';
import { connectionOf, type PipelinedConnection } from '../methods/index.ts';
import { KNOWN, type Limits, STRANGER } from './connection-limits.ts';
import { endOfPiece } from './read-pieces.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Of a body, parsed in one step. */
const PIECES = 8;

/** Reads of one request each after which a client is passed on. */
const READS_BEFORE_PASSING = 32;

/** From this age of a turn on, requests wait for the next one. */
const LONG_MS = 4;

const parts = { nowMs: () => performance.now(), nextTurn: setImmediate };
const clock = new TurnClock(LONG_MS, parts);
/** Each group of connections has its share of a turn: no crowd of strangers keeps clients waiting. */
const turns = { stranger: new SharedTurns(parts), known: new SharedTurns(parts) };

/** What Node's server keeps at a socket: how its parser reads the socket without the stream in between. */
interface ServerSocket extends Socket {
  /** Unsent answers or an unread body have stopped the parser. */
  readonly _paused?: boolean;
  readonly _handle?: object | null;
  readonly parser?: { _consumed: boolean; consume(handle: object): void } | null;
}

/** Between the socket of a connection and the handler of its requests; intake.ts has the picture. */
export class ConnectionGate {
  readonly #socket: ServerSocket;
  readonly #handle: Handler;
  readonly #silenceMs: number;
  readonly #connection: PipelinedConnection;
  /** Node's own reader of the socket, and what it does when the socket is paused, resumed or at its end. */
  readonly #parse: (bytes: Buffer) => void;
  readonly #onPause: (() => void)[];
  readonly #onResume: (() => void)[];
  readonly #onEnd: () => void;
  #bytes: Buffer | undefined = undefined;
  readonly #waiting: { readonly request: IncomingMessage; readonly response: ServerResponse }[] = [];
  /** The request whose body is read; at times still one that was read. */
  #latest: IncomingMessage | undefined = undefined;
  /** Of a request that began at once: most end before the next one comes, and need not be listened to. */
  #direct: ServerResponse | undefined = undefined;
  #inFlight = 0;
  /** The next request is the first of a read. */
  #isFirst = false;
  #isHeld = false;
  #scheduled = 0;
  /** Node's parser reads the socket. */
  #isPassed = false;
  /** To be called when everything that came is answered. */
  #afterAll: (() => void) | undefined = undefined;
  /** A body came in chunks: Node reads the socket no more. */
  #isChunked = false;
  /** What still comes is dropped. */
  #isOver = false;
  /** One after the other with one request each, or a part of one. */
  #reads = 0;

  constructor(socket: Socket, handle: Handler, silenceMs: number) {
    this.#socket = socket;
    this.#silenceMs = silenceMs;
    this.#handle = handle;
    this.#connection = connectionOf(socket);
    const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[];
    const onEnd = socket.listeners('end').find(({ name }) => name === 'bound socketOnEnd') as (() => void) | undefined;
    if (parse === undefined || onEnd === undefined) throw new Error('a server of HTTP reads its sockets');
    this.#parse = parse;
    this.#onEnd = onEnd;
    this.#onPause = socket.listeners('pause') as (() => void)[];
    this.#onResume = socket.listeners('resume') as (() => void)[];
    socket.off('data', parse).on('data', this.#take).on('resume', this.#resumed).on('close', this.#end);
    socket.off('end', onEnd).on('end', this.#ended);
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    this.#latest = request;
    const isFree = this.isFree;
    if (!isFree) this.#reads = 0;
    if (request.headers['transfer-encoding'] !== undefined) this.#isChunked = true;
    if ((this.#isFirst || this.#isPassed) && isFree && !clock.isLong) {
      this.#isFirst = false;
      this.#direct = response;
      response.on('close', this.#forget);
      if (this.#isPassed && this.#isChunked) this.#takeBack();
      this.#handle(request, response);
      return;
    }
    this.#waiting.push({ request, response });
    this.#connection.unbegun = this.#waiting.length;
    if (!this.#isPassed) return;
    if (!isFree) this.#takeBack();
    this.#hold();
  }

  #passOn(): void {
    const { parser, _handle: handle } = this.#socket;
    if (!parser || !handle) return;
    this.#isPassed = true;
    this.#socket.off('data', this.#take).off('resume', this.#resumed);
    for (const listener of this.#onPause) this.#socket.on('pause', listener);
    for (const listener of this.#onResume) this.#socket.on('resume', listener);
    parser._consumed = true;
    parser.consume(handle);
  }

  #takeBack(): void {
    this.#isPassed = false;
    // Whoever listens to the bytes takes them from Node's parser, which then removes its listeners.
    this.#socket.on('data', this.#take).on('resume', this.#resumed);
  }

  /** The socket belongs to somebody else, with what was not parsed. */
  leave(): void {
    const bytes = this.#bytes;
    this.#end();
    if (bytes !== undefined) this.#socket.unshift(bytes);
  }

  /** What was not parsed is dropped, and so is what comes. Calls back when what was parsed is answered. */
  discard(then: () => void): void {
    this.#isOver = true;
    this.#bytes = undefined;
    if (this.#isPassed) this.#takeBack();
    if (this.#isHeld) this.#socket.resume();
    this.#isHeld = false;
    this.#finish(then);
  }

  /** The peer has sent everything, and may still read. Node would drop the answers that it waits for. */
  readonly #ended = (): void => this.#finish(this.#afterAll ?? this.#onEnd);

  #finish(then: () => void): void {
    this.#countDirect();
    this.#afterAll = then;
    this.#schedule();
    this.#endIfAnswered();
  }

  #endIfAnswered(): void {
    const then = this.#afterAll;
    // A request whose body ends too early gets no answer before its connection does.
    const endless = this.#latest?.complete === false ? 1 : 0;
    if (then === undefined || !this.#isEmpty || this.#inFlight > endless) return;
    this.#afterAll = undefined;
    then();
  }

  /** Whether nothing that came is unanswered. */
  get isFree(): boolean {
    const direct = this.#direct;
    return (
      this.#inFlight + this.#waiting.length === 0 &&
      (direct === undefined || direct.writableFinished || direct.destroyed)
    );
  }

  get #limits(): Limits {
    return this.#connection.isKnown ? KNOWN : STRANGER;
  }

  readonly #take = (bytes: Buffer): void => {
    if (this.#isOver) return;
    this.#bytes = this.#bytes === undefined ? bytes : Buffer.concat([this.#bytes, bytes]);
    this.#isFirst = true;
    while (this.#mayParse && !clock.isLong) this.#parsePiece();
    this.#isFirst = false;
    if (!this.#isEmpty) this.#hold();
    else if (this.#connection.isKnown && ++this.#reads >= READS_BEFORE_PASSING && this.#mayPass) this.#passOn();
  };

  /** Somebody wants more of a body, or answers have left: not before the bytes that are here. */
  readonly #resumed = (): void => {
    if (!this.#isHeld) return;
    if (this.#isEmpty) this.#isHeld = false;
    else this.#hold();
  };

  readonly #end = (): void => {
    this.#isHeld = false;
    this.#bytes = undefined;
    this.#waiting.length = 0;
    this.#connection.unbegun = 0;
    this.#afterAll = undefined;
    this.#socket.off('data', this.#take).off('resume', this.#resumed).off('close', this.#end).off('end', this.#ended);
  };

  #hold(): void {
    this.#isHeld = true;
    this.#socket.pause();
    this.#schedule();
  }

  get #isEmpty(): boolean {
    return this.#bytes === undefined && this.#waiting.length === 0;
  }

  get #mayBegin(): boolean {
    return this.#waiting.length > 0 && this.#inFlight < this.#limits.inFlightMax;
  }

  get #mayParse(): boolean {
    return this.#bytes !== undefined && this.#waiting.length === 0 && this.#isAccepting;
  }

  /** Whether neither unsent answers nor an unread body have stopped the parser. */
  get #isAccepting(): boolean {
    // Node's parser fails where it is used meanwhile.
    if (this.#socket._paused === true) return false;
    const body = this.#latest;
    // After the end nobody asks for more of a body.
    return (
      this.#afterAll !== undefined ||
      body === undefined ||
      body.complete ||
      body.readableLength < body.readableHighWaterMark
    );
  }

  get #mayPass(): boolean {
    return this.#isAccepting && !this.#isChunked;
  }

  /** Up to the end of a head: what has not come through the parser costs a hundredth of what has. */
  #parsePiece(): void {
    const bytes = this.#bytes as Buffer;
    const end = bytes.length <= this.#limits.wholeBytes ? bytes.length : endOfPiece(bytes, this.#isChunked);
    this.#bytes = end === bytes.length ? undefined : bytes.subarray(end);
    this.#parse(end === bytes.length ? bytes : bytes.subarray(0, end));
  }

  #begin(): void {
    const next = this.#waiting.shift();
    this.#connection.unbegun = this.#waiting.length;
    if (next === undefined) return;
    this.#countDirect();
    this.#count(next.response);
    this.#socket.setTimeout(this.#silenceMs);
    this.#handle(next.request, next.response);
  }

  #countDirect(): void {
    const direct = this.#direct;
    this.#direct = undefined;
    if (direct !== undefined && !direct.writableFinished && !direct.destroyed) this.#count(direct);
  }

  /**
   * An idle connection keeps nothing of its last request, which has a key, and which collections of young objects would
   * copy twice.
   */
  readonly #forget = (): void => {
    const direct = this.#direct;
    if (direct?.writableFinished || direct?.destroyed) this.#direct = undefined;
    if (this.#latest?.complete) this.#latest = undefined;
  };

  #count(response: ServerResponse): void {
    this.#inFlight++;
    response.once('close', this.#answered);
  }

  readonly #answered = (): void => {
    this.#inFlight--;
    this.#forget();
    if (this.#isHeld || this.#afterAll !== undefined) this.#schedule();
    this.#endIfAnswered();
  };

  #schedule(): void {
    if (this.#scheduled > 0 || !(this.#mayBegin || this.#mayParse)) return;
    const { begunInTurn, inFlightMax } = this.#limits;
    this.#scheduled = Math.max(1, Math.min(begunInTurn, inFlightMax - this.#inFlight));
    const own = this.#connection.isKnown ? turns.known : turns.stranger;
    for (let step = 0; step < this.#scheduled; step++) own.soon(this.#step);
  }

  /** One request begins, or a few pieces of a body are parsed. */
  readonly #step = (): void => {
    this.#scheduled--;
    for (let piece = 0; piece < PIECES && this.#mayParse && !clock.isLong; piece++) this.#parsePiece();
    if (this.#mayBegin) this.#begin();
    if (this.#isEmpty) this.#letGo();
    else this.#schedule();
    this.#endIfAnswered();
  };

  #letGo(): void {
    if (!this.#isHeld || !this.#isAccepting) return;
    this.#isHeld = false;
    this.#socket.resume();
  }
}
