/** What an action was asked with, and what was answered, as text that gives back the same values. */
import { Decimal } from 'decimal.js';

const DECIMAL = '$decimal';

export function textOf(values: unknown): string {
  return JSON.stringify(tagged(values));
}

export function valuesOf(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null || !(DECIMAL in value)) return value;
    return new Decimal(value[DECIMAL] as string);
  });
}

/** Before JSON.stringify asks a Decimal for its text. */
function tagged(value: unknown): unknown {
  if (value instanceof Decimal) return { [DECIMAL]: value.toFixed() };
  if (Array.isArray(value)) return value.map(tagged);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, tagged(entry)]));
}
