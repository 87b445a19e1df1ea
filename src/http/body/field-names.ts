import { type Method, readsAnyCase } from '../methods/index.ts';
import { FAULTS_MAX, printableName, unknownReason } from '../parameters/index.ts';

/** Named values as they were sent: text from a form or a query string, anything from JSON. */
export type SentFields = Readonly<Record<string, unknown>>;

/** Where the values of a call may come from; the first that has the name wins. */
export interface Sources {
  readonly path: SentFields | undefined;
  readonly body: SentFields | undefined;
  readonly query: SentFields | undefined;
}

/** Something wrong with a field; without a reason it is missing. */
export interface Fault {
  readonly name: string;
  readonly reason: string | undefined;
}

/** Credentials in the body are no parameters, so nobody may refuse them as unknown (C19). */
const CLIENT_ID = 'clientID';
const KEY = 'developerAPIKey';

/** The fields of a call under their declared names. */
export interface NamedFields {
  readonly sources: Sources;
  /** As they were sent. */
  readonly unknown: readonly string[];
  readonly repeated: readonly string[];
}

/** Not frozen: a loop over a frozen array allocates an iterator. */
const NO_NAMES: readonly string[] = [];

/** The names of a method's fields: what was sent is sorted into those that it has and those that it does not have. */
export class FieldNames {
  readonly #known: ReadonlySet<string>;
  readonly #hasClientId: boolean;
  /** Declared names by their small letters, where any case is read (C88). */
  readonly #folded = new Map<string, string>();

  constructor(method: Pick<Method, 'name' | 'group' | 'parameters'>) {
    const names = Object.keys(method.parameters);
    this.#known = new Set([...names, CLIENT_ID, KEY]);
    this.#hasClientId = names.includes('clientId');
    if (!readsAnyCase(method)) return;
    for (const name of names) this.#folded.set(name.toLowerCase(), name);
    if (this.#folded.size < names.length) throw new Error(`${method.name}: two parameters differ in case alone`);
  }

  sort(sources: Sources): NamedFields {
    const { path, body, query } = sources;
    if (query === undefined && (body === undefined || this.#areKnown(body))) {
      return { sources, unknown: NO_NAMES, repeated: NO_NAMES };
    }
    const [unknown, repeated]: string[][] = [[], []];
    const named = (source: SentFields | undefined, inBrackets: boolean) =>
      source && this.#named(source, inBrackets, { unknown: unknown!, repeated: repeated! });
    return {
      sources: { path, body: named(body, false), query: named(query, true) },
      unknown: unknown!,
      repeated: repeated!,
    };
  }

  /** Of an unknown field. */
  faultOf(sent: string): Fault {
    return { name: printableName(sent), reason: unknownReason(sent, this.#known.difference(new Set([sent]))) };
  }

  /** The usual call. */
  #areKnown(source: SentFields): boolean {
    for (const name in source) if (!this.#isKnown(name, source)) return false;
    return true;
  }

  /** A client id without a key is no credential: it is the parameter clientId, misspelt. */
  #isKnown(name: string, source: SentFields): boolean {
    return this.#known.has(name) && !(name === CLIENT_ID && this.#hasClientId && source[KEY] === undefined);
  }

  #named(source: SentFields, inBrackets: boolean, found: { unknown: string[]; repeated: string[] }): SentFields {
    const renamed = new Map<string, unknown>();
    for (const name in source) {
      if (this.#isKnown(name, source) || (inBrackets && this.#known.has(bracketless(name)))) continue;
      const declared = this.#folded.get(name.toLowerCase());
      const list = declared === undefined ? found.unknown : found.repeated;
      if (declared !== undefined && !renamed.has(declared) && !Object.hasOwn(source, declared)) {
        renamed.set(declared, source[name]);
      } else if (list.length < FAULTS_MAX) list.push(name);
    }
    return renamed.size === 0 ? source : { ...source, ...Object.fromEntries(renamed) };
  }
}

/** filter[date][min] belongs to the parameter filter. */
export function bracketless(name: string): string {
  const bracket = name.indexOf('[');
  return bracket > 0 ? name.slice(0, bracket) : name;
}
