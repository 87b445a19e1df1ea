/** A session of calls as a file that runs again (Z13): ids of answers have names, and secrets are left out. */

export interface RecordedCall {
  readonly as: 'client' | 'operator';
  readonly verb: string;
  /** With the query; ids of earlier answers as `@{name}`. */
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Calls with the same one had the same Idempotency-Key. */
  readonly key?: string;
  readonly statusCode: string;
  /** By name, where later calls find the id in the answer. */
  readonly names: Readonly<Record<string, readonly (string | number)[]>>;
}

export interface SessionScript {
  readonly openats: 'session';
  readonly calls: readonly RecordedCall[];
}

/** A call as it was seen on its way. */
export interface SeenCall extends Omit<RecordedCall, 'statusCode' | 'names'> {
  /** Undefined: the connection was cut in place of it. */
  readonly answer: unknown;
}

interface Leaf {
  readonly path: readonly (string | number)[];
  readonly key: string;
  readonly value: string;
}

const ID = /(id|ids|entry|refnum|referencenumber|cursor|after|quoteversion)$/i;
/** As a call sends them in its body; `clientId` is a field, which says for whom an operator calls. */
const CREDENTIALS = new Set(['clientID', 'developerAPIKey']);
/** The key alone is the one that encrypts webhooks; a token is that of an order. */
const SECRET = /(password|secret|apikey|encryptionkey|cvv|cvc|cardnumber|ssn|socialsecuritynumber)$|^key$/i;
/** Deeper values of an answer are no ids, nor are longer ones. */
const DEPTH_MAX = 20;
const CHARACTERS_MAX = 200;
/** Ids that may still get a name: the newest. */
const FOUND_MAX = 20_000;

/** An id, by the first answer that had it. */
interface Found {
  readonly call: RecordedCall & { readonly names: Record<string, readonly (string | number)[]> };
  readonly leaf: Leaf;
}

/** Makes the script of calls in the order in which they are added. */
export class ScriptWriter {
  readonly #calls: RecordedCall[] = [];
  /** Of each name, how many there are. */
  readonly #counts = new Map<string, number>();
  /** By value; the oldest first. */
  readonly #found = new Map<string, Found>();
  /** Of ids that calls name, by value. */
  readonly #names = new Map<string, string>();

  get script(): SessionScript {
    return { openats: 'session', calls: this.#calls };
  }

  /** A run has this client under the name of its role. */
  know(clientId: string, as: RecordedCall['as']): void {
    this.#names.set(clientId, as);
  }

  /** No call follows. */
  end(): void {
    this.#found.clear();
    this.#names.clear();
  }

  add({ answer, ...seen }: SeenCall): void {
    const nameOf = (value: string) => this.#nameOf(value);
    const fields = replaced(seen.fields, '', nameOf) as RecordedCall['fields'];
    const path = replacedInPath(seen.path, nameOf);
    const call = { ...seen, path, fields, statusCode: statusOf(answer), names: {} };
    this.#calls.push(call);
    for (const leaf of leavesOf(answer)) {
      const { key, value } = leaf;
      if (!ID.test(key) || value.length > CHARACTERS_MAX || this.#names.has(value) || this.#found.has(value)) continue;
      this.#found.set(value, { call, leaf });
      if (this.#found.size > FOUND_MAX) this.#found.delete(this.#found.keys().next().value!);
    }
  }

  #nameOf(value: string): string | undefined {
    const found = this.#found.get(value);
    if (found === undefined) return this.#names.get(value);
    const { key, path } = found.leaf;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    const name = `${key}${count}`;
    found.call.names[name] = path;
    this.#found.delete(value);
    this.#names.set(value, name);
    return name;
  }
}

/** Without an answer it is empty, and a run takes any. */
export function statusOf(answer: unknown): string {
  return String((answer as { statusCode?: unknown } | undefined)?.statusCode ?? '');
}

/** With names instead of ids, and without secrets. */
function replaced(value: unknown, key: string, nameOf: (value: string) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, key, nameOf));
  if (typeof value === 'object' && value !== null) {
    const kept = Object.entries(value).filter(([name]) => key !== '' || !CREDENTIALS.has(name));
    return Object.fromEntries(kept.map(([name, one]) => [name, replaced(one, name, nameOf)]));
  }
  if (SECRET.test(key)) return `@{secret:${key}}`;
  if (!ID.test(key) || (typeof value !== 'string' && typeof value !== 'number')) return value;
  const name = nameOf(String(value));
  return name === undefined ? value : `@{${name}}`;
}

function replacedInPath(text: string, nameOf: (value: string) => string | undefined): string {
  const at = text.indexOf('?');
  const [path, query] = at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
  const parts = path.split('/').map((part) => named(decodeURIComponent(part), nameOf) ?? part);
  if (query === undefined) return parts.join('/');
  const pairs = [...new URLSearchParams(query)].filter(([name]) => !CREDENTIALS.has(name));
  const sent = pairs.map(([name, value]) => {
    const id = ID.test(name) ? named(value, nameOf) : undefined;
    const shown = SECRET.test(name) ? `@{secret:${name}}` : (id ?? encodeURIComponent(value));
    return `${encodeURIComponent(name)}=${shown}`;
  });
  return `${parts.join('/')}?${sent.join('&')}`;
}

function named(value: string, nameOf: (value: string) => string | undefined): string | undefined {
  const name = nameOf(value);
  return name === undefined ? undefined : `@{${name}}`;
}

function* leavesOf(value: unknown, path: readonly (string | number)[] = [], key = ''): Iterable<Leaf> {
  if (path.length > DEPTH_MAX) return;
  if (typeof value === 'string' || typeof value === 'number') {
    if (value !== '') yield { path, key, value: String(value) };
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* leavesOf(one, [...path, index], key);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) yield* leavesOf(one, [...path, name], name);
  }
}

/** The value at a path of an answer; undefined: it has none there. */
export function valueAt(answer: unknown, path: readonly (string | number)[]): string | undefined {
  let value = answer;
  for (const step of path) value = (value as Record<string | number, unknown> | null | undefined)?.[step];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** With values instead of names. Throws an Error for a name without a value. */
export function filledIn(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    return value.replace(/@\{([^}]+)\}/g, (_, name: string) => {
      const known = values.get(name);
      if (known === undefined) throw new Error(`there is no value of ${name}`);
      return known;
    });
  }
  if (Array.isArray(value)) return value.map((one) => filledIn(one, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledIn(one, values)]));
}
