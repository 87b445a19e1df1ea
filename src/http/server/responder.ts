import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { callerAddress, RefusalLog } from '../auth/index.ts';
import { type Body, MultipartBody, type SentFields, UnreadableBody } from '../body/index.ts';
import {
  type Answer,
  type CallRecorder,
  isLong,
  JSON_TYPE,
  type Rendered,
  renderInPieces,
  renderSuccess,
  renderThrown,
  sentRequestId,
  type TextPieces,
} from '../methods/index.ts';
import type { ServingGate } from './closed.ts';
import { sendBody } from './compression.ts';
import type { HttpMetrics } from './metrics.ts';

type Sent = Rendered<string | TextPieces>;

/** Refusals by credentials and rights that some methods answer with HTTP 200. */
const WITHOUT_RIGHTS: ReadonlySet<string> = new Set(['103', '110', '111', '1403']);

/** Sends every answer of the API, whatever became of the request, with its log line and its metrics. */
export class Responder {
  readonly #logger: Logger;
  readonly #refusals: RefusalLog;
  readonly #metrics: HttpMetrics | undefined;
  readonly #entrance: ServingGate | undefined;
  readonly #recorder: CallRecorder | undefined;
  #closing = false;

  constructor(parts: {
    logger: Logger;
    metrics: HttpMetrics | undefined;
    entrance?: ServingGate | undefined;
    recorder?: CallRecorder | undefined;
  }) {
    this.#logger = parts.logger;
    this.#refusals = new RefusalLog(parts.logger);
    this.#metrics = parts.metrics;
    this.#entrance = parts.entrance;
    this.#recorder = parts.recorder;
  }

  /** From now on connections end with the answers that they wait for. */
  beginClosing(): void {
    this.#closing = true;
  }

  succeed(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
    try {
      if (isLong(answer.fields)) this.#succeedInPieces(request, reply, answer);
      else this.#finish(request, reply, renderSuccess(answer));
    } catch (error) {
      this.refuse(request, reply, error);
    }
  }

  #succeedInPieces(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
    renderInPieces(answer)
      .then((rendered) => this.#finish(request, reply, rendered))
      .catch((error) => this.refuse(request, reply, error));
  }

  refuse(request: FastifyRequest, reply: FastifyReply, thrown: unknown): void {
    // A handler that failed after its answer: it can only be logged.
    if (reply.sent) {
      this.#logger.error({ requestId: request.id, err: thrown }, 'failed after the answer was sent');
      return;
    }
    const { fault, ...rendered } = renderThrown(thrown);
    if (fault)
      this.#logger.error(
        { requestId: request.id, method: request.requestContext?.calledName, err: fault },
        'request failed',
      );
    this.#finish(request, reply, rendered);
  }

  #finish(request: FastifyRequest, reply: FastifyReply, answer: Sent): void {
    const { requestContext } = request;
    const rendered = (answer.http === 503 ? undefined : this.#entrance?.answerWhileClosed(request)) ?? answer;
    requestContext?.slot.end();
    if (requestContext?.uploads !== undefined) void requestContext.uploads.discard();
    reply.raw.statusCode = rendered.http;
    reply.header('content-type', JSON_TYPE);
    reply.header('cache-control', 'no-store');
    this.#entrance?.showPosition(reply);
    if (rendered.headers) reply.headers(rendered.headers);
    if (this.#closing) this.#sayGoodbye(request, reply);
    if (rendered.http === 304 || rendered.http === 204) reply.removeHeader('content-type').send();
    else sendBody(request, reply, rendered.body);
    if (this.#recorder?.isOn) record(this.#recorder, request, rendered);
    const milliseconds = requestContext ? performance.now() - requestContext.startedAt : 0;
    this.#metrics?.observe(requestContext?.calledName ?? 'unknown', rendered.statusCode, milliseconds / 1000);
    if (rendered.http >= 400 || WITHOUT_RIGHTS.has(rendered.statusCode)) this.#noteRefusal(request, rendered);
    if (this.#logger.isLevelEnabled('debug')) this.#log(request, rendered, milliseconds);
  }

  // The answer that says goodbye is the last that its connection carries, so it must be that of the last request.
  #sayGoodbye({ requestContext }: FastifyRequest, reply: FastifyReply): void {
    if (requestContext === undefined || requestContext.slot.isLatest) reply.header('connection', 'close');
    else reply.removeHeader('connection');
  }

  /** A stranger may try every method: of one, the refusals of all are one kind. */
  #noteRefusal(request: FastifyRequest, { http, statusCode }: Sent): void {
    const { client, calledName: method, ip: address = callerAddress(request) } = request.requestContext ?? {};
    const { clientId, keyId, user } = client ?? {};
    const caller = clientId === undefined ? {} : { method, clientId, keyId, userId: user?.userId };
    const fields = { ...caller, address, http, statusCode };
    const ids = { requestId: request.id, sentRequestId: sentRequestId(request.headers), method };
    this.#refusals.note(Object.values(fields).join(' '), fields, 'refused', ids);
  }

  #log(request: FastifyRequest, { http, statusCode }: Sent, milliseconds: number): void {
    const { requestContext } = request;
    this.#logger.debug(
      {
        requestId: request.id,
        sentRequestId: sentRequestId(request.headers),
        method: requestContext?.calledName,
        clientId: requestContext?.client?.clientId,
        http,
        statusCode,
        milliseconds: Math.round(milliseconds * 1000) / 1000,
      },
      'request',
    );
  }
}

/** A call of a client that is known. */
function record(recorder: CallRecorder, request: FastifyRequest, { body: answer }: Sent): void {
  const { client, method } = request.requestContext ?? {};
  if (client === undefined || method === undefined || !recorder.records(client)) return;
  const key = request.headers['idempotency-key'];
  recorder.take({
    ...{ client, method, verb: request.method, path: request.raw.url ?? '' },
    fields: fieldsIn(request.body as Body),
    idempotencyKey: typeof key === 'string' ? key : undefined,
    answer: typeof answer === 'string' ? answer : answer.texts.join(''),
  });
}

function fieldsIn(body: Body): SentFields | undefined {
  if (body instanceof UnreadableBody) return undefined;
  if (body instanceof MultipartBody) return body.files.length > 0 ? undefined : body.fields;
  return body ?? {};
}
