/** The paths and verbs under which methods are called, made from their declarations. */
import type { FastifyInstance } from 'fastify';
import { RefusalWithHeaders } from './envelope.ts';
import type { Method, Verb } from './method.ts';

const ALL_VERBS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export type Host = 'v3' | 'legacy';

/** One way to a method: a path, its verbs, and the name that is called there. */
export interface Entrance {
  readonly path: string;
  readonly verbs: readonly Verb[];
  readonly calledName: string;
  readonly method: Method;
  readonly isDeprecated: boolean;
}

/** All the ways to the methods of a host, in the order of their declarations. Throws where two are the same. */
export function entrancesOf(methods: readonly Method[], host: Host): Entrance[] {
  const entrances = methods
    .filter((method) => (method.host ?? 'v3') === host)
    .flatMap((method) => waysTo(method, host));
  const taken = new Map<string, string>();
  for (const { path, verbs, calledName, method } of entrances) {
    requirePathParameters(path, method);
    for (const verb of verbs) {
      const way = `${verb} ${path.replace(/:\w+/g, ':')}`;
      const other = taken.get(way);
      if (other !== undefined) throw new Error(`${verb} ${path} is declared twice, for ${other} and ${calledName}`);
      taken.set(way, calledName);
    }
  }
  return entrances;
}

function waysTo(method: Method, host: Host): Entrance[] {
  const prefix = host === 'v3' ? '/v3/' : '/';
  const verbs = [method.verb].flat();
  const { name, aliases = [], deprecatedAliases = [], deprecated = false } = method;
  return [name, ...aliases, ...deprecatedAliases].map((calledName) => ({
    path: (calledName === name ? method.path : undefined) ?? `${prefix}${calledName}`,
    verbs,
    calledName,
    method,
    isDeprecated: deprecated || deprecatedAliases.includes(calledName),
  }));
}

function requirePathParameters(path: string, method: Method): void {
  for (const [, name] of path.matchAll(/:(\w+)/g)) {
    if (name !== undefined && !Object.hasOwn(method.parameters, name)) {
      throw new Error(`${method.name}: the path parameter ${name} is not declared`);
    }
  }
}

/** Answers 405 with Allow to every verb that a path does not take (C4). */
export function refuseOtherVerbs(app: FastifyInstance, path: string, verbs: readonly string[]): void {
  const allow = ALL_VERBS.filter((verb) => verbs.includes(verb)).join(', ');
  app.route({
    url: path,
    method: ALL_VERBS.filter((verb) => !verbs.includes(verb)),
    // Refused on receipt: the body of a request that nobody takes is not worth reading.
    onRequest: (_request, _reply, done) => done(new RefusalWithHeaders(105, { allow })),
    handler: () => undefined,
  });
}
