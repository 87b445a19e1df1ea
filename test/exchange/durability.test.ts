import { renameSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { VenueUnavailable } from '../../src/exchange/api/outcomes.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { listSegments } from '../../src/exchange/journal/segments.ts';
import { FaultyFileSystem } from '../support/faulty-file-system.ts';
import { ManualTime } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { cancel, idOfOrder, OPEN_FRIDAY, openVenue, order, security } from './venue.ts';

describe('nothing is acknowledged or published before it is durable', () => {
  test('while the fdatasync is under way, nobody knows of the order', async () => {
    const { exchange, files, events } = openVenue({ folder: temporaryFolder() });
    await exchange.submit(security());
    await exchange.submit(cancel(1));
    events.length = 0;
    const gate = Promise.withResolvers<void>();
    const writes = files.writes;
    files.gate = gate.promise;
    let answered = false;
    const outcome = exchange.submit(order()).then((result) => {
      answered = true;
      return result;
    });
    while (files.writes === writes) await new Promise(setImmediate);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect([answered, events.length, exchange.topOfBook(7 as SecurityId)?.bid]).toEqual([false, 0, null]);
    gate.resolve();
    await outcome;
    expect(events.map(({ type }) => type)).toEqual(['order', 'top']);
  });

  test('the history is notified of a group once it is durable, and never of a group that failed', async () => {
    const { exchange, files } = openVenue({ folder: temporaryFolder() });
    await exchange.submit(security());
    await exchange.submit(cancel(1));
    const notified: number[] = [];
    exchange.onDurable((sequence) => notified.push(sequence));
    const { sequence } = exchange;
    const gate = Promise.withResolvers<void>();
    const { writes } = files;
    files.gate = gate.promise;
    const outcome = exchange.submit(order());
    while (files.writes === writes) await new Promise(setImmediate);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(notified).toEqual([]);
    gate.resolve();
    await outcome;
    expect(notified).toEqual([sequence + 1]);
    files.syncError = new Error('EIO');
    await expect(exchange.submit(order())).rejects.toThrow(VenueUnavailable);
    expect(notified).toEqual([sequence + 1]);
  });

  test('orders that come meanwhile share the next group commit and keep their order', async () => {
    const { exchange, files } = openVenue({ folder: temporaryFolder() });
    await exchange.submit(security());
    await exchange.submit(cancel(1));
    const before = files.syncs;
    const times: number[] = [];
    exchange.onGroupWritten((seconds) => times.push(seconds));
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, (_, index) => exchange.submit(order({ quantity: index + 1 }))),
    );
    expect(files.syncs - before).toBe(1);
    expect(times.length).toBe(1);
    expect(outcomes.map((outcome) => outcome.ok && outcome.order?.quantity)).toEqual(
      outcomes.map((_, index) => index + 1),
    );
  });

  test('events reach every listener in order, and one that fails stops no other', async () => {
    const { exchange, events } = openVenue({ folder: temporaryFolder() });
    exchange.subscribe(() => {
      throw new Error('a broken listener');
    });
    const late: number[] = [];
    const end = exchange.subscribe(({ seq }) => late.push(seq));
    await exchange.submit(security());
    await exchange.submit(order());
    expect(late).toEqual(events.map(({ seq }) => seq));
    expect(exchange.lastEventSeq()).toBe(late.at(-1));
    end();
    await exchange.submit(order());
    expect(events.length).toBeGreaterThan(late.length);
  });
});

describe('a failed write is never tried again', () => {
  test('a failing fdatasync: the order fails, the venue stops and says so, a restart recovers', async () => {
    const folder = temporaryFolder();
    const { exchange, files } = openVenue({ folder });
    await exchange.submit(security());
    const kept = idOfOrder(await exchange.submit(order()));
    files.syncError = new Error('EIO: i/o error, fdatasync');
    await expect(exchange.submit(order())).rejects.toThrow(VenueUnavailable);
    await expect(exchange.submit(order())).rejects.toThrow('a restart recovers');
    expect((await exchange.failed).message).toContain('EIO');
    expect(exchange.unavailable).toContain('the journal could not be written');
    expect(exchange.order(kept)).toMatchObject({ status: 'Live' });
    const after = openVenue({ folder });
    expect(after.exchange.order(kept)).toMatchObject({ status: 'Live' });
    expect(await after.exchange.submit(order())).toMatchObject({ ok: true });
  });

  test('a full disk: the torn record is cut off at the restart, all acknowledged orders are there', async () => {
    for (const bytesLeft of [0, 1, 63, 64, 100, 1000]) {
      const folder = temporaryFolder();
      const files = new FaultyFileSystem();
      const { exchange } = openVenue({ folder, files });
      files.bytesLeft = 400 + bytesLeft;
      await exchange.submit(security());
      const kept: number[] = [];
      while (exchange.unavailable === null) {
        await exchange.submit(order()).then(
          (outcome) => kept.push(idOfOrder(outcome)),
          (error) => expect(error).toBeInstanceOf(VenueUnavailable),
        );
      }
      const after = openVenue({ folder });
      expect(after.exchange.figures.liveOrders).toBe(kept.length);
      for (const id of kept) expect(after.exchange.order(id as OrderId)).toMatchObject({ status: 'Live' });
      const next = idOfOrder(await after.exchange.submit(order()));
      await after.exchange.stop();
      const again = openVenue({ folder });
      expect(again.exchange.order(next)).toMatchObject({ status: 'Live' });
    }
  });

  test('commands that wait after the failed group fail too', async () => {
    const { exchange, files } = openVenue({ folder: temporaryFolder() });
    await exchange.submit(security());
    const gate = Promise.withResolvers<void>();
    files.gate = gate.promise;
    const { writes } = files;
    const first = exchange.submit(order());
    while (files.writes === writes) await new Promise(setImmediate);
    const second = exchange.submit(order());
    files.syncError = new Error('EIO: i/o error, fdatasync');
    gate.resolve();
    await expect(first).rejects.toThrow(VenueUnavailable);
    await expect(second).rejects.toThrow(VenueUnavailable);
  });
});

describe('limits', () => {
  test('more waiting commands than the setting are refused', async () => {
    const { exchange } = openVenue({ folder: temporaryFolder(), waitingMax: 3 });
    await exchange.submit(security());
    const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(() => exchange.submit(order())));
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
  });

  test('a history that lags too far makes the venue refuse orders until it has caught up', async () => {
    const { exchange } = openVenue({ folder: temporaryFolder(), unprojectedMax: 2 });
    await exchange.submit(security());
    exchange.projected(exchange.lastEventSeq());
    // Its entry, and the top of the book.
    await exchange.submit(order());
    await expect(exchange.submit(order())).rejects.toThrow('the order history lags');
    exchange.projected(exchange.lastEventSeq());
    expect(await exchange.submit(order())).toMatchObject({ ok: true });
  });

  test('a stopping venue finishes waiting commands and takes no more', async () => {
    const { exchange } = openVenue({ folder: temporaryFolder() });
    await exchange.submit(security());
    const waiting = exchange.submit(order());
    const stopped = exchange.stop();
    await expect(exchange.submit(order())).rejects.toThrow('the venue is stopping');
    expect(await waiting).toMatchObject({ ok: true });
    await stopped;
  });
});

describe('memory holds live orders, and of the ended ones only what the history has not yet', () => {
  test('terminal orders and matches are forgotten once they are projected', async () => {
    const { exchange } = openVenue({ folder: temporaryFolder() });
    await exchange.submit(security());
    const sell = idOfOrder(await exchange.submit(order({ side: 'sell', token: 't' })));
    const buy = idOfOrder(await exchange.submit(order({ token: 't', quantity: 150 })));
    const [match] = exchange.recentOrder(buy)?.matches ?? [];
    expect(exchange.order(sell)).toMatchObject({ status: 'Executed' });
    expect(exchange.match(match!.matchId)).toEqual(match);
    const withToken = (clientId: string, limit = 10, before = Number.MAX_SAFE_INTEGER) =>
      exchange.recentWithToken(clientId, 't', limit, before as OrderId).map(({ orderId }) => orderId);
    expect(withToken('a')).toEqual([sell, buy]);
    expect(withToken('a', 1)).toEqual([buy]);
    expect(withToken('a', 10, buy)).toEqual([sell]);
    expect(withToken('b')).toEqual([]);
    exchange.projected(exchange.lastEventSeq());
    expect(exchange.order(sell)).toBeUndefined();
    expect(exchange.match(match!.matchId)).toBeUndefined();
    expect(exchange.recentOrder(buy)).toEqual({ order: exchange.order(buy), matches: [] });
    expect(withToken('a')).toEqual([]);
  });
});

describe('idempotency keys', () => {
  const key = { key: 'k', bodyHash: 'h' };

  test('the same key and body give the stored answer again, also after a restart', async () => {
    const folder = temporaryFolder();
    const { exchange } = openVenue({ folder });
    await exchange.submit(security());
    const first = await exchange.submit(order({ idempotency: key }));
    const again = { ...first, replayed: true, at: exchange.order(idOfOrder(first))?.createdAt };
    await exchange.submit(cancel(idOfOrder(first)));
    expect(await exchange.submit(order({ idempotency: key }))).toEqual(again);
    expect(exchange.storedOutcome('a', key)).toEqual(again);
    expect(exchange.storedOutcome('b', key)).toBeUndefined();
    await exchange.stop();
    const after = openVenue({ folder });
    expect(await after.exchange.submit(order({ idempotency: key }))).toEqual(again);
    expect(after.exchange.figures.liveOrders).toBe(0);
  });

  test('a refusal is not kept: it changed nothing, so the call may be tried again', async () => {
    const { exchange } = openVenue({ folder: temporaryFolder() });
    expect(await exchange.submit(order({ idempotency: key }))).toMatchObject({
      ok: false,
      refusal: 'unknown security',
    });
    expect(exchange.storedOutcome('a', key)).toBeUndefined();
    await exchange.submit(security());
    expect(await exchange.submit(order({ idempotency: key }))).toMatchObject({ ok: true, replayed: false });
  });

  test('another body is refused, another client has its own keys, and a day later the key is new', async () => {
    const time = new ManualTime(OPEN_FRIDAY);
    const { exchange } = openVenue({ folder: temporaryFolder(), time });
    await exchange.submit(security());
    const first = idOfOrder(await exchange.submit(order({ idempotency: key })));
    expect(await exchange.submit(order({ idempotency: { ...key, bodyHash: 'other' } }))).toEqual({
      ok: false,
      refusal: 'idempotency key reused',
      replayed: false,
    });
    expect(idOfOrder(await exchange.submit(order({ clientId: 'b', idempotency: key })))).not.toBe(first);
    time.advanceMs(24 * 3_600_000);
    expect(exchange.storedOutcome('a', key)).toBeUndefined();
    expect(idOfOrder(await exchange.submit(order({ idempotency: key })))).not.toBe(first);
  });
});

test('the journal of a stopped venue goes on in the next one, over many restarts and segments', async () => {
  const folder = temporaryFolder();
  const files = new FaultyFileSystem();
  const ids: OrderId[] = [];
  for (let start = 0; start < 5; start++) {
    const { exchange } = openVenue({ folder, files, segmentBytesMax: 600 });
    if (start === 0) await exchange.submit(security());
    for (let count = 0; count < 5; count++) ids.push(idOfOrder(await exchange.submit(order())));
    await exchange.stop();
  }
  const { exchange } = openVenue({ folder, files });
  expect(new Set(ids).size).toBe(25);
  for (const id of ids) expect(exchange.order(id as OrderId)).toMatchObject({ status: 'Live' });
});

test('a journal whose newest files are gone is not taken for an empty one after its archive', async () => {
  const [folder, archiveFolder] = [temporaryFolder(), temporaryFolder()];
  const { exchange } = openVenue({ folder, segmentBytesMax: 600 });
  await exchange.submit(security());
  for (let count = 0; count < 8; count++) await exchange.submit(order());
  const [first, ...others] = listSegments(nodeFileSystem, folder);
  renameSync(first!.path, `${archiveFolder}/${first!.name}`);
  expect(openVenue({ folder, archiveFolder }).exchange.figures.liveOrders).toBe(8);
  for (const { path } of others) rmSync(path);
  expect(() => openVenue({ folder, archiveFolder })).toThrow(`${folder}: there is no journal after ${archiveFolder}/`);
});
