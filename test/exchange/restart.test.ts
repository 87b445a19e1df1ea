import { readFileSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { valuesOf } from '../../src/exchange/records/order-record.ts';
import { TOPS_KEPT_MAX, TopHistory } from '../../src/exchange/records/top-history.ts';
import { emptyTop } from '../../src/exchange/records/top-of-book.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DOLLAR, idOfOrder, openVenue, order, replace, security } from './venue.ts';

/** A venue that was stopped, with three securities, changes of their tops and all else that a venue remembers. */
async function stoppedVenue() {
  const folder = temporaryFolder();
  const { exchange } = openVenue({ folder });
  for (const securityId of [7, 8, 9]) await exchange.submit(security({ securityId }));
  for (let cents = 1; cents <= 5; cents++) {
    await exchange.submit(order({ price: 10 * DOLLAR + cents * 10_000 }));
    await exchange.submit(order({ securityId: 8, side: 'sell', price: 12 * DOLLAR - cents * 10_000 }));
  }
  await exchange.submit(order({ idempotency: { key: 'k', bodyHash: 'h' } }));
  await exchange.submit({ type: 'calendar', date: '2026-12-01', day: { name: 'A day off', hours: 'closed' } });
  await exchange.submit({ type: 'halt', securityId: 9 as SecurityId, reason: 'news pending' });
  const tops = [7, 8].map((securityId) => exchange.topsSince(securityId as SecurityId, 2));
  await exchange.stop();
  return { folder, tops };
}

test.each(['from the journal', 'from a snapshot'])('a subscriber resumes after a restart %s', async (from) => {
  const { folder, tops } = await stoppedVenue();
  if (from === 'from a snapshot') {
    const { state, end } = recover(files, folder, 0);
    await writeSnapshot(files, folder, state, end);
  }
  const { exchange } = openVenue({ folder });
  expect([7, 8].map((securityId) => exchange.topsSince(securityId as SecurityId, 2))).toEqual(tops);
  expect(tops.map((changes) => changes?.map(({ seq }) => seq))).toEqual([
    [3, 4, 5],
    [3, 4, 5],
  ]);
  await exchange.submit(order({ price: 11 * DOLLAR }));
  expect(exchange.topsSince(7 as SecurityId, 4)?.map(({ seq }) => seq)).toEqual([5, 6]);
});

test.each(['the journal', 'a snapshot'])(
  'a mass cancel with a key is not done again after a restart from %s',
  async (from) => {
    const folder = temporaryFolder();
    const idempotency = { key: 'k', bodyHash: 'h', clientId: 'OPERATOR' };
    const cancel = { type: 'cancelOrders', clientId: '', filter: {}, byOperator: true, idempotency } as const;
    const before = openVenue({ folder });
    await before.exchange.submit(security({ securityId: 7 }));
    const entered = await before.exchange.submit(order());
    const first = await before.exchange.submit(cancel);
    expect(first).toMatchObject({ ok: true, cancelled: [idOfOrder(entered)], replayed: false });
    const since = await before.exchange.submit(order());
    await before.exchange.stop();
    if (from === 'a snapshot') {
      const { state, end } = recover(files, folder, 0);
      await writeSnapshot(files, folder, state, end);
    }
    const { exchange } = openVenue({ folder });
    expect(await exchange.submit(cancel)).toMatchObject({ ...first, replayed: true });
    expect(exchange.order(idOfOrder(since))?.status).toBe('Live');
    const otherBody = { ...cancel, idempotency: { ...idempotency, bodyHash: 'other' } };
    expect(await exchange.submit(otherBody)).toMatchObject({ ok: false, refusal: 'idempotency key reused' });
    await exchange.stop();
  },
);

/** With what each order is, but not with how its list is chained. */
function securitiesOf({ securities }: VenueState) {
  return [...securities.values()].map(({ orders, ...rest }) => ({ ...rest, orders: [...orders].map(valuesOf) }));
}

test('a snapshot leaves out nothing that the venue remembers', async () => {
  const { folder } = await stoppedVenue();
  const { state, end } = recover(files, folder, 0);
  const loaded = loadSnapshot(files, await writeSnapshot(files, folder, state, end), 0).state;
  expect(loaded.counters).toEqual(state.counters);
  expect(securitiesOf(loaded)).toEqual(securitiesOf(state));
  expect([...loaded.calendar]).toEqual([...state.calendar]);
  expect([...loaded.idempotency.entries()]).toEqual([...state.idempotency.entries()]);
  expect(loaded.tops.entries()).toEqual(state.tops.entries());
  expect([state.calendar.size, [...state.idempotency.entries()].length, state.tops.entries().length]).toEqual([
    1, 1, 10,
  ]);
});

test('an order is the same after a restart, from a snapshot as from the journal', async () => {
  const { folder } = await stoppedVenue();
  const first = openVenue({ folder });
  const orderId = idOfOrder(
    await first.exchange.submit(
      order({
        clientId: 'b',
        memberId: '2',
        accountId: 'A1',
        side: 'sell',
        token: 't',
        disclosed: false,
        solicited: true,
        expiration: 'Other',
        expirationDate: '2027-01-31',
        ip: '192.0.2.7',
        price: 20 * DOLLAR,
        contingency: 'Minimum Quantity',
        minimum: 5,
      }),
    ),
  );
  await first.exchange.submit(replace(orderId, { clientId: 'b', quantity: 90, minimum: 6 }));
  const before = first.exchange.order(orderId);
  expect(before).toMatchObject({ ticket: { solicited: true }, quantity: 90, minimum: 6 });
  await first.exchange.stop();
  const { state, end } = recover(files, folder, 0);
  const fromJournal = openVenue({ folder });
  expect(fromJournal.exchange.order(orderId)).toEqual(before);
  await fromJournal.exchange.stop();
  await writeSnapshot(files, folder, state, end);
  expect(openVenue({ folder }).exchange.order(orderId)).toEqual(before);
});

test('a snapshot of another version is passed over for the journal', async () => {
  const { folder } = await stoppedVenue();
  const { state, end } = recover(files, folder, 0);
  const path = await writeSnapshot(files, folder, state, end);
  const text = readFileSync(path, 'utf8');
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).replace(/"version":\d+/, '"version":1');
  writeFileSync(path, lines + JSON.stringify({ lines: lines.split('\n').length - 1, crc32: crc32(lines) }));
  const recovered = recover(files, folder, 0);
  expect(recovered.warnings).toEqual([`the snapshot ${path} is passed over: its format is not known`]);
  expect(recovered.snapshotSequence).toBe(0);
  expect(digestOf(recovered.state)).toBe(digestOf(state));
});

test('only the newest changes are kept, over all securities, and a gap is never passed over', () => {
  const tops = new TopHistory();
  const rare = { ...emptyTop(8 as SecurityId), seq: 1 };
  tops.add(rare);
  for (let seq = 1; seq <= TOPS_KEPT_MAX + 10; seq++) tops.add({ ...emptyTop(7 as SecurityId), seq });
  const current = { ...emptyTop(7 as SecurityId), seq: TOPS_KEPT_MAX + 10 };
  expect(tops.entries().length).toBe(TOPS_KEPT_MAX);
  expect(tops.since(current, 9)).toBeUndefined();
  expect(tops.since(current, 10)?.map(({ seq }) => seq)).toEqual(
    Array.from({ length: TOPS_KEPT_MAX }, (_, index) => index + 11),
  );
  expect(tops.since(rare, 0)).toBeUndefined();
  expect([tops.since(current, current.seq), tops.since(current, current.seq + 1), tops.since(current, -1)]).toEqual([
    [],
    undefined,
    undefined,
  ]);
});
