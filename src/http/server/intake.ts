/**
 * What a connection sends becomes requests piece by piece (C96). Node parses all bytes of one read, 64 KB of requests
 * and more, in one turn of the event loop. Here each connection has a gate between its socket and Node's parser:
 *
 *     socket -> bytes that are not parsed yet -> parser -> requests that have not begun -> handler
 *
 * The first request of a read begins at once while its connection has no other one and the turn is young. The others
 * wait, and with them the rest of what the connection sent; the socket is paused meanwhile. Waiting connections share
 * the turns.
 */
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SharedTurns } from '../../time/shared-turns.ts';
import { TurnClock } from '../../time/turn-clock.ts';
import { connectionOf, type PipelinedConnection } from '../methods/index.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Limits {
  /** A read of at most this length is parsed whole; of a longer one, one request at a time. */
  readonly wholeBytes: number;
  /** Requests that have begun and whose caller has not taken the whole answer. */
  readonly inFlightMax: number;
  /** Requests that begin in one turn of the event loop, in addition to the one that began at once. */
  readonly begunInTurn: number;
}

/** Of a connection on which no good credentials have come yet. */
const STRANGER: Limits = { wholeBytes: 0, inFlightMax: 8, begunInTurn: 8 };
/** A collection of young objects moves all that requests in flight hold: 256 orders still fill half of a group. */
const KNOWN: Limits = { wholeBytes: 1024, inFlightMax: 256, begunInTurn: 16 };

/** The end of the head of a request. */
const HEAD_END = Buffer.from('\r\n\r\n');
/** Of a body that is parsed at once. */
const PIECE_BYTES = 4096;
const PIECES = 8;

/** From this age of a turn on, requests wait for the next one. */
const LONG_MS = 4;

const parts = { nowMs: () => performance.now(), nextTurn: setImmediate };
const clock = new TurnClock(LONG_MS, parts);
/** Each group of connections has its share of a turn: no crowd of strangers keeps clients waiting. */
const turns = { stranger: new SharedTurns(parts), known: new SharedTurns(parts) };

const gates = new WeakMap<object, ConnectionGate>();

/** Puts a gate between each connection of a server and the server's handler. */
/** @param silenceMs after which a connection is cut that takes no answers while its requests wait */
export function gateRequests(server: HttpServer, silenceMs: number): void {
  const [handle] = server.listeners('request') as Handler[];
  if (handle === undefined) throw new Error('a server of HTTP handles requests');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const gate = gates.get(request.socket);
    if (gate === undefined) handle(request, response);
    else gate.receive(request, response);
  });
  server.on('connection', (socket: Socket) => {
    gates.set(socket, new ConnectionGate(socket, handle, silenceMs));
  });
  // Whoever takes the socket gets the bytes too.
  for (const event of ['upgrade', 'connect']) {
    server.prependListener(event, (_request: IncomingMessage, socket: Socket) => gates.get(socket)?.leave());
  }
  server.prependListener('clientError', (_error: Error, socket: Socket) => gates.get(socket)?.discard());
}

/** Nothing more of what the connection sends is read. */
export function stopReading(socket: Socket): void {
  gates.get(socket)?.discard();
  socket.pause();
}

class ConnectionGate {
  readonly #socket: Socket;
  readonly #handle: Handler;
  readonly #silenceMs: number;
  readonly #connection: PipelinedConnection;
  /** Node's own reader of the socket. */
  readonly #parse: (bytes: Buffer) => void;
  #bytes: Buffer | undefined = undefined;
  readonly #waiting: { readonly request: IncomingMessage; readonly response: ServerResponse }[] = [];
  /** The request whose body is or was last read. */
  #latest: IncomingMessage | undefined = undefined;
  /** Of a request that began at once: most end before the next one comes, and need not be listened to. */
  #direct: ServerResponse | undefined = undefined;
  #inFlight = 0;
  /** The next request is the first of a read. */
  #isFirst = false;
  #isHeld = false;
  /** Steps that are scheduled. */
  #steps = 0;

  constructor(socket: Socket, handle: Handler, silenceMs: number) {
    this.#socket = socket;
    this.#silenceMs = silenceMs;
    this.#handle = handle;
    this.#connection = connectionOf(socket);
    const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[];
    if (parse === undefined) throw new Error('a server of HTTP reads its sockets');
    this.#parse = parse;
    socket.off('data', parse).on('data', this.#take).on('resume', this.#resumed).on('close', this.#end);
  }

  /** From the parser. */
  receive(request: IncomingMessage, response: ServerResponse): void {
    this.#latest = request;
    if (this.#isFirst && this.#isFree && !clock.isLong) {
      this.#isFirst = false;
      this.#direct = response;
      this.#handle(request, response);
      return;
    }
    this.#waiting.push({ request, response });
    this.#connection.unbegun = this.#waiting.length;
  }

  /** The socket belongs to somebody else, with what was not parsed. Requests in flight could not be answered. */
  leave(): void {
    const bytes = this.#bytes;
    const isFree = this.#isFree;
    this.#end();
    if (bytes !== undefined) this.#socket.unshift(bytes);
    if (!isFree) this.#socket.destroy();
  }

  /** What was not parsed is dropped, and so is what comes. */
  discard(): void {
    const isHeld = this.#isHeld;
    this.#end();
    if (isHeld) this.#socket.resume();
  }

  get #isFree(): boolean {
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
    this.#bytes = this.#bytes === undefined ? bytes : Buffer.concat([this.#bytes, bytes]);
    this.#isFirst = true;
    while (this.#mayParse && !clock.isLong) this.#parsePiece();
    this.#isFirst = false;
    if (!this.#isEmpty) this.#hold();
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
    this.#socket.off('data', this.#take).off('resume', this.#resumed).off('close', this.#end);
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
    // Node's own flag: its parser fails where it is used meanwhile.
    if ((this.#socket as Socket & { readonly _paused?: boolean })._paused === true) return false;
    const body = this.#latest;
    return body === undefined || body.complete || body.readableLength < body.readableHighWaterMark;
  }

  /** Up to the end of a head: what has not come through the parser costs a hundredth of what has. */
  #parsePiece(): void {
    const bytes = this.#bytes as Buffer;
    const end = bytes.length <= this.#limits.wholeBytes ? bytes.length : endOfPiece(bytes);
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

  #count(response: ServerResponse): void {
    this.#inFlight++;
    response.once('close', this.#answered);
  }

  readonly #answered = (): void => {
    this.#inFlight--;
    if (this.#isHeld) this.#schedule();
  };

  #schedule(): void {
    if (this.#steps > 0 || !(this.#mayBegin || this.#mayParse)) return;
    const { begunInTurn, inFlightMax } = this.#limits;
    this.#steps = Math.max(1, Math.min(begunInTurn, inFlightMax - this.#inFlight));
    const own = this.#connection.isKnown ? turns.known : turns.stranger;
    for (let step = 0; step < this.#steps; step++) own.soon(this.#step);
  }

  /** One request begins, or a few pieces of a body are parsed. */
  readonly #step = (): void => {
    this.#steps--;
    for (let piece = 0; piece < PIECES && this.#mayParse && !clock.isLong; piece++) this.#parsePiece();
    if (this.#mayBegin) this.#begin();
    if (this.#isEmpty) this.#letGo();
    else this.#schedule();
  };

  #letGo(): void {
    if (!this.#isHeld || !this.#isAccepting) return;
    this.#isHeld = false;
    this.#socket.resume();
  }
}

function endOfPiece(bytes: Buffer): number {
  const most = Math.min(bytes.length, PIECE_BYTES);
  const head = bytes.subarray(0, most).indexOf(HEAD_END);
  return head < 0 ? most : head + HEAD_END.length;
}
