import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Logger } from 'pino';
import { Arrival } from './arrival.ts';
import { type Credentials, credentialsFromBody, credentialsFromHeader } from './authentication.ts';
import type { AuthenticationFailures } from './authentication-failures.ts';
import { type Body, MultipartBody, readForm, UnreadableBody } from './body.ts';
import type { Authenticator, CallCounter, Client } from './client.ts';
import { RefusalWithHeaders } from './envelope.ts';
import { isIdempotencyKey } from './idempotency.ts';
import { takeTurn } from './in-turn.ts';
import type { Answer, Method } from './method.ts';
import type { Limiters } from './rate-limit.ts';
import { RequestCall } from './request-call.ts';
import type { Responder } from './responder.ts';
import { scopesGranting } from './scopes.ts';
import { ApiError } from './status-codes.ts';
import { malformedCall, type SentFields, type Style, Validator } from './validation.ts';

/** What every method is served with. */
export interface RouteServices {
  readonly authenticator: Authenticator;
  readonly failures: AuthenticationFailures;
  readonly limiters: Limiters;
  readonly responder: Responder;
  readonly calls: CallCounter | undefined;
  readonly logger: Logger;
  /** The legacy host knows no header credentials (spec/1 Authentication 8). */
  readonly headerCredentials: boolean;
  readonly fieldsMax: number;
  /** Requests that may be under way on one connection. */
  readonly pipelinedMax: number;
}

/**
 * One name of one method, from the arrival of a request to its answer. Nothing waits that need not: where credentials
 * are known at once and no limit is set, the handler runs in the same tick in which the body is complete.
 */
export class MethodRoute {
  readonly #method: Method;
  readonly #calledName: string;
  readonly #services: RouteServices;
  readonly #style: Style;
  readonly #validator: Validator;
  readonly #scopes: readonly string[];
  readonly #hasPathParameters: boolean;

  constructor(method: Method, calledName: string, services: RouteServices) {
    this.#method = method;
    this.#calledName = calledName;
    this.#services = services;
    this.#style = method.style ?? 'method';
    this.#validator = new Validator(method);
    this.#scopes = [method.scope ?? []].flat().flatMap(scopesGranting);
    this.#hasPathParameters = method.path?.includes(':') ?? false;
  }

  get method(): Method {
    return this.#method;
  }

  /** Before the body is read: limits and header credentials. */
  readonly onRequest = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const arrival = new Arrival(this.#method, this.#calledName, takeTurn(request.raw.socket));
    request.arrival = arrival;
    let admission: void | Promise<void>;
    try {
      admission = this.#admit(request, reply, arrival);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (admission === undefined) done();
    else admission.then(() => done(), done);
  };

  /** With the body read. */
  readonly handler: RouteHandlerMethod = (request, reply): void => {
    const { responder } = this.#services;
    const { arrival } = request;
    if (arrival === undefined) throw new Error('a request must arrive before it is handled');
    try {
      const answer = this.#answer(request, reply, arrival);
      if (answer instanceof Promise) void this.#settle(request, reply, answer);
      else responder.succeed(request, reply, answer);
    } catch (error) {
      responder.refuse(request, reply, error);
    }
  };

  async #settle(request: FastifyRequest, reply: FastifyReply, answer: Promise<Answer>): Promise<void> {
    const { responder } = this.#services;
    try {
      responder.succeed(request, reply, await answer);
    } catch (error) {
      responder.refuse(request, reply, error);
    }
  }

  #admit(request: FastifyRequest, reply: FastifyReply, arrival: Arrival): void | Promise<void> {
    const { failures, limiters, pipelinedMax } = this.#services;
    if (arrival.turn.underWay > pipelinedMax) throw new RefusalWithHeaders(429, { 'retry-after': '1' });
    const seconds = failures.secondsToWait(request.ip);
    if (seconds > 0) throw new RefusalWithHeaders(429, { 'retry-after': String(seconds) });
    if (limiters.address === undefined) return this.#readHeader(request, arrival);
    return limiters.address(request, reply).then(() => this.#readHeader(request, arrival));
  }

  /** The header wins over the body wherever it is sent (spec/1 Authentication 5). */
  #readHeader(request: FastifyRequest, arrival: Arrival): void | Promise<void> {
    const header = this.#services.headerCredentials ? request.headers.authorization : undefined;
    if (header !== undefined) return this.#authenticate(credentialsFromHeader(header), request, arrival);
    if (request.method === 'GET' || request.method === 'HEAD') throw new ApiError(103);
  }

  #authenticate(credentials: Credentials | undefined, request: FastifyRequest, arrival: Arrival): void | Promise<void> {
    if (credentials === undefined) throw new ApiError(103);
    const found = this.#services.authenticator.authenticate(credentials.clientId, credentials.developerApiKey);
    if (found instanceof Promise) return found.then((client) => this.#identify(client, request, arrival));
    this.#identify(found, request, arrival);
  }

  #identify(client: Client | undefined, request: FastifyRequest, arrival: Arrival): void {
    if (client === undefined) {
      this.#services.failures.count(request.ip);
      throw new ApiError(103);
    }
    arrival.client = client;
    this.#services.calls?.count(client.clientId);
  }

  #answer(request: FastifyRequest, reply: FastifyReply, arrival: Arrival): Answer | Promise<Answer> {
    const body = request.body as Body;
    if (body instanceof UnreadableBody) throw malformedCall(this.#style, 'body', body.reason);
    if (arrival.client) return this.#counted(request, reply, arrival, body);
    const fields = body instanceof MultipartBody ? body.fields : body;
    const waiting = this.#authenticate(credentialsFromBody(fields), request, arrival);
    return waiting
      ? waiting.then(() => this.#counted(request, reply, arrival, body))
      : this.#counted(request, reply, arrival, body);
  }

  #counted(
    request: FastifyRequest,
    reply: FastifyReply,
    arrival: Arrival,
    body: MultipartBody | SentFields | undefined,
  ): Answer | Promise<Answer> {
    const limiter = this.#services.limiters.client;
    if (limiter === undefined) return this.#call(request, arrival, body);
    return limiter(request, reply).then(() => this.#call(request, arrival, body));
  }

  #call(
    request: FastifyRequest,
    arrival: Arrival,
    body: MultipartBody | SentFields | undefined,
  ): Answer | Promise<Answer> {
    const { client } = arrival;
    if (client === undefined) throw new ApiError(103);
    this.#authorise(client);
    const query = this.#query(request);
    const multipart = body instanceof MultipartBody ? body : undefined;
    const path = this.#hasPathParameters ? (request.params as SentFields) : undefined;
    const fields = multipart ? multipart.fields : (body as SentFields | undefined);
    const values = this.#validator.read({ path, body: fields, query: query?.fields }, client);
    const key = request.headers['idempotency-key'];
    if (this.#method.idempotent && key !== undefined && !isIdempotencyKey(key)) {
      throw malformedCall(this.#style, 'Idempotency-Key', 'must be 1 to 200 visible ASCII characters');
    }
    const { logger } = this.#services;
    return this.#method.handler(
      new RequestCall({ client, values, request, arrival, logger, query: query?.raw, files: multipart?.files }),
    );
  }

  #authorise(client: Client): void {
    const { name, operator } = this.#method;
    const denied = client.deniedMethods;
    const isDenied = denied.size > 0 && (denied.has(name) || denied.has(this.#calledName));
    if ((operator && !client.master) || isDenied) {
      throw new ApiError(111, undefined, this.#style === 'resource' ? { http: 403 } : {});
    }
    if (this.#scopes.length > 0 && !this.#scopes.some((scope) => client.scopes.has(scope))) throw new ApiError(1403);
  }

  #query(request: FastifyRequest): { readonly raw: URLSearchParams; readonly fields: SentFields } | undefined {
    const { url } = request.raw;
    const start = url === undefined ? -1 : url.indexOf('?');
    if (url === undefined || start < 0) return undefined;
    const raw = new URLSearchParams(url.slice(start + 1));
    const fields = readForm(raw, this.#services.fieldsMax);
    if (fields instanceof UnreadableBody) throw malformedCall(this.#style, 'query', fields.reason);
    return { raw, fields };
  }
}
