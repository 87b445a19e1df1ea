/** The values and the response of an action as text, from which the same values can be restored. */
import { Decimal } from 'decimal.js';

const DECIMAL = '$decimal';
const WHOLE = '$whole';
const BYTES = '$bytes';

export function textOf(values: unknown): string {
  return JSON.stringify(tagged(values));
}

export function valuesOf(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if (DECIMAL in value) return new Decimal(value[DECIMAL] as string);
    if (BYTES in value) return Buffer.from(value[BYTES] as string, 'base64');
    return WHOLE in value ? BigInt(value[WHOLE] as string) : value;
  });
}

/** Before JSON.stringify asks a Decimal or bytes for their text, and has none for a bigint. */
function tagged(value: unknown): unknown {
  if (value instanceof Decimal) return { [DECIMAL]: value.toFixed() };
  if (typeof value === 'bigint') return { [WHOLE]: value.toString() };
  if (value instanceof Uint8Array) return { [BYTES]: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(tagged);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, tagged(entry)]));
}
