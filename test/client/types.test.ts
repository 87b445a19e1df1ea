/** What the types of openats/client leave open (L16). */
import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import type {
  Answer,
  Execution,
  Fields,
  Fill,
  MethodName,
  OrderStatus,
  OrdersMessage,
} from '../../src/client/index.ts';

type Events = OrdersMessage['event'];
type Of<Type extends Events['eventType']> = Extract<Events, { readonly eventType: Type }>;
/** The fields whose type says nothing. */
type Untyped<T> = {
  [K in keyof T]: unknown extends T[K] ? K : Record<string, unknown> extends T[K] ? K : never;
}[keyof T];
/** Of the venue: the methods that answer an order, a quote or a block. */
type StatusOf<N extends MethodName, Field extends string> = Answer<N> extends Record<Field, infer S> ? S : never;

test('an event is known by its type, and a fill by its execution type', () => {
  expectTypeOf<Events['eventType']>().toEqualTypeOf<
    | 'order'
    | 'match'
    | 'quote'
    | 'rfq'
    | 'block'
    | 'settlement'
    | 'bust'
    | 'adjust'
    | 'notice'
    | 'corporateAction'
    | 'market'
  >();
  expectTypeOf<Untyped<Of<'order'>> | Untyped<Of<'quote'>> | Untyped<Of<'block'>>>().toBeNever();
  expectTypeOf<
    Untyped<Of<'settlement'>> | Untyped<Of<'bust'>> | Untyped<Of<'adjust'>> | Untyped<Of<'notice'>>
  >().toBeNever();
  expectTypeOf<Of<'order'>['order']>().toExtend<Execution>();
  expectTypeOf<Fill['matchId']>().toEqualTypeOf<string>();
  expectTypeOf<Exclude<Execution, Fill>>().not.toHaveProperty('matchId');
  const sharesOf = (event: Events) =>
    event.eventType === 'order' && event.order.executionType === 'Fill' ? event.order.fillShares : undefined;
  expect(sharesOf({ eventSeq: 1, eventTime: '', eventType: 'market', market: {} } as Events)).toBeUndefined();
});

test('the answer of every method is declared', () => {
  type Open = { [N in MethodName]: string extends keyof Answer<N> ? N : never }[MethodName];
  expectTypeOf<Open>().toBeNever();
  // What a provider answered, and the call of another method that two-person approval keeps.
  const generated = (file: string) =>
    readFileSync(new URL(`../../src/client/generated/${file}.ts`, import.meta.url), 'utf8');
  const namesOf = (parts: readonly string[], open: RegExp) =>
    parts.filter((part) => open.test(part)).map((part) => part.split(/\W/)[0]);
  const methods = generated('methods')
    .split(/^ {2}(?=\w+: \{$)/m)
    .slice(1);
  expect(namesOf(methods, /^ {4}answer: .*\bunknown\b(?! \| undefined)/ms)).toEqual([
    'getAction',
    'getKycAmlResponse',
    'performAml',
    'performKycAml',
    'performKycAmlBasic',
  ]);
  const records = generated('records')
    .split(/^export type /m)
    .slice(1);
  expect(namesOf(records, /\bunknown\b(?! \| undefined)/)).toEqual(['KycOutcome', 'PendingAction']);
});

test('statuses are literal types', () => {
  expectTypeOf<string>().not.toExtend<OrderStatus>();
  expectTypeOf<StatusOf<'cancelOrder', 'orderStatus'>>().toEqualTypeOf<OrderStatus>();
  expectTypeOf<Answer<'createOrder'>['orderDetails']['orderStatus']>().toEqualTypeOf<OrderStatus>();
  expectTypeOf<Answer<'getOrderHistory'>['orderHistory'][number]['orderStatus']>().toEqualTypeOf<OrderStatus>();
  expectTypeOf<Of<'quote'>['quote']['quoteStatus']>().toEqualTypeOf<
    'Open' | 'Accepted' | 'Declined' | 'Cancelled' | 'Expired' | 'Ended'
  >();
});

test('an order names its security by id or symbol, and reference data has a type (V66, V67)', () => {
  expectTypeOf<Fields<'createOrder'>['symbol']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<undefined>().toExtend<Fields<'createOrder'>['securityid' | 'issuerid']>();
  type Reference = Answer<'getSecurityReference'>['securityReference']['reference'];
  expectTypeOf<Reference['symbol']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<NonNullable<Reference['tickSizes']>[number]>().toEqualTypeOf<{ from: string; tick: string }>();
  expectTypeOf<NonNullable<Answer<'getSecurities'>['securities'][number]['reference']>>().toEqualTypeOf<Reference>();
});
