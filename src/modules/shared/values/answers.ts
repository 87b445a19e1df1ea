/** Parts of responses that several modules share. */
import Type, { type TObject, type TSchema, type TUnsafe } from 'typebox';

/** The text in place of a credential in responses and webhooks (C7). */
export const MASKED = 'XXXXXXXXXXXXXXX';

/** The two-element array of create and update methods: a flag that callers ignore, then the record (C6). */
export function written<T>(record: T): readonly [true, readonly [T]] {
  return [true, [record]];
}

export function writtenSchema(record: TObject): TUnsafe<unknown> {
  return Type.Unsafe({
    type: 'array',
    minItems: 2,
    maxItems: 2,
    // maxItems already forbids further items; linters want additionalItems too.
    items: {},
    prefixItems: [{ type: 'boolean' }, { type: 'array', minItems: 1, maxItems: 1, items: record }],
  });
}

/** An object whose fields are all text. */
export function textsSchema(...names: readonly string[]): TObject {
  return Type.Object(Object.fromEntries(names.map((name): [string, TSchema] => [name, Type.String()])));
}

/** One of these texts. */
export function choicesSchema<const T extends string>(choices: readonly T[]): TUnsafe<T> {
  return Type.Unsafe<T>(Type.Union(choices.map((choice) => Type.Literal(choice))));
}

export function yesNoSchema(description: string): TUnsafe<'Yes' | 'No'> {
  return Type.Unsafe<'Yes' | 'No'>(Type.Union([Type.Literal('Yes'), Type.Literal('No')], { description }));
}

export function yesOrNo(is: boolean): 'Yes' | 'No' {
  return is ? 'Yes' : 'No';
}

export function textOrNull(description?: string): TUnsafe<string | null> {
  const described = description === undefined ? {} : { description };
  return Type.Unsafe<string | null>({ type: ['string', 'null'], ...described });
}
