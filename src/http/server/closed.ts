/** A process that does not lead the venue answers only reads about itself (J5, J7). */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, type Rendered, renderError } from '../methods/index.ts';

const ALWAYS_OPEN = new Set(['/health', '/ready', '/v3/status', '/v3/ping']);
const LEAVING = 'the venue changes its node';

function isAlwaysOpen(request: FastifyRequest): boolean {
  return ALWAYS_OPEN.has(request.routeOptions.url ?? '');
}

/** Whether calls are let in and answered, and how many are under way. */
export class ServingGate {
  /** Why no call is answered now, or null. Asked before a call and before its answer. */
  readonly closed: () => string | null;
  readonly #emptied = Promise.withResolvers<void>();
  #isShut = false;
  #underWay = 0;

  constructor(closed: () => string | null) {
    this.closed = closed;
  }

  /** Why no call is let in now, or null. */
  get refusal(): string | null {
    return this.closed() ?? (this.#isShut ? LEAVING : null);
  }

  /** A call that is let in, until its response is over. */
  enter(response: Pick<ServerResponse, 'once'>): void {
    this.#underWay++;
    response.once('close', () => {
      this.#underWay--;
      this.#look();
    });
  }

  /** Lets no more calls in; resolves when those that are under way have been answered. */
  shut(): Promise<void> {
    this.#isShut = true;
    this.#look();
    return this.#emptied.promise;
  }

  #look(): void {
    if (this.#isShut && this.#underWay === 0) this.#emptied.resolve();
  }
}

/** Before anything is done for a call, the opening of a stream among them. */
export function refuseWhileClosed(app: FastifyInstance, entrance: ServingGate): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isAlwaysOpen(request)) return done();
    const reason = entrance.refusal;
    if (reason !== null) return done(new ApiError(503, reason));
    // A stream ends in its own way.
    if (request.headers.upgrade === undefined) entrance.enter(reply.raw);
    done();
  });
}

/** Instead of an answer that may have been overtaken; undefined when it may be sent. */
export function answerWhileClosed(request: FastifyRequest, entrance: ServingGate | undefined): Rendered | undefined {
  const reason = entrance?.closed() ?? null;
  if (reason === null || isAlwaysOpen(request)) return undefined;
  return renderError(new ApiError(503, `${reason}; the outcome of this call is unknown`));
}
