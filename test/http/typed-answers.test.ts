/** A handler whose answer does not fit the response of its method does not compile: the compiler checks this file. */
import Type from 'typebox';
import { expect, test } from 'vitest';
import { defineMethod } from '../../src/http/methods/method.ts';
import { type ChangeDeps, type Changed, change } from '../../src/modules/shared/change/index.ts';
import { choicesSchema, textOrNull } from '../../src/modules/shared/values/index.ts';

const method = { verb: 'GET', group: 'Things', summary: 'Reads a thing', parameters: {} } as const;
const response = Type.Object({
  id: Type.String(),
  state: choicesSchema(['Open', 'Closed']),
  note: textOrNull(),
  parts: Type.Array(Type.Object({ count: Type.Integer() })),
  more: Type.Optional(Type.Literal('Yes')),
});
const declared = { ...method, name: 'getThing', response };
const thing = { id: '1', state: 'Open', note: null, parts: [{ count: 1 }] } as const;

test('an answer that fits its schema compiles, and no other does', () => {
  const methods = [
    defineMethod({ ...declared, handler: () => ({ fields: thing }) }),
    defineMethod({ ...declared, handler: async () => ({ fields: { ...thing, more: undefined } }) }),
    // @ts-expect-error: a field is missing
    defineMethod({ ...declared, handler: () => ({ fields: { id: '1' } }) }),
    // @ts-expect-error: a number where the schema has text
    defineMethod({ ...declared, handler: () => ({ fields: { ...thing, id: 1 } }) }),
    // @ts-expect-error: none of the choices
    defineMethod({ ...declared, handler: async () => ({ fields: { ...thing, state: 'Ajar' as const } }) }),
    // @ts-expect-error: text in a list where the schema has a number
    defineMethod({ ...declared, handler: () => ({ fields: { ...thing, parts: [{ count: '1' }] } }) }),
    // @ts-expect-error: fields that nobody named
    defineMethod({ ...declared, handler: () => ({ fields: {} as Readonly<Record<string, unknown>> }) }),
  ];
  expect(methods).toHaveLength(7);
});

test('the same holds of methods that change something', () => {
  const deps = {} as ChangeDeps;
  const work = async (fields: { id: number }): Promise<Changed<{ id: number }>> => ({ fields });
  const methods = [
    defineMethod({ ...declared, handler: change(deps, async () => ({ fields: thing, webhook: { id: 1 } })) }),
    // @ts-expect-error: a number where the schema has text
    defineMethod({ ...declared, handler: change(deps, async () => work({ id: 1 })) }),
  ];
  expect(methods).toHaveLength(2);
});
