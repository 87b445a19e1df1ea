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
  const refusal = wrongVerb(verbs);
  app.route({
    url: path,
    method: ALL_VERBS.filter((verb) => !verbs.includes(verb)),
    // Refused on receipt: the body of a request that nobody takes is not worth reading.
    onRequest: (_request, _reply, done) => done(refusal),
    handler: () => undefined,
  });
}

/**
 * The same of all entrances of a host, as a function of the URL of a request that no route takes; undefined where no
 * entrance has its path. A route for each verb that is refused would take half of the time in which a host is built.
 */
export function otherVerbs(entrances: readonly Entrance[]): (url: string) => RefusalWithHeaders | undefined {
  const byShape = Map.groupBy(entrances, ({ path }) => path.replace(/:\w+/g, ':'));
  const exact = new Map<string, RefusalWithHeaders>();
  const templates: { readonly shape: RegExp; readonly refusal: RefusalWithHeaders }[] = [];
  for (const [shape, same] of byShape) {
    const refusal = wrongVerb(same.flatMap(({ verbs }) => withHead(verbs)));
    if (shape.includes(':')) templates.push({ shape: new RegExp(`^${shape.replaceAll(':', '[^/]+')}$`), refusal });
    else exact.set(shape, refusal);
  }
  return (url) => {
    const path = pathOf(url);
    return exact.get(path) ?? templates.find(({ shape }) => shape.test(path))?.refusal;
  };
}

/** HEAD is GET without the body, which the server leaves out by itself. */
export function withHead(verbs: readonly string[]): string[] {
  return verbs.includes('GET') ? [...verbs, 'HEAD'] : [...verbs];
}

function wrongVerb(verbs: readonly string[]): RefusalWithHeaders {
  const allow = ALL_VERBS.filter((verb) => verbs.includes(verb)).join(', ');
  return new RefusalWithHeaders(
    105,
    { allow },
    { statusDesc: `The method does not take this HTTP verb, but ${allow}` },
  );
}

/** As the router reads it. */
function pathOf(url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
