import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SwitchOwner } from '../../src/exchange/api/limits.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { KillSwitches } from '../../src/exchange/records/limits/kill-switches.ts';

const scope = fc.constantFrom(
  ...[{}, { securityId: 7 as SecurityId }, { clientId: 'a' }, { clientId: 'a', accountId: 'x' }, { clientId: 'b' }],
);
const step = fc.record({ scope, by: fc.constantFrom<SwitchOwner>('operator', 'client', 'access'), on: fc.boolean() });

test('the switches of a client are those of all that stop its orders, in the same order (V54)', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const switches = new KillSwitches();
      const active = new Set<string>();
      for (const { scope, by, on } of steps) {
        const key = JSON.stringify([scope, by]);
        if (on) switches.throw({ ...scope, by, reason: 'a reason', since: 1 });
        else expect(switches.release(scope, by)).toBe(active.has(key));
        if (on) active.add(key);
        else active.delete(key);
      }
      const all = switches.entries();
      expect(all).toHaveLength(active.size);
      expect(switches.ofClient('a')).toEqual(all.filter(({ clientId }) => clientId === undefined || clientId === 'a'));
    }),
    { numRuns: 100 },
  );
});
