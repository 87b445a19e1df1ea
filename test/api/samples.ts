/** Values with which every method can be called, made from the declarations. */
import type { Method } from '../../src/http/methods/method.ts';
import { Malformed } from '../../src/http/parameters/kind.ts';
import type { Parameter } from '../../src/http/parameters/presence.ts';
import type { Body } from './server.ts';

/** Tried in their order until the parameter takes one; a new form of value is added here. */
const CANDIDATES: readonly unknown[] = [
  '1',
  '01-31-2035',
  '2030',
  '09:30',
  '123456789',
  'A10000001',
  'C10000001',
  'K0123456789abcdef',
  'S0123456789abcdef',
  'T0123456789abcdef',
  'U10000001',
  'W0123456789abcdef',
  '192.0.2.7',
  'someone@example.com',
  'https://example.com/hook',
  'documentTitle0=a&documentTitle1=b',
  'filename0=a&filename1=b',
  'templatename0=nda--a',
  [],
  ['1'],
  {},
  '000-00-0000',
  '2035-01',
  '2035-01-31',
  '2035-01-31 12:00:00',
  '00000000-0000-0000-0000-000000000000',
  'A'.repeat(43).concat('='),
  '3d',
];

/** A well-formed value: of an enumeration the first member. Throws where no candidate is one. */
export function sampleOf(name: string, parameter: Parameter<unknown>): unknown {
  // Of the other months, those of cards, the last are right, and of this one those that have been.
  if (name === 'month') return '2026-01';
  const { enum: members = [] } = parameter.schema as { enum?: unknown[] };
  const sample = [...members, ...CANDIDATES].find((value) => !(parameter.read(value) instanceof Malformed));
  if (sample === undefined) throw new Error(`no sample of ${name}: add one to test/api/samples.ts`);
  return sample;
}

/** The parameters that the call is refused without; with `byPermission`, also those of a key with field permissions. */
export function neededBy(method: Method, byPermission: boolean): string[] {
  const presences = byPermission ? ['required', 'requiredByPermission'] : ['required'];
  const nothingSent = () => undefined;
  return Object.entries(method.parameters)
    .filter(([, { presence, requiredWhen }]) => presences.includes(presence) || requiredWhen?.(nothingSent))
    .map(([name]) => name);
}

/** A well-formed value for each parameter that is needed; nothing says that the records exist. */
export function wellFormed(method: Method, byPermission = false): Record<string, unknown> {
  return Object.fromEntries(
    neededBy(method, byPermission).map((name) => [name, sampleOf(name, method.parameters[name]!)]),
  );
}

/** Whether the parameter reads only the digits of an id. */
export function isNumericId(parameter: Parameter<unknown>): boolean {
  return (parameter.schema as { pattern?: string }).pattern === '^[0-9]{1,15}$';
}

/** The names in a path, such as accountId of /v3/accounts/:accountId. */
export function namesIn(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
}

/** A path with its names filled in, and the values that are left for the body or the query. */
export function filled(path: string, values: Body): { readonly path: string; readonly fields: Body } {
  const names = namesIn(path);
  return {
    path: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name]))),
    fields: Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))),
  };
}
