/** The values and the response of an action as text, from which the same values can be restored; both in turns. */
import { Decimal } from 'decimal.js';
import { inTurns } from '../../http/methods/index.ts';
import type { Steps } from '../../http/parameters/index.ts';

const DECIMAL = '$decimal';
const WHOLE = '$whole';
const BYTES = '$bytes';

export async function textOf(values: unknown): Promise<string> {
  return JSON.stringify(await replacedIn(values, tagged));
}

export function valuesOf(text: string): Promise<unknown> {
  return replacedIn(JSON.parse(text), untagged);
}

/** The value and all that it holds, each replaced by what `replace` gives for it; which may be itself. */
export function replacedIn(value: unknown, replace: (value: unknown) => unknown): Promise<unknown> {
  return inTurns(replacedSteps(value, replace));
}

function* replacedSteps(value: unknown, replace: (value: unknown) => unknown): Steps<unknown> {
  const replaced = replace(value);
  if (replaced !== value || typeof value !== 'object' || value === null) return replaced;
  yield 1;
  if (Array.isArray(value)) {
    const entries: unknown[] = [];
    for (const entry of value) entries.push(yield* replacedSteps(entry, replace));
    return entries;
  }
  const members: [string, unknown][] = [];
  for (const [name, entry] of Object.entries(value)) members.push([name, yield* replacedSteps(entry, replace)]);
  return Object.fromEntries(members);
}

/** Before JSON.stringify asks a Decimal or bytes for their text, and has none for a bigint. */
function tagged(value: unknown): unknown {
  if (value instanceof Decimal) return { [DECIMAL]: value.toFixed() };
  if (typeof value === 'bigint') return { [WHOLE]: value.toString() };
  return value instanceof Uint8Array ? { [BYTES]: Buffer.from(value).toString('base64') } : value;
}

function untagged(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (DECIMAL in value) return new Decimal(value[DECIMAL] as string);
  if (BYTES in value) return Buffer.from(value[BYTES] as string, 'base64');
  return WHOLE in value ? BigInt(value[WHOLE] as string) : value;
}
