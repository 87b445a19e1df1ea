/** In which order webhooks are delivered, and that receivers do not delay each other. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { WEBHOOK_DEFAULTS } from '../../../src/webhooks/delivery/dispatcher.ts';
import { type Answerer, Receiver, sandbox } from '../receiver.ts';

const open: Receiver[] = [];
async function receive(answer?: Answerer): Promise<Receiver> {
  const receiver = await Receiver.start(answer);
  open.push(receiver);
  return receiver;
}
afterEach(() => Promise.all(open.splice(0).map((receiver) => receiver.close())));

const never: Answerer = () => {};

describe('order and fairness', () => {
  test('a receiver that never answers delays neither the caller nor another receiver', async () => {
    const [slow, fast] = [await receive(never), await receive()];
    const { store, delivery, fire } = sandbox();
    store.register('C1', 'createTrade', slow.url(), fast.url());
    store.register('C2', 'createTrade', fast.url());
    for (let tradeId = 1; tradeId <= 50; tradeId += 1) {
      fire('C1', 'createTrade', { tradeId });
      fire('C2', 'createTrade', { tradeId });
    }
    await fast.inbox.count(100);
    await slow.inbox.count(4);
    await store.records.count(100);
    await turn();
    expect(delivery.load()).toMatchObject({ running: 4, waiting: 46 });
    await delivery.drain(0);
  });

  test('deliveries of one client to one receiver arrive in order when they go one at a time', async () => {
    const receiver = await receive();
    const queue = { ...WEBHOOK_DEFAULTS.queue, runningPerEndpointMax: 1 };
    const { store, fire } = sandbox({ queue });
    store.register('C1', 'createTrade', receiver.url('/a'));
    store.register('C1', 'deleteTrade', receiver.url('/b'));
    for (let tradeId = 0; tradeId < 20; tradeId += 1) {
      fire('C1', tradeId % 2 === 0 ? 'createTrade' : 'deleteTrade', { tradeId });
    }
    const got = await receiver.inbox.count(20);
    expect(got.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, (_, tradeId) => `tradeId=${tradeId}`));
  });
});

describe('webhooks about one order', () => {
  test('arrive one after the other; those about another order do not wait', async () => {
    const held: (() => void)[] = [];
    const receiver = await receive((response, { body }) => {
      const answer = () => response.end();
      if (body === 'createOrder=7') held.push(answer);
      else answer();
    });
    const { store, delivery, fire } = sandbox();
    for (const method of ['createOrder', 'updateOrder']) store.register('C1', method, receiver.url());
    fire('C1', 'createOrder', { createOrder: 7 }, { about: [7] });
    fire('C1', 'updateOrder', { updateOrder: 7 }, { about: [7], identified: false });
    fire('C1', 'createOrder', { createOrder: 8 }, { about: [8] });
    await Promise.all([receiver.inbox.count(2), store.records.count(1)]);
    const bodies = () => receiver.inbox.all.map(({ body }) => body);
    expect(bodies().sort()).toEqual(['createOrder=7', 'createOrder=8']);
    expect(delivery.load().waiting).toBe(1);
    held[0]?.();
    await receiver.inbox.count(3);
    expect(bodies().at(-1)).toBe('updateOrder=7');
  });

  test("carry the tokens of the client's parent where the caller does not say who that is", async () => {
    const receiver = await receive();
    const { store, fire } = sandbox();
    store.tokens.set('P1', ['tokenOne']);
    store.register('C1', 'createOrder', receiver.url());
    fire('C1', 'createOrder', { orderId: 1 }, { about: [1] });
    const [got] = await receiver.inbox.count(1);
    expect(got?.headers).toMatchObject({ 'x-svc-token': 'tokenOne', 'user-agent': 'OpenATS/1.0' });
  });
});
