/** The forms in which a filter can be sent (C32). */

import { ApiError } from '../../../http/methods/index.ts';
import { OversizedJson, parseBoundedJson, printableName } from '../../../http/parameters/index.ts';

/** The condition on a field: any of the values, within the range, and with the text in it. */
export interface FieldFilter {
  readonly values: string[];
  min?: string;
  max?: string;
  has?: string;
}

type End = 'min' | 'max' | 'has';

export type Filter = ReadonlyMap<string, FieldFilter>;

/** The most values of one filter, over all its fields. */
const VALUES_MAX = 100;
const VALUE_LENGTH_MAX = 500;
const NAME = /^[A-Za-z0-9_]{1,64}$/;
const FORMS = 'JSON such as {"name":"value"}, filter[name]=value, or name:value';

/**
 * Reads a filter from the query string, in all its forms at once, or from the field `filter` of a body:
 *
 *     filter={"a":"b"}   filter={"a":["b","c"]}   filter={"a":{"min":"1","max":"9"}}   filter={"a":{"has":"b"}}
 *     filter[a]=b        filter[a]=b&filter[a]=c  filter[a][min]=1&filter[a][max]=9         filter[a][has]=b
 *     filter=a:b         filter=a:b&filter=a:c
 *
 * Values of one field are alternatives; all fields must match. Throws 1400 for any other form.
 */
export function readFilter(query: URLSearchParams, body: unknown): Filter {
  const draft = new Draft();
  let named = false;
  for (const [name, value] of query) {
    if (name === 'filter') {
      named = true;
      if (value.trim() !== '') readWhole(draft, value);
    } else if (name.startsWith('filter[')) readBrackets(draft, name, value);
  }
  if (!named && body !== undefined) readWhole(draft, body);
  return draft.fields;
}

/**
 * The client whose records a master key filters by, and the rest of the filter; without one the records of all clients
 * are meant. The list of one client is read by that client's indexes. Throws 1400 for several clients.
 */
export function oneClientIn(sent: Filter): { readonly clientId: string | undefined; readonly filter: Filter } {
  const filter = new Map(sent);
  const asked = filter.get('clientId');
  filter.delete('clientId');
  if (asked === undefined) return { clientId: undefined, filter };
  const {
    values: [clientId, ...others],
    ...parts
  } = asked;
  if (clientId === undefined || others.length + Object.keys(parts).length > 0)
    throw unreadable('takes one value of "clientId"');
  return { clientId, filter };
}

/** Collects the values, within limits. */
class Draft {
  readonly fields = new Map<string, FieldFilter>();
  #values = 0;

  add(name: string, value: unknown): void {
    this.#field(name).values.push(this.#text(name, value));
  }

  bound(name: string, end: End, value: unknown): void {
    this.#field(name)[end] = this.#text(name, value);
  }

  #field(name: string): FieldFilter {
    if (!NAME.test(name)) throw unreadable(`names the unknown field "${printableName(name)}"`);
    let field = this.fields.get(name);
    if (field === undefined) {
      field = { values: [] };
      this.fields.set(name, field);
    }
    return field;
  }

  #text(name: string, value: unknown): string {
    if (++this.#values > VALUES_MAX) throw unreadable(`must not have more than ${VALUES_MAX} values`);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw unreadable(`must give "${name}" a text, a number, or a list of them`);
    }
    const text = String(value);
    if (text.length > VALUE_LENGTH_MAX) {
      throw unreadable(`must not give "${name}" a value of more than ${VALUE_LENGTH_MAX} characters`);
    }
    if (text.includes('\0') || !text.isWellFormed()) throw unreadable(`must give "${name}" well-formed text`);
    return text;
  }
}

export function unreadable(reason: string): ApiError {
  return new ApiError(1400, undefined, { statusDesc: `The parameter "filter" ${reason}.` });
}

function readWhole(draft: Draft, sent: unknown): void {
  if (typeof sent === 'string' && !sent.trimStart().startsWith('{')) readPair(draft, sent);
  else readObject(draft, sent);
}

function readPair(draft: Draft, sent: string): void {
  const colon = sent.indexOf(':');
  const name = sent.slice(0, colon).trim();
  if (colon < 0 || !NAME.test(name)) throw unreadable(`must be ${FORMS}`);
  draft.add(name, sent.slice(colon + 1).trim());
}

function readObject(draft: Draft, sent: unknown): void {
  const object = typeof sent === 'string' ? parsed(sent) : sent;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) throw unreadable(`must be ${FORMS}`);
  for (const [name, value] of Object.entries(object)) {
    if (Array.isArray(value)) {
      if (value.length === 0) throw unreadable(`must give "${printableName(name)}" at least one value`);
      for (const one of value) draft.add(name, one);
    } else if (typeof value === 'object' && value !== null) readRange(draft, name, value);
    else draft.add(name, value);
  }
}

function readRange(draft: Draft, name: string, range: object): void {
  const ends = Object.entries(range);
  if (ends.length === 0) throw unreadable(`must give "${printableName(name)}" a min, a max or has`);
  for (const [end, value] of ends) draft.bound(name, rangeEnd(name, end), value);
}

function rangeEnd(name: string, end: string): End {
  if (end === 'min' || end === 'max' || end === 'has') return end;
  throw unreadable(`knows of "${printableName(name)}" only min, max and has`);
}

/** filter[name], filter[name][] as some clients write alternatives, filter[name][min], [max] and [has]. */
function readBrackets(draft: Draft, sent: string, value: string): void {
  const parts = /^filter\[([^[\]]+)\](?:\[([^[\]]*)\])?$/.exec(sent);
  if (parts === null) throw unreadable(`must be ${FORMS}`);
  const [, name, end] = parts;
  if (end === undefined || end === '') draft.add(name!, value);
  else draft.bound(name!, rangeEnd(name!, end), value);
}

function parsed(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch (error) {
    if (error instanceof OversizedJson) throw unreadable(error.message);
    return undefined;
  }
}
