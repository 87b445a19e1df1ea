import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import {
  type ApiError,
  type Call,
  type Client,
  idempotencySteps,
  inTurns,
  type Method,
  type PipelineSlot,
  sentRequestId,
  type UploadedFile,
} from '../methods/index.ts';
import { atOnce } from '../parameters/index.ts';
import type { SpooledFiles } from './upload-spool.ts';
import type { SentFields } from './validation.ts';

const NO_FILES: readonly UploadedFile[] = Object.freeze([]);

/** A call as its handler sees it. What few handlers ask for is made when it is asked for. */
export class RequestCall implements Call {
  readonly requestId: string;
  readonly client: Client;
  readonly values: Readonly<Record<string, unknown>>;
  readonly methodName: string;
  readonly ip: string;
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
    this.requestId = request.id;
    this.client = requestContext.client as Client;
    this.values = values;
    this.methodName = requestContext.calledName;
    this.ip = requestContext.ip;
    this.files = files ?? NO_FILES;
    this.#request = request;
    this.#requestContext = requestContext;
    this.#logger = logger;
    this.#query = query;
  }

  get query(): URLSearchParams {
    return this.#query ?? new URLSearchParams();
  }

  get prefer(): string | undefined {
    const { prefer } = this.#request.headers;
    return Array.isArray(prefer) ? prefer.join(',') : prefer;
  }

  get sentRequestId(): string | undefined {
    return sentRequestId(this.#request.headers);
  }

  get log(): Logger {
    const { requestId, sentRequestId, methodName: method } = this;
    this.#log ??= this.#logger.child({ requestId, ...(sentRequestId && { sentRequestId }), method });
    return this.#log;
  }

  /** Only asked for where the header was found well-formed. */
  get idempotency(): Call['idempotency'] {
    const key = this.#honouredKey;
    if (key !== undefined) this.#idempotency ??= atOnce(this.#identify(key));
    return this.#idempotency;
  }

  /** For a call with long values: what is asked for later is made in turns. */
  async prepare(): Promise<void> {
    const key = this.#honouredKey;
    if (key !== undefined) this.#idempotency = await inTurns(this.#identify(key));
  }

  get #honouredKey(): string | undefined {
    const key = this.#request.headers['idempotency-key'];
    return this.#requestContext.method.idempotent && typeof key === 'string' ? key : undefined;
  }

  #identify(key: string): ReturnType<typeof idempotencySteps> {
    return idempotencySteps(key, this.#requestContext.method.name, this.values, this.files);
  }

  inTurn(): Promise<void> | undefined {
    return this.#requestContext.slot.granted();
  }

  submitted(): void {
    this.#requestContext.slot.submitted();
  }
}

/** What is known of a request for a method from its receipt on. */
export class RequestContext {
  readonly method: Method;
  /** The name that was called: the method's own or an alias. */
  readonly calledName: string;
  readonly slot: PipelineSlot;
  /** The caller's address; read on receipt, as a connection that ended has none. */
  readonly ip: string;
  /** Fields and list entries that a JSON body may have. */
  readonly entriesMax: number;
  /** Milliseconds of the process's monotonic clock. */
  readonly startedAt: number;
  /** Known once the credentials are. */
  client: Client | undefined = undefined;
  /** Counts and refuses a body that is too large for a sender who is not known; set where no header says who it is. */
  refuseStranger: ((bytesMax: number) => ApiError) | undefined = undefined;
  /**
   * Asked before the first file is taken in, with the fields that came before it: throws where the caller may not call
   * the method, or is not known yet.
   */
  admitFiles: ((fields: SentFields) => void | Promise<void>) | undefined = undefined;
  /** The files that came with it, discarded once it is answered. */
  uploads: SpooledFiles | undefined = undefined;

  constructor(parts: Pick<RequestContext, 'method' | 'calledName' | 'slot' | 'ip' | 'entriesMax'>) {
    this.method = parts.method;
    this.calledName = parts.calledName;
    this.slot = parts.slot;
    this.ip = parts.ip;
    this.entriesMax = parts.entriesMax;
    this.startedAt = performance.now();
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** undefined where the request reached no method. */
    requestContext: RequestContext | undefined;
  }
}
