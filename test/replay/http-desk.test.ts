import { describe, expect, test } from 'vitest';
import type { Call } from '../../scripts/replay/desk.ts';
import { ReplayFailure } from '../../scripts/replay/failure.ts';
import { HttpDesk } from '../../scripts/replay/http-desk.ts';
import { OrderedConnection } from '../../scripts/replay/ordered-connection.ts';
import { answer, FakeServer } from './fake-server.ts';

async function deskAt(server: FakeServer): Promise<{ desk: HttpDesk; connection: OrderedConnection }> {
  const connection = new OrderedConnection({
    url: server.url,
    window: 4,
    retryMsMax: 1000,
    retryDelayMs: 1,
    answerMsMax: 30_000,
    note: () => {},
  });
  const desk = new HttpDesk(connection, {
    security: { issuerId: 1002, securityId: 5002 },
    client: 'Bearer client:key',
    operator: () => 'Bearer operator:key',
    runId: 'run',
  });
  return { desk, connection };
}

describe('a call as the API takes it', () => {
  const cases: [Call, string, object, string | undefined][] = [
    [
      { method: 'createOrder', entry: { side: 'sell', quantity: 18, price: 5853301, expiration: 'IOC' } },
      'Bearer client:key',
      {
        memberid: 'replay',
        issuerid: 1002,
        securityid: 5002,
        type: 'Limit',
        action: 'Sell',
        quantity: 18,
        price: '585.3301',
        expiration: 'IOC',
        disclosePrice: 'Yes',
        contingencies: 'None',
        solicited: 'Unsolicited',
      },
      'run-7',
    ],
    [{ method: 'cancelOrder', orderId: 5 }, 'Bearer client:key', { orderid: 5 }, 'run-7'],
    [{ method: 'replaceOrder', orderId: 5, quantity: 3 }, 'Bearer client:key', { orderid: 5, quantity: 3 }, 'run-7'],
    [
      { method: 'haltSecurity' },
      'Bearer operator:key',
      { securityId: 5002, reason: 'Replay of recorded order flow' },
      undefined,
    ],
  ];

  test.each(cases)('%o', async (call, authorization, body, key) => {
    const seen: unknown[] = [];
    const server = await FakeServer.start(({ request, response, body: text }) => {
      seen.push([request.url, request.headers.authorization, JSON.parse(text), request.headers['idempotency-key']]);
      answer(response, { orderDetails: { orderId: '100100' } });
    });
    const { desk, connection } = await deskAt(server);
    expect(await desk.call(call, '7')).toEqual({ code: 101, orderId: 100100 });
    expect(seen).toEqual([[`/v3/${call.method}`, authorization, body, key]]);
    await connection.close();
  });
});

test('prices below a dollar keep their places', async () => {
  const prices: unknown[] = [];
  const server = await FakeServer.start(({ response, body }) => {
    prices.push((JSON.parse(body) as { price: string }).price);
    answer(response, {});
  });
  const { desk, connection } = await deskAt(server);
  for (const price of [1, 100, 9999, 10000, 10001]) {
    await desk.call(
      { method: 'createOrder', entry: { side: 'buy', quantity: 1, price, expiration: 'GTC' } },
      `${price}`,
    );
  }
  expect(prices).toEqual(['0.0001', '0.0100', '0.9999', '1.0000', '1.0001']);
  await connection.close();
});

test('a refusal is an answer, with its code and without an order', async () => {
  const server = await FakeServer.start(({ response }) => answer(response, { statusCode: '190' }));
  const { desk, connection } = await deskAt(server);
  expect(await desk.call({ method: 'cancelOrder', orderId: 5 }, '7')).toEqual({ code: 190, orderId: 0 });
  await connection.close();
});

test('answers from before are counted', async () => {
  const server = await FakeServer.start(({ response }) => answer(response, {}, { 'idempotency-replayed': 'true' }));
  const { desk, connection } = await deskAt(server);
  await desk.call({ method: 'cancelOrder', orderId: 5 }, '7');
  expect(desk.replayed).toBe(1);
  await connection.close();
});

test('credentials that are not valid end the replay, for all who wait', async () => {
  const server = await FakeServer.start(({ response }) => {
    response.writeHead(401).end(JSON.stringify({ statusCode: '103', statusDesc: 'The client id is not valid' }));
  });
  const { desk } = await deskAt(server);
  const calls = [1, 2, 3].map((orderId) => desk.call({ method: 'cancelOrder', orderId }, `${orderId}`));
  const outcomes = await Promise.allSettled(calls);
  const failure = new ReplayFailure('cancelOrder: HTTP 401, 103 The client id is not valid');
  expect(outcomes).toEqual(calls.map(() => ({ status: 'rejected', reason: failure })));
  await expect(desk.room()).rejects.toThrow(failure);
  await expect(desk.drained()).rejects.toThrow(failure);
});
