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

function canonical(value: unknown): string {
  if (value instanceof Decimal) return `"${value.toFixed()}"`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, entry]) => `${JSON.stringify(name)}:${canonical(entry)}`).join(',')}}`;
}
