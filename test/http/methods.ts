/** Methods that the tests of the HTTP layer call. */
import Type from 'typebox';
import { defineMethod, type Method, type MethodDeclaration } from '../../src/http/methods/method.ts';
import { choice, flag, yesNo } from '../../src/http/parameters/choices.ts';
import { decimal, numericId, wholeNumber } from '../../src/http/parameters/numbers.ts';
import { optional, type Parameters, required, requiredByPermission } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import { clockTime, date } from '../../src/http/parameters/times.ts';

/** A declaration with what the test does not care about filled in. */
export function method<P extends Parameters>(
  parts: Pick<MethodDeclaration<P>, 'name' | 'parameters' | 'handler'> & Partial<MethodDeclaration<P>>,
): Method {
  return defineMethod({
    verb: 'POST',
    group: 'Test',
    summary: 'A method of a test',
    response: Type.Object({}),
    ...parts,
  });
}

/** Answers the values it was called with. */
export const echo: Method = method({
  name: 'echo',
  verb: ['POST', 'PUT', 'DELETE', 'PATCH'],
  aliases: ['repeat'],
  parameters: {
    name: required(text({ maxLength: 20 })),
    securityid: optional(numericId()),
    quantity: optional(wholeNumber({ minimum: 1, maximum: 1_000_000 })),
    price: optional(decimal({ minimum: 0 })),
    action: optional(choice(['Buy', 'Sell'])),
    solicited: optional(yesNo()),
    deleted: optional(flag()),
    expirationDate: optional(date()),
    opens: optional(clockTime()),
    field1: optional(text({ keepEmpty: true })),
  },
  handler: ({ values, methodName }) => ({
    fields: { values: { ...values, price: values.price?.toFixed() }, methodName },
  }),
});

export const twoMissing: Method = method({
  name: 'twoMissing',
  parameters: { first: required(text()), between: optional(text()), second: required(numericId()) },
  handler: () => ({}),
});

export const byPermission: Method = method({
  name: 'createIssuer',
  parameters: { issuerName: requiredByPermission(text()), phone: requiredByPermission(wholeNumber()) },
  handler: ({ values }) => ({ fields: { values } }),
});

/** A resource-style read with a scope. */
export const widget: Method = method({
  name: 'readWidget',
  path: '/v3/widgets/:widgetId',
  verb: 'GET',
  style: 'resource',
  scope: ['widget.read', 'widget.read.pii_high'],
  parameters: { widgetId: required(text()), filter: optional(text()), limit: optional(wholeNumber({ minimum: 1 })) },
  handler: ({ values, query }) => ({ fields: { values, filters: query?.getAll('filter[a]') } }),
});

export const patchWidget: Method = method({
  name: 'patchWidget',
  path: '/v3/widgets/:widgetId',
  verb: 'PATCH',
  style: 'resource',
  parameters: { widgetId: required(text()), colour: required(text()) },
  handler: ({ values }) => ({ fields: { values } }),
});
