import Type, { type TSchema } from 'typebox';
import { boundedJsonSteps, entriesMaxOf, OversizedJson } from './bounded-json.ts';
import {
  type Described,
  describe,
  isMissing,
  type Kind,
  Malformed,
  readerInSteps,
  stepsOf,
  writtenOf,
} from './kind.ts';
import type { Parameters, ValuesOf } from './presence.ts';
import { printableName } from './printable-name.ts';
import type { Steps } from './steps.ts';

/** Gives the value itself, or the JSON in it where a form sent it as text; undefined for text that is no JSON. */
function jsonTextReader(schema: TSchema): (value: unknown) => Steps<unknown> {
  const entriesMax = entriesMaxOf([schema]);
  return function* (value) {
    if (typeof value !== 'string') return value;
    try {
      return yield* boundedJsonSteps(value, entriesMax);
    } catch (error) {
      return error instanceof OversizedJson ? new Malformed(error.message) : undefined;
    }
  };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same, of an object. */
function objectReader(schema: TSchema): (value: unknown) => Steps<Record<string, unknown> | Malformed> {
  const notObject = new Malformed('must be an object');
  const fromJsonText = jsonTextReader(schema);
  return function* (value) {
    const sent = yield* fromJsonText(value);
    return sent instanceof Malformed || isPlainObject(sent) ? sent : notObject;
  };
}

/** A JSON array (in a form: its JSON text), each item read by the kind. */
export function list<T>(item: Kind<T>, options: Described & { readonly maxItems?: number } = {}): Kind<readonly T[]> {
  const { maxItems = 100 } = options;
  const notList = new Malformed('must be a list; in a form its JSON text, such as ["a","b"]');
  const tooLong = new Malformed(`must not have more than ${maxItems} items`);
  const schema = Type.Array(item.schema, { ...describe(options), maxItems });
  const fromJsonText = jsonTextReader(schema);
  return {
    schema,
    keepEmpty: false,
    written: (items) => items.map((one) => writtenOf(item, one)),
    read: readerInSteps<readonly T[]>(function* (value) {
      const sent = yield* fromJsonText(value);
      if (sent instanceof Malformed) return sent;
      if (!Array.isArray(sent)) return notList;
      if (sent.length > maxItems) return tooLong;
      const items: T[] = [];
      for (const [index, entry] of sent.entries()) {
        const read = isMissing(entry, item.keepEmpty) ? new Malformed('is missing') : yield* stepsOf(item.read, entry);
        if (read instanceof Malformed) return new Malformed(`item ${index} ${read.reason}`);
        items.push(read);
      }
      return items;
    }),
  };
}

const KEYS_MAX = 200;
const NESTING_MAX = 20;

/** Whether arrays and objects stand in each other more than `levels` deep; what is too deep overflows later readers. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((entry) => isDeeperThan(entry, levels - 1));
}

/** Any JSON object (in a form: its JSON text), its entries unread; for what the module checks itself. */
export function jsonObject(options: Described = {}): Kind<Readonly<Record<string, unknown>>> {
  const tooMany = new Malformed(`must not have more than ${KEYS_MAX} fields`);
  const tooDeep = new Malformed(`must not be nested more than ${NESTING_MAX} deep`);
  const schema = Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    maxProperties: KEYS_MAX,
    ...describe(options),
  });
  const readObject = objectReader(schema);
  return {
    schema,
    keepEmpty: false,
    read: readerInSteps<Readonly<Record<string, unknown>>>(function* (value) {
      const sent = yield* readObject(value);
      if (sent instanceof Malformed) return sent;
      const keys = Object.keys(sent);
      if (keys.length > KEYS_MAX) return tooMany;
      if (isDeeperThan(sent, NESTING_MAX)) return tooDeep;
      // Without a prototype, a key such as __proto__ or constructor is a key like any other.
      const copy: Record<string, unknown> = Object.create(null);
      for (const key of keys) copy[key] = sent[key];
      return copy;
    }),
  };
}

/** A JSON object with the given fields (presence as in parameters); an unknown field is malformed */
export function objectOf<P extends Parameters>(fields: P, options: Described = {}): Kind<ValuesOf<P>> {
  const names = Object.keys(fields);
  const requiredNames = names.filter((name) => fields[name]!.presence === 'required');
  const schema = Type.Unsafe<ValuesOf<P>>({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, fields[name]!.schema])),
    ...(requiredNames.length > 0 ? { required: requiredNames } : {}),
    additionalProperties: false,
    ...describe(options),
  });
  const readObject = objectReader(schema);
  return {
    schema,
    keepEmpty: false,
    written: (values) => writtenFields(fields, values),
    read: readerInSteps<ValuesOf<P>>(function* (value) {
      const sent = yield* readObject(value);
      if (sent instanceof Malformed) return sent;
      const unknown = Object.keys(sent).find((key) => !Object.hasOwn(fields, key));
      if (unknown !== undefined) return new Malformed(`has the unknown field "${printableName(unknown)}"`);
      return yield* readFields(fields, names, sent);
    }),
  };
}

/** What a caller would send for values that were read; those without a parameter stay as they are. */
export function writtenFields(fields: Parameters, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const written = (name: string, value: unknown) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field === undefined || value === undefined ? value : writtenOf(field, value);
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(name, value)]));
}

function* readFields<P extends Parameters>(
  fields: P,
  names: string[],
  sent: Record<string, unknown>,
): Steps<ValuesOf<P> | Malformed> {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const field = fields[name]!;
    const entry = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (isMissing(entry, field.keepEmpty)) {
      if (field.presence === 'required') return new Malformed(`lacks the field "${name}"`);
      continue;
    }
    const read = yield* stepsOf(field.read, entry);
    if (read instanceof Malformed) return new Malformed(`field "${name}" ${read.reason}`);
    values[name] = read;
  }
  return values as ValuesOf<P>;
}
