/** The host of a process that has no venue to answer from: its state on /health, and 503 for every call (J29). */
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { HttpLimits } from '../auth/index.ts';
import { ApiError } from '../methods/index.ts';
import { Connections } from './connections.ts';
import { answerHeaders, refuseExpectations } from './fallbacks.ts';
import { addHealthRoutes, type HealthReport } from './health-routes.ts';
import { gateRequests } from './intake.ts';
import { wrongForm } from './request-form.ts';
import { Responder } from './responder.ts';
import { serverSettings } from './server-settings.ts';

export interface WaitingHostDeps {
  readonly logger: Logger;
  readonly limits: HttpLimits;
  readonly isHttps: boolean;
  /** With the reason for which it waits. */
  readonly health: () => HealthReport;
}

/** Every answer ends its connection: the next one may be the venue's. */
export async function createWaitingHost({
  logger,
  limits,
  isHttps,
  health,
}: WaitingHostDeps): Promise<FastifyInstance> {
  const responder = new Responder({ logger, metrics: undefined });
  responder.beginClosing();
  const app = Fastify(serverSettings({ logger }, limits, responder));
  const connections = new Connections(app.server);
  gateRequests(app.server, limits.silenceMs);
  refuseExpectations(app.server);
  app.decorateRequest('requestContext', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    answerHeaders(request, reply, isHttps);
    // Before any of the body is read.
    const refusal = request.is404 ? new ApiError(503, health().reason ?? undefined) : undefined;
    done(wrongForm(request.raw) ?? refusal);
  });
  app.setErrorHandler((error, request, reply) => responder.refuse(request, reply, error));
  addHealthRoutes(app, health, responder);
  app.addHook('preClose', (done) => {
    connections.end(limits.closingMs);
    done();
  });
  app.addHook('onClose', () => connections.drained());
  await app.ready();
  return app;
}
