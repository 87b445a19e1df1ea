/** Webhook payloads as application/x-www-form-urlencoded text (C43). */

/** Written in place of a key (C7). */
export const MASK = 'X'.repeat(15);

const MASKED_FIELD = /developerapikey$/i;

/**
 * The body of a webhook: fields in their own order, `name=value` joined by `&`, spaces as `+`, UTF-8 percent-encoded.
 *
 * - null and undefined: the field is omitted (so a field marked * without a value is passed as undefined);
 * - text as it is, the empty text sent empty; numbers and bigints as decimal text; NaN and infinities are omitted;
 * - booleans 1 and 0; a Date as YYYY-MM-DD HH:MM:SS in UTC;
 * - arrays and objects as JSON text of the whole value; an object with toJSON (a Decimal) as that gives;
 * - developerAPIKey, and any field whose name ends so, at any depth: fifteen X, unless it is null.
 *
 * Throws TypeError when a value cannot be written (a circular object, a bigint inside an object).
 */
export function encodeForm(fields: Readonly<Record<string, unknown>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    const text = textOf(name, value);
    if (text !== undefined) form.append(name, text);
  }
  return form.toString();
}

function textOf(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (MASKED_FIELD.test(name)) return MASK;
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return Number.isFinite(value) ? String(value) : undefined;
    case 'bigint':
      return String(value);
    case 'boolean':
      return value ? '1' : '0';
    case 'object':
      return textOfObject(name, value);
    default:
      return undefined;
  }
}

function textOfObject(name: string, value: object): string | undefined {
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? undefined : value.toISOString().slice(0, 19).replace('T', ' ');
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const plain: unknown = value.toJSON();
    if (typeof plain !== 'object') return textOf(name, plain);
  }
  return JSON.stringify(value, (key, inner: unknown) => (MASKED_FIELD.test(key) && inner !== null ? MASK : inner));
}
