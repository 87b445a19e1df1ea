/**
 * The declaration of a field of a resource, in a table of its module; parameters, rows, responses and lists are made
 * from it.
 */

import type { PiiLevel } from '../../../http/methods/index.ts';
import type { Kind } from '../../../http/parameters/index.ts';
import type { ListField } from './list-fields.ts';

/** The methods that write a record. */
export type Write = 'create' | 'update' | 'patch';

/** Makes the list field of a column: textField and others (../list/fields.ts). */
export type ListOf = <C extends string>(column: C) => ListField<C>;

interface Named {
  /** The parameter. */
  readonly name: string;
  /** The name in responses, lists and PATCH, if it differs; false when the field is not in them. */
  readonly shown?: string | false;
  /** The level of personal data (C24); without one the field counts as pii_high. */
  readonly pii?: PiiLevel;
  /** What reads of the method style show in its place (C26); REDACTED when absent. */
  readonly hiddenAs?: 'end';
}

interface Taken<V> extends Named {
  /** Reads the sent value; the result is stored. */
  readonly kind: Kind<V>;
  /**
   * Create methods refuse calls without it: true: all calls; byPermission: calls of keys with the field permission
   * (C27); a function: decides from the other values of the call.
   */
  readonly required?: true | 'byPermission' | ((sent: (name: string) => unknown) => boolean);
  /** The methods of which it is a parameter; all of them when absent. */
  readonly takenBy?: readonly Write[];
}

type PlainColumn<R> = { [C in keyof R & string]: C extends `${string}_sealed` ? never : C }[keyof R & string];
type SealedColumn<R> = { [C in keyof R & string]: C extends `${infer S}_sealed` ? S : never }[keyof R & string];

/** The name of the field is that of its column (taxId, tax_id), or it names the column. */
type At<C extends string> = { readonly column: C } | { readonly name: CamelCase<C>; readonly column?: never };

type CamelCase<C extends string> = C extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : C;

type SnakeCase<N extends string> = N extends `${infer Head}${infer Tail}`
  ? `${Lowercase<Head>}${Tail extends Uncapitalize<Tail> ? '' : '_'}${SnakeCase<Tail>}`
  : N;

interface Shows<V> {
  /** The shown form; when absent, the stored text, or the digits of the stored number. */
  readonly show?: (stored: V) => string | null;
}

/** How a list filters and sorts by the column; when absent, as text. false: not at all. */
type Listed<V> = NonNullable<V> extends string ? { readonly list?: ListOf | false } : { readonly list: ListOf | false };

/** The stored value of a field that was not sent (C16); null when absent. */
type WhenEmpty<V> = null extends V ? { readonly empty?: V } : { readonly empty: V };

/** A field that callers set. */
type PlainField<R> = {
  [C in PlainColumn<R>]: Taken<NonNullable<R[C]>> & At<C> & Shows<R[C]> & Listed<R[C]> & WhenEmpty<R[C]>;
}[PlainColumn<R>];

/** A text that is encrypted at rest, in <column>_sealed, and never searched; `empty` is shown without a value. */
type SealedField<R> = {
  [C in SealedColumn<R>]: Taken<string> & At<C> & { readonly sealed: true; readonly empty?: '' };
}[SealedColumn<R>];

/** A sealed text that the platform sets. */
type KeptSealedField<R> = {
  [C in SealedColumn<R>]: Named & At<C> & { readonly kind?: never; readonly sealed: true; readonly empty?: '' };
}[SealedColumn<R>];

/** A field that the platform sets and callers only read: it has no kind. Null only where `empty` allows it. */
type KeptField<R> = {
  [C in PlainColumn<R>]: Named & At<C> & Shows<R[C]> & Listed<R[C]> & { readonly kind?: never; readonly empty?: null };
}[PlainColumn<R>];

/**
 * A field of the records of R, the row of their table. Unknown columns, and kinds or empty values that do not fit the
 * column, do not compile. An example of a table of fields:
 *
 *     export const THING_FIELDS = [
 *       { name: 'thingId', list: indexed(numberField) },
 *       { name: 'thingName', kind: line('name'), required: true, empty: '' },
 *       { name: 'taxID', column: 'tax_id', kind: taxId(), sealed: true },
 *     ] as const satisfies readonly Field<ThingRow>[];
 */
export type Field<R> = PlainField<R> | SealedField<R> | KeptField<R> | KeptSealedField<R>;

/** A field of any table, as the functions over tables see it. */
export interface AnyField {
  readonly name: string;
  readonly shown?: string | false;
  readonly pii?: PiiLevel;
  readonly hiddenAs?: 'end';
  readonly column?: string;
  readonly kind?: Kind<unknown>;
  readonly required?: true | 'byPermission' | ((sent: (name: string) => unknown) => boolean);
  readonly takenBy?: readonly Write[];
  readonly sealed?: true;
  readonly empty?: string | number | null;
  readonly show?: (stored: never) => string | null;
  readonly list?: ListOf | false;
}

export type Fields = readonly AnyField[];

/** The fields of a table that callers set. */
export type TakenField<F extends Fields> = Extract<F[number], { readonly kind: Kind<unknown> }>;

/** The type of the value of a field. */
export type ValueOf<E> = E extends { readonly kind: Kind<infer V> } ? V : never;

/** The name of its column, without the ending of a sealed one. */
export type ColumnName<E extends AnyField> = E extends { readonly column: infer C extends string }
  ? C
  : SnakeCase<E['name']>;

/** The column in which a field is stored. */
export type ColumnOf<E extends AnyField> = E extends { readonly sealed: true }
  ? `${ColumnName<E>}_sealed`
  : ColumnName<E>;

/** The names under which a table's fields are shown. */
export type ShownName<E extends AnyField> = E extends { readonly shown: infer S }
  ? S extends string
    ? S
    : never
  : E['name'];

/** The type of the shown value. */
export type ShownValue<E> = E extends { readonly show: (stored: never) => infer S }
  ? S
  : E extends { readonly empty: infer V }
    ? null extends V
      ? string | null
      : string
    : E extends { readonly kind: unknown }
      ? string | null
      : string;
