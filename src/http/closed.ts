/** A process that does not own the venue answers nothing but what tells of itself (J5, J7). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Rendered, renderError } from './envelope.ts';
import { ApiError } from './status-codes.ts';

/** Why no call is answered now, or null. Asked before a call and before its answer. */
export type Closed = () => string | null;

const ALWAYS_OPEN = new Set(['/health', '/ready', '/v3/status', '/v3/ping']);

function isAlwaysOpen(request: FastifyRequest): boolean {
  return ALWAYS_OPEN.has(request.routeOptions.url ?? '');
}

/** Before anything is done for a call, the opening of a stream among them. */
export function refuseWhileClosed(app: FastifyInstance, closed: Closed): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const reason = closed();
    done(reason === null || isAlwaysOpen(request) ? undefined : new ApiError(503, reason));
  });
}

/** Instead of an answer that may have been overtaken; undefined when it may be sent. */
export function answerWhileClosed(request: FastifyRequest, closed: Closed | undefined): Rendered | undefined {
  const reason = closed?.() ?? null;
  if (reason === null || isAlwaysOpen(request)) return undefined;
  return renderError(new ApiError(503, `${reason}; the outcome of this call is unknown`));
}
