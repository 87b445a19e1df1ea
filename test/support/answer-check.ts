import Schema from 'typebox/schema';

type Json = Readonly<Record<string, unknown>>;
interface Operation {
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { schema: Json }>> }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Json;
}
type Validator = ReturnType<typeof Schema.Compile>;

interface Compiled {
  readonly document: Document;
  readonly validators: Map<string, Validator>;
}

/** By the text of the document: the tests of a file mostly serve the same one. */
const compiled = new Map<string, Compiled>();

/**
 * Holds successful answers against the OpenAPI document that the server serves: what a method answers is what its page
 * says, no field less and none more.
 */
export class AnswerCheck {
  readonly #document: Document;
  readonly #validators: Map<string, Validator>;

  /** `text`: what /openapi.json answers. */
  constructor(text: string) {
    const known = compiled.get(text) ?? { document: JSON.parse(text) as Document, validators: new Map() };
    compiled.set(text, known);
    this.#document = known.document;
    this.#validators = known.validators;
  }

  /** `path` as it was called, without a query. Throws where the body is a success that the document does not describe. */
  require(verb: string, path: string, body: Json): void {
    if (body.statusCode !== '101') return;
    const validator = this.#validatorOf(verb.toLowerCase(), path);
    const [valid, errors] = validator.Errors(body);
    if (!valid) throw new Error(`${verb} ${path} answers what it does not declare: ${told(errors)}`);
  }

  #validatorOf(verb: string, path: string): Validator {
    const template = this.#templateOf(verb, path);
    const key = `${verb} ${template}`;
    const known = this.#validators.get(key);
    if (known !== undefined) return known;
    const schema = this.#document.paths[template]?.[verb]?.responses[200]?.content['application/json']?.schema;
    if (schema === undefined) throw new Error(`${key} has no declared answer`);
    const validator = Schema.Compile({ components: this.#document.components, ...closed(successOf(schema)) });
    this.#validators.set(key, validator);
    return validator;
  }

  #templateOf(verb: string, path: string): string {
    const { paths } = this.#document;
    if (paths[path]?.[verb] !== undefined) return path;
    const found = Object.keys(paths).find((template) => paths[template]?.[verb] !== undefined && fits(template, path));
    if (found === undefined) throw new Error(`${verb} ${path} is not in the OpenAPI document`);
    return found;
  }
}

function fits(template: string, path: string): boolean {
  return template.includes('{') && new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

/** Of a method-style answer, which is a success or an error, the success. */
function successOf(schema: Json): Json {
  return Array.isArray(schema.anyOf) ? (schema.anyOf as Json[])[0]! : schema;
}

/** The answer with no field more than declared, at any depth. */
function closed(success: Json): Json {
  const [envelope, response] = success.allOf as [Json, Json];
  const { additionalProperties: _, ...fields } = closedWithin(response) as Json;
  return { allOf: [envelope, fields], unevaluatedProperties: false };
}

function closedWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedWithin);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, closedWithin(entry)]));
  const open = inner.type === 'object' && 'properties' in inner && !('additionalProperties' in inner);
  return open ? { ...inner, additionalProperties: false } : inner;
}

function told(errors: readonly { instancePath: string; message: string; params: unknown }[]): string {
  return errors
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('; ');
}
