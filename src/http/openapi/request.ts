/** What a call of a method sends: parameters in the URL, a body in three forms, its credentials. */
import { type Entrance, type Method, refusesUnknown, type Verb } from '../methods/index.ts';
import type { Parameters } from '../parameters/index.ts';
import { exampleKey, type MethodExample, type MethodExamples } from './examples.ts';

/** The legacy host has names that the v3 host has too, for other methods. */
export function ownName(calledName: string, { host }: Pick<Method, 'host'>): string {
  return host === 'legacy' ? `legacy_${calledName}` : calledName;
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes a repeated call answer as the first did',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
};

/** parameters and requestBody of an operation, where it has them. */
export function requestOf({ path, method }: Entrance, verb: Verb, example: MethodExample | undefined): object {
  const names = pathNames(path);
  const inUrl = verb === 'GET' ? Object.keys(method.parameters) : names;
  const parameters = [
    ...inUrl.map((name) => urlParameter(name, method.parameters, names.includes(name), example?.request[name])),
    ...(method.idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(verb === 'GET' ? {} : { requestBody: requestBody(path, method, example) }),
  };
}

function urlParameter(name: string, parameters: Parameters, inPath: boolean, example: unknown): unknown {
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
    ...(example === undefined ? {} : { example }),
  };
}

const MULTIPART = 'multipart/form-data';
/** Of a method without files; the first is the one that the reference page sends. */
const FORMS = ['application/json', 'application/x-www-form-urlencoded', MULTIPART];

function requestBody(path: string, method: Method, example: MethodExample | undefined): unknown {
  const schema = { $ref: `#/components/schemas/${requestName(method)}` };
  const inPath = pathNames(path);
  const needed = Object.entries(method.parameters).some(
    ([name, { presence }]) => presence === 'required' && !inPath.includes(name),
  );
  const value =
    example && Object.fromEntries(Object.entries(example.request).filter(([name]) => !inPath.includes(name)));
  const media = { schema, ...(value === undefined ? {} : { example: value }) };
  const content = (method.uploads === undefined ? FORMS : [MULTIPART]).map((type) => [type, media]);
  return { required: needed, content: Object.fromEntries(content) };
}

function requestName(method: Method): string {
  return `${ownName(method.name, method)}Request`;
}

/** Credentials in a body are no security scheme that OpenAPI knows, so they are among the fields. */
const BODY_CREDENTIALS = {
  clientID: { type: 'string', description: 'The client id, where the header is not sent' },
  developerAPIKey: {
    type: 'string',
    format: 'password',
    description: 'The developer key, where the header is not sent',
  },
};

/** The schemas of the bodies, by name; the verbs and names of a method share one. */
export function* requestSchemas(
  entrances: readonly Entrance[],
): Generator<readonly [string, unknown], void, undefined> {
  const withBody = entrances.filter(({ verbs }) => verbs.some((verb) => verb !== 'GET'));
  for (const [name, { path, method }] of new Map(withBody.map((one) => [requestName(one.method), one]))) {
    yield [name, requestSchema(path, method)];
  }
}

function requestSchema(path: string, method: Method): unknown {
  const inPath = pathNames(path);
  const names = Object.keys(method.parameters).filter((name) => !inPath.includes(name));
  const required = names.filter((name) => method.parameters[name]?.presence === 'required');
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(names.map((name) => [name, method.parameters[name]?.schema])),
      ...fileFields(method),
      ...BODY_CREDENTIALS,
    },
    ...(required.length > 0 ? { required } : {}),
    ...(refusesUnknown(method) ? { additionalProperties: false } : {}),
  };
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
