import { hash } from 'node:crypto';
import { Decimal } from 'decimal.js';
import { atOnce, type Steps } from '../parameters/index.ts';
import type { Call, UploadedFile } from './method.ts';

const KEY = /^[\x21-\x7e]{1,200}$/;

/** Whether a header Idempotency-Key is 1 to 200 visible ASCII characters. */
export function isIdempotencyKey(key: unknown): key is string {
  return typeof key === 'string' && KEY.test(key);
}

/**
 * The key with a SHA-256 of the method, its values and its files. The values are those the handler sees, with their
 * names in order, so a form and a JSON body of the same call are the same.
 */
export function idempotencyOf(...of: Parameters<typeof idempotencySteps>): NonNullable<Call['idempotency']> {
  return atOnce(idempotencySteps(...of));
}

/** The same for values that may be long. */
export function* idempotencySteps(
  key: string,
  method: string,
  values: Readonly<Record<string, unknown>>,
  files: readonly UploadedFile[] = [],
): Steps<NonNullable<Call['idempotency']>> {
  const contents = files
    .map(({ field, fileName, sha256 }) => `\n${JSON.stringify([field, fileName, sha256])}`)
    .join('');
  return { key, bodyHash: hash('sha256', `${method}\n${yield* canonical(values)}${contents}`, 'hex') };
}

/** Equal texts for equal values, whatever the order of their names. Throws for a value of an unknown kind. */
function* canonical(value: unknown): Steps<string> {
  if (Array.isArray(value)) {
    const texts: string[] = [];
    for (const entry of value) {
      yield 1;
      texts.push(leafText(entry) ?? (yield* canonical(entry)));
    }
    return `[${texts.join(',')}]`;
  }
  if (value instanceof Map) return yield* members([...value]);
  if (isPlain(value)) return yield* members(Object.entries(value).filter(([, entry]) => entry !== undefined));
  throw new TypeError('a value of this kind cannot identify a call');
}

/** Of a value without members; undefined for any other. */
function leafText(value: unknown): string | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof Decimal) return `"${value.toFixed()}"`;
  return value instanceof Uint8Array ? JSON.stringify(Buffer.from(value).toString('base64')) : undefined;
}

function* members(entries: readonly (readonly [name: unknown, value: unknown])[]): Steps<string> {
  yield entries.length;
  const texts: string[] = [];
  for (const [name, value] of entries) {
    texts.push(`${JSON.stringify(String(name))}:${leafText(value) ?? (yield* canonical(value))}`);
  }
  return `{${texts.toSorted().join(',')}}`;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
