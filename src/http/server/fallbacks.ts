import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { systemTimers } from '../../time/timers.ts';
import { ApiError, type Entrance, NO_SNIFFING, otherVerbs, renderError, sentRequestId } from '../methods/index.ts';
import type { Connections } from './connections.ts';
import { stopReading } from './intake.ts';
import { wrongForm } from './request-form.ts';
import type { Responder } from './responder.ts';

interface FallbackDeps {
  readonly entrances: readonly Entrance[];
  readonly closingMs: number;
  readonly isHttps: boolean;
  readonly connections: Connections;
}

/** The answers to requests that reach no method, and to whatever is thrown on the way to one. */
export function addFallbacks(
  app: FastifyInstance,
  responder: Responder,
  { entrances, closingMs, isHttps, connections }: FallbackDeps,
): void {
  const refusalOf = otherVerbs(entrances);
  const unrouted = (request: FastifyRequest) => refusalOf(request.raw.url ?? '') ?? new ApiError(104);
  app.addHook('onRequest', (request, reply, done) => {
    answerHeaders(request, reply, isHttps);
    done(wrongForm(request.raw) ?? (request.is404 ? unrouted(request) : undefined));
  });
  refuseExpectations(app.server);
  app.addHook('preClose', async () => {
    responder.beginClosing();
    // Others come as long as it listens.
    if (!app.server.listening) await connections.firstRequests();
    connections.end(closingMs);
  });
  app.setNotFoundHandler((request, reply) => responder.refuse(request, reply, unrouted(request)));
  app.setErrorHandler((error, request, reply) => {
    keepOpenForAnswer(request, reply);
    responder.refuse(request, reply, error);
  });
}

/** Node would keep the connection open, and answer without a body. */
export function refuseExpectations(server: HttpServer): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { body } = renderError(new ApiError(102, undefined, { http: 417 }));
    response.writeHead(417, {
      ...NO_SNIFFING,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    response.end(body);
  });
}

/** Of every answer. */
export function answerHeaders(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): void {
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
  const sent = sentRequestId(request.headers);
  if (sent !== undefined) reply.header('x-sent-request-id', sent);
  if (isHttps) reply.header('strict-transport-security', 'max-age=31536000');
}

/** Of a refused body: the rest of it is read past, so that the caller can read the answer. */
const READ_PAST_BYTES_MAX = 16 * 1024 * 1024;
/** The same of a stranger. A longer body is not read, and the answer has UNREAD_MS to arrive. */
const READ_PAST_STRANGER_BYTES_MAX = 256 * 1024;
const UNREAD_MS = 1000;

function keepOpenForAnswer({ headers, requestContext, raw }: FastifyRequest, reply: FastifyReply): void {
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (!(length <= READ_PAST_BYTES_MAX)) return;
  reply.removeHeader('connection');
  if (requestContext?.client !== undefined || length <= READ_PAST_STRANGER_BYTES_MAX) return;
  const { socket } = raw;
  reply.raw.once('finish', () => {
    // Node begins to read past the rest of the body now.
    systemTimers.soon(() => stopReading(socket));
    systemTimers.after(UNREAD_MS, () => socket.destroy());
  });
}

const BROKEN_REQUESTS: Readonly<Record<string, { readonly http: number; readonly line: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { http: 408, line: '408 Request Timeout' },
  HPE_HEADER_OVERFLOW: { http: 431, line: '431 Request Header Fields Too Large' },
};

/** Bytes that are no request, one that never ends, or CONNECT: answered in the envelope, and the connection closed. */
export function answerBrokenRequest(
  error: (Error & { code?: string }) | undefined,
  socket: Duplex,
  logger: Logger,
): void {
  if (error?.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const { http, line } = BROKEN_REQUESTS[error?.code ?? ''] ?? { http: 400, line: '400 Bad Request' };
  const { body } = renderError(new ApiError(102, undefined, { http }));
  logger.debug({ err: error }, 'broken request');
  socket.end(
    `HTTP/1.1 ${line}\r\ncontent-type: application/json; charset=utf-8\r\nx-content-type-options: nosniff\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
