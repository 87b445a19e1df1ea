/** A node counts itself among the members that have reported to the server of the database (J26). */
import { expect, test } from 'vitest';
import type { Ledger } from '../../src/cluster/ledger.ts';
import { Troubles, type TroublesDeps } from '../../src/cluster/troubles.ts';
import { LEASE_MS, quiet } from './test-node.ts';

test.each([
  ['counts itself before its own report came', ['b'], ['c'], false],
  ['counts itself once', ['a'], ['c'], true],
])('%s (J26)', async (_, reported, silent, awaits) => {
  const nodes = [...reported, ...silent].map((node) => ({
    ...{ node, isHeld: true, isNew: false, hasReported: reported.includes(node) },
  }));
  const ledger = { read: async () => nodes } as unknown as Ledger;
  const deps = { node: 'a', timers: { nowMs: () => LEASE_MS }, log: quiet } as unknown as TroublesDeps;
  expect(await new Troubles(deps).awaitsMembers(ledger)).toBe(awaits);
});
