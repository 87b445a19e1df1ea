/** All hosts of JOURNAL_URL are looked at (docs/operate/cluster.md, J20). */
import { expect, test } from 'vitest';
import type { DriverConnection } from '../../src/cluster/connection.ts';
import { HostWatch } from '../../src/cluster/host-watch.ts';
import { ManualTime, turn } from '../support/manual-time.ts';

interface Host {
  in_recovery: boolean;
  timeline: number;
  isGone?: boolean;
  /** Connections made while it is so are never answered. */
  isSilent?: boolean;
}

/** A watch of hosts that a test may change, and how often each was connected to. */
function watchOf(...hosts: Host[]) {
  const connected = hosts.map(() => 0);
  const urls = hosts.map((_, index) => `postgres://host-${index}/name`);
  const connect = async (url: string): Promise<DriverConnection> => {
    const at = urls.indexOf(url);
    const host = hosts[at]!;
    if (host.isGone) throw new Error('connection refused');
    connected[at]!++;
    const isSilent = host.isSilent === true;
    return {
      warnings: 0,
      onNotified: () => {},
      destroy: () => {},
      query: async () => {
        if (host.isGone) throw new Error('connection lost');
        if (isSilent) await new Promise(() => {});
        return { rows: [{ ...host }], count: 1 };
      },
    };
  };
  const time = new ManualTime('2026-11-20T15:00:00Z');
  return { watch: new HostWatch(urls, connect, time), connected, time };
}

test('one primary and its standbys are in order, over one connection to each', async () => {
  const { watch, connected } = watchOf(
    { in_recovery: true, timeline: 2 },
    { in_recovery: false, timeline: 3 },
    { in_recovery: true, timeline: 3 },
  );
  for (let count = 0; count < 3; count++) expect(await watch.check()).toBeNull();
  expect(connected).toEqual([1, 1, 1]);
  watch.close();
});

test('checks at the same moment share the questions and connections', async () => {
  const { watch, connected } = watchOf({ in_recovery: false, timeline: 1 }, { in_recovery: true, timeline: 1 });
  expect(await Promise.all([watch.check(), watch.check(), watch.checkNow()])).toEqual([null, null, null]);
  expect(connected).toEqual([1, 1]);
  watch.close();
});

test('two that take writes are reported, and a standby on a newer timeline than the primary (J20)', async () => {
  const [first, second] = [
    { in_recovery: false, timeline: 1 },
    { in_recovery: true, timeline: 1 },
  ];
  const { watch } = watchOf(first, second);
  expect(await watch.check()).toBeNull();
  second.timeline = 2;
  expect(await watch.check()).toContain('host 2 of JOURNAL_URL, a standby, is on timeline 2');
  second.in_recovery = false;
  expect(await watch.check()).toContain('take writes, numbers 1 (timeline 1) and 2 (timeline 2)');
});

test('a host that is gone says nothing, and is looked for again', async () => {
  const [first, second] = [
    { in_recovery: false, timeline: 1, isGone: false },
    { in_recovery: false, timeline: 2 },
  ];
  const { watch, connected } = watchOf(first, second);
  expect(await watch.check()).not.toBeNull();
  first.isGone = true;
  expect([await watch.check(), await watch.check()]).toEqual([null, null]);
  first.isGone = false;
  expect(await watch.check()).not.toBeNull();
  expect(connected).toEqual([2, 1]);
});

test('who may soon lead does not wait for a look that began before the network was in order again (J20)', async () => {
  const silent: Host = { in_recovery: false, timeline: 1, isSilent: true };
  const { watch, connected, time } = watchOf(silent, { in_recovery: false, timeline: 2 });
  const before = watch.check();
  await turn();
  silent.isSilent = false;
  const now = watch.checkNow();
  await turn();
  time.advanceMs(50);
  expect(await now).toContain('take writes, numbers 1 (timeline 1) and 2 (timeline 2)');
  expect(connected).toEqual([2, 1]);
  // The earlier look has not ended: its connection is given up later.
  expect(await Promise.race([before, turn().then(() => 'under way')])).toBe('under way');
  watch.close();
});

test('a host that answers at once is asked over the connection that is kept, also by who may soon lead', async () => {
  const { watch, connected } = watchOf({ in_recovery: false, timeline: 1 }, { in_recovery: true, timeline: 1 });
  expect([await watch.check(), await watch.checkNow(), await watch.checkNow()]).toEqual([null, null, null]);
  expect(connected).toEqual([1, 1]);
  watch.close();
});
