import { hash } from 'node:crypto';
import { Decimal } from 'decimal.js';
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
export function idempotencyOf(
  key: string,
  method: string,
  values: Readonly<Record<string, unknown>>,
  files: readonly UploadedFile[] = [],
): NonNullable<Call['idempotency']> {
  const contents = files
    .map(({ field, fileName, sha256 }) => `\n${JSON.stringify([field, fileName, sha256])}`)
    .join('');
  return { key, bodyHash: hash('sha256', `${method}\n${canonical(values)}${contents}`, 'hex') };
}

/** Equal texts for equal values, whatever the order of their names. Throws for a value of an unknown kind. */
function canonical(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof Decimal) return `"${value.toFixed()}"`;
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('base64'));
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value instanceof Map) return members([...value]);
  if (isPlain(value)) return members(Object.entries(value).filter(([, entry]) => entry !== undefined));
  throw new TypeError('a value of this kind cannot identify a call');
}

function members(entries: readonly (readonly [name: unknown, value: unknown])[]): string {
  const texts = entries.map(([name, value]) => `${JSON.stringify(String(name))}:${canonical(value)}`);
  return `{${texts.toSorted().join(',')}}`;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
