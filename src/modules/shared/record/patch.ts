import Type from 'typebox';
import { REDACTED } from '../../../http/methods/index.ts';
import { isMissing, jsonObject, type Kind, Malformed, printableName } from '../../../http/parameters/index.ts';
import type { AnyField, Fields } from './field.ts';
import { columnName, shownName, taken, takenBy, type Values } from './fields.ts';

/**
 * The object of a PATCH: the fields to change, by the names under which they are shown. An empty or null value clears
 * a field that may be empty. `passedOver` are shown fields that cannot be set; they are ignored, so that a caller can
 * send back the record that it read (C58).
 */
export function patchKind<const F extends Fields>(fields: F, passedOver: readonly string[]): Kind<Values<F>> {
  const object = jsonObject();
  const patched = new Map(takenBy(fields, 'patch').map((field) => [shownName(field), field]));
  const read = (sent: Readonly<Record<string, unknown>>) => {
    const values: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(sent)) {
      if (passedOver.includes(name)) continue;
      const field = patched.get(name);
      if (field === undefined) return new Malformed(`has the unknown field "${printableName(name)}"`);
      const changed = readField(field, value);
      if (changed instanceof Malformed) return new Malformed(`has the field "${name}", ${changed.reason}`);
      values[columnName(field)] = changed;
    }
    return values as Values<F>;
  };
  return {
    schema: Type.Unsafe<Values<F>>({
      type: 'object',
      description: `Only the fields to change. ${passedOver.join(', ')} cannot be set and are passed over.`,
      properties: Object.fromEntries([...patched].map(([name, { kind }]) => [name, kind.schema])),
    }),
    keepEmpty: false,
    read: (value) => {
      const sent = object.read(value);
      return sent instanceof Malformed ? sent : read(sent);
    },
  };
}

function readField({ kind, required, empty = null }: ReturnType<typeof taken>[number], value: unknown): unknown {
  const missing = isMissing(value, false);
  if (missing && required === true) return new Malformed('which must not be empty');
  const read = missing ? empty : kind.read(value);
  if (read instanceof Malformed) return new Malformed(`which ${read.reason}`);
  return read === REDACTED ? new Malformed('whose value is what stands for one not shown') : read;
}

/** The names of fields that callers set and see, but cannot PATCH. */
export function unpatchedNames(fields: Fields): string[] {
  const patched: readonly AnyField[] = takenBy(fields, 'patch');
  return taken(fields)
    .filter((field) => !patched.includes(field))
    .map(shownName)
    .filter((name) => name !== undefined);
}
