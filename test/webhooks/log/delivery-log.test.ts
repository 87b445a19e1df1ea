import { expect, test } from 'vitest';
import { DeliveryLog } from '../../../src/webhooks/log/delivery-log.ts';
import type { WebhookDeliveryRecord } from '../../../src/webhooks/log/delivery-record.ts';
import { administer } from '../../modules/admin/fixture.ts';
import { describeOnEachDatabase } from '../../support/database.ts';

function delivery(number: number, values: Partial<WebhookDeliveryRecord> = {}): WebhookDeliveryRecord {
  return {
    id: `d${number}`,
    webhookId: 'W0000000000000001',
    clientId: 'C10000001',
    method: 'createOrder',
    url: 'https://hooks.example.com/a',
    timeMs: 1_800_000_000_000 + number,
    durationMs: 12,
    outcome: 'delivered',
    httpStatus: 200,
    detail: null,
    attempt: 1,
    ...values,
  };
}

const all = { limit: 10_000 };

describeOnEachDatabase('the delivery log', (open) => {
  test('gives back what was recorded, newest first', async () => {
    const log = new DeliveryLog(await open());
    const failed = delivery(2, {
      outcome: 'connection error',
      httpStatus: null,
      detail: 'ECONNREFUSED',
      durationMs: 3.7,
    });
    log.record(delivery(1));
    log.record(failed);
    await log.flush();
    const found = await log.read(all);
    expect(found.map(({ seq, ...rest }) => rest)).toEqual([{ ...failed, durationMs: 4 }, delivery(1)]);
    expect(found[0]!.seq).toBeGreaterThan(found[1]!.seq);
  });

  test('keeps the newest and no more', async () => {
    const log = new DeliveryLog(await open(), { keptMax: 10 });
    for (let number = 1; number <= 25; number++) {
      log.record(delivery(number));
      if (number % 4 === 0) await log.flush();
    }
    await log.flush();
    const ids = (await log.read(all)).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 10 }, (_, index) => `d${25 - index}`));
  });

  test('keeps for each client its share, however much another one sends', async () => {
    const log = new DeliveryLog(await open(), { keptMax: 10 });
    for (let number = 1; number <= 3; number++) log.record(delivery(number, { clientId: 'C20000002' }));
    await log.flush();
    for (let number = 4; number <= 400; number++) {
      log.record(delivery(number));
      if (number % 50 === 0) await log.flush();
    }
    await log.flush();
    const idsOf = async (clientId: string) => (await log.read({ ...all, clientId })).map(({ id }) => id);
    expect(await idsOf('C20000002')).toEqual(['d3', 'd2', 'd1']);
    expect(await idsOf('C10000001')).toEqual(['d400', 'd399', 'd398', 'd397', 'd396', 'd395', 'd394']);
  });

  test('leaves the oldest out when too many wait, and counts them', async () => {
    const log = new DeliveryLog(await open(), { waitingMax: 3 });
    for (let number = 1; number <= 5; number++) log.record(delivery(number));
    await log.flush();
    expect((await log.read(all)).map(({ id }) => id)).toEqual(['d5', 'd4', 'd3']);
    expect(log.leftOut).toBe(2);
  });

  test('writes more than one statement holds', async () => {
    const log = new DeliveryLog(await open());
    for (let number = 1; number <= 1201; number++) log.record(delivery(number));
    await log.flush();
    const found = await log.read(all);
    expect(found).toHaveLength(1201);
    expect(found.at(-1)?.id).toBe('d1');
  });

  test('writes by itself after a while', async () => {
    const database = await open();
    const log = new DeliveryLog(database, { flushIntervalMs: 1 });
    log.record(delivery(1));
    await expect.poll(async () => (await log.read(all)).length, { interval: 5 }).toBe(1);
  });

  test('goes on after a batch that could not be written, and says so', async () => {
    const lost: number[] = [];
    const log = new DeliveryLog(await open(), { onError: (_error, count) => lost.push(count) });
    log.record(delivery(1, { url: undefined as unknown as string }));
    await log.flush();
    expect(lost).toEqual([1]);
    log.record(delivery(2));
    await log.flush();
    expect((await log.read(all)).map(({ id }) => id)).toEqual(['d2']);
  });

  test('is read by the operator, by client, method and page, with what was recorded just before', async () => {
    const { administration, call, refusal } = administer(await open());
    for (let number = 1; number <= 6; number++) {
      const clientId = number % 2 === 0 ? 'C10000002' : 'C10000001';
      administration.deps.deliveries.record(
        delivery(number, { clientId, method: number === 5 ? 'cancelOrder' : 'createOrder' }),
      );
    }
    const read = async (body: Record<string, unknown>) =>
      (await call('getWebhookDeliveries', body)).deliveries as Record<string, unknown>[];
    const ids = async (body: Record<string, unknown>) => (await read(body)).map(({ id }) => id);
    expect(await ids({})).toEqual(['d6', 'd5', 'd4', 'd3', 'd2', 'd1']);
    expect(await ids({ clientId: 'C10000001' })).toEqual(['d5', 'd3', 'd1']);
    expect(await ids({ clientId: 'C10000001', method: 'createOrder' })).toEqual(['d3', 'd1']);
    const page = await read({ limit: 2 });
    expect(page[0]).toMatchObject({ firedDate: '2027-01-15 08:00:00', outcome: 'delivered', httpStatus: 200 });
    expect(await ids({ limit: 2, before: page[1]!.seq })).toEqual(['d4', 'd3']);
    expect(await refusal('getWebhookDeliveries', { limit: 0 })).toMatch(/^106 .*limit/);
  });
});
