/** How long calls on the stream are tried, and that none is sent after its deadline (L13, L15). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NeverSent, NoAnswer } from '../../src/client/index.ts';
import { turn } from '../support/manual-time.ts';
import { START_MS } from './support/manual-timers.ts';
import { ScriptedVenue } from './support/scripted-venue.ts';

const ORDER = { memberid: '1' } as never;
const OK = { statusCode: '101', statusDesc: 'Ok' };
const BUSY = { statusCode: '503', statusDesc: 'Not now' };

/** An order with a deadline, and what became of it. */
function ordered(venue: ScriptedVenue, deadlineMs?: number) {
  const result: { value?: unknown; error?: { readonly name: string; readonly mayBeDone?: boolean } } = {};
  const goodUntil = deadlineMs === undefined ? undefined : new Date(START_MS + deadlineMs);
  venue.stream.createOrder(ORDER, { goodUntil }).then(
    (value) => Object.assign(result, { value }),
    (error: unknown) => Object.assign(result, { error }),
  );
  return result;
}

/** Each time that it was sent, and with which id. */
const sendings = ({ connections }: ScriptedVenue) =>
  connections.flatMap(({ asked, askedMs }) =>
    asked.flatMap(({ op, id }, at) => (op === 'createOrder' ? [{ id, atMs: askedMs[at]! }] : [])),
  );

/** Waits until the next connection is dialled, and opens it. */
async function opened(venue: ScriptedVenue): Promise<void> {
  for (let steps = 0; venue.stream.state !== 'connecting' && steps < 100; steps++) venue.timers.step();
  await venue.open();
}

/** Answers the order that was sent last, if there is one. */
function answer(venue: ScriptedVenue, fields: object): void {
  const last = venue.connection.of('createOrder').at(-1);
  if (last !== undefined) venue.connection.say({ type: 'answer', id: last.id, op: 'createOrder', ...fields });
}

test('a call is tried for a minute, or as long as the settings say: was it never sent, it says so', async () => {
  for (const [budgetMs, given] of [[60_000, undefined] as const, [3000, 3000] as const]) {
    const venue = new ScriptedVenue(given);
    const unsent = ordered(venue);
    await venue.pass(budgetMs - 1);
    expect(unsent).toEqual({});
    await venue.pass(1);
    expect(unsent.error).toBeInstanceOf(NeverSent);

    const sent = ordered(venue);
    await opened(venue);
    await venue.pass(budgetMs);
    expect(sent.error).toMatchObject({ name: 'NoAnswer', mayBeDone: true });
    const refused = ordered(venue);
    await turn();
    for (let refusals = 0; refusals < 12; refusals++) {
      answer(venue, BUSY);
      await venue.pass(budgetMs / 20);
    }
    expect(refused.error).toBeUndefined();
    answer(venue, BUSY);
    await venue.pass(budgetMs / 2);
    expect(refused.error).toMatchObject({ name: 'ApiRefusal', statusCode: '503' });
  }
});

test('an order that could not be sent by its deadline is not sent afterwards', async () => {
  const venue = new ScriptedVenue();
  const order = ordered(venue, 2000);
  await venue.pass(1999);
  expect(order).toEqual({});
  await venue.pass(1);
  expect(order.error).toBeInstanceOf(NeverSent);
  await venue.open();
  expect(sendings(venue)).toEqual([]);
  const late = ordered(venue, 1500);
  await turn();
  expect(late.error).toBeInstanceOf(NeverSent);
  expect(sendings(venue)).toEqual([]);
});

test('one whose connection was lost is sent again before its deadline, and never after it', async () => {
  const venue = new ScriptedVenue();
  const order = ordered(venue, 8000);
  await venue.open();
  await venue.reconnect();
  expect(sendings(venue).length).toBe(2);
  venue.connection.cut();
  await venue.pass(8000);
  expect(order.error).toBeInstanceOf(NoAnswer);
  expect(order.error).toMatchObject({ name: 'NoAnswer', mayBeDone: true });
  await venue.open();
  expect(sendings(venue).length).toBe(2);
});

test('one that was sent in time is answered after its deadline', async () => {
  const venue = new ScriptedVenue();
  const order = ordered(venue, 1000);
  await venue.open();
  await venue.pass(5000);
  expect(order).toEqual({});
  answer(venue, OK);
  await turn();
  expect(order.value).toEqual(OK);
});

test('one that the service did not take is not sent again after its deadline: it is that refusal', async () => {
  const venue = new ScriptedVenue();
  const [busy, stopping] = [ordered(venue, 1000), ordered(venue, 1000)];
  const connection = await venue.open();
  const [batch] = connection.of('batch') as [{ readonly calls: readonly { readonly id: string }[] }];
  await venue.pass(950);
  connection.say({ type: 'answer', id: batch.calls[0]!.id, op: 'createOrder', ...BUSY });
  connection.say({ type: 'error', id: batch.calls[1]!.id, code: 'stopping', message: 'The venue stops' });
  connection.cut();
  await venue.pass(1000);
  expect([busy.error, stopping.error]).toMatchObject([{ statusCode: '503' }, { code: 'stopping' }]);
  await venue.open();
  expect(sendings(venue)).toEqual([]);
});

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 3000 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('open' as const, 'open', 'cut', 'busy') }) },
);

test('whatever happens, nothing is sent at or after the deadline, and the error says whether it was sent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 25 }),
      fc.integer({ min: 1, max: 9000 }),
      async (steps, deadlineMs) => {
        const venue = new ScriptedVenue();
        const order = ordered(venue, deadlineMs);
        /** Whether a sending had no answer when its connection was lost. */
        let isLost = false;
        let isAnswered = true;
        let count = 0;
        for (const one of steps) {
          if (one.do === 'pass') await venue.pass(one.ms);
          else if (one.do === 'open') await venue.open();
          else if (one.do === 'busy') {
            answer(venue, BUSY);
            isAnswered = true;
          } else {
            isLost ||= !isAnswered;
            venue.connection.cut();
          }
          await turn();
          if (sendings(venue).length > count) isAnswered = false;
          count = sendings(venue).length;
        }
        isLost ||= !isAnswered;
        venue.connection.cut();
        await venue.pass(20_000);
        expect(sendings(venue).every(({ atMs }) => atMs < deadlineMs)).toBe(true);
        const name = isLost ? 'NoAnswer' : count > 0 ? 'ApiRefusal' : 'NeverSent';
        expect(order.error).toMatchObject({ name });
        venue.stream.close();
      },
    ),
    { numRuns: 300 },
  );
});
