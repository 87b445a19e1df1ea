/** A node of several: whether it may answer, and how far its copy of the venue must be before it does (J5, J22). */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type Rendered, renderError } from '../methods/index.ts';

const ALWAYS_OPEN = new Set(['/health', '/ready', '/ready/leader', '/v3/status', '/v3/ping']);
/** Of a response: the last command that it shows. Of a request: the last command that the response must show. */
const POSITION = 'x-venue-position';
const LEAVING = 'the venue changes its node';

function isAlwaysOpen(request: FastifyRequest): boolean {
  return ALWAYS_OPEN.has(request.routeOptions.url ?? '');
}

export interface ServingCopy {
  /** Why no call is answered now, or null. Asked before a call and before its answer. */
  readonly closed: () => string | null;
  /** Why no call over HTTP is let in, although streams go on; null where it is. */
  readonly pending: () => string | null;
  /** Of the last command that the copy of the venue has. */
  readonly position: () => number;
  /**
   * Resolves when the copy has every command that was acknowledged before, or up to a position; undefined: it has.
   * Rejects with ApiError 503 after a while.
   */
  readonly level: (position: number | undefined) => Promise<void> | undefined;
}

/** Whether calls are let in and answered, and how many are under way. */
export class ServingGate {
  readonly closed: () => string | null;
  readonly pending: () => string | null;
  readonly position: () => number;
  readonly level: ServingCopy['level'];
  readonly #emptied = Promise.withResolvers<void>();
  #isShut = false;
  #underWay = 0;

  constructor({ closed, pending, position, level }: ServingCopy) {
    this.closed = closed;
    this.pending = pending;
    this.position = position;
    this.level = level;
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
      this.#resolveEmptied();
    });
  }

  /** Lets no more calls in; resolves when those that are under way have been answered. */
  shut(): Promise<void> {
    this.#isShut = true;
    this.#resolveEmptied();
    return this.#emptied.promise;
  }

  showPosition(reply: FastifyReply): void {
    reply.header(POSITION, String(this.position()));
  }

  /** Instead of an answer that may have been overtaken; undefined when it may be sent. */
  answerWhileClosed(request: FastifyRequest): Rendered | undefined {
    const reason = this.closed();
    if (reason === null || isAlwaysOpen(request)) return undefined;
    return renderError(new ApiError(503, `${reason}; the outcome of this call is unknown`));
  }

  #resolveEmptied(): void {
    if (this.#isShut && this.#underWay === 0) this.#emptied.resolve();
  }
}

/** Before anything is done for a call, the opening of a stream among them. */
export function refuseWhileClosed(app: FastifyInstance, entrance: ServingGate): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isAlwaysOpen(request)) return done();
    const reason = entrance.refusal ?? entrance.pending();
    if (reason !== null) return done(new ApiError(503, reason));
    // A stream ends in its own way.
    if (request.headers.upgrade !== undefined) return done();
    entrance.enter(reply.raw);
    const level = entrance.level(positionAsked(request));
    if (level === undefined) done();
    else level.then(() => done(), done);
  });
}

/** Undefined where the header is absent or no position: then the response shows all that was acknowledged. */
function positionAsked({ headers }: FastifyRequest): number | undefined {
  const text = headers[POSITION];
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
