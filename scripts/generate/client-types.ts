/**
 * src/client/generated: the records, what each method takes and answers, how it is called, what the stream sends. Not
 * by openapi-typescript, which needs the compiler API of TypeScript 5.
 */
import type { OpenApiDocument } from '../../src/http/openapi/document.ts';
import { FRAMES } from '../../src/marketdata/asyncapi/frames.ts';
import { comment, type Schema, typeText } from './type-text.ts';

const FOLDER = new URL('../../src/client/generated/', import.meta.url);

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly {
    readonly $ref?: string;
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Call {
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  readonly operation: Operation;
}

const MADE = '/** Made by `npm run generate` from the declarations of the methods; not edited by hand. */\n';

const ENVELOPE = `/** What every answer has (C1). */
export interface Envelope {
  statusCode: string;
  statusDesc?: unknown;
}
`;

/** Methods that change nothing, by their names: they may be repeated without a key. */
const READS = /^(get|list|search|explain|validate|fetch)/;

/** The files with their texts, for all methods of the v3 host. A browser loads the one that is no types. */
export function clientTypes(document: OpenApiDocument): ReadonlyMap<URL, string> {
  const described = document as unknown as Described;
  const calls = callsOf(described);
  const shapes = new Map<string, string>();
  const methods = calls.map((call) => methodText(call, described, shapes)).join('\n');
  const records = recordTexts(calls, described);
  const types = [
    MADE,
    importOf([...records.keys()].filter((name) => new RegExp(`\\b${name}\\b`).test(methods))),
    ENVELOPE,
    '/** By name: the fields that a method takes, and what it answers. */',
    'export interface Methods {',
    methods,
    '}',
    '',
  ];
  const ways = [
    MADE,
    "import type { Methods } from './methods.ts';",
    '',
    '/** How each is called: whether it takes an Idempotency-Key or is a read; verb and path. */',
    'export const WAYS: Readonly<Record<keyof Methods, string>> = {',
    ...calls.map((call) => `  ${call.name}: '${wayOf(call)}',`),
    '};',
    '',
  ];
  const index = [
    MADE,
    "export type { Frames } from './frames.ts';",
    "export type { Envelope, Methods } from './methods.ts';",
    "export type * as Records from './records.ts';",
    "export { WAYS } from './ways.ts';",
    '',
  ];
  const frames = [
    MADE,
    '/** By name: the messages of the stream (/asyncapi.json). */',
    'export interface Frames {',
    ...Object.entries(FRAMES).map(([name, schema]) => frameText(name, schema as Schema)),
    '}',
    '',
  ];
  return new Map([
    [new URL('frames.ts', FOLDER), frames.join('\n')],
    [new URL('index.ts', FOLDER), index.join('\n')],
    [new URL('methods.ts', FOLDER), types.join('\n')],
    [new URL('records.ts', FOLDER), [MADE, ...records.values()].join('\n')],
    [new URL('ways.ts', FOLDER), ways.join('\n')],
  ]);
}

function frameText(name: string, schema: Schema): string {
  return `${comment(schema.description, '  ')}  ${name}: ${typeText(schema, { isSent: false }, 1)};`;
}

/** One call of each method: POST where it takes several verbs, for fields in an address end up in logs. */
function callsOf({ paths }: Described): Call[] {
  const calls = new Map<string, Call>();
  for (const [path, item] of Object.entries(paths)) {
    if ('servers' in item || !path.startsWith('/v3/')) continue;
    for (const [verb, operation] of Object.entries(item)) {
      const name = operation.operationId.replace(/_(get|post|put|patch|delete)$/, '');
      if (verb === 'post' || !calls.has(name)) calls.set(name, { name, verb: verb.toUpperCase(), path, operation });
    }
  }
  return [...calls.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Fields of as few lines are written for each method, so that readers need not go to another one. */
const SHORT_LINES = 5;

/** @param shapes the first method that takes fields of a text; later ones name its fields */
function methodText({ name, operation }: Call, described: Described, shapes: Map<string, string>): string {
  const fields = fieldsOf(operation, described);
  const text = typeText(fields, { isSent: true }, 2);
  const first = shapes.get(text) ?? name;
  shapes.set(text, first);
  const isShort = text.split('\n').length <= SHORT_LINES;
  const sent = first === name || isShort ? text : `Methods['${first}']['fields']`;
  const answer = answerText(operation, described);
  return [
    `${comment(`${operation.summary}.${operation.deprecated ? ' @deprecated' : ''}`, '  ')}  ${name}: {`,
    `    fields: ${fields.properties === undefined ? 'Record<string, never>' : sent};`,
    `    answer: ${answer};`,
    '  };',
  ].join('\n');
}

function importOf(names: readonly string[]): string {
  return ['import type {', ...names.map((name) => `  ${name},`), "} from './records.ts';", ''].join('\n');
}

/** The types of all objects with a name that calls take and answer, by name. */
function recordTexts(calls: readonly Call[], described: Described): ReadonlyMap<string, string> {
  const { schemas } = described.components;
  const sent = namesIn(
    calls.map(({ operation }) => fieldsOf(operation, described)),
    schemas,
  );
  const answered = namesIn(
    calls.map(({ operation }) => answersOf(operation, described)),
    schemas,
  );
  const names = [...new Set([...sent, ...answered])].filter((name) => name !== 'Envelope').sort();
  return new Map(
    names.map((name) => {
      const schema = schemas[name]!;
      const text = typeText(schema, { isSent: !answered.has(name) });
      return [name, `${comment(schema.description, '')}export type ${name} = ${text};\n`];
    }),
  );
}

/** The names to which these schemas refer, and those to which their schemas refer. */
function namesIn(
  found: unknown,
  schemas: Described['components']['schemas'],
  names = new Set<string>(),
): ReadonlySet<string> {
  for (const [, name = ''] of JSON.stringify(found).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
    if (names.has(name)) continue;
    names.add(name);
    namesIn(schemas[name], schemas, names);
  }
  return names;
}

/** Those of the path, the query and the body together; credentials are the client's own. */
function fieldsOf({ parameters = [], requestBody }: Operation, { components }: Described): Schema {
  const [media] = Object.values(requestBody?.content ?? {});
  const reference = media?.schema.$ref;
  // The fields of the method, where it has any, then the credentials.
  const [body = {}] = (reference === undefined ? undefined : components.schemas[nameOf(reference)]?.allOf) ?? [];
  const named = parameters.filter((one) => one.in === 'path' || one.in === 'query');
  const properties: Record<string, Schema> = Object.fromEntries(
    named.map(({ name, description, schema }) => [
      name,
      description === undefined ? schema : { ...schema, description },
    ]),
  );
  Object.assign(properties, body.properties);
  if (Object.keys(properties).length === 0) return {};
  const required = [...named.filter((one) => one.required).map(({ name }) => name), ...(body.required ?? [])];
  return { type: 'object', properties, required };
}

/** Of the answers of success, the first of what is otherwise a refusal: its schema in place of its name. */
function answersOf({ responses }: Operation, { components }: Described): Schema[] {
  return Object.entries(responses)
    .filter(([http]) => Number(http) < 300)
    .flatMap(([, { content }]) => Object.values(content ?? {}))
    .map(({ schema }) => (schema.anyOf === undefined ? schema : schema.anyOf[0]!))
    .map((schema) => (schema.$ref?.includes('Answer') ? components.schemas[nameOf(schema.$ref)]! : schema));
}

function answerText(operation: Operation, described: Described): string {
  const texts = answersOf(operation, described)
    .map((schema) => typeText(schema, { isSent: false }, 2))
    .filter((text) => text.startsWith('Envelope'));
  return [...new Set(texts)].join(' | ') || 'Envelope';
}

function nameOf(reference: string): string {
  return reference.replace(/^.*\//, '');
}

function wayOf({ name, verb, path, operation }: Call): string {
  const takesKey = operation.parameters?.some((one) => one.$ref?.endsWith('/IdempotencyKey'));
  const kind = takesKey ? 'key' : 'read';
  if (!takesKey && !READS.test(name) && verb !== 'GET') throw new Error(`${name} is no read and takes no key`);
  const [type = ''] = Object.keys(operation.requestBody?.content ?? {});
  return `${kind} ${verb} ${path}${type.startsWith('multipart') ? ' files' : ''}`;
}
