/** Parameters, rows, responses, schemas and lists, made from a table of fields (field.ts). */
import Type, { type TSchema } from 'typebox';
import {
  isMissing,
  type Kind,
  optional,
  type Parameter,
  type Presence,
  required,
  requiredByPermission,
  requiredWhen,
} from '../../../http/parameters/index.ts';
import { textOrNull } from '../values/index.ts';
import type {
  AnyField,
  ColumnName,
  ColumnOf,
  Fields,
  ListOf,
  ShownName,
  ShownValue,
  TakenField,
  ValueOf,
  Write,
} from './field.ts';
import { type ListField, textField } from './list-fields.ts';
import type { Sealing } from './sealing.ts';

type TakenBy<E, W extends Write> = E extends { readonly takenBy: readonly (infer T)[] } ? (W extends T ? E : never) : E;

type Needed<P extends Presence, V> = Parameter<V> & { readonly presence: P };

type CreationPresence<E> = E extends { readonly required: true }
  ? 'required'
  : E extends { readonly required: 'byPermission' }
    ? 'requiredByPermission'
    : 'optional';

export type CreationParameters<F extends Fields> = {
  readonly [E in TakenBy<TakenField<F>, 'create'> as E['name']]: Needed<CreationPresence<E>, ValueOf<E>>;
};

/** The parameters of the method that creates a record, in the order of the table. */
export function creationParameters<const F extends Fields>(fields: F): CreationParameters<F> {
  const parameters = takenBy(fields, 'create').map((field) => [field.name, creationParameter(field)]);
  return Object.fromEntries(parameters) as CreationParameters<F>;
}

function creationParameter({ kind, required: needed }: Taken): Parameter<unknown> {
  if (needed === undefined) return optional(kind);
  if (needed === true) return required(kind);
  return needed === 'byPermission' ? requiredByPermission(kind) : requiredWhen(kind, needed);
}

type UpdatePresence = 'optional' | 'requiredByPermission';

export type UpdateParameters<F extends Fields, P extends UpdatePresence> = {
  readonly [E in TakenBy<TakenField<F>, 'update'> as E['name']]: Needed<
    E extends { readonly required: true | 'byPermission' } ? P : 'optional',
    ValueOf<E> | Cleared<E>
  >;
};

/** The value of a field after empty text. */
type Cleared<E> = E extends { readonly required: unknown } ? never : Extract<Empty<E>, '' | null>;

/**
 * The parameters of the method that changes a record, without its id. A field that is not sent keeps its value; empty
 * text clears a field that may be empty. `presence` is that of the fields that create methods require.
 */
export function updateParameters<const F extends Fields, const P extends UpdatePresence>(
  fields: F,
  presence: P,
): UpdateParameters<F, P> {
  const parameters = takenBy(fields, 'update').map((field) => {
    const { name, kind, required: needed } = field;
    const byPermission = presence === 'requiredByPermission' && (needed === true || needed === 'byPermission');
    return [name, byPermission ? requiredByPermission(kind) : optional(clearable(field))];
  });
  return Object.fromEntries(parameters) as UpdateParameters<F, P>;
}

/** A field whose default is not empty cannot be cleared. */
function clearable({ kind, required: needed, empty = null }: Taken): Kind<unknown> {
  if (kind.keepEmpty || needed !== undefined || (empty !== '' && empty !== null)) return kind;
  return { ...kind, keepEmpty: true, read: (value) => (isMissing(value, false) ? empty : kind.read(value)) };
}

/** The sent values, by the names of the parameters. */
export type SentValues<F extends Fields> = {
  readonly [E in TakenField<F> as E['name']]?: ValueOf<E> | Cleared<E> | undefined;
};

/** Plain values by column; undefined: no value. */
export type Values<F extends Fields> = {
  readonly [E in TakenField<F> as ColumnName<E>]?: ValueOf<E> | Empty<E> | undefined;
};

type Empty<E> = E extends { readonly empty: infer V } ? V : null;

/** The sent values by column; ignores other parameters of the call. */
export function valuesOf<const F extends Fields>(fields: F, sent: SentValues<F>): Values<F> {
  const values: Record<string, unknown> = {};
  for (const field of taken(fields)) {
    const value = (sent as Readonly<Record<string, unknown>>)[field.name];
    if (value !== undefined) values[columnName(field)] = value;
  }
  return values as Values<F>;
}

/** The columns of a table's fields; sealed columns are text or null. */
export type Columns<F extends Fields> = {
  [E in TakenField<F> as ColumnOf<E>]: E extends { readonly sealed: true } ? string | null : ValueOf<E> | Empty<E>;
};

/** For a table with sealed fields, their encryption; no argument for other tables. */
export type SealingOf<F extends Fields> = [MaySeal<F[number]>] extends [never] ? [] : [Sealing];

type MaySeal<E> = E extends unknown ? ('sealed' extends keyof E ? E : never) : never;

/** All columns of the table's fields for a new record; a field that was not sent gets its empty value. */
export function newRow<const F extends Fields>(fields: F, sent: SentValues<F>, ...[sealing]: SealingOf<F>): Columns<F> {
  const row: Record<string, unknown> = {};
  for (const field of taken(fields)) {
    const { name, sealed, empty = null } = field;
    const value = (sent as Readonly<Record<string, unknown>>)[name] ?? (sealed ? null : empty);
    row[columnOf(field)] = sealed && value !== null ? sealing!.seal(columnName(field), value as string) : value;
  }
  return row as Columns<F>;
}

/** The columns of the fields that were sent, for writeRecord. */
export function changedRow<const F extends Fields>(
  fields: F,
  sent: SentValues<F>,
  ...sealing: SealingOf<F>
): Partial<Columns<F>> {
  return rowOfValues(fields, valuesOf(fields, sent), ...sealing);
}

/** The columns that values change. */
export function rowOfValues<const F extends Fields>(
  fields: F,
  values: Values<F>,
  ...[sealing]: SealingOf<F>
): Partial<Columns<F>> {
  const row: Record<string, unknown> = {};
  for (const field of taken(fields)) {
    const column = columnName(field);
    const value = (values as Readonly<Record<string, unknown>>)[column];
    if (value === undefined) continue;
    row[columnOf(field)] = field.sealed && value !== null ? sealing!.seal(column, value as string) : value;
  }
  return row as Partial<Columns<F>>;
}

/** The values that differ from those of the record. */
export function differing<const F extends Fields>(
  fields: F,
  row: RowOf<F>,
  values: Values<F>,
  ...sealing: SealingOf<F>
): Values<F> {
  const stored = (field: AnyField) =>
    field.sealed ? openField(field, row, sealing[0]) : (row as Readonly<Record<string, unknown>>)[columnName(field)];
  const changes: Record<string, unknown> = {};
  for (const field of taken(fields)) {
    const column = columnName(field);
    const value = (values as Readonly<Record<string, unknown>>)[column];
    if (value !== undefined && value !== stored(field)) changes[column] = value;
  }
  return changes as Values<F>;
}

/** A record with the columns of the fields; any record when the fields are not known at compile time. */
export type RowOf<F extends Fields> = string extends F[number]['name']
  ? object
  : { readonly [E in F[number] as ColumnOf<E>]: unknown };

/** The shown record. */
export type Shown<F extends Fields> = { [E in F[number] as ShownName<E>]: ShownValue<E> };

/** The record as it is shown, in the order of the table. */
export function shownFields<const F extends Fields>(fields: F, row: RowOf<F>, ...sealing: SealingOf<F>): Shown<F> {
  const shown: Record<string, string | null> = {};
  for (const field of fields) {
    const name = shownName(field);
    if (name !== undefined) shown[name] = shownValue(field, row, sealing[0]);
  }
  return shown as Shown<F>;
}

function shownValue(field: AnyField, row: object, sealing: Sealing | undefined): string | null {
  if (field.sealed) return openField(field, row, sealing);
  const stored = (row as Readonly<Record<string, unknown>>)[columnName(field)];
  if (field.show !== undefined) return field.show(stored as never);
  return stored === null ? null : String(stored);
}

/** The decrypted value of a sealed field; its empty value without one. */
function openField(field: AnyField, row: object, sealing: Sealing | undefined): string | null {
  const sealed = (row as Readonly<Record<string, unknown>>)[columnOf(field)];
  if (typeof sealed === 'string') return sealing!.open(columnName(field), sealed);
  return field.empty === '' ? '' : null;
}

/** The schemas of the result of shownFields. */
export function fieldsSchema<const F extends Fields>(fields: F): Record<ShownName<F[number]>, TSchema> {
  const shown = fields.flatMap((field): [string, TSchema][] => {
    const name = shownName(field);
    return name === undefined ? [] : [[name, isNullable(field) ? textOrNull() : Type.String()]];
  });
  return Object.fromEntries(shown) as Record<ShownName<F[number]>, TSchema>;
}

type ListedField<F extends Fields> = Exclude<F[number], { readonly sealed: true } | { readonly list: false }>;

/** The fields for filters and sorting of a list, by shown name; sealed fields cannot be searched. */
export function listFields<const F extends Fields>(
  fields: F,
): Record<ShownName<ListedField<F>>, ListField<ColumnName<ListedField<F>>>> {
  const listed = fields.flatMap((field) => {
    const name = shownName(field);
    if (name === undefined || field.sealed || field.list === false) return [];
    return [[name, (field.list ?? textField)(columnName(field))] as const];
  });
  return Object.fromEntries(listed) as Record<ShownName<ListedField<F>>, ListField<ColumnName<ListedField<F>>>>;
}

/** The kind of list field whose column an index of the table begins with, after client_id. */
export function indexed(
  kind: <C extends string>(column: C, options: { readonly filter: 'indexed' }) => ListField<C>,
): ListOf {
  return (column) => kind(column, { filter: 'indexed' });
}

/** The names under which the fields are shown, in the order of the table. */
export function shownNames(fields: Fields): string[] {
  return fields.map(shownName).filter((name) => name !== undefined);
}

/** The fields of these names, in the order of the table. Throws for an unknown name. */
export function fieldsNamed<const F extends Fields, N extends F[number]['name']>(
  fields: F,
  ...names: readonly N[]
): readonly Extract<F[number], { readonly name: N }>[] {
  const unknown = names.find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined) throw new Error(`no field is named ${unknown}`);
  return fields.filter(({ name }) => (names as readonly string[]).includes(name)) as Extract<
    F[number],
    { readonly name: N }
  >[];
}

type Taken = AnyField & { readonly kind: NonNullable<AnyField['kind']> };

/** The fields that callers set. */
export function taken(fields: Fields): readonly Taken[] {
  return fields.filter((field): field is Taken => field.kind !== undefined);
}

/** The fields that are parameters of this kind of method. */
export function takenBy(fields: Fields, write: Write): readonly Taken[] {
  return taken(fields).filter((field) => field.takenBy === undefined || field.takenBy.includes(write));
}

/** The name under which a field is shown; undefined when it is not. */
export function shownName({ name, shown = name }: AnyField): string | undefined {
  return shown === false ? undefined : shown;
}

function columnOf(field: AnyField): string {
  return field.sealed ? `${columnName(field)}_sealed` : columnName(field);
}

/** Of the fields of all tables, by their names. */
const snakeCase = new Map<string, string>();

/** The name of its column, without the ending of a sealed one: its own name in small letters, if it says no other. */
export function columnName({ name, column }: AnyField): string {
  if (column !== undefined) return column;
  let made = snakeCase.get(name);
  if (made === undefined) {
    made = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snakeCase.set(name, made);
  }
  return made;
}

/** Whether the shown value may be null. */
function isNullable({ kind, empty }: AnyField): boolean {
  return kind === undefined ? empty === null : (empty ?? null) === null;
}
