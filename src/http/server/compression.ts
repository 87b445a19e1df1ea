/** Bodies of answers, compressed for whoever takes them so (C95). */
import { pipeline, Readable } from 'node:stream';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takesEncoding } from '../hosted-pages/index.ts';
import type { TextPieces } from '../methods/index.ts';

/** Bytes from which it is worth it; answers to orders are shorter. */
const BYTES_MIN = 1024;
/** The quickest: JSON becomes a fifth, and the threads that compress also write the journal. */
const QUICK = { level: 1 };
/** Of the four threads that also write the journal: further answers go as they are. */
const AT_ONCE = 2;

let underWay = 0;

/** Sends the body; the answer is on its way when the call returns, or soon after. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: string | TextPieces): void {
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.bytes;
  if (bytes <= BYTES_MIN) {
    sendPlain(reply, body);
    return;
  }
  reply.header('vary', 'accept-encoding');
  if (!takesEncoding(request, 'gzip') || underWay === AT_ONCE) {
    sendPlain(reply, body);
    return;
  }
  underWay++;
  reply.header('content-encoding', 'gzip');
  // A caller that has gone ends both.
  if (typeof body !== 'string') reply.send(pipeline(new TextStream(body.texts), createGzip(QUICK), compressed));
  else sendCompressed(reply, body);
}

/** A separate function, as zlib keeps what the callback reaches, which must not be the text. */
function sendCompressed(reply: FastifyReply, text: string): void {
  gzip(text, QUICK, (error, bytes) => {
    compressed();
    if (error !== null) reply.removeHeader('content-encoding');
    reply.send(error ?? bytes);
  });
}

function compressed(): void {
  underWay--;
}

/** Pieces go as one body of known length, handed to the socket as fast as the caller takes it. */
function sendPlain(reply: FastifyReply, body: string | TextPieces): void {
  if (typeof body === 'string') reply.send(body);
  else reply.header('content-length', body.bytes).send(new TextStream(body.texts));
}

/**
 * The texts of a body, one after the other. Not Readable.from: it assigns functions to its stream, and V8 keeps such
 * functions, with all texts that they reach, until it collects the whole heap.
 */
class TextStream extends Readable {
  #texts: readonly string[];
  #next = 0;

  constructor(texts: readonly string[]) {
    super({ objectMode: true, highWaterMark: 1 });
    this.#texts = texts;
  }

  override _read(): void {
    this.push(this.#texts[this.#next++] ?? null);
  }

  /** Zlib's streams have such a function too, and reach the one that they read. */
  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#texts = [];
    callback(error);
  }
}
