/** What a call of a method sends: parameters in the URL, a body in three forms, its credentials. */
import { type Entrance, type Method, refusesUnknown, type Verb } from '../methods/index.ts';
import type { Parameters } from '../parameters/index.ts';
import { exampleKey, type MethodExample, type MethodExamples } from './examples.ts';
import type { NamedSchemas } from './named-schemas.ts';
import { typeName } from './type-name.ts';

/** The legacy host has names that the v3 host has too, for other methods. */
export function ownName(calledName: string, { host }: Pick<Method, 'host'>): string {
  return host === 'legacy' ? `legacy_${calledName}` : calledName;
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

/** The parameters that methods share. */
export const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { $ref: '#/components/schemas/IdempotencyKey' },
  },
};

/** The schemas that calls of all methods share. Credentials in a body are no security scheme that OpenAPI knows. */
export const REQUEST_SCHEMAS = {
  Credentials: {
    type: 'object',
    properties: {
      clientID: { type: 'string', description: 'The client id, where the header is not sent' },
      developerAPIKey: {
        type: 'string',
        format: 'password',
        description: 'The developer key, where the header is not sent',
      },
    },
  },
  IdempotencyKey: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    pattern: '^[!-~]+$',
    description: 'Makes a repeated call answer as the first did',
  },
};

/** parameters and requestBody of an operation, where it has them. */
export function requestOf(
  { path, method }: Entrance,
  verb: Verb,
  example: MethodExample | undefined,
  names: NamedSchemas,
): object {
  const inPath = pathNames(path);
  const inUrl = verb === 'GET' ? Object.keys(method.parameters) : inPath;
  const parameters = [
    ...inUrl.map((name) =>
      urlParameter({ name, inPath: inPath.includes(name), example: example?.request[name] }, method.parameters, names),
    ),
    ...(method.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(verb === 'GET' ? {} : { requestBody: requestBody(path, method, example, names) }),
  };
}

interface UrlParameter {
  readonly name: string;
  readonly inPath: boolean;
  readonly example: unknown;
}

function urlParameter({ name, inPath, example }: UrlParameter, parameters: Parameters, names: NamedSchemas): unknown {
  const parameter = parameters[name];
  const { description, ...schema } = { description: undefined, ...(parameter?.schema as object) };
  return {
    name,
    in: inPath ? 'path' : 'query',
    required: inPath || parameter?.presence === 'required',
    ...(description === undefined ? {} : { description }),
    // A list parameter such as filter is an object: in a URL it stands in brackets, filter[name]=value.
    ...(!inPath && 'type' in schema && schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    schema: names.referring(schema),
    ...(example === undefined ? {} : { example }),
  };
}

const MULTIPART = 'multipart/form-data';
const JSON_BODY = 'application/json';
/** Of a method without files; the first is the one that the reference page sends. */
const FORMS = [JSON_BODY, 'application/x-www-form-urlencoded', MULTIPART];

/** The verbs and names of a method share its schema. */
function requestBody(path: string, method: Method, example: MethodExample | undefined, names: NamedSchemas): unknown {
  const inPath = pathNames(path);
  const sent = requestSchema(inPath, method);
  const schema = 'allOf' in sent ? names.sharing(`${typeName(method)}Request`, sent) : sent;
  const needed = Object.entries(method.parameters).some(
    ([name, { presence }]) => presence === 'required' && !inPath.includes(name),
  );
  const value =
    example && Object.fromEntries(Object.entries(example.request).filter(([name]) => !inPath.includes(name)));
  const media = { schema, ...(value === undefined ? {} : { example: value }) };
  const form = { ...media, ...formEncoding(inPath, method) };
  const types = method.uploads === undefined ? FORMS : [MULTIPART];
  const content = types.map((type) => [type, type === JSON_BODY ? media : form]);
  return { required: needed, content: Object.fromEntries(content) };
}

/** Lists and objects are JSON text in a form; OpenAPI would have a list as a repeated field. */
function formEncoding(inPath: readonly string[], { parameters }: Method): object {
  const names = Object.keys(parameters).filter(
    (name) => !inPath.includes(name) && isStructured(parameters[name]!.schema),
  );
  const encoding = Object.fromEntries(names.map((name) => [name, { contentType: JSON_BODY }]));
  return names.length === 0 ? {} : { encoding };
}

function isStructured(schema: object): boolean {
  return 'type' in schema && (schema.type === 'array' || schema.type === 'object');
}

function requestSchema(inPath: readonly string[], method: Method): object {
  const names = Object.keys(method.parameters).filter((name) => !inPath.includes(name));
  const required = names.filter((name) => method.parameters[name]?.presence === 'required');
  const properties = {
    ...Object.fromEntries(names.map((name) => [name, method.parameters[name]?.schema])),
    ...fileFields(method),
  };
  const credentials = { $ref: '#/components/schemas/Credentials' };
  const closed = refusesUnknown(method) ? { unevaluatedProperties: false } : {};
  if (Object.keys(properties).length === 0) return { ...credentials, ...closed };
  const fields = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  return { allOf: [fields, credentials], ...closed };
}

function fileFields(method: Method): Record<string, unknown> {
  const fields = Object.entries(method.uploads?.fields ?? {});
  return Object.fromEntries(
    fields.map(([name, description]) => [
      name,
      { type: 'string', format: 'binary', description: `${description} (a file)` },
    ]),
  );
}

export function exampleOf(method: Method, examples: MethodExamples | undefined): MethodExample | undefined {
  return examples?.[exampleKey(method)];
}
