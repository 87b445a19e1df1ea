/** The OpenAPI 3.1 document of the API, made from the declarations of its methods. */
import type { Method, Verb } from './method.ts';
import type { Parameters } from './parameters.ts';
import { type Entrance, entrancesOf } from './registry.ts';
import { scopesGranting } from './scopes.ts';
import { STATUS } from './status-codes.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

export type OpenApiDocument = JsonObject & { readonly openapi: string };

export interface OpenApiOptions {
  readonly methods: readonly Method[];
  readonly environment: string;
  readonly version: string;
  readonly publicUrls?: { readonly v3?: string; readonly legacy?: string };
}

export function openApiDocument(options: OpenApiOptions): OpenApiDocument {
  const v3 = entrancesOf(options.methods, 'v3');
  const legacy = entrancesOf(options.methods, 'legacy');
  const groups = [...new Set(options.methods.map(({ group }) => group))].sort();
  return plain({
    openapi: '3.1.0',
    info: {
      title: 'OpenATS API',
      version: options.version,
      summary: `Securities offerings and a trading venue (${options.environment})`,
      description: introduction(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.publicUrls?.v3 ?? '/', description: options.environment }],
    security: [{ bearerCredentials: [] }],
    tags: [...groups, 'Service'].map((name) => ({ name })),
    paths: { ...pathsOf(v3), ...legacyPaths(legacy, options.publicUrls?.legacy), ...servicePaths() },
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: {
        Envelope: ENVELOPE,
        Error: ERROR,
        ...requestSchemas([...v3, ...legacy]),
      },
      responses: errorResponses(),
      headers: {
        RequestId: { description: 'The id of the request, as in the log', schema: { type: 'string' } },
      },
    },
  }) as OpenApiDocument;
}

/** Schemas carry symbols and undefined values of their builder; what is left is what JSON shows. */
function plain(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value));
}

// ---------------------------------------------------------------- text

function introduction(): string {
  return [
    'Request values are form fields, a JSON object, or multipart/form-data; every method takes all three. Of repeated',
    'form fields the last wins. JSON values are not coerced: null is missing, true is not a number.',
    '',
    '## Credentials',
    '',
    'Send `Authorization: Bearer <client id>:<developer key>`, or the fields `clientID` and `developerAPIKey` in the',
    'body. GET takes the header only, the legacy host the body only. When both are sent, the header wins.',
    '',
    '## Idempotency',
    '',
    'Methods that say so take the header `Idempotency-Key`: the same key with the same values gives the first answer',
    'again, with the header `Idempotency-Replayed`.',
    '',
    '## Market data',
    '',
    'The WebSocket endpoint `/v3/stream` sends the top of book of any or all securities: a snapshot, then every change. It',
    'takes the same header credentials in its upgrade request, or a first message with them.',
    '',
    '## Status codes',
    '',
    'Every answer carries `statusCode` and `statusDesc`; details of what is wrong are in `Error(s)`.',
    '',
    '| statusCode | HTTP | Meaning |',
    '|---|---|---|',
    ...Object.entries(STATUS).map(([code, { http, text }]) => `| ${code} | ${http} | ${text} |`),
  ].join('\n');
}

const SECURITY_SCHEMES = {
  bearerCredentials: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'CLIENT_ID:DEVELOPER_API_KEY',
    description: 'The client id and the developer key, joined by a colon',
  },
};

/** Credentials in a body are no security scheme that OpenAPI knows, so they stand among the fields. */
const BODY_CREDENTIALS = {
  clientID: { type: 'string', description: 'The client id, where the header is not sent' },
  developerAPIKey: {
    type: 'string',
    format: 'password',
    description: 'The developer key, where the header is not sent',
  },
};

const ENVELOPE = {
  type: 'object',
  required: ['statusCode', 'statusDesc'],
  properties: {
    statusCode: { type: 'string', description: '101 is success', examples: ['101'] },
    statusDesc: { description: 'Ok, or what is wrong', examples: ['Ok'] },
  },
};

const ERROR = {
  allOf: [{ $ref: '#/components/schemas/Envelope' }],
  type: 'object',
  properties: {
    statusCode: { type: 'string', enum: Object.keys(STATUS).filter((code) => code !== '101') },
    'Error(s)': { type: 'string', description: 'What is wrong, naming the field' },
  },
};

// ---------------------------------------------------------------- operations

function pathsOf(entrances: readonly Entrance[]): JsonObject {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const entrance of entrances) {
    const path = entrance.path.replace(/:(\w+)/g, '{$1}');
    const item = paths[path] ?? {};
    paths[path] = item;
    for (const verb of entrance.verbs) item[verb.toLowerCase()] = operation(entrance, verb);
  }
  return paths as unknown as JsonObject;
}

function legacyPaths(entrances: readonly Entrance[], url: string | undefined): JsonObject {
  const servers = [{ url: url ?? '/', description: 'The legacy host, a port of its own' }];
  return Object.fromEntries(
    Object.entries(pathsOf(entrances)).map(([path, item]) => [path, { servers, ...(item as JsonObject) }]),
  );
}

function operation({ path, verbs, calledName, method }: Entrance, verb: Verb): unknown {
  const isAlias = calledName !== method.name;
  const names = pathNames(path);
  const inUrl = verb === 'GET' ? Object.keys(method.parameters) : names;
  return {
    operationId:
      verbs.length > 1 ? `${ownName(calledName, method)}_${verb.toLowerCase()}` : ownName(calledName, method),
    tags: [method.group],
    summary: method.summary,
    description: [method.description, isAlias ? `Another name of ${method.name}.` : '', permissions(method)]
      .filter(Boolean)
      .join('\n\n'),
    ...(method.deprecated ? { deprecated: true } : {}),
    security: security(method, verb),
    parameters: [
      ...inUrl.map((name) => urlParameter(name, method.parameters, names.includes(name))),
      ...(method.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(verb === 'GET' ? {} : { requestBody: requestBody(method) }),
    responses: responses(method),
    'x-source': method.source,
  };
}

/** The legacy host has names that the v3 host has too, for other methods. */
function ownName(calledName: string, { host }: Method): string {
  return host === 'legacy' ? `legacy_${calledName}` : calledName;
}

function requestName(method: Method): string {
  return `${ownName(method.name, method)}Request`;
}

function security(method: Method, verb: Verb): unknown {
  if (method.host === 'legacy') return [{}];
  return verb === 'GET' ? [{ bearerCredentials: [] }] : [{ bearerCredentials: [] }, {}];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes a repeated call answer as the first did',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
};

function pathNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

function permissions(method: Method): string {
  const scopes = method.scope === undefined ? [] : [method.scope].flat();
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

function urlParameter(name: string, parameters: Parameters, inPath: boolean): unknown {
  const parameter = parameters[name];
  const { description, ...schema } = { description: undefined, ...(parameter?.schema as object) };
  return {
    name,
    in: inPath ? 'path' : 'query',
    required: inPath || parameter?.presence === 'required',
    ...(description === undefined ? {} : { description }),
    // A list parameter such as filter is an object: in a URL it stands in brackets, filter[name]=value.
    ...(!inPath && 'type' in schema && schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    schema,
  };
}

function requestBody(method: Method): unknown {
  const schema = { $ref: `#/components/schemas/${requestName(method)}` };
  const types = ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data'];
  const needed = Object.values(method.parameters).some(({ presence }) => presence === 'required');
  return { required: needed, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

function requestSchemas(entrances: readonly Entrance[]): Record<string, unknown> {
  const schemas: Record<string, unknown> = {};
  for (const { path, verbs, method } of entrances) {
    const inPath = pathNames(path);
    const names = Object.keys(method.parameters).filter((name) => !inPath.includes(name));
    if (verbs.every((verb) => verb === 'GET')) continue;
    const required = names.filter((name) => method.parameters[name]?.presence === 'required');
    schemas[requestName(method)] = {
      type: 'object',
      properties: {
        ...Object.fromEntries(names.map((name) => [name, method.parameters[name]?.schema])),
        ...fileFields(method),
        ...BODY_CREDENTIALS,
      },
      ...(required.length > 0 ? { required } : {}),
    };
  }
  return schemas;
}

function fileFields(method: Method): Record<string, unknown> {
  const fields = Object.entries(method.uploads?.fields ?? {});
  return Object.fromEntries(
    fields.map(([name, description]) => [
      name,
      { type: 'string', format: 'binary', description: `${description} (a file; multipart/form-data only)` },
    ]),
  );
}

// ---------------------------------------------------------------- answers

function responses(method: Method): Record<string, unknown> {
  const success = { allOf: [{ $ref: '#/components/schemas/Envelope' }, method.response] };
  const resource = method.style === 'resource';
  const schema = resource ? success : { anyOf: [success, { $ref: '#/components/schemas/Error' }] };
  const errors = resource ? [400, 401, 403, 404, 413, 415, 422, 429, 500, 503] : [401, 413, 415, 429, 500, 503];
  return {
    200: {
      description: resource ? 'Success' : 'Success (statusCode 101), or a refusal (any other statusCode)',
      headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
      content: { 'application/json': { schema } },
    },
    ...Object.fromEntries(errors.map((http) => [http, { $ref: `#/components/responses/Error${http}` }])),
  };
}

const ERROR_TEXTS: Readonly<Record<number, string>> = {
  400: 'The request is malformed (1400)',
  401: 'The credentials are missing or wrong (103)',
  403: 'The scope is not granted (1403), or the key may not call the method (111)',
  404: 'The resource was not found (1404)',
  413: 'The body is too large (413)',
  415: 'The content type is not supported (415)',
  422: 'A value is not acceptable (1422), or out of range (239)',
  429: 'Too many requests (429)',
  500: 'Internal error (500)',
  503: 'The service does not take the call now (503)',
};

function errorResponses(): Record<string, unknown> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    Object.entries(ERROR_TEXTS).map(([http, description]) => [`Error${http}`, { description, content }]),
  );
}

function servicePaths(): JsonObject {
  const probe = (operationId: string, summary: string) => ({
    get: {
      operationId,
      tags: ['Service'],
      summary,
      security: [{}],
      responses: {
        200: {
          description: 'All is well',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
        },
        503: { $ref: '#/components/responses/Error503' },
      },
    },
  });
  return plain({
    '/health': probe('health', 'Whether the service is alive; needs no credentials'),
    '/ready': probe('ready', 'Whether the service takes calls; needs no credentials'),
  });
}
