/** Every changing call over the stream is done exactly once, whenever the connection is cut or the venue restarts. */
import { afterEach, expect, test } from 'vitest';
import type { Stream } from '../../src/client/index.ts';
import { CALLED_METHODS } from '../../src/marketdata/requests/protocol.ts';
import { ORDER } from '../modules/ats/fixtures.ts';
import { turn } from '../support/manual-time.ts';
import { RestartingVenue } from './support/restarting-venue.ts';

interface Changing {
  call(stream: Stream, orderId: string): Promise<unknown>;
  /** The change of an order, and the token of that order. */
  readonly does: string;
}

const order = (token: string) => ({ ...ORDER, token });

const CHANGING: Readonly<Record<(typeof CALLED_METHODS)[number], Changing>> = {
  createOrder: { call: (stream) => stream.createOrder(order('tried')), does: 'entered tried' },
  replaceOrder: { call: (stream, orderid) => stream.replaceOrder({ orderid, quantity: 50 }), does: 'replaced first' },
  cancelOrder: { call: (stream, orderid) => stream.cancelOrder({ orderid }), does: 'cancelled first' },
  cancelOrders: { call: (stream) => stream.cancelOrders({}), does: 'mass cancelled first' },
};

/** When the connection is cut, seen from the call. */
const MOMENTS: Readonly<Record<string, (venue: RestartingVenue, answered: Promise<unknown>) => Promise<void>>> = {
  'before it is sent': async ({ network }) => network.cut(),
  'on its way': async (venue) => {
    venue.network.cutAfter.up = 0;
    await venue.passUntilCut();
  },
  'before its answer': async (venue) => {
    venue.network.cutAfter.down = 0;
    await venue.passUntilCut();
  },
  'after its answer': async (venue, answered) => {
    await venue.passUntil(answered);
    venue.network.cut();
  },
};

let venue: RestartingVenue | undefined;
afterEach(() => venue?.close());

/** A venue with an order. */
async function withOrder(settings: { readonly perMinuteMax?: number } = {}) {
  venue = await RestartingVenue.start(settings);
  const { orderDetails } = await venue.passUntil(venue.stream.createOrder(order('first')));
  return { venue, orderId: orderDetails.orderId };
}

const cases = CALLED_METHODS.flatMap((method) =>
  Object.keys(MOMENTS).flatMap((moment) => [false, true].map((restarts) => ({ method, moment, restarts }))),
);

test.each(cases)('$method cut $moment, restart $restarts (S17, L13)', async ({ method, moment, restarts }) => {
  const { venue, orderId } = await withOrder();
  venue.network.isDown = true;
  const called = CHANGING[method].call(venue.stream, orderId);
  const after = venue.stream.createOrder(order('after'));
  const answered = Promise.all([called, after]);
  await MOMENTS[moment]!(venue, answered);
  if (restarts) await venue.restart();
  venue.network.isDown = false;
  await venue.passUntil(answered);
  expect(changesOf(venue)).toEqual(['entered first', CHANGING[method].does, 'entered after']);
  expect(venue.statusOf((await after).orderDetails.orderId)).toBe('Live');
});

const watches = cases.filter(({ method }) => method === 'cancelOrders');

test.each(watches)('cancelOnDisconnect cut $moment, restart $restarts (S20, L14)', async ({ moment, restarts }) => {
  const { venue } = await withOrder();
  venue.network.isDown = true;
  const asked = venue.stream.cancelOnDisconnect();
  await MOMENTS[moment]!(venue, asked);
  if (restarts) await venue.restart();
  venue.network.isDown = false;
  await venue.passUntil(asked);
  await venue.passUntil(venue.stream.createOrder(order('after')));
  venue.network.cut();
  while (!changesOf(venue).includes('connection lost after')) await venue.network.pass(1);
  await venue.restart();
  // Lost once with each connection on which the venue took it, whichever of them was the first.
  const [first, ...changes] = changesOf(venue);
  const once = ['connection lost first', 'entered after', 'connection lost after'];
  const later = ['entered after', 'connection lost first', 'connection lost after'];
  expect(first).toBe('entered first');
  expect(changes).toEqual(moment.includes('answer') ? once : later);
});

/** A venue that takes one call a minute, which placed an order. */
const afterFirstOrder = async () => (await withOrder({ perMinuteMax: 1 })).venue;

/** Both clocks pass until the calls are answered. */
async function passTime(venue: RestartingVenue, called: readonly Promise<unknown>[]): Promise<void> {
  const all = Promise.allSettled(called);
  let isOver = false;
  all.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await venue.network.rest();
    venue.timers.advance(2);
    venue.advanceMs(1000);
  }
}

const changesOf = (of: RestartingVenue) => of.changes.map(({ change, token }) => `${change} ${token}`);

test('a call that was refused for now is not repeated after a later one that was done (L13)', async () => {
  const limited = await afterFirstOrder();
  const cancelled = limited.stream.cancelOrders({});
  await limited.network.rest();
  limited.advanceMs(60_000);
  const after = limited.stream.createOrder(order('after'));
  await passTime(limited, [cancelled, after]);
  expect(changesOf(limited)).toEqual(['entered first', 'mass cancelled first', 'entered after']);
  expect(await cancelled).toMatchObject({ statusCode: '101' });
  expect(limited.statusOf((await after).orderDetails.orderId)).toBe('Live');
});

test('calls that were on their way together are: the one that was passed over rejects (L13)', async () => {
  const limited = await afterFirstOrder();
  const cancelled = limited.stream.cancelOrders({}).catch((error: unknown) => error);
  await turn();
  const after = limited.stream.createOrder(order('after'));
  await limited.network.pass(1);
  limited.advanceMs(65_000);
  await passTime(limited, [cancelled, after]);
  expect(await cancelled).toMatchObject({ name: 'ApiRefusal', statusCode: '429' });
  expect(changesOf(limited)).toEqual(['entered first', 'entered after']);
  expect(limited.statusOf((await after).orderDetails.orderId)).toBe('Live');
});

test('calls that were refused together are repeated in their order (L13)', async () => {
  const limited = await afterFirstOrder();
  const called = [limited.stream.cancelOrders({}), limited.stream.createOrder(order('after'))];
  await passTime(limited, called);
  expect(changesOf(limited)).toEqual(['entered first', 'mass cancelled first', 'entered after']);
});
