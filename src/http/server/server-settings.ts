import type { Server as HttpServer } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';
import type { Logger } from 'pino';
import type { HttpLimits } from '../auth/index.ts';
import { NO_SNIFFING, requestIds } from '../methods/index.ts';
import { answerBrokenRequest } from './fallbacks.ts';
import { afterAnswers } from './intake.ts';
import type { Responder } from './responder.ts';

interface HostOptions {
  readonly logger: Logger;
  /** As in ServerOptions. */
  readonly trustProxy?: number | readonly string[];
}

/** What every host of the API has in common. */
export function serverSettings(
  options: HostOptions,
  limits: HttpLimits,
  responder: Responder,
): FastifyHttpOptions<HttpServer> {
  return {
    // The responder logs requests, with their method and client.
    logger: false,
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    http: {
      headersTimeout: limits.requestTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(5000, limits.requestTimeoutMs),
      maxHeaderSize: 16_384,
      // Without one the request is refused in the envelope (wrongForm).
      requireHostHeader: false,
      // Nobody takes an upgrade before the stream says which.
      shouldUpgradeCallback: () => false,
    },
    genReqId: requestIds(),
    trustProxy: trustedProxies(options.trustProxy),
    exposeHeadRoutes: false,
    // What arrives on an open connection while closing is still served, as the last of its connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, ...NO_SNIFFING });
      responder.refuse(request, reply, error);
    },
    clientErrorHandler: (error, socket) =>
      afterAnswers(socket, () => answerBrokenRequest(error, socket, options.logger)),
  };
}

/** hop counts from the peer, which is 0. */
function trustedProxies(
  proxies: number | readonly string[] = 0,
): NonNullable<FastifyHttpOptions<HttpServer>['trustProxy']> {
  if (typeof proxies !== 'number') return [...proxies];
  return proxies > 0 && ((_address, hop) => hop < proxies);
}
