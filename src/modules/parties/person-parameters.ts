/** What create and update methods take, made from the fields of a kind. */
import { optional, type Parameter, required, requiredWhen, text } from '../../http/parameters/index.ts';
import { ipAddress } from '../shared/parameters.ts';
import type { PersonField } from './person-fields.ts';
import type { PersonKind } from './person-kind.ts';
import type { PersonValues } from './person-records.ts';

type PersonParameters = Readonly<Record<string, Parameter<string>>>;

export function creationParameters({ fields }: PersonKind): PersonParameters {
  return {
    ...Object.fromEntries(fields.map((field) => [field.name, creationParameter(field)])),
    createdIpAddress: optional(ipAddress()),
  };
}

function creationParameter({ kind, required: needed }: PersonField): Parameter<string> {
  if (needed === undefined) return optional(kind);
  return needed === true ? required(kind) : requiredWhen(kind, needed);
}

/** The id is required; what is not sent keeps its value. */
export function updateParameters({ fields, letter }: PersonKind): PersonParameters {
  return {
    partyId: required(text({ description: `${letter} and 6 to 10 digits`, maxLength: 100 })),
    ...Object.fromEntries(fields.map((field) => [field.name, optional(field.kind)])),
    updatedIpAddress: optional(ipAddress()),
  };
}

/** What was sent, by column. */
export function valuesOf({ fields }: PersonKind, sent: Readonly<Record<string, string | undefined>>): PersonValues {
  const values: Record<string, string> = {};
  for (const { name, column } of fields) {
    const value = sent[name];
    if (value !== undefined) values[column] = value;
  }
  return values;
}
