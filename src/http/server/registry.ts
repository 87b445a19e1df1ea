import type { FastifyInstance } from 'fastify';
import { type Entrance, refuseOtherVerbs } from '../methods/index.ts';
import { MethodRoute, type RouteDeps } from './method-route.ts';

/** Adds a route for each path and verb, and 105 for the other verbs of a path. */
export function mountMethods(app: FastifyInstance, entrances: readonly Entrance[], deps: RouteDeps): void {
  const verbsOf = new Map<string, { readonly path: string; readonly verbs: string[] }>();
  for (const { path, verbs, calledName, method } of entrances) {
    const route = new MethodRoute(method, calledName, deps);
    // HEAD is GET without the body, which the server leaves out by itself.
    const withHead = verbs.includes('GET') ? [...verbs, 'HEAD'] : [...verbs];
    app.route({ url: path, method: withHead, onRequest: route.onRequest, handler: route.handler });
    const shape = path.replace(/:\w+/g, ':');
    const known = verbsOf.get(shape);
    if (known) known.verbs.push(...withHead);
    else verbsOf.set(shape, { path, verbs: withHead });
  }
  for (const { path, verbs } of verbsOf.values()) refuseOtherVerbs(app, path, verbs);
}
