import Type, { type TObject, type TSchema, type TString, type TUnsafe } from 'typebox';
import { namedObject } from '../../../http/methods/index.ts';
import { textOrNull } from './answers.ts';
import { timestamp, timestampOrNull } from './times.ts';

/** The columns with a text or a number, which are shown as text. */
type TextColumn<V> = { [C in keyof V & string]: V[C] extends string | number ? C : never }[keyof V & string];

/** A column, or the schema of a field and how it is shown. */
type Part<V> = TextColumn<V> | readonly [schema: TSchema, show: (value: V) => unknown];

type Parts<V> = Readonly<Record<string, Part<V>>>;

type Shown<P> = {
  [N in keyof P]: P[N] extends readonly [TSchema, (value: never) => infer R] ? R : string;
};

/** What answers show of a value: the schema and the fields, made from one list. */
export interface View<V, P> {
  readonly parts: P;
  readonly schema: TObject<{ [N in keyof P]: P[N] extends readonly [infer S extends TSchema, unknown] ? S : TString }>;
  readonly show: (value: V) => Shown<P>;
}

/**
 * The view of a row, or of another value, with the fields in this order. A part of it is a column, shown as text, or
 * made by one of the functions below:
 *
 *     const NOTE = view<NoteRow>()({ noteId: 'note_id', author: orNull('author'), createdDate: at('created_at') });
 *     response: Type.Object({ note: NOTE.schema }), and in the handler: { note: NOTE.show(row) }
 *
 * `name`: of the object in the document of the API, where several methods answer it (namedObject).
 */
export function view<V>(name?: string) {
  return <const P extends Parts<V>>(parts: P): View<V, P> => {
    const fields = Object.entries<Part<V>>(parts).map(([field, part]) =>
      typeof part === 'string'
        ? ([field, Type.String(), (value: V) => String(value[part])] as const)
        : ([field, ...part] as const),
    );
    const properties = Object.fromEntries(fields.map(([field, schema]) => [field, schema]));
    return {
      parts,
      schema: (name === undefined ? Type.Object(properties) : namedObject(name, properties)) as never,
      show: (value) => Object.fromEntries(fields.map(([field, , show]) => [field, show(value)])) as Shown<P>,
    };
  };
}

/** A text, made of the value. */
export function says<V>(show: (value: V) => string, description?: string) {
  return [Type.String(description === undefined ? {} : { description }), show] as const;
}

/** The text or number of a column that may be null. */
export function orNull<C extends string>(
  column: C,
  description?: string,
): readonly [TUnsafe<string | null>, (row: { readonly [K in C]: string | number | null }) => string | null] {
  return [textOrNull(description), ({ [column]: stored }) => (stored === null ? null : String(stored))];
}

/** The time of a column. */
export function at<C extends string>(column: C): readonly [TString, (row: { readonly [K in C]: number }) => string] {
  return [Type.String(), ({ [column]: micros }) => timestamp(micros)];
}

/** The time of a column, null before it has come. */
export function atOrNull<C extends string>(
  column: C,
): readonly [TUnsafe<string | null>, (row: { readonly [K in C]: number | null }) => string | null] {
  return [textOrNull(), ({ [column]: micros }) => timestampOrNull(micros)];
}
