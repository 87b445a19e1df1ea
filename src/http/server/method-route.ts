import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Logger } from 'pino';
import {
  type CredentialGuard,
  type Credentials,
  callerAddress,
  credentialsFromBody,
  credentialsFromHeader,
  type Limiter,
  type Limiters,
  NO_CREDENTIALS,
  type SessionCookie,
  type Verdict,
  WrongCredentials,
} from '../auth/index.ts';
import {
  type Body,
  LONG_BODY_BYTES,
  MethodGate,
  MultipartBody,
  malformedCall,
  type Reading,
  RequestCall,
  RequestContext,
  type SentFields,
  type Style,
  UnreadableBody,
} from '../body/index.ts';
import {
  type Answer,
  ApiError,
  type CallCounter,
  type CallFault,
  type CallFaults,
  type Client,
  IGNORED_FIELDS,
  type Method,
  nextTurn,
  takeSlot,
} from '../methods/index.ts';
import { entriesMaxOf } from '../parameters/index.ts';
import { isListRead, type ReadPlaces } from './read-places.ts';
import type { Responder } from './responder.ts';
import { lockedOut, performFaulty, tooLargeForStranger } from './route-answers.ts';
import { type ReadBody, type SentValues, sentValues } from './sent-values.ts';

/** What every method is served with. */
export interface RouteDeps {
  readonly guard: CredentialGuard;
  readonly limiters: Limiters;
  readonly readPlaces: ReadPlaces;
  readonly responder: Responder;
  readonly calls: CallCounter | undefined;
  /** Absent where no client may ask for faults. */
  readonly faults: CallFaults | undefined;
  readonly logger: Logger;
  /** Absent: a cookie counts for nothing. */
  readonly sessionCookie: SessionCookie | undefined;
  /** The legacy host knows no header credentials (C22). */
  readonly headerCredentials: boolean;
  readonly fieldsMax: number;
}

/**
 * One name of one method, from the receipt of a request to its answer. Nothing waits that need not: where credentials
 * are known at once and no limit is set, the handler runs in the same tick in which the body is complete. What may have
 * to wait is in a separate function: one that may make a closure allocates for it at each call.
 */
export class MethodRoute {
  readonly #method: Method;
  readonly #calledName: string;
  readonly #deps: RouteDeps;
  readonly #style: Style;
  readonly #gate: MethodGate;
  readonly #values: Parameters<typeof sentValues>[2];
  readonly #entriesMax: number;
  readonly #isListRead: boolean;
  /** Counts the calls of an address and those of a client. */
  readonly #limiters: { readonly address: Limiter | undefined; readonly client: Limiter | undefined };

  constructor(method: Method, calledName: string, deps: RouteDeps) {
    this.#method = method;
    this.#calledName = calledName;
    this.#deps = deps;
    this.#style = method.style ?? 'method';
    this.#gate = new MethodGate(method, calledName);
    const hasPathParameters = method.path?.includes(':') ?? false;
    this.#values = { style: this.#style, hasPathParameters, fieldsMax: deps.fieldsMax };
    const schemas = Object.values(method.parameters).map(({ schema }) => schema);
    this.#entriesMax = entriesMaxOf(schemas, deps.fieldsMax);
    this.#isListRead = isListRead(method);
    const { address, client, orders } = deps.limiters;
    this.#limiters = method.isOrder ? { address: undefined, client: orders } : { address, client };
  }

  /** Before the body is read: limits and header credentials. */
  readonly onRequest = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const requestContext = new RequestContext({
      method: this.#method,
      calledName: this.#calledName,
      slot: takeSlot(request.raw.socket),
      ip: callerAddress(request),
      entriesMax: this.#entriesMax,
    });
    request.requestContext = requestContext;
    if (this.#method.uploads !== undefined) this.#expectFiles(requestContext);
    try {
      const { address } = this.#limiters;
      const admission =
        address === undefined
          ? this.#readHeader(request, requestContext)
          : this.#admitLater(address, request, reply, requestContext);
      if (admission instanceof Promise) admission.then(() => done(), done);
      else done();
    } catch (error) {
      done(error as Error);
    }
  };

  /** With the body read. */
  readonly handler: RouteHandlerMethod = (request, reply): void => {
    const { responder } = this.#deps;
    const { requestContext } = request;
    if (requestContext === undefined) throw new Error('a request must arrive before it is handled');
    try {
      const answer = this.#answer(request, reply, requestContext);
      if (!(answer instanceof Promise)) responder.succeed(request, reply, answer);
      else
        answer.then(
          (one) => responder.succeed(request, reply, one),
          (error) => responder.refuse(request, reply, error),
        );
    } catch (error) {
      responder.refuse(request, reply, error);
    }
  };

  async #admitLater(
    address: Limiter,
    request: FastifyRequest,
    reply: FastifyReply,
    requestContext: RequestContext,
  ): Promise<unknown> {
    await address(request, reply);
    return this.#readHeader(request, requestContext);
  }

  /** The header wins over the body wherever it is sent (C20). */
  #readHeader(request: FastifyRequest, requestContext: RequestContext): unknown {
    const header = this.#deps.headerCredentials ? request.headers.authorization : undefined;
    if (header !== undefined) return this.#authenticate(credentialsFromHeader(header), requestContext, 'malformed');
    const session = this.#deps.sessionCookie?.ofCall(request.headers);
    if (session !== undefined) {
      return this.#identify(this.#deps.guard.checkSession(session, requestContext.ip), requestContext, 'session');
    }
    if (request.method === 'GET' || request.method === 'HEAD') {
      throw this.#uncredited(requestContext.ip, new ApiError(103, NO_CREDENTIALS.header));
    }
    // Not written as one: V8 keeps a function that is assigned to a property where it is written, with all that it
    // reaches, until it collects the whole heap.
    const refuse = (bytesMax: number) => this.#uncredited(requestContext.ip, tooLargeForStranger(bytesMax));
    requestContext.refuseStranger = refuse;
    return undefined;
  }

  /** The refusal of a call without credentials, which counts as one with wrong ones does (C21). */
  #uncredited(ip: string, refusal: ApiError): ApiError {
    const { secondsToWait } = this.#deps.guard.countMissing(ip);
    return secondsToWait > 0 ? lockedOut(secondsToWait) : refusal;
  }

  #expectFiles(requestContext: RequestContext): void {
    const admit = (fields: SentFields) => this.#admitFiles(fields, requestContext);
    requestContext.admitFiles = admit;
  }

  /** No byte of a file is kept for a caller who may not send it. */
  #admitFiles(fields: SentFields, requestContext: RequestContext): void | Promise<void> {
    if (requestContext.client) return this.#gate.authorise(requestContext.client);
    const credentials = credentialsFromBody(fields);
    if (credentials === undefined) {
      const detail = 'clientID and developerAPIKey must come before the files';
      throw this.#uncredited(requestContext.ip, new ApiError(103, detail));
    }
    const identified = this.#authenticate(credentials, requestContext, 'body');
    if (identified instanceof Promise) return identified.then((client) => this.#gate.authorise(client));
    this.#gate.authorise(identified);
  }

  #authenticate(
    credentials: Credentials | undefined,
    requestContext: RequestContext,
    fault: keyof typeof NO_CREDENTIALS,
  ): Client | Promise<Client> {
    if (credentials === undefined) throw this.#uncredited(requestContext.ip, new ApiError(103, NO_CREDENTIALS[fault]));
    return this.#identify(this.#deps.guard.check(credentials, requestContext.ip), requestContext);
  }

  /** wrong: the detail of the refusal of wrong credentials; absent: none. */
  #identify(
    verdict: Verdict | Promise<Verdict>,
    requestContext: RequestContext,
    wrong?: keyof typeof NO_CREDENTIALS,
  ): Client | Promise<Client> {
    if (verdict instanceof Promise) return this.#identifyLater(verdict, requestContext, wrong);
    if (verdict instanceof WrongCredentials) {
      if (verdict.secondsToWait > 0) throw lockedOut(verdict.secondsToWait);
      throw new ApiError(103, wrong && NO_CREDENTIALS[wrong]);
    }
    requestContext.client = verdict;
    requestContext.slot.connection.isKnown = true;
    this.#deps.calls?.count(verdict.clientId);
    return verdict;
  }

  async #identifyLater(verdict: Promise<Verdict>, context: RequestContext, wrong?: keyof typeof NO_CREDENTIALS) {
    return this.#identify(await verdict, context, wrong);
  }

  #answer(request: FastifyRequest, reply: FastifyReply, requestContext: RequestContext): Answer | Promise<Answer> {
    const body = request.body as Body;
    if (body instanceof UnreadableBody) {
      const refusal = malformedCall(this.#style, 'body', body.reason);
      if (requestContext.client === undefined) throw this.#uncredited(requestContext.ip, refusal);
      this.#gate.authorise(requestContext.client);
      throw refusal;
    }
    const fault = this.#deps.headerCredentials ? 'either' : 'body';
    const fields = body instanceof MultipartBody ? body.fields : body;
    const identified = requestContext.client ?? this.#authenticate(credentialsFromBody(fields), requestContext, fault);
    const isLong = body !== undefined && Number(request.headers['content-length'] ?? Infinity) > LONG_BODY_BYTES;
    if (this.#limiters.client === undefined && !(identified instanceof Promise) && !isLong) {
      return this.#handle(this.#read(request, reply, identified, body), reply);
    }
    return this.#callLater(request, reply, identified, { body, isLong });
  }

  async #callLater(
    request: FastifyRequest,
    reply: FastifyReply,
    identified: Client | Promise<Client>,
    { body, isLong }: { readonly body: ReadBody; readonly isLong: boolean },
  ): Promise<Answer> {
    const client = await identified;
    await this.#limiters.client?.(request, reply);
    const call = isLong
      ? await this.#readInTurns(request, reply, client, body)
      : this.#read(request, reply, client, body);
    return this.#handle(call, reply);
  }

  /** The call, with the values that the method takes. */
  #read(request: FastifyRequest, reply: FastifyReply, client: Client, body: ReadBody): RequestCall {
    this.#gate.authorise(client);
    const sent = sentValues(request, body, this.#values);
    const key = request.headers['idempotency-key'];
    return this.#callOf(request, reply, sent, this.#gate.read(sent.sources, client, key));
  }

  /** The same of a long body. */
  async #readInTurns(
    request: FastifyRequest,
    reply: FastifyReply,
    client: Client,
    body: ReadBody,
  ): Promise<RequestCall> {
    this.#gate.authorise(client);
    await nextTurn();
    const sent = sentValues(request, body, this.#values);
    const key = request.headers['idempotency-key'];
    const call = this.#callOf(request, reply, sent, await this.#gate.readInTurns(sent.sources, client, key));
    await call.prepare();
    await nextTurn();
    return call;
  }

  #callOf(request: FastifyRequest, reply: FastifyReply, sent: SentValues, { values, ignored }: Reading): RequestCall {
    if (ignored !== '') reply.header(IGNORED_FIELDS, ignored);
    return new RequestCall(request, values, this.#deps.logger, sent);
  }

  #handle(call: RequestCall, reply: FastifyReply): Answer | Promise<Answer> {
    const { faults } = this.#deps;
    const fault = faults?.isSet ? faults.ofCall(call.client, this.#method) : undefined;
    return fault === undefined ? this.#perform(call, reply) : this.#performWith(fault, call, reply);
  }

  #performWith(fault: CallFault, call: RequestCall, reply: FastifyReply): Promise<Answer> {
    return performFaulty(fault, reply, () => this.#perform(call, reply));
  }

  #perform(call: RequestCall, reply: FastifyReply): Answer | Promise<Answer> {
    if (!this.#isListRead || this.#method.waits?.(call.values)) return this.#method.handler(call);
    return this.#readInPlace(call, reply);
  }

  #readInPlace(call: RequestCall, reply: FastifyReply): Answer | Promise<Answer> {
    return this.#deps.readPlaces.run(call.client.clientId, reply.raw, () => this.#method.handler(call));
  }
}
