/**
 * Reads the declared parameters of a call, all of them, and names everything that is missing or malformed at once.
 * All that depends only on the method is prepared when the method is mounted.
 */
import {
  ApiError,
  type Client,
  IGNORED_FIELDS,
  inTurns,
  type Method,
  readsAnyCase,
  refusesUnknown,
} from '../methods/index.ts';
import { FAULTS_MAX, isMissing, Malformed, type Parameter, printableName, unknownReason } from '../parameters/index.ts';

interface Field {
  readonly name: string;
  readonly parameter: Parameter<unknown>;
  /** `<method>.<field>`, by which a key may be denied the field. */
  readonly qualifiedName: string;
  /** The field permission with which a requiredByPermission parameter is enforced. */
  readonly permission: string | undefined;
}

/** Of a name in the header Ignored-Fields. */
const NAME_LENGTH_MAX = 100;

/** The values of a call. */
export interface Reading {
  readonly values: Record<string, unknown>;
  /** The header Ignored-Fields; empty: nothing was ignored. */
  readonly ignored: string;
}

export type Style = 'method' | 'resource';

export class Validator {
  readonly #fields: readonly Field[];
  /** Names of those of which empty text is a value. */
  readonly #keptEmpty: ReadonlySet<string>;
  readonly #names: FieldNames;
  readonly #refusesUnknown: boolean;
  readonly #style: Style;
  /** An update keeps the values of absent fields, so empty text that cannot clear a field is refused, never ignored. */
  readonly #isUpdate: boolean;

  constructor(method: Pick<Method, 'name' | 'group' | 'style' | 'parameters'>) {
    this.#style = method.style ?? 'method';
    this.#names = new FieldNames(method);
    this.#refusesUnknown = refusesUnknown(method);
    this.#isUpdate = /^(edit|replace|set|update)[A-Z]/.test(method.name);
    this.#fields = Object.entries(method.parameters).map(([name, parameter]) => ({
      name,
      parameter,
      qualifiedName: `${method.name}.${name}`,
      permission: parameter.presence === 'requiredByPermission' ? `${method.name}.${name}` : undefined,
    }));
    this.#keptEmpty = new Set(this.#fields.filter(({ parameter }) => parameter.keepEmpty).map(({ name }) => name));
    // The sources are read by name without asking who owns it, so no name may be one that every object inherits.
    const inherited = this.#fields.find(({ name }) => name in Object.prototype);
    if (inherited) throw new Error(`${method.name}: a parameter cannot be named ${inherited.name}`);
  }

  /** Throws 110, 106 or 1400 naming every field that is denied, missing, malformed or, where it is refused, unknown. */
  read(sent: Sources, client: Client): Reading {
    return this.#read(this.#names.sort(sent), client, undefined);
  }

  /** The same, with the values that may be long read in turns. */
  async readInTurns(sent: Sources, client: Client): Promise<Reading> {
    const named = this.#names.sort(sent);
    const long = new Map<string, unknown>();
    for (const { name, parameter } of this.#fields) {
      const given = sentAs(named.sources, name);
      if (parameter.read.steps === undefined || isMissing(given, parameter.keepEmpty)) continue;
      long.set(name, await inTurns(parameter.read.steps(given)));
    }
    return this.#read(named, client, long);
  }

  /** @param long what was made of the values that may be long; undefined: nothing was read yet */
  #read(
    { sources, unknown, repeated }: NamedFields,
    client: Client,
    long: ReadonlyMap<string, unknown> | undefined,
  ): Reading {
    if (client.deniedMethods.size > 0) this.#refuseDenied(sources, client);
    const values: Record<string, unknown> = {};
    const faults: Fault[] = [];
    // The usual call has a body and nothing else.
    const only = sources.path === undefined && sources.query === undefined ? sources.body : undefined;
    const present = (name: string) => this.#presentIn(sources, name);
    for (const { name, parameter, permission } of this.#fields) {
      const given = only === undefined ? sentAs(sources, name) : only[name];
      const enforced =
        permission === undefined ? parameter.presence === 'required' : client.fieldPermissions.has(permission);
      if (isMissing(given, parameter.keepEmpty)) {
        if (enforced || parameter.requiredWhen?.(present)) faults.push({ name, reason: undefined });
        else if (this.#isUpdate && typeof given === 'string' && isUpdatable(parameter))
          faults.push({ name, reason: 'must not be empty' });
        continue;
      }
      const value = long?.has(name) ? long.get(name) : parameter.read(given);
      if (!(value instanceof Malformed)) values[name] = value;
      // Without its permission the parameter is skipped without validation (C27).
      else if (permission === undefined || enforced) faults.push({ name, reason: value.reason });
    }
    for (const name of repeated) faults.push({ name: printableName(name), reason: 'is sent twice, in another case' });
    if (this.#refusesUnknown) for (const name of unknown) faults.push(this.#names.faultOf(name));
    const ignored = this.#refusesUnknown || unknown.length === 0 ? '' : namesInHeader(unknown);
    if (faults.length > 0) throw refusal(this.#style, faults, ignored);
    return { values, ignored };
  }

  /** Of a parameter, as it was sent; undefined where the handler sees none, as of blank text (C10). */
  #presentIn(sources: Sources, name: string): unknown {
    const given = sentAs(sources, name);
    return isMissing(given, this.#keptEmpty.has(name)) ? undefined : given;
  }

  /** A key needs the permissions for the fields that the method requires, and for those that are sent. */
  #refuseDenied(sources: Sources, { deniedMethods, fieldPermissions }: Client): void {
    const present = (name: string) => this.#presentIn(sources, name);
    const denied = this.#fields.filter(({ name, parameter, permission, qualifiedName }) => {
      if (!deniedMethods.has(qualifiedName)) return false;
      const isEnforced =
        permission === undefined ? parameter.presence === 'required' : fieldPermissions.has(permission);
      const isSent = present(name) !== undefined || isInBrackets(sources.query, name);
      return isEnforced || isSent || parameter.requiredWhen?.(present) === true;
    });
    if (denied.length === 0) return;
    const names = denied.map(({ name }) => name).join(', ');
    throw new ApiError(110, names, this.#style === 'resource' ? { http: 403 } : {});
  }
}

/** Not one of several parameters that name the record. */
function isUpdatable({ presence, requiredWhen }: Parameter<unknown>): boolean {
  return presence === 'optional' && requiredWhen === undefined;
}

function sentAs({ path, body, query }: Sources, name: string): unknown {
  return path?.[name] ?? body?.[name] ?? query?.[name];
}

function isInBrackets(query: SentFields | undefined, name: string): boolean {
  return query !== undefined && Object.keys(query).some((sent) => sent !== name && bracketless(sent) === name);
}

/** One thing that is wrong with a call outside its parameters, for example its body or a header. */
export function malformedCall(style: Style, name: string, reason: string): ApiError {
  return refusal(style, [{ name, reason }]);
}

/**
 * Only the body of a method-style call counts, for addresses end up in logs. Throws 106 naming the fields of a query
 * string.
 */
export function refuseInQuery(query: SentFields): void {
  const names = Object.keys(query).slice(0, FAULTS_MAX);
  if (names.length === 0) return;
  throw refusal(
    'method',
    names.map((name) => ({ name: printableName(name), reason: 'must be in the body, not in the query string' })),
  );
}

/** Names that callers made up, as a header can hold them. */
function namesInHeader(names: readonly string[]): string {
  return names.map((name) => encodeURIComponent(name.slice(0, NAME_LENGTH_MAX).toWellFormed())).join(', ');
}

function refusal(style: Style, faults: readonly Fault[], ignored = ''): ApiError {
  if (style === 'resource') {
    const sentences = faults.map(({ name, reason }) => `The parameter "${name}" ${reason ?? 'is missing'}.`);
    return new ApiError(1400, undefined, { statusDesc: sentences.join(' ') });
  }
  // The shape of the fragments is that of C3: a line break, the name, entities, a colon, what is wrong.
  return new ApiError(
    106,
    faults.map(({ name, reason }) => `<br />${name}&nbsp;&nbsp;: ${reason ?? 'Missing'}`).join(''),
    ignored === '' ? {} : { headers: { [IGNORED_FIELDS]: ignored } },
  );
}

/** Named values as they were sent: text from a form or a query string, anything from JSON. */
export type SentFields = Readonly<Record<string, unknown>>;

/** Where the values of a call may come from; the first that has the name wins. */
export interface Sources {
  readonly path: SentFields | undefined;
  readonly body: SentFields | undefined;
  readonly query: SentFields | undefined;
}

/** Something wrong with a field; without a reason it is missing. */
interface Fault {
  readonly name: string;
  readonly reason: string | undefined;
}

/** Credentials in the body are no parameters, so nobody may refuse them as unknown (C19). */
const CLIENT_ID = 'clientID';
const KEY = 'developerAPIKey';

/** The fields of a call under their declared names. */
interface NamedFields {
  readonly sources: Sources;
  /** As they were sent. */
  readonly unknown: readonly string[];
  readonly repeated: readonly string[];
}

/** Not frozen: a loop over a frozen array allocates an iterator. */
const NO_NAMES: readonly string[] = [];

/** The names of a method's fields; sorts the names that were sent into known and unknown ones. */
class FieldNames {
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
function bracketless(name: string): string {
  const bracket = name.indexOf('[');
  return bracket > 0 ? name.slice(0, bracket) : name;
}
