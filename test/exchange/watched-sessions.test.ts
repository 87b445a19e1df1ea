/** Orders that are cancelled when a session is lost (V57, V58). */
import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { WatchedSessions } from '../../src/exchange/records/watched-sessions.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { ManualTime } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { changes, venue } from './order-life.ts';
import { idOfOrder, OPEN_FRIDAY, openVenue, order, security, type TestVenue } from './venue.ts';

const connect = (session: string, accountId: string | null = null, seconds = 15) =>
  ({ type: 'connectSession', session, clientId: 'a', accountId, seconds }) as const;
const disconnect = (session: string, lost = true) => ({ type: 'disconnectSession', session, lost }) as const;

async function settled({ exchange }: TestVenue): Promise<void> {
  await exchange.submit({ type: 'cancelAllAfter', clientId: 'nobody', seconds: 0 });
}

describe('a session that keeps watch', () => {
  test.each([
    ['all orders of the client', null, ['Cancelled', 'Cancelled', 'Live']],
    ['those of an account', 'x', ['Live', 'Cancelled', 'Live']],
  ])('lost: cancels %s, once', async (_what, accountId, expected) => {
    const { exchange, events } = await venue();
    const ids: OrderId[] = [];
    for (const over of [{}, { accountId: 'x' }, { clientId: 'b' }]) {
      ids.push(idOfOrder(await exchange.submit(order(over))));
    }
    await exchange.submit(connect('s', accountId));
    await exchange.submit(disconnect('s'));
    expect(ids.map((id) => exchange.order(id as OrderId)?.status)).toEqual(expected);
    expect(changes(events, ids[1]! as OrderId).at(-1)).toBe('connection lost: Cancelled 100');
    const next = idOfOrder(await exchange.submit(order({ accountId: 'x' })));
    await exchange.submit(disconnect('s'));
    expect(exchange.order(next)?.status).toBe('Live');
  });

  test('that says that it leaves cancels nothing', async () => {
    const { exchange } = await venue();
    const bid = idOfOrder(await exchange.submit(order()));
    await exchange.submit(connect('s'));
    await exchange.submit(disconnect('s', false));
    await exchange.submit(disconnect('s'));
    expect(exchange.order(bid)?.status).toBe('Live');
  });
});

describe.each(['from the journal', 'from a snapshot'])('after a restart %s', (from) => {
  async function restarted(sessions: readonly ReturnType<typeof connect>[]) {
    const folder = temporaryFolder();
    const { exchange } = openVenue({ folder });
    await exchange.submit(security());
    const bid = idOfOrder(await exchange.submit(order()));
    for (const session of sessions) await exchange.submit(session);
    await exchange.stop();
    if (from === 'from a snapshot') {
      const { state, end } = recover(files, folder, 0);
      const path = await writeSnapshot(files, folder, state, end);
      expect(digestOf(loadSnapshot(files, path, 0).state)).toBe(digestOf(state));
    }
    const time = new ManualTime(OPEN_FRIDAY);
    time.advanceMs(3_600_000);
    return { bid, folder, time, again: openVenue({ folder, time }) };
  }

  test('the session may come back in its time: then its orders stay', async () => {
    const { bid, time, again } = await restarted([connect('s')]);
    await settled(again);
    time.advanceMs(14_999);
    await again.exchange.submit(connect('t'));
    time.advanceMs(60_000);
    await settled(again);
    expect(again.exchange.order(bid)?.status).toBe('Live');
    await again.exchange.submit(disconnect('t'));
    expect(again.exchange.order(bid)?.status).toBe('Cancelled');
  });

  test('its orders are cancelled when it does not return, also across another restart', async () => {
    const { bid, folder, time, again } = await restarted([connect('s')]);
    await settled(again);
    time.advanceMs(10_000);
    await again.exchange.stop();
    const third = openVenue({ folder, time });
    time.advanceMs(4_999);
    await settled(third);
    expect(third.exchange.order(bid)?.status).toBe('Live');
    time.advanceMs(1);
    await settled(third);
    expect(changes(third.events, bid)).toEqual(['connection lost: Cancelled 100']);
  });

  test('a session for other orders is not taken for one that came back', async () => {
    const { bid, time, again } = await restarted([connect('s')]);
    await again.exchange.submit(connect('t', 'x'));
    time.advanceMs(15_000);
    await settled(again);
    expect(again.exchange.order(bid)?.status).toBe('Cancelled');
  });

  test('one that had left is not waited for', async () => {
    const { bid, time, again } = await restarted([]);
    time.advanceMs(600_000);
    await settled(again);
    expect(again.exchange.order(bid)?.status).toBe('Live');
  });
});

test('a session that is back looks at its own orders only, however many others a restart cut off', () => {
  const COUNT = 3000;
  const sessions = new WatchedSessions();
  let steps = 0;
  const counted = (clientId: string) => {
    const get = () => {
      steps++;
      return clientId;
    };
    return Object.defineProperty({ clientId, accountId: null, seconds: 15 }, 'clientId', { get });
  };
  for (let i = 0; i < COUNT; i++) sessions.connect(`s${i}`, counted(`c${i}`));
  sessions.restarted(0);
  for (let i = 0; i < COUNT; i++) {
    steps = 0;
    sessions.connect(`again ${i}`, counted(`c${i}`));
    expect(steps).toBeLessThan(10);
    expect(sessions.cutOff.size).toBe(COUNT - 1 - i);
  }
  expect(sessions.areCutOffByRestart).toBe(true);
});

test('a node that goes cuts off the sessions of its process alone, of three nodes', () => {
  const sessions = new WatchedSessions();
  const processes = ['node-1 a', 'node-2 b', 'node-3 c'];
  for (const process of processes) {
    for (const number of [1, 2])
      sessions.connect(`${process}/${number}`, { clientId: process, accountId: null, seconds: 15 });
  }
  sessions.restarted(5_000_000, 'node-2 b');
  const cutOff = () =>
    [...sessions.entries()].flatMap(([name, , deadline]) => (deadline === null ? [] : [[name, deadline]]));
  expect(cutOff()).toEqual([
    ['node-2 b/1', 20_000_000],
    ['node-2 b/2', 20_000_000],
  ]);
  // A takeover is a lost connection of all.
  sessions.restarted(6_000_000);
  expect(cutOff()).toHaveLength(6);
});
