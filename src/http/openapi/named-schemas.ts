/**
 * The named schemas of the document: components/schemas/<title>. Declarations name
 * objects by their titles (namedObject); wherever such an object is answered or taken, the document has a reference, so
 * that generated clients have one type for it.
 */

/** Keywords whose values are data and not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);

export class NamedSchemas {
  readonly #schemas = new Map<string, object>();
  readonly #texts = new Map<string, string>();

  /**
   * The schema, with a reference in place of each one that has a title, itself included. A description stays where it
   * is: it says what the value is there.
   */
  referring(schema: unknown): unknown {
    const copy = this.#copied(schema);
    if (!isObject(copy) || typeof copy.title !== 'string') return copy;
    const { title, description, ...named } = copy;
    this.#add(title, named);
    return { $ref: referenceTo(title), ...(description === undefined ? {} : { description }) };
  }

  /**
   * As referring, under a name that follows from the name of a method; a schema that is there under another such name
   * keeps it.
   */
  sharing(name: string, schema: object): unknown {
    const copy = this.#copied(schema) as object;
    const text = JSON.stringify(copy);
    const known = this.#texts.get(text);
    if (known === undefined) {
      this.#texts.set(text, name);
      this.#add(name, copy);
    }
    return { $ref: referenceTo(known ?? name) };
  }

  /** All that were named so far, by name. */
  *entries(): Generator<readonly [string, object], void, undefined> {
    yield* [...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  #add(name: string, schema: object): void {
    const known = this.#schemas.get(name);
    if (known === undefined) this.#schemas.set(name, schema);
    else if (JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two different schemas are named ${name}`);
  }

  #copied(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((entry) => this.referring(entry));
    return isObject(node) ? mapped(node, (value, key) => this.#copiedKeyword(key, value)) : node;
  }

  /** The fields of an object may have the names of keywords. */
  #copiedKeyword(key: string, value: unknown): unknown {
    if (DATA.has(key)) return value;
    return key === 'properties' && isObject(value)
      ? mapped(value, (field) => this.referring(field))
      : this.referring(value);
  }
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function mapped(
  object: Readonly<Record<string, unknown>>,
  map: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
