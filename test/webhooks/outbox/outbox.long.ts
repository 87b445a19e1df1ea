import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { formatInstant } from '../../../src/calendar/format-time.ts';
import { Secrets } from '../../../src/database/secrets/index.ts';
import type { Client } from '../../../src/http/methods/client.ts';
import { renderThrown } from '../../../src/http/methods/index.ts';
import { sendWebhookOfRead } from '../../../src/modules/shared/change/change.ts';
import { NOW } from '../../modules/shared/records.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { type Answerer, Receiver } from '../receiver.ts';
import { advanceUntil, idsOf, numberIn, type Options, register, rowsOf, secrets, startRun } from './outbox-run.ts';

describeOnEachDatabase('the outbox', (open) => {
  test('has a row for the webhook of a read, and no transaction without a registration', async () => {
    const database = await open();
    await register(database, 'http://127.0.0.1:9/');
    const { db, outbox, stop } = startRun(database);
    const read = (clientId: string, deps = { db, outbox }) =>
      sendWebhookOfRead(deps, { client: { clientId } as Client, methodName: 'createLink' }, { id: 1 });
    await read('C1');
    const [row] = await rowsOf(database);
    expect(numberIn(secrets.open(row!.form_sealed, `webhook_outbox.form:${row!.delivery_id}`))).toBeGreaterThan(0);
    expect(secrets.open(row!.form_sealed, `webhook_outbox.form:${row!.delivery_id}`)).not.toContain('userId');
    const user = { userId: 'U10000001' } as NonNullable<Client['user']>;
    const client = { clientId: 'C1', user } as Client;
    await sendWebhookOfRead({ db, outbox }, { client, methodName: 'createLink' }, { id: 1 });
    const [, next] = await rowsOf(database);
    expect(secrets.open(next!.form_sealed, `webhook_outbox.form:${next!.delivery_id}`)).toMatch(/&userId=U10000001$/);
    await read('C2', { db: undefined as never, outbox });
    await stop(0);
  });

  test('leaves a row that cannot be opened for later, and sends the others of its receiver', async () => {
    const receiver = await Receiver.start();
    const database = await open();
    await register(database, receiver.url());
    const earlier = startRun(database);
    await earlier.add(1, 2, 3);
    await earlier.stop(0);
    const [, second] = await rowsOf(database);
    // Sealed with a key that is not configured now.
    const form = secrets.open(second!.form_sealed, `webhook_outbox.form:${second!.delivery_id}`);
    const otherKey = new Secrets([Buffer.alloc(32, 8)]);
    const seal = (by: Secrets) =>
      database.db
        .updateTable('webhook_outbox')
        .set({ form_sealed: by.seal(form, `webhook_outbox.form:${second!.delivery_id}`) })
        .where('delivery_id', '=', second!.delivery_id)
        .execute();
    await seal(otherKey);
    const run = startRun(database);
    const waitsMs = async () => {
      const [row] = await database.db.selectFrom('webhook_outbox').select('due_at').where('due_at', '>', 0).execute();
      // The row may be seen before the outbox has set its timer.
      return row === undefined || run.time.waiting === 0 ? undefined : row.due_at / 1000 - run.nowMs();
    };
    run.outbox.start();
    await receiver.inbox.count(2);
    expect(idsOf(receiver).sort()).toEqual([1, 3]);
    await expect.poll(waitsMs).toBe(1000);
    expect(run.outbox.unreadable).toBe(1);
    // The pauses grow, to five minutes.
    for (const [passedMs, pauseMs] of [
      [1000, 1000],
      [1000, 2000],
      [2000, 4000],
      [3_596_000, 300_000],
    ] as const) {
      run.time.advanceMs(passedMs);
      await expect.poll(waitsMs).toBe(pauseMs);
    }
    await seal(secrets);
    run.time.advanceMs(300_000);
    await receiver.inbox.count(3);
    expect(idsOf(receiver)).toContain(2);
    expect(run.outbox.unreadable).toBe(0);

    run.outbox.committed(await run.add(4));
    await receiver.inbox.count(4);
    await run.stop();
    expect(await rowsOf(database)).toEqual([]);
  });

  test('gives a row that cannot be opened up after 72 hours, with an entry in the log', async () => {
    const database = await open();
    await register(database, 'http://127.0.0.1:9/');
    const earlier = startRun(database);
    await earlier.add(1);
    await earlier.stop(0);
    await database.db.updateTable('webhook_outbox').set({ form_sealed: 'of another key' }).execute();
    const run = startRun(database);
    run.time.advanceMs(72 * 3_600_000);
    run.outbox.start();
    const left = async () => {
      await run.log.flush();
      return rowsOf(database);
    };
    await expect.poll(left).toEqual([]);
    const logged = await database.db.selectFrom('webhook_deliveries').select(['outcome', 'detail']).execute();
    expect(logged).toEqual([{ outcome: 'dropped', detail: 'body unreadable' }]);
    expect([run.outbox.waiting, run.outbox.unreadable]).toEqual([0, 0]);
    await run.stop();
  });

  test('sends none again whose kept body cannot be opened now: the call gets 503 (C80)', async () => {
    const database = await open();
    const run = startRun(database);
    const row = { delivery_id: 'D1', client_id: 'C1', method: 'createLink', webhook_id: 'W0', url: 'http://a/' };
    const kept = { ...row, form_sealed: 'of another key', about: '', identified: 1, fired_at: 0 } as never;
    const target = { id: 'W0', url: 'http://a/' };
    const again = database.db.transaction().execute((transaction) => run.outbox.sendAgain(transaction, [kept], target));
    expect(renderThrown(await again.catch((error: unknown) => error))).toMatchObject({ http: 503 });
    await run.stop();
  });

  test('has a webhook about a record wait for an earlier one that cannot be opened, where it is ordered', async () => {
    const receiver = await Receiver.start();
    const database = await open();
    await register(database, receiver.url());
    await database.db.updateTable('webhooks').set({ retries: 1, ordered: 1 }).execute();
    const earlier = startRun(database);
    await earlier.addOf('A1', 1);
    await earlier.addOf('A1', 2);
    await earlier.addOf('A2', 3);
    await earlier.stop(0);
    const [first] = await rowsOf(database);
    const seal = (form_sealed: string) =>
      database.db
        .updateTable('webhook_outbox')
        .set({ form_sealed })
        .where('delivery_id', '=', first!.delivery_id)
        .execute();
    await seal('of another key');
    const run = startRun(database);
    run.outbox.start();
    await receiver.inbox.count(1);
    const dueRows = async () => (await rowsOf(database)).filter(({ due_at }) => due_at > 0);
    await expect.poll(dueRows).toHaveLength(2);
    expect(idsOf(receiver)).toEqual([3]);
    await seal(first!.form_sealed);
    await advanceUntil(run.time, receiver, 3);
    expect(idsOf(receiver)).toEqual([3, 1, 2]);
    await run.stop();
  });

  const begin = async (options: Options = {}, answer?: Answerer) => {
    const receiver = await Receiver.start(answer);
    const database = await open();
    await register(database, receiver.url());
    return { receiver, database, run: startRun(database, options) };
  };

  test('keeps a webhook whose key cannot be read now, and sends it later while it is registered', async () => {
    const { receiver, database, run } = await begin();
    const broken = vi.spyOn(run.registrations, 'encryptionKeyOf').mockRejectedValue(new Error('no database'));
    run.outbox.committed(await run.add(1, 2));
    const dueRows = async () => (await rowsOf(database)).filter(({ due_at }) => due_at > 0);
    await expect.poll(dueRows).toHaveLength(2);
    await run.log.flush();
    expect([receiver.inbox.all, (await rowsOf(database)).map(({ attempts }) => attempts)]).toEqual([[], [0, 0]]);
    broken.mockRestore();
    await advanceUntil(run.time, receiver, 2);
    expect(idsOf(receiver).sort()).toEqual([1, 2]);
    const leftRows = async () => {
      await run.log.flush();
      return rowsOf(database);
    };
    await expect.poll(leftRows).toEqual([]);

    const brokenAgain = vi.spyOn(run.registrations, 'encryptionKeyOf').mockRejectedValue(new Error('no database'));
    run.outbox.committed(await run.add(3));
    await expect.poll(dueRows).toHaveLength(1);
    await database.db.deleteFrom('webhooks').execute();
    run.registrations.refresh();
    brokenAgain.mockRestore();
    run.time.advanceMs(300_000);
    await expect.poll(leftRows).toEqual([]);
    expect(idsOf(receiver)).toHaveLength(2);
    await run.stop();
  });

  test('keeps a webhook whose key cannot be read in time, without retries too, and sends it later', async () => {
    const { receiver, database, run } = await begin({ totalTimeoutMs: 1000 });
    const hanging = vi.spyOn(run.registrations, 'encryptionKeyOf').mockReturnValue(new Promise(() => {}));
    run.outbox.committed(await run.add(1));
    const dueRows = async () => (await rowsOf(database)).filter(({ due_at, attempts }) => due_at > 0 && attempts === 0);
    await expect.poll(dueRows, { timeout: 5000 }).toHaveLength(1);
    expect([receiver.inbox.all, run.outbox.unreadable]).toEqual([[], 1]);
    hanging.mockRestore();
    await advanceUntil(run.time, receiver, 1);
    expect(idsOf(receiver)).toEqual([1]);
    await run.stop();
  });

  test('sends after the commit, and empties with the log', async () => {
    const { receiver, database, run } = await begin();
    run.outbox.committed(await run.add(1));
    const [got] = await receiver.inbox.count(1);
    const [row] = await rowsOf(database);
    expect(got?.headers['x-delivery-id']).toBe(row?.delivery_id);
    const id = /^[0-9a-f-]{36}$/;
    expect(Object.fromEntries(new URLSearchParams(got?.body))).toEqual({
      ...{
        id: '1',
        eventId: expect.stringMatching(id),
        eventTime: formatInstant(NOW),
        eventSeq: expect.stringMatching(/^\d+$/),
      },
    });
    expect(run.outbox.waiting).toBe(1);
    expect(await run.outbox.oldestFiredUs()).toBe(NOW);
    expect(JSON.stringify(row)).not.toContain('id=1&');
    await run.stop();
    expect([await rowsOf(database), run.outbox.waiting]).toEqual([[], 0]);
    expect(await run.outbox.oldestFiredUs()).toBeUndefined();
    expect(await run.log.read({ limit: 10 })).toMatchObject([{ id: row?.delivery_id, outcome: 'delivered' }]);
    await receiver.close();
  });

  test('sends those about one record one after the other, and does not hold up another record', async () => {
    const held: (() => void)[] = [];
    const { receiver, run } = await begin({}, (response) => {
      held.push(() => response.writeHead(200).end());
    });
    for (const id of [1, 2]) run.outbox.committed(await run.addOf('A1', id));
    run.outbox.committed(await run.addOf('A2', 3));
    await receiver.inbox.count(2);
    expect(idsOf(receiver).toSorted()).toEqual([1, 3]);
    while (held.length > 0) held.shift()?.();
    await receiver.inbox.count(3);
    expect(idsOf(receiver).at(-1)).toBe(2);
    held.shift()?.();
    await run.stop();
    await receiver.close();
  });

  test('sends those about one record in the order of commits, also where nobody reported the first', async () => {
    const { receiver, run } = await begin();
    await run.addOf('A1', 1);
    run.outbox.committed(await run.addOf('A1', 2));
    await receiver.inbox.count(2);
    const [first, second] = receiver.inbox.all.map(({ body }) => numberIn(body)) as [number, number];
    expect(idsOf(receiver)).toEqual([1, 2]);
    expect(second).toBe(first + 1);
    await run.stop();
    await receiver.close();
  });

  test('does not wait for a change of the same record that was rolled back', async () => {
    const { receiver, run } = await begin();
    const failing = run.db.transaction().execute(async (transaction) => {
      const fields = { id: 1, firstEntry: 'A1' };
      await run.outbox.add(transaction, { clientId: 'C1', method: 'createLink', fields });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    run.outbox.committed(await run.addOf('A1', 2));
    await receiver.inbox.count(1);
    await run.stop();
    expect(idsOf(receiver)).toEqual([2]);
    await receiver.close();
  });

  test('goes on counting after a restart that finds nothing left', async () => {
    const { receiver, database, run } = await begin();
    run.outbox.committed(await run.add(1));
    await receiver.inbox.count(1);
    await run.stop();
    const second = startRun(database);
    second.outbox.committed(await second.add(2));
    const [before, after] = (await receiver.inbox.count(2)).map(({ body }) => numberIn(body)) as [number, number];
    expect(after).toBe(before + 1);
    await second.stop();
    await receiver.close();
  });

  test('sends nothing of a change that was rolled back', async () => {
    const { receiver, database, run } = await begin();
    const failing = database.db.transaction().execute(async (transaction) => {
      await run.outbox.add(transaction, { clientId: 'C1', method: 'createLink', fields: { id: 1 } });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    run.outbox.committed(await run.add(2));
    await receiver.inbox.count(1);
    await run.stop();
    expect([idsOf(receiver), await rowsOf(database)]).toEqual([[2], []]);
    await receiver.close();
  });

  test('finds a commit that nobody reported', async () => {
    const { receiver, run } = await begin();
    await run.add(1);
    run.time.advanceMs(20);
    await receiver.inbox.count(1);
    while (run.time.waiting > 0) run.time.advanceMs(60_000);
    await run.stop();
    expect(idsOf(receiver)).toEqual([1]);
    await receiver.close();
  });

  test('forgets in the end what was added to a transaction whose end nobody reports', async () => {
    const { receiver, database, run } = await begin();
    const failing = database.db.transaction().execute(async (transaction) => {
      await run.outbox.add(transaction, { clientId: 'C1', method: 'createLink', fields: { id: 1 } });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    for (let looks = 0; looks < 3; looks++) {
      await expect.poll(() => run.time.waiting).toBe(1);
      run.time.advanceMs(25_000);
    }
    // What it looks for is older than a minute: it looks no more.
    await sql`select 1`.execute(database.background);
    await expect.poll(() => run.time.waiting).toBe(0);
    await run.stop();
    expect([idsOf(receiver), run.outbox.waiting]).toEqual([[], 0]);
    await receiver.close();
  });

  test('has no more room after a restart than the rows of the run before leave', async () => {
    const { receiver, database, run } = await begin({}, () => {});
    run.outbox.committed(await run.add(1, 2));
    await receiver.inbox.count(2);
    await run.stop(0);
    await receiver.close();
    const next = await Receiver.start();
    await database.db.updateTable('webhooks').set({ url: next.url() }).execute();
    const second = startRun(database, { rowsPerClientMax: 3, queue: { runningPerEndpointMax: 1 } });
    second.outbox.start();
    await expect.poll(() => second.outbox.waiting).toBe(2);
    for (const id of [3, 4]) second.outbox.committed(await second.add(id));
    await second.stop();
    const logged = await second.log.read({ limit: 10 });
    expect(logged.filter(({ detail }) => detail === 'outbox full')).toHaveLength(1);
    expect(idsOf(next)).toEqual([3]);
    await next.close();
  });

  test('delivers after a crash what was not delivered, under the same ids', async () => {
    const { receiver, database, run } = await begin({}, () => {});
    run.outbox.committed(await run.add(1, 2));
    await receiver.inbox.count(2);
    // As a crash would: under way, and none of it in the log.
    await run.add(3);
    const left = await rowsOf(database);
    await run.stop(0);
    await receiver.close();
    expect((await rowsOf(database)).map((row) => row.delivery_id)).toEqual(left.map((row) => row.delivery_id));

    const next = await Receiver.start();
    await database.db.updateTable('webhook_outbox').set({ url: next.url() }).execute();
    const second = startRun(database);
    second.outbox.start();
    const got = await next.inbox.count(3);
    expect(got.map(({ headers }) => headers['x-delivery-id'])).toEqual(left.map((row) => row.delivery_id));
    expect(idsOf(next)).toEqual([1, 2, 3]);
    await second.stop();
    expect(await rowsOf(database)).toEqual([]);
    await next.close();
  });

  test('keeps deliveries in the database while their queue is full, and sends it in order', async () => {
    const { receiver, database, run } = await begin({ queue: { waitingPerEndpointMax: 3, runningPerEndpointMax: 1 } });
    const ids = Array.from({ length: 20 }, (_, index) => index);
    for (const id of ids) run.outbox.committed(await run.add(id));
    await receiver.inbox.count(20);
    await run.stop();
    expect([idsOf(receiver), await rowsOf(database)]).toEqual([ids, []]);
    await receiver.close();
  });

  test('sends to a receiver again once another one has left room of the client', async () => {
    const held: (() => void)[] = [];
    const slow = await Receiver.start((response) => {
      held.push(() => response.writeHead(200).end());
    });
    const other = await Receiver.start();
    const database = await open();
    await register(database, slow.url(), other.url());
    // Room for one delivery.
    const run = startRun(database, { queue: { bytesPerClientMax: 1500 } });
    run.outbox.committed(await run.add(1));
    await slow.inbox.count(1);
    for (const answer of held) answer();
    await vi.waitFor(() => {
      run.time.advanceMs(1000);
      expect(idsOf(other)).toEqual([1]);
    }, 30_000);
    await run.stop();
    expect(await rowsOf(database)).toEqual([]);
    for (const receiver of [slow, other]) await receiver.close();
  });

  test('drops webhooks above the limit of a client, and logs it', async () => {
    const { receiver, database, run } = await begin({ rowsPerClientMax: 2 }, () => {});
    for (const id of [1, 2, 3]) run.outbox.committed(await run.add(id));
    await run.log.flush();
    expect(await rowsOf(database)).toHaveLength(2);
    expect(await run.log.read({ limit: 10 })).toMatchObject([{ outcome: 'dropped', detail: 'outbox full' }]);
    await run.stop(0);
    await receiver.close();
  });

  test('has a delivery for each registration, and none without one', async () => {
    const { receiver, database, run } = await begin();
    const webhook = { webhook_id: 'W9', client_id: 'C1', method: 'createLink', url: receiver.url('/b'), created_at: 9 };
    await database.db.insertInto('webhooks').values(webhook).execute();
    await database.db.transaction().execute(async (transaction) => {
      await run.outbox.add(transaction, { clientId: 'C2', method: 'createLink', fields: () => expect.unreachable() });
      const unlisted = { clientId: 'C1', method: 'getIssuer', fields: {} };
      await expect(run.outbox.add(transaction, unlisted)).rejects.toThrow('no webhook is named getIssuer');
    });
    await expect(run.outbox.isRegistered('C1', 'getIssuer')).rejects.toThrow('no webhook is named getIssuer');
    run.outbox.committed(await run.add(1));
    await receiver.inbox.count(2);
    const rows = await rowsOf(database);
    expect(rows.map(({ url }) => new URL(url).pathname)).toEqual(['/hook', '/b']);
    expect(new Set(rows.map(({ delivery_id }) => delivery_id)).size).toBe(2);
    await run.stop();
    await receiver.close();
  });

  test('takes a webhook in a transaction only', async () => {
    const { receiver, database, run } = await begin();
    const webhook = { clientId: 'C1', method: 'createLink', fields: {} };
    await expect(run.outbox.add(database.db, webhook)).rejects.toThrow('transaction of its change');
    await run.stop();
    await receiver.close();
  });
});
