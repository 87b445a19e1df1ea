/** What is sent for a call of a method: address, verb, headers, body. */
import { WAYS } from '../generated/index.ts';
import type { MethodName } from '../shared/index.ts';

/** Whether it takes an Idempotency-Key, changes nothing, or is neither. */
type Repetition = 'key' | 'read';

export interface Way {
  readonly repetition: Repetition;
  readonly verb: string;
  readonly path: string;
  readonly takesFiles: boolean;
}

/** Throws TypeError for a method that there is not. */
export function wayOf(name: string): Way {
  const way = Object.hasOwn(WAYS, name) ? WAYS[name as MethodName] : undefined;
  if (way === undefined) throw new TypeError(`there is no method ${name}`);
  const [repetition, verb, path, files] = way.split(' ') as [Repetition, string, string, string?];
  return { repetition, verb, path, takesFiles: files === 'files' };
}

export interface Prepared {
  /** With its query, without the base. */
  readonly path: string;
  readonly init: RequestInit & { readonly headers: Record<string, string> };
}

/** The same bytes at each repetition. */
export function prepare(
  way: Way,
  fields: Readonly<Record<string, unknown>>,
  headers: Record<string, string>,
): Prepared {
  const left = new Map(Object.entries(fields).filter(([, value]) => value !== undefined));
  const path = way.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left.get(name);
    if (value === undefined || value === null) throw new TypeError(`${way.path} needs ${name}`);
    left.delete(name);
    return encodeURIComponent(String(value));
  });
  if (way.verb === 'GET') return { path: path + query(left), init: { method: 'GET', headers } };
  if (way.takesFiles) return { path, init: { method: way.verb, headers, body: form(left) } };
  const body = JSON.stringify(Object.fromEntries(left));
  return { path, init: { method: way.verb, headers: { ...headers, 'content-type': 'application/json' }, body } };
}

/** Lists' filters are objects; the service takes them as JSON (C32). */
function query(fields: ReadonlyMap<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of fields)
    search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return search.size === 0 ? '' : `?${search}`;
}

/** Files last, after the fields that describe them. */
function form(fields: ReadonlyMap<string, unknown>): FormData {
  const made = new FormData();
  for (const [name, value] of fields) if (!(value instanceof Blob)) made.append(name, String(value));
  for (const [name, value] of fields) if (value instanceof Blob) made.append(name, value);
  return made;
}
