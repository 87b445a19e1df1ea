/** Whom a handover is asked of (docs/operate/cluster.md, J12). */
import { expect, test } from 'vitest';
import type { Ledger } from '../../src/cluster/ledger.ts';
import { askHandover } from '../../src/cluster/report.ts';

const LEADER = { node: 'a', role: 'leader', seenMsAgo: 0, sequence: 9 };
const STANDBY = { node: 'b', role: 'standby', seenMsAgo: 0, sequence: 9 };

test.each([
  ['a standby that is there', [LEADER, STANDBY], true],
  ['a standby that has not reported for long', [LEADER, { ...STANDBY, seenMsAgo: 600_000 }], false],
  ['another node that may not lead', [LEADER, { ...STANDBY, role: 'not eligible' }], false],
  ['the leader alone', [{ ...LEADER, role: 'standby' }], false],
  ['no node that has ever started', undefined, false],
])('with %s', async (_, nodes, isAsked) => {
  const read = async (what: string) => (what === 'members' ? nodes : nodes && { leader: 'a', sequence: 9 });
  let asked = 0;
  const answer = await askHandover({ ledger: { read } as unknown as Ledger, ask: async () => asked++ });
  expect([answer, asked]).toEqual([isAsked, isAsked ? 1 : 0]);
});
