import type { FastifyInstance } from 'fastify';
import { type Entrance, withHead } from '../methods/index.ts';
import { MethodRoute, type RouteDeps } from './method-route.ts';

/** Adds a route for each path and its verbs; addFallbacks refuses the others. */
export function mountMethods(app: FastifyInstance, entrances: readonly Entrance[], deps: RouteDeps): void {
  for (const { path, verbs, calledName, method } of entrances) {
    const route = new MethodRoute(method, calledName, deps);
    app.route({ url: path, method: withHead(verbs), onRequest: route.onRequest, handler: route.handler });
  }
}
