/** The OpenAPI 3.1 document of the API, made from the declarations of its methods. */
import { type Entrance, entrancesOf, type Method, scopesGranting, scopesNeeded, type Verb } from '../methods/index.ts';
import { ANYWHERE_RESPONSES, ENVELOPE, ERROR, errorResponses, refusals, responsesOf } from './answers.ts';
import type { MethodExamples } from './examples.ts';
import { INTRODUCTION, STATUS_CODES_TAG, statusCodes } from './introduction.ts';
import { NamedSchemas } from './named-schemas.ts';
import { exampleOf, ownName, PARAMETERS, REQUEST_SCHEMAS, requestOf } from './request.ts';
import { WEBHOOK_SCHEMAS, type WebhookDeclaration, webhookItems } from './webhooks.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

export type OpenApiDocument = JsonObject & { readonly openapi: string };

export interface OpenApiOptions {
  readonly methods: readonly Method[];
  readonly environment: string;
  readonly version: string;
  /** Where callers reach the two hosts. */
  readonly publicUrls?: { readonly v3?: string | undefined; readonly legacy?: string | undefined };
  readonly webhookList?: readonly WebhookDeclaration[];
  readonly examples?: MethodExamples | undefined;
}

export function openApiDocument(options: OpenApiOptions): OpenApiDocument {
  return JSON.parse([...openApiText(options)].join(''));
}

/** The text of the document, made piece by piece. */
export function* openApiText(options: OpenApiOptions): Generator<string, void, undefined> {
  const { methods, environment, version, publicUrls, webhookList = [], examples } = options;
  const v3 = entrancesOf(methods, 'v3');
  const legacy = entrancesOf(methods, 'legacy');
  const head = {
    openapi: '3.1.0',
    info: {
      title: 'OpenATS API',
      version,
      summary: `Securities offerings and a trading venue (${environment})`,
      description: INTRODUCTION,
      contact: { name: 'OpenATS' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrls?.v3 ?? '/', description: environment }],
    security: [{ bearerCredentials: [] }],
    tags: tagsOf(methods, webhookList),
  };
  const described = { examples, names: new NamedSchemas() };
  yield `${JSON.stringify(head).slice(0, -1)},"paths":`;
  yield* objectText([pathsOf(v3, described), legacyPaths(legacy, publicUrls?.legacy, described), servicePaths()]);
  if (webhookList.length > 0) yield* [',"webhooks":', JSON.stringify(webhookItems(webhookList, described.names))];
  const components = {
    securitySchemes: SECURITY_SCHEMES,
    parameters: PARAMETERS,
    responses: errorResponses(described.names),
    examples: refusals(),
    headers: {
      RequestId: { description: 'The id of the request, as in the log', schema: { type: 'string' } },
      IgnoredFields: {
        description: 'The fields of the call that the method does not have, separated by commas; absent: none was sent',
        schema: { type: 'string' },
      },
    },
  };
  yield `,"components":${JSON.stringify(components).slice(0, -1)},"schemas":`;
  const shared = { Envelope: ENVELOPE, Error: ERROR, ...REQUEST_SCHEMAS, ...WEBHOOK_SCHEMAS };
  yield* objectText([Object.entries(shared), described.names.entries()]);
  yield '}}';
}

/** What the parts of the document have in common. */
interface Described {
  readonly examples: MethodExamples | undefined;
  /** Those of the paths and webhooks that were described so far. */
  readonly names: NamedSchemas;
}

/** An object, member by member. */
function* objectText(members: readonly Iterable<readonly [string, unknown]>[]): Generator<string, void, undefined> {
  let separator = '{';
  for (const some of members) {
    for (const [name, value] of some) {
      yield `${separator}${JSON.stringify(name)}:${JSON.stringify(value)}`;
      separator = ',';
    }
  }
  yield '}';
}

/** Groups in the order of the alphabet, then the service itself; the list of codes comes after the methods. */
function tagsOf(methods: readonly Method[], webhooks: readonly WebhookDeclaration[]): object[] {
  const groups = [...new Set([...methods, ...webhooks].map(({ group }) => group))].sort();
  return [
    ...groups.map((name) => ({ name, description: `Methods of the group ${name}.` })),
    { name: 'Service', description: 'For those who run the service.' },
    { name: STATUS_CODES_TAG, description: statusCodes() },
  ];
}

const SECURITY_SCHEMES = {
  bearerCredentials: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'CLIENT_ID:DEVELOPER_API_KEY',
    description: 'The client id and the developer key, joined by a colon',
  },
};

function* pathsOf(
  entrances: readonly Entrance[],
  described: Described,
): Generator<readonly [string, JsonObject], void, undefined> {
  const byPath = Map.groupBy(entrances, ({ path }) => path.replace(/:(\w+)/g, '{$1}'));
  for (const [path, ways] of byPath) {
    const operations = ways.flatMap((entrance) =>
      entrance.verbs.map((verb) => [verb.toLowerCase(), operation(entrance, verb, described)]),
    );
    yield [path, Object.fromEntries(operations)];
  }
}

function* legacyPaths(
  entrances: readonly Entrance[],
  url: string | undefined,
  described: Described,
): Generator<readonly [string, JsonObject], void, undefined> {
  const servers = [{ url: url ?? '/', description: 'The legacy host, a separate port' }];
  for (const [path, item] of pathsOf(entrances, described)) yield [path, { servers, ...item }];
}

function operation(entrance: Entrance, verb: Verb, { examples, names }: Described): unknown {
  const { verbs, calledName, method } = entrance;
  const isAlias = calledName !== method.name;
  const example = exampleOf(method, examples);
  const id = ownName(calledName, method);
  return {
    operationId: verbs.length > 1 ? `${id}_${verb.toLowerCase()}` : id,
    tags: [method.group],
    summary: method.summary,
    description: [method.description, isAlias ? `Another name of ${method.name}.` : '', permissions(method)]
      .filter(Boolean)
      .join('\n\n'),
    ...(entrance.isDeprecated ? { deprecated: true } : {}),
    security: security(method, verb),
    ...requestOf(entrance, verb, example, names),
    responses: responsesOf(method, example, names),
  };
}

function security(method: Method, verb: Verb): unknown {
  if (method.host === 'legacy') return [{}];
  return verb === 'GET' ? [{ bearerCredentials: [] }] : [{ bearerCredentials: [] }, {}];
}

function permissions(method: Method): string {
  const scopes = scopesNeeded(method);
  const enforced = Object.keys(method.parameters).filter(
    (name) => method.parameters[name]?.presence === 'requiredByPermission',
  );
  return [
    method.operator ? 'For master keys only.' : '',
    scopes.length > 0 ? `Needs the scope ${scopeText(scopes)}.` : '',
    enforced.length > 0 ? `Required where the key holds the field permission: ${enforced.join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function scopeText(scopes: readonly string[]): string {
  const hasHigher = scopes.some((scope) => scopesGranting(scope).length > 1);
  return scopes.join(' or ') + (hasHigher ? ', or a higher level of it' : '');
}

/** The paths of the v3 host that are no methods and need no credentials. */
function servicePaths(): [string, object][] {
  return Object.entries({
    '/health': probe('health', 'Whether the service is alive', 'For a supervisor that restarts a service that is not.'),
    '/ready': probe(
      'ready',
      'Whether the service takes calls',
      'For a balancer that sends calls only to what takes them.',
    ),
  });
}

function probe(operationId: string, summary: string, description: string) {
  const content = {
    'application/json': {
      schema: { $ref: '#/components/schemas/Envelope' },
      example: { statusCode: '101', statusDesc: 'Ok' },
    },
  };
  return {
    get: {
      operationId,
      tags: ['Service'],
      summary,
      description:
        `${description} Needs no credentials. \`state\` says whether the process leads the venue, is a standby or ` +
        'waits; `reason` why it waits, or what is wrong.',
      security: [{}],
      responses: {
        200: { description: 'All is well', content },
        ...ANYWHERE_RESPONSES,
      },
    },
  };
}
