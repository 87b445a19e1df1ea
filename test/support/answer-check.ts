import Schema from 'typebox/schema';
import { type Entrance, entrancesOf, type Method, type Verb } from '../../src/http/methods/index.ts';
import { openApiText } from '../../src/http/openapi/index.ts';

type Json = Readonly<Record<string, unknown>>;
type Response = { readonly $ref?: string; readonly content?: Readonly<Record<string, { schema: Json }>> };
interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, Json>>;
  };
}
type Validator = ReturnType<typeof Schema.Compile>;

interface Compiled {
  readonly document: Document;
  readonly validators: Map<string, Validator>;
}

/** A path with parameters, and the paths that it stands for. */
interface Template {
  readonly entrance: Entrance;
  readonly shape: RegExp;
}

/** By the text of the document: each test serves the same methods again. */
const compiled = new Map<string, Compiled>();

/**
 * Holds successful answers against the OpenAPI document of the methods that a server serves: what a method answers is
 * what its page says, no field less and none more. Of a method that is called, its part of the document is made: the
 * whole one, which the server sends, takes a fifth of a second.
 */
export class AnswerCheck {
  /** By verb and path. */
  readonly #entrances = new Map<string, Entrance>();
  readonly #templates: readonly Template[];
  readonly #compiled = new Map<Method, Compiled>();

  constructor(methods: readonly Method[]) {
    const entrances = [...entrancesOf(methods, 'v3'), ...entrancesOf(methods, 'legacy')];
    for (const entrance of entrances)
      for (const verb of entrance.verbs) this.#entrances.set(`${verb} ${entrance.path}`, entrance);
    this.#templates = entrances
      .filter(({ path }) => path.includes(':'))
      .map((entrance) => ({ entrance, shape: new RegExp(`^${entrance.path.replace(/:\w+/g, '[^/]+')}$`) }));
  }

  /**
   * `path` as it was called, without a query. Throws where the body is a success that the document does not describe,
   * or a refusal whose code the method does not declare; http is the HTTP status, 200 when absent.
   */
  require(verb: string, path: string, body: Json, http = 200): void {
    if (body.statusCode !== '101') {
      this.#requireRefusal(verb, path, body, http);
      return;
    }
    const validator = this.#validatorOf(verb, path, http);
    // The reasons take a hundred times as long as the check.
    if (validator.Check(body)) return;
    const [, errors] = validator.Errors(body);
    throw new Error(`${verb} ${path} answers what it does not declare: ${textOf(errors)}`);
  }

  #requireRefusal(verb: string, path: string, { statusCode }: Json, http: number): void {
    // No method was reached, or not by a verb that it takes.
    if (statusCode === '104' || statusCode === '105' || statusCode === '102') return;
    const found = this.#found(verb, path);
    const responses = found?.document.paths[found.template]?.[verb.toLowerCase()]?.responses ?? {};
    const response = resolved(found?.document, responses[http] ?? responses[`${String(http)[0]}XX`]);
    if (codesOf(response, found?.document.components.schemas ?? {}).includes(statusCode)) return;
    throw new Error(
      `${verb} ${path} refuses with ${statusCode} (HTTP ${http}), which its declaration does not name: add it to ` +
        '"refusals" ' +
        '(or, with an unusual HTTP status, to "otherAnswers") of the method',
    );
  }

  #validatorOf(verb: string, path: string, http: number): Validator {
    const found = this.#found(verb, path);
    if (found === undefined) throw new Error(`${verb} ${path} is not in the OpenAPI document`);
    const { document, validators, template } = found;
    const key = `${http} ${verb} ${template}`;
    const known = validators.get(key);
    if (known !== undefined) return known;
    const responses = document.paths[template]?.[verb.toLowerCase()]?.responses;
    const content = responses?.[http]?.content ?? responses?.[200]?.content;
    const schema = content?.['application/json']?.schema;
    if (schema === undefined) throw new Error(`${key} has no declared answer`);
    const validator = Schema.Compile(closed(inlined(successOf(schema), document.components.schemas)));
    validators.set(key, validator);
    return validator;
  }

  /** What the document says of the method that a path reaches, and under which path. */
  #found(verb: string, path: string): (Compiled & { readonly template: string }) | undefined {
    const fits = ({ entrance, shape }: Template) => entrance.verbs.includes(verb as Verb) && shape.test(path);
    const found = this.#entrances.get(`${verb} ${path}`) ?? this.#templates.find(fits)?.entrance;
    if (found === undefined) return undefined;
    return { ...this.#compiledOf(found.method), template: found.path.replace(/:(\w+)/g, '{$1}') };
  }

  #compiledOf(method: Method): Compiled {
    const known = this.#compiled.get(method);
    if (known !== undefined) return known;
    const text = [...openApiText({ methods: [method], environment: 'test', version: 'test' })].join('');
    const made = compiled.get(text) ?? { document: JSON.parse(text) as Document, validators: new Map() };
    compiled.set(text, made);
    this.#compiled.set(method, made);
    return made;
  }
}

function resolved(document: Document | undefined, response: Response | undefined): Response | undefined {
  const name = response?.$ref?.split('/').at(-1);
  return name === undefined ? response : document?.components.responses[name];
}

/** The status codes of the refusals among the answers of a response. */
function codesOf(response: Response | undefined, schemas: Readonly<Record<string, Json>>): readonly unknown[] {
  const schema = response?.content?.['application/json']?.schema;
  const [, refusal] = Array.isArray(schema?.anyOf) ? (schema.anyOf as Json[]) : [undefined, schema];
  const [, narrowed] = ((inlined(refusal ?? {}, schemas) as Json).allOf ?? []) as {
    properties?: { statusCode?: { enum?: unknown[] } };
  }[];
  return narrowed?.properties?.statusCode?.enum ?? [];
}

/** Of a method-style answer, which is a success or an error, the success. */
function successOf(schema: Json): Json {
  return Array.isArray(schema.anyOf) ? (schema.anyOf as Json[])[0]! : schema;
}

/** The schema with those that it refers to in their places, so that each can be closed. */
function inlined(value: unknown, schemas: Readonly<Record<string, Json>>): unknown {
  if (Array.isArray(value)) return value.map((entry) => inlined(entry, schemas));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return inlined(schemas[String(value.$ref).split('/').at(-1) as string], schemas);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inlined(entry, schemas)]));
}

/** The answer with no field more than declared, at any depth. */
function closed(answer: unknown): Json {
  if (Array.isArray(answer)) return answer.map(closed) as unknown as Json;
  if (typeof answer !== 'object' || answer === null) return answer as unknown as Json;
  if ('allOf' in answer) return { allOf: (answer.allOf as Json[]).map(closedMembers), unevaluatedProperties: false };
  const members = closedMembers(answer as Json);
  const open = members.type === 'object' && 'properties' in members && !('additionalProperties' in members);
  return open ? { ...members, additionalProperties: false } : members;
}

function closedMembers(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).map(([key, entry]) => [key, closed(entry)]));
}

function textOf(errors: readonly { instancePath: string; message: string; params: unknown }[]): string {
  return errors
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('; ');
}
