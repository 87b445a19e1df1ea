import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type Call, type Client, idempotencyOf, type UploadedFile } from '../methods/index.ts';
import type { RequestContext } from './request-context.ts';

const NO_FILES: readonly UploadedFile[] = Object.freeze([]);

/** A call as its handler sees it. What few handlers ask for is made when it is asked for. */
export class RequestCall implements Call {
  readonly client: Client;
  readonly values: Readonly<Record<string, unknown>>;
  readonly methodName: string;
  readonly files: readonly UploadedFile[];
  readonly #request: FastifyRequest;
  readonly #requestContext: RequestContext;
  readonly #logger: Logger;
  readonly #query: URLSearchParams | undefined;
  #idempotency: Call['idempotency'];
  #log: Logger | undefined;

  /** @param request whose client is known */
  constructor(
    request: FastifyRequest,
    values: Readonly<Record<string, unknown>>,
    logger: Logger,
    { query, files }: { readonly query: URLSearchParams | undefined; readonly files: Call['files'] | undefined },
  ) {
    const requestContext = request.requestContext as RequestContext;
    this.client = requestContext.client as Client;
    this.values = values;
    this.methodName = requestContext.calledName;
    this.files = files ?? NO_FILES;
    this.#request = request;
    this.#requestContext = requestContext;
    this.#logger = logger;
    this.#query = query;
  }

  get ip(): string {
    return this.#requestContext.ip;
  }

  get requestId(): string {
    return this.#request.id;
  }

  get query(): URLSearchParams {
    return this.#query ?? new URLSearchParams();
  }

  get prefer(): string | undefined {
    const { prefer } = this.#request.headers;
    return Array.isArray(prefer) ? prefer.join(',') : prefer;
  }

  get log(): Logger {
    this.#log ??= this.#logger.child({ requestId: this.requestId, method: this.methodName });
    return this.#log;
  }

  /** Only asked for where the header was found well-formed. */
  get idempotency(): Call['idempotency'] {
    const { method } = this.#requestContext;
    const key = this.#request.headers['idempotency-key'];
    if (!method.idempotent || typeof key !== 'string') return undefined;
    this.#idempotency ??= idempotencyOf(key, method.name, this.values, this.files);
    return this.#idempotency;
  }

  inTurn(): Promise<void> | undefined {
    return this.#requestContext.turn.granted();
  }

  submitted(): void {
    this.#requestContext.turn.submitted();
  }
}
