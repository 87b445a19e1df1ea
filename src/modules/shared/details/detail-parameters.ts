import { malformedCall } from '../../../http/body/index.ts';
import type { PiiLevel } from '../../../http/methods/index.ts';
import {
  isMissing,
  type Kind,
  optional,
  type Parameter,
  required,
  requiredWhen,
} from '../../../http/parameters/index.ts';

/** The sent or stored value of a field. */
type Lookup = (name: string) => unknown;

/** A field of a record whose fields are stored together in one sealed text; no query uses them. */
export interface DetailField {
  /** The name in the API, as parameter and in responses. */
  readonly name: string;
  readonly kind: Kind<string>;
  /** The create method refuses a record without it; a function decides from the other fields, for each method. */
  readonly required?: true | ((other: Lookup) => boolean);
  /** The level of personal data (C24). */
  readonly pii: PiiLevel;
  /** Reads show the end of the number to keys below its level (C26). */
  readonly masked?: true;
}

/** Stored values by field; fields that were never sent are absent. */
export type Details = Readonly<Record<string, string>>;

type DetailParameters = Readonly<Record<string, Parameter<string>>>;

/** The parameters of the method that creates the record. */
export function detailCreation(fields: readonly DetailField[]): DetailParameters {
  return Object.fromEntries(fields.map((field) => [field.name, parameterOf(field)]));
}

/** The parameters of the method that changes it: a field that is not sent keeps its value, empty text clears it. */
export function detailUpdate(fields: readonly DetailField[]): DetailParameters {
  return Object.fromEntries(fields.map((field) => [field.name, optional(clearable(field))]));
}

function clearable({ kind, required: needed }: DetailField): Kind<string> {
  if (needed === true) return kind;
  return { ...kind, keepEmpty: true, read: (value) => (isMissing(value, false) ? '' : kind.read(value)) };
}

function parameterOf({ kind, required: needed }: DetailField): Parameter<string> {
  if (needed === undefined) return optional(kind);
  return needed === true ? required(kind) : requiredWhen(kind, needed);
}

/** The fields that were sent. */
export function sentDetails(fields: readonly DetailField[], values: Readonly<Record<string, unknown>>): Details {
  const sent = fields.filter(({ name }) => values[name] !== undefined);
  return Object.fromEntries(sent.map(({ name }) => [name, values[name] as string]));
}

/** Throws 106 naming the first missing field that the others require. */
export function requireTogether(fields: readonly DetailField[], details: Details): void {
  const lacking = fields.find(
    ({ name, required: needed }) =>
      typeof needed === 'function' && needed((other) => details[other]) && isMissing(details[name], false),
  );
  if (lacking !== undefined) throw malformedCall('method', lacking.name, 'Missing');
}
