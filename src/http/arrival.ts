import type { Client } from './client.ts';
import type { Turn } from './in-turn.ts';
import type { Method } from './method.ts';
import type { SpooledFiles } from './upload-spool.ts';

/** What is known of a request for a method from its arrival on. */
export class Arrival {
  readonly method: Method;
  /** The name that was called: the method's own or an alias. */
  readonly calledName: string;
  readonly turn: Turn;
  /** Milliseconds of the process's monotonic clock. */
  readonly startedAt: number;
  /** Known once the credentials are. */
  client: Client | undefined = undefined;
  /** The files that came with it, discarded once it is answered. */
  uploads: SpooledFiles | undefined = undefined;

  constructor(method: Method, calledName: string, turn: Turn) {
    this.method = method;
    this.calledName = calledName;
    this.turn = turn;
    this.startedAt = performance.now();
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** undefined where the request reached no method. */
    arrival: Arrival | undefined;
  }
}
