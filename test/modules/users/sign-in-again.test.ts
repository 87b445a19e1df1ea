/** Which calls of users need a new sign-in (P21). */
import pino from 'pino';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { innerCall } from '../../../src/http/methods/inner-call.ts';
import { defineMethod, type Judgement, type Method } from '../../../src/http/methods/method.ts';
import { optional } from '../../../src/http/parameters/presence.ts';
import { text } from '../../../src/http/parameters/text.ts';
import { signedInAgain } from '../../../src/modules/users/index.ts';
import { testClient } from '../../support/served-api.ts';

const MINUTE_US = 60_000_000;
const NOW_US = 1000 * MINUTE_US;

type FourEyes = Method['fourEyes'];

const method = (
  name: string,
  fourEyes?: FourEyes,
  more: Partial<Pick<Method, 'style' | 'signInAgain' | 'amount'>> = {},
) =>
  defineMethod({
    ...{ name, group: 'Things', summary: name, parameters: { how: optional(text()) } },
    ...(fourEyes === undefined ? {} : { fourEyes }),
    ...more,
    response: Type.Object({ done: Type.String() }),
    handler: Object.assign(() => ({ fields: { done: name } }), { idempotent: true } as const),
  });

const loosens = ({ how }: Readonly<Record<string, unknown>>): boolean => how === 'looser';
const judged = async ({ how }: Readonly<Record<string, unknown>>): Promise<Judgement> => ({
  ...{ waits: how === 'looser', against: {} },
});

const METHODS = [
  method('createOrder'),
  method('createUser', undefined, { signInAgain: true }),
  method('updateOffering', undefined, { signInAgain: ({ how }) => how === 'looser' }),
  method('payOut', undefined, {
    signInAgain: true,
    amount: async ({ how }) => (how === 'looser' ? '1.50' : undefined),
  }),
  method('releaseKillSwitch', loosens, { signInAgain: true }),
  method('bustTrade', true),
  method('setLimits', loosens),
  method('setScopes', judged, { signInAgain: true }),
  method('setCardLimit', judged),
  method('changeThing', true, { style: 'resource' }),
];

/** What a call gives: done, or the refusal. */
async function outcome(name: string, how: string, minutesAgo: number | undefined): Promise<unknown> {
  const served = signedInAgain(METHODS, { minutes: 10, nowUs: () => NOW_US });
  const one = served.find((method) => method.name === name)!;
  const authenticatedAtUs = NOW_US - (minutesAgo ?? 0) * MINUTE_US;
  const user = minutesAgo === undefined ? {} : { user: { userId: 'U1', sessionId: 'S1', authenticatedAtUs } };
  const call = innerCall({
    ...{ method: one, client: testClient('C1', user), values: { how }, ip: '192.0.2.1', requestId: 'r' },
    logger: pino({ level: 'silent' }),
  });
  try {
    return (await one.handler(call)).fields?.done === name ? 'done' : 'nothing';
  } catch (error) {
    const { statusCode, options } = error as { statusCode: number; options: { fields: object; http: number } };
    return [statusCode, options.http, options.fields];
  }
}

const again = (name: string, how: string) => {
  const amount = name === 'payOut' && how === 'looser' ? '1.50' : undefined;
  return [1403, 403, { reason: 'sign-in-again', amount }];
};
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  createOrder: [],
  createUser: ['looser', 'tighter'],
  updateOffering: ['looser'],
  payOut: ['looser', 'tighter'],
  releaseKillSwitch: ['looser', 'tighter'],
  bustTrade: ['looser', 'tighter'],
  setLimits: ['looser'],
  setScopes: ['looser', 'tighter'],
  setCardLimit: ['looser'],
  changeThing: ['looser', 'tighter'],
};

test.each(Object.entries(NEEDS))('%s needs a new sign-in for %j', async (name, dangerous) => {
  for (const how of ['looser', 'tighter']) {
    expect(await outcome(name, how, undefined), `${how} by a key`).toBe('done');
    for (const minutes of [0, 5, 10]) expect(await outcome(name, how, minutes), `${how} ${minutes}`).toBe('done');
    for (const minutes of [10.1, 300]) {
      expect(await outcome(name, how, minutes), `${how} ${minutes}`).toEqual(
        dangerous.includes(how) ? again(name, how) : 'done',
      );
    }
  }
});

test('a method that is never dangerous is served as it is, and others keep what their handler says of itself', () => {
  const served = signedInAgain(METHODS, { minutes: 10, nowUs: () => NOW_US });
  expect(served[0]).toBe(METHODS[0]);
  expect(served.every(({ handler }) => handler.idempotent)).toBe(true);
});
