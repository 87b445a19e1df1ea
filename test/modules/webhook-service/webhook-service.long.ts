import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database.ts';
import { type Answerer, Receiver } from '../../webhooks/receiver.ts';
import { serveWebhooks } from './served.ts';

const HOUR_MS = 3_600_000;

/** Answers 500 while `down` is true. */
async function receive() {
  const state = { down: false, receiver: undefined as unknown as Receiver };
  const answer: Answerer = (response) => {
    response.statusCode = state.down ? 500 : 204;
    response.end();
  };
  state.receiver = await Receiver.start(answer);
  return state;
}

const bodies = (receiver: Receiver) => receiver.inbox.all.map(({ body }) => body);

describeOnEachDatabase("a client's own webhooks", (open) => {
  test('are registered, listed and ended by the client, and nobody sees those of another', async () => {
    const served = await serveWebhooks(await open());
    const { id, secret, answer } = await served.register('http://127.0.0.1:9009/a');
    expect([secret, answer.webhook]).toMatchObject([
      '',
      { id, method: 'createLink', signed: 'No', retries: 'No', ordered: 'No' },
    ]);
    expect((await served.call('getWebhookRegistrations', {})).webhooks).toEqual([answer.webhook]);
    expect((await served.call('getWebhookRegistrations', {}, 'C2')).webhooks).toEqual([]);
    for (const method of ['unregisterWebhook', 'sendTestWebhook', 'rotateWebhookSecret', 'replayDeliveries']) {
      expect([method, (await served.call(method, { id }, 'C2')).statusCode]).toEqual([method, '404']);
    }
    expect((await served.call('unregisterWebhook', { id })).statusCode).toBe('101');
    expect((await served.call('getWebhookRegistrations', {})).webhooks).toEqual([]);
    await served.stop();
  });

  test("are of the platform's form where a webhook has two, and one URL may have both", async () => {
    const served = await serveWebhooks(await open());
    const url = 'http://127.0.0.1:9009/a';
    const register = (platform: string, method = 'matchedTradenotify') =>
      served.call('registerWebhook', { method, url, platform });
    expect((await register('Yes')).webhook).toMatchObject({ platform: 'Yes' });
    expect((await register('No')).webhook).toMatchObject({ platform: 'No' });
    expect((await register('Yes')).statusCode).toBe('190');
    expect((await register('Yes', 'updateOrder')).statusCode).toBe('106');
    const targets = await served.parts.administration.webhookStore.targetsOf('C1', 'matchedTradenotify');
    expect(targets.map(({ platform }) => platform).toSorted()).toEqual([false, true]);
    await served.stop();
  });

  test('are limited in tests a minute, for a client and for one host', async () => {
    const [receiver, other] = [await Receiver.start(), await Receiver.start()];
    const served = await serveWebhooks(await open());
    const { id } = await served.register(receiver.url());
    const send = async (webhookId: string, as = 'C1') => {
      const { http } = await served.response('sendTestWebhook', { id: webhookId }, as);
      return [http, served.parts.api.retryAfter];
    };
    // Both receivers are one host: ports do not count.
    const answer = await served.call('registerWebhook', { method: 'createLink', url: other.url() }, 'C2');
    const ofOther = answer.webhook?.id ?? '';
    for (let count = 0; count < 3; count++) expect(await send(id)).toEqual([200, null]);
    expect(await send(id)).toEqual([429, '20']);
    expect(await send(ofOther, 'C2')).toEqual([429, '20']);
    await served.pass(20_000);
    expect(await send(ofOther, 'C2')).toEqual([200, null]);
    expect(await send(id)).toEqual([429, '20']);
    await served.pass(40_000);
    expect(await send(id)).toEqual([200, null]);
    await served.stop();
    await Promise.all([receiver.close(), other.close()]);
  });

  test('are limited in replays a minute, by webhooks and not by calls', async () => {
    const receiver = await Receiver.start();
    const served = await serveWebhooks(await open());
    const { id } = await served.register(receiver.url());
    for (let order = 1; order <= 16; order++) await served.fire(order);
    await served.settle();
    const replay = async (limit: number) => {
      const { http, body } = await served.response('replayDeliveries', { id, failed: 'No', limit });
      return [http, (body as { replayed?: unknown[] }).replayed?.length, served.parts.api.retryAfter];
    };
    expect(await replay(4)).toEqual([200, 4, null]);
    expect(await replay(12)).toEqual([200, 12, null]);
    // Four too many: five seconds each until there is one again.
    expect(await replay(1)).toEqual([429, undefined, '25']);
    await served.pass(25_000);
    expect((await replay(1))[0]).toBe(200);
    await served.stop();
    await receiver.close();
  });

  test('are refused with addresses that are not allowed, twice, and ordered without retries', async () => {
    const served = await serveWebhooks(await open());
    const refused = async (url: string, options: Record<string, string> = {}) => {
      const { answer } = await served.register(url, options);
      return [answer.statusCode, answer['Error(s)']];
    };
    expect(await refused('http://10.0.0.1/a')).toEqual(['106', 'url: URL has an address that is not public']);
    expect(await refused('http://127.0.0.1:9009/a', { ordered: 'Yes' })).toEqual([
      '106',
      'ordered: requires retries: Yes',
    ]);
    await served.register('http://127.0.0.1:9009/a');
    expect((await refused('http://127.0.0.1:9009/a'))[0]).toBe('190');
    await served.stop();
  });

  test('are signed so that the library verifies them, with both secrets for a day after a rotation', async () => {
    const { receiver } = await receive();
    const served = await serveWebhooks(await open());
    const { id, secret } = await served.register(receiver.url(), { signed: 'Yes' });
    const { deliveryId } = await served.call('sendTestWebhook', { id });
    const [got] = await receiver.inbox.count(1);
    expect(got?.headers).toMatchObject({ 'webhook-id': deliveryId, 'x-delivery-id': deliveryId });
    expect(new URLSearchParams(got?.body).get('webhookTest')).toBe('Yes');
    const sentAt = String(Date.parse('2026-11-20T15:00:00Z') / 1000);
    expect(got?.headers['webhook-timestamp']).toBe(sentAt);

    const { secret: next = '' } = await served.call('rotateWebhookSecret', { id });
    expect(next).not.toBe(secret);
    await served.call('sendTestWebhook', { id });
    await receiver.inbox.count(2);
    await served.pass(25 * HOUR_MS);
    await served.call('sendTestWebhook', { id });
    const all = await receiver.inbox.count(3);
    const signedBy = all.map(({ headers, body }) =>
      [secret, next].filter((one) => {
        const time = new Date(Number(headers['webhook-timestamp']) * 1000);
        const signature = new Webhook(one).sign(String(headers['webhook-id']), time, body);
        return String(headers['webhook-signature']).split(' ').includes(signature);
      }),
    );
    expect(signedBy).toEqual([[secret], [secret, next], [next]]);
    const [stored] = await served.parts.database.db.selectFrom('webhooks').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(next.slice(6));
    await served.stop();
    await receiver.close();
  });

  test('are tried again until the receiver is back, and the log shows each attempt', async () => {
    const state = await receive();
    const served = await serveWebhooks(await open());
    const { id } = await served.register(state.receiver.url(), { retries: 'Yes' });
    state.down = true;
    await served.fire(1);
    await served.settle();
    await served.pass(5000);
    expect(bodies(state.receiver)).toEqual(['id=1', 'id=1']);
    expect(await served.rows()).toMatchObject([{ attempts: 2 }]);
    state.down = false;
    await served.pass(29_000);
    expect(state.receiver.inbox.all.length).toBe(2);
    await served.pass(1000);
    expect(bodies(state.receiver)).toEqual(['id=1', 'id=1', 'id=1']);
    const log = await served.log({ webhookId: id });
    expect(log.map(({ attempt, outcome, retryDate }) => [attempt, outcome, retryDate])).toEqual([
      [3, 'delivered', null],
      [2, 'status 500', '2026-11-20 15:00:35'],
      [1, 'status 500', '2026-11-20 15:00:05'],
    ]);
    expect(new Set(log.map((one) => one.id)).size).toBe(1);
    expect((await served.log({ failed: 'Yes' })).length).toBe(2);
    expect([await served.rows(), served.parts.outbox.waiting]).toEqual([[], 0]);
    await served.stop();
    await state.receiver.close();
  });

  test('are tried for three days and no longer, and once only by default', async () => {
    const state = await receive();
    const other = await receive();
    const served = await serveWebhooks(await open());
    await served.register(state.receiver.url(), { retries: 'Yes' });
    await served.register(other.receiver.url());
    [state.down, other.down] = [true, true];
    await served.fire(1);
    await served.settle();
    for (let hour = 0; hour < 80; hour++) await served.pass(HOUR_MS);
    expect(await served.rows()).toEqual([]);
    expect(other.receiver.inbox.all.length).toBe(1);
    const log = await served.log({ webhookId: (await served.log())[0]?.webhookId });
    expect([log.length, log[0]?.retryDate]).toEqual([state.receiver.inbox.all.length, null]);
    expect(log.length).toBeGreaterThan(9);
    await served.stop();
    await state.receiver.close();
    await other.receiver.close();
  });

  test('wait in order after one that is retried, for each order, also across a restart', async () => {
    const state = await receive();
    const database = await open();
    const first = await serveWebhooks(database);
    await first.register(state.receiver.url(), { retries: 'Yes', ordered: 'Yes' });
    state.down = true;
    await first.fire(1, 7);
    await first.settle();
    state.down = false;
    await first.fire(2, 7);
    await first.fire(3, 8);
    await first.fire(4, 7, 9);
    await first.fire(5, 9);
    await first.settle();
    expect(bodies(state.receiver)).toEqual(['id=1', 'id=3']);
    await first.stop();

    const second = await serveWebhooks(database);
    second.parts.outbox.start();
    await second.settle();
    await second.fire(6, 7);
    await second.settle();
    expect(state.receiver.inbox.all.length).toBe(2);
    state.down = true;
    await second.pass(5000);
    expect(bodies(state.receiver)).toEqual(['id=1', 'id=3', 'id=1']);
    state.down = false;
    await second.pass(30_000);
    await second.pass(5000);
    expect(bodies(state.receiver).slice(3)).toEqual(['id=1', 'id=2', 'id=4', 'id=5', 'id=6']);
    expect(await second.rows()).toEqual([]);
    await second.stop();
    await state.receiver.close();
  });

  test('that wait to be tried again end with the registration', async () => {
    const state = await receive();
    const served = await serveWebhooks(await open());
    const { id } = await served.register(state.receiver.url(), { retries: 'Yes' });
    state.down = true;
    await served.fire(1);
    await served.settle();
    await served.call('unregisterWebhook', { id });
    await served.pass(5000);
    expect([state.receiver.inbox.all.length, await served.rows()]).toEqual([1, []]);
    expect(await served.log()).toMatchObject([{ detail: 'registration ended', attempt: 2 }, { attempt: 1 }]);
    await served.stop();
    await state.receiver.close();
  });
});

describeOnEachDatabase('replays', (open) => {
  test('send what failed again, in order, under the same ids', async () => {
    const state = await receive();
    const served = await serveWebhooks(await open());
    const { id } = await served.register(state.receiver.url());
    await served.fire(1);
    await served.settle();
    state.down = true;
    for (const one of [2, 3, 4]) await served.fire(one);
    await served.settle();
    state.down = false;
    const failed = (await served.log({ failed: 'Yes' })).map((one) => one.id).reverse();
    expect(await served.call('replayDeliveries', { id, limit: 2 })).toMatchObject({
      replayed: failed.slice(0, 2),
      more: 'Yes',
    });
    expect(await served.call('replayDeliveries', { id })).toMatchObject({ replayed: failed.slice(2), more: 'No' });
    await served.settle();
    expect(bodies(state.receiver)).toEqual(['id=1', 'id=2', 'id=3', 'id=4', 'id=2', 'id=3', 'id=4']);
    const ids = state.receiver.inbox.all.map(({ headers }) => headers['x-delivery-id']);
    expect(ids.slice(4)).toEqual(ids.slice(1, 4));
    expect(await served.call('replayDeliveries', { id })).toMatchObject({ replayed: [] });
    await served.stop();
    await state.receiver.close();
  });

  test('take one delivery, or those of a time, delivered ones when they are asked for; for three days', async () => {
    const { receiver } = await receive();
    const served = await serveWebhooks(await open());
    const { id } = await served.register(receiver.url());
    await served.fire(1);
    await served.settle();
    await served.pass(60_000);
    await served.fire(2);
    await served.settle();
    const [second, first] = (await served.log()).map((one) => one.id);
    const replay = async (filter: Record<string, unknown>) => {
      const { replayed, ...answer } = await served.call('replayDeliveries', { id, failed: 'No', ...filter });
      await served.settle();
      return replayed ?? answer;
    };
    expect(await replay({ firedTo: '2026-11-20 15:00:59' })).toEqual([first]);
    expect(await replay({ deliveryId: second })).toEqual([second]);
    expect(await replay({ firedFrom: '2026-11-20 15:02:00' })).toEqual([]);
    expect(await replay({ firedFrom: 'yesterday' })).toMatchObject({ statusCode: '106' });
    expect((await served.call('replayDeliveries', { id: 'W0000000000000000' })).statusCode).toBe('404');
    await served.pass(73 * HOUR_MS);
    await served.fire(3);
    await served.settle();
    expect(await replay({ firedTo: '2026-11-22 00:00:00' })).toEqual([]);
    await served.stop();
    await receiver.close();
  });
});
