/**
 * What a field of a resource is: declared once, in a table of its module, from which all that methods do with it is
 * made.
 */

import type { PiiLevel } from '../../../http/methods/index.ts';
import type { Kind } from '../../../http/parameters/index.ts';
import type { ListField } from '../list/fields.ts';

/** The methods that write a record. */
export type Write = 'create' | 'update' | 'patch';

/** Makes what a list filters and sorts by of a column: textField and its like (../list/fields.ts). */
export type ListOf = <C extends string>(column: C) => ListField<C>;

interface Named {
  /** The parameter. */
  readonly name: string;
  /** The name in answers, lists and PATCH, where it is another; false where it is in none of them. */
  readonly shown?: string | false;
  /** The level of personal data (C24); without one the field counts as pii_high. */
  readonly pii?: PiiLevel;
}

interface Taken<V> extends Named {
  /** How what was sent is read; what it reads is what is stored. */
  readonly kind: Kind<V>;
  /**
   * Create methods refuse calls without it: true for all of them, byPermission those of keys with the field permission
   * (C27), a function those of which it says so, of what was sent under other names.
   */
  readonly required?: true | 'byPermission' | ((sent: (name: string) => unknown) => boolean);
  /** The methods of which it is a parameter; all of them when absent. */
  readonly takenBy?: readonly Write[];
}

type PlainColumn<R> = { [C in keyof R & string]: C extends `${string}_sealed` ? never : C }[keyof R & string];
type SealedColumn<R> = { [C in keyof R & string]: C extends `${infer S}_sealed` ? S : never }[keyof R & string];

interface Stored<C extends string, V> {
  readonly column: C;
  /** As it is shown; when absent, the stored text, or the digits of the stored number. */
  readonly show?: (stored: V) => string | null;
}

/** How a list filters and sorts by the column; when absent, as text. false: not at all. */
type Listed<V> = NonNullable<V> extends string ? { readonly list?: ListOf | false } : { readonly list: ListOf | false };

/** A field that callers set. `empty` is what is stored when it was not sent (C16). */
type PlainField<R> = {
  [C in PlainColumn<R>]: Taken<NonNullable<R[C]>> & Stored<C, R[C]> & Listed<R[C]> & { readonly empty: R[C] };
}[PlainColumn<R>];

/** A text that is encrypted at rest, in <column>_sealed, and never searched; without one, `empty` is what is shown. */
type SealedField<R> = {
  [C in SealedColumn<R>]: Taken<string> & { readonly column: C; readonly sealed: true; readonly empty: '' | null };
}[SealedColumn<R>];

/** A sealed text that the platform keeps. */
type KeptSealedField<R> = {
  [C in SealedColumn<R>]: Named & {
    readonly column: C;
    readonly kept: true;
    readonly sealed: true;
    readonly empty: '' | null;
  };
}[SealedColumn<R>];

/** A field that the platform keeps: shown, and set by nobody who calls. Null only where `empty` says so. */
type KeptField<R> = {
  [C in PlainColumn<R>]: Named & Stored<C, R[C]> & Listed<R[C]> & { readonly kept: true; readonly empty?: null };
}[PlainColumn<R>];

/**
 * A field of the records of R, the row of their table. A column that the row has not, a kind that reads what the column
 * cannot hold and an empty value that it cannot have do not compile. Tables of fields are declared so:
 *
 *     export const THING_FIELDS = [
 *       { name: 'thingId', column: 'thing_id', kept: true, list: indexed(numberField) },
 *       { name: 'thingName', column: 'thing_name', kind: line('name'), required: true, empty: '' },
 *       { name: 'taxID', column: 'tax_id', kind: taxId(), empty: null, sealed: true },
 *     ] as const satisfies readonly Field<ThingRow>[];
 */
export type Field<R> = PlainField<R> | SealedField<R> | KeptField<R> | KeptSealedField<R>;

/** A field of any table, as the functions over tables see it. */
export interface AnyField {
  readonly name: string;
  readonly shown?: string | false;
  readonly pii?: PiiLevel;
  readonly column: string;
  readonly kind?: Kind<unknown>;
  readonly required?: true | 'byPermission' | ((sent: (name: string) => unknown) => boolean);
  readonly takenBy?: readonly Write[];
  readonly sealed?: true;
  readonly kept?: true;
  readonly empty?: string | number | null;
  readonly show?: (stored: never) => string | null;
  readonly list?: ListOf | false;
}

export type Fields = readonly AnyField[];

/** The fields of a table that callers set. */
export type TakenField<F extends Fields> = Extract<F[number], { readonly kind: Kind<unknown> }>;

/** What the kind of a field reads. */
export type ValueOf<E> = E extends { readonly kind: Kind<infer V> } ? V : never;

/** The column in which a field is stored. */
export type ColumnOf<E extends AnyField> = E extends { readonly sealed: true } ? `${E['column']}_sealed` : E['column'];

/** The names under which a table's fields are shown. */
export type ShownName<E extends AnyField> = E extends { readonly shown: infer S }
  ? S extends string
    ? S
    : never
  : E['name'];

/** What a field is shown as. */
export type ShownValue<E> = E extends { readonly show: (stored: never) => infer S }
  ? S
  : E extends { readonly empty: infer V }
    ? null extends V
      ? string | null
      : string
    : E extends { readonly kept: true }
      ? string
      : string | null;
