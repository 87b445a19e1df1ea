/** Limits of parameters on which callers rely, as the declarations have them. */
import { expect, test } from 'vitest';
import { declaredMethods } from '../../scripts/generate/declared-methods.ts';

interface Limited {
  readonly schema: { readonly maxLength?: number; readonly maximum?: number };
}

const methods = new Map(declaredMethods().map((method) => [method.name, method]));

test.each([
  ['rejectAction', 'reason', 500],
  ['performRefund', 'reason', 500],
  ['takeDifference', 'doneBecause', 500],
  ['getPayments', 'limit', 200],
])('%s takes %s up to %i', (method, name, most) => {
  const { schema } = methods.get(method)!.parameters[name] as unknown as Limited;
  expect(schema.maxLength ?? schema.maximum).toBe(most);
});
