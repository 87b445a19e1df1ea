import Type, { type TObject } from 'typebox';
import type { Client } from '../../../http/methods/index.ts';
import { maskedTaxId } from '../record/index.ts';
import { textOrNull } from '../values/index.ts';
import type { DetailField } from './detail-field.ts';
import type { Details } from './detail-parameters.ts';

export function detailSchema(fields: readonly DetailField[]): TObject {
  return Type.Object(Object.fromEntries(fields.map(({ name }) => [name, textOrNull()])));
}

/** Every field, null when it was never sent; keys with the highest level of `scope` see masked fields in full. */
export function shownDetails(
  fields: readonly DetailField[],
  details: Details,
  { client, scope }: { readonly client: Client; readonly scope: string },
): Record<string, string | null> {
  const shown = (name: string, masked: boolean) => {
    const value = details[name] ?? null;
    return masked ? maskedTaxId(client, scope, value) : value;
  };
  return Object.fromEntries(fields.map(({ name, masked }) => [name, shown(name, masked === true)]));
}
