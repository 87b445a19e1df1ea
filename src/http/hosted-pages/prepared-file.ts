/**
 * Answers that are the same for all who read them: their bytes are made and compressed once, and each answer refers to
 * them. A reader who is slow, or never reads, costs no further memory (C97).
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nextTurn } from '../methods/index.ts';

export type Encoding = 'br' | 'gzip';

export interface PreparedFile {
  readonly type: string;
  /** The same for the same content. */
  readonly version: string;
  readonly plain: Uint8Array;
  readonly gzip: Uint8Array;
  readonly brotli?: Uint8Array | undefined;
}

/** Of the content of a file. */
export function versionOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/** Whether the encoding is named in Accept-Encoding, and not with q=0. */
export function takesEncoding({ headers }: Pick<FastifyRequest, 'headers'>, encoding: Encoding): boolean {
  return TAKEN[encoding].test(String(headers['accept-encoding'] ?? ''));
}

const TAKEN: Readonly<Record<Encoding, RegExp>> = {
  br: /(^|[\s,])br\s*($|,|;\s*q=(1|0?\.0*[1-9]))/i,
  gzip: /(^|[\s,])gzip\s*($|,|;\s*q=(1|0?\.0*[1-9]))/i,
};

/** Sends the shortest form that the reader takes, or 304 to one who has it. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, file: PreparedFile): FastifyReply {
  const encoding = (['br', 'gzip'] as const).find((one) => formOf(file, one) && takesEncoding(request, one));
  const tag = `"${file.version}${encoding === undefined ? '' : `-${encoding}`}"`;
  void reply.headers({ etag: tag, vary: 'accept-encoding' });
  if (isKept(request, tag)) return reply.code(304).send();
  if (encoding !== undefined) void reply.header('content-encoding', encoding);
  const bytes = (encoding && formOf(file, encoding)) ?? file.plain;
  // Of the same memory.
  return reply.type(file.type).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

function formOf({ brotli, gzip }: PreparedFile, encoding: Encoding): Uint8Array | undefined {
  return encoding === 'br' ? brotli : gzip;
}

/** Whether If-None-Match names the tag: alone, in a list, as weak, or as any. */
function isKept({ headers }: FastifyRequest, tag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(tag) || tags.includes('*');
}

/**
 * What is made once, for the first who needs it; what failed once may succeed for the next. Those who wait for it go on
 * one in each turn: they may be many.
 */
export function lazily<T>(make: () => Promise<T>): () => T | Promise<T> {
  let making: Promise<T> | undefined;
  let made: { readonly value: T } | undefined;
  const take = async (): Promise<T> => {
    making ??= make().finally(() => {
      making = undefined;
    });
    const value = await making;
    made = { value };
    await nextTurn();
    return value;
  };
  return () => (made === undefined ? take() : made.value);
}
