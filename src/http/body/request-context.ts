import type { ApiError, Client, Method, Turn } from '../methods/index.ts';
import type { SentFields } from './field-names.ts';
import type { SpooledFiles } from './upload-spool.ts';

/** What is known of a request for a method from its receipt on. */
export class RequestContext {
  readonly method: Method;
  /** The name that was called: the method's own or an alias. */
  readonly calledName: string;
  readonly turn: Turn;
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

  constructor(parts: Pick<RequestContext, 'method' | 'calledName' | 'turn' | 'ip' | 'entriesMax'>) {
    this.method = parts.method;
    this.calledName = parts.calledName;
    this.turn = parts.turn;
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
