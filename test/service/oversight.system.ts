/** A whole venue with a client that trades: what the operator then sees of the past. */
import { expect, test } from 'vitest';
import { demoOrder } from '../../src/modules/examples/index.ts';
import { readSandboxCredentials } from '../../src/service/sandbox/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startedSandbox } from './started-sandbox.ts';

type Body = Record<string, never>;

async function started(dataDir = temporaryFolder()) {
  const { service, demo } = await startedSandbox(dataDir);
  const callAs = (user: 'client' | 'operator') => async (method: string, fields: object) => {
    const { clientID, developerAPIKey } = readSandboxCredentials(dataDir, user);
    const response = await fetch(`${service.addresses.api}/v3/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${clientID}:${developerAPIKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const body = (await response.json()) as Body;
    expect(body).toMatchObject({ statusCode: '101' });
    return body;
  };
  return { demo, service, dataDir, client: callAs('client'), operator: callAs('operator') };
}

type Operations = Pick<Awaited<ReturnType<typeof started>>, 'demo' | 'client' | 'operator'>;

/** The book of a moment, who changed what by which key, and the metrics of before. */
async function expectThePast({ demo, client, operator }: Operations): Promise<void> {
  const { securityId } = demo;
  const enter = (price: string) => client('createOrder', { ...demoOrder(demo), price });
  await enter('20.00');
  await enter('20.50');
  const { depth } = (await client('getDepth', { securityId, levels: 100 })) as unknown as {
    depth: { time: string; bids: { price: string; quantity: number; orders: number }[]; offers: object[] };
  };
  await enter('21.00');
  const { replay } = (await operator('admin/getMarketReplay', { securityId, from: depth.time })) as unknown as {
    replay: { bids: object[]; offers: object[]; events: object[] };
  };
  expect(replay.bids).toMatchObject(depth.bids.map(({ price, quantity, orders }) => ({ price, quantity, orders })));
  expect([replay.bids.length, replay.offers.length]).toEqual([depth.bids.length, depth.offers.length]);
  expect(replay.events[0]).toMatchObject({ order: { change: 'entered', price: '21.000000' } });

  await operator('haltSecurity', { securityId, reason: 'News is pending' });
  const { entries } = (await operator('admin/getAuditLog', { recordId: securityId })) as unknown as {
    entries: { method: string; keyId: string }[];
  };
  expect(entries[0]).toMatchObject({ method: 'haltSecurity', outcome: 'Done', address: '127.0.0.1' });
  expect(entries[0]!.keyId).toMatch(/^K/);
  const { metrics } = (await operator('admin/getVenueMetrics', { step: 10 })) as unknown as {
    metrics: { times: string[]; series: { name: string }[] };
  };
  expect(metrics.times.length).toBeGreaterThan(0);
  expect(metrics.series.map(({ name }) => name)).toContain('openats_venue_live_orders');
}

test('an alert of orders that trade with each other, once, also after a restart (O13); then the past', async () => {
  const first = await started();
  const alertsOf = async ({ operator }: Pick<typeof first, 'operator'>) => {
    const { alerts } = (await operator('admin/getAlerts', { rule: 'Wash trade' })) as unknown as {
      alerts: { alertId: string; occurrences: number; clientId: string }[];
    };
    return alerts;
  };
  await first.client('createOrder', { ...demoOrder(first.demo), price: '9.00' });
  await first.client('createOrder', { ...demoOrder(first.demo), price: '9.00', action: 'Sell' });
  await expect.poll(() => alertsOf(first)).toHaveLength(1);
  const [alert] = await alertsOf(first);
  await first.service.stop();
  const again = await started(first.dataDir);
  expect(await alertsOf(again)).toEqual([alert]);
  await again.client('createOrder', { ...demoOrder(again.demo), price: '8.00' });
  await again.client('createOrder', { ...demoOrder(again.demo), price: '8.00', action: 'Sell' });
  await expect.poll(async () => (await alertsOf(again))[0]!.occurrences).toBeGreaterThan(alert!.occurrences);
  expect(await alertsOf(again)).toHaveLength(1);
  await expectThePast(again);
});
