import { expect, test } from 'vitest';
import { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { longestGap, type Outage, proofOf, refusalsOf } from '../chaos/outages.ts';
import { RunRecord } from '../chaos/record.ts';
import { type Hurt, NOBODY } from '../chaos/stage.ts';

const node = (name: string): ClusterProcess => Object.assign(Object.create(ClusterProcess.prototype), { name });

const outage = (fault: string, ms: number, hurt: Hurt): Outage => ({ fault, ms, hurt, afterMs: 0 });

test('a chaos run ends with what it proves', () => {
  const outages = [outage('two primaries', 9000, undefined), outage('leader killed', 2310.4, node('node-1'))];
  expect(proofOf(outages, { refusals: [], gaps: [] }, 2000)).toBe(
    [
      'faults: 2, of one node: 1, of one database: 0',
      'worst pause by a fault of one node: 2310 ms (leader killed), 0 above lease + 1 s (3000 ms)',
      'worst pause by a fault of one database: none',
      'refused calls (5xx) and ended streams at nodes that no fault hurt: 0',
      'gaps in streams: 0',
    ].join('\n'),
  );
  const worse = proofOf(
    [...outages, outage('leader stopped', 3001, node('node-1')), outage('one standby lost', 20, NOBODY)],
    { refusals: ['a'], gaps: ['b', 'c'] },
    2000,
  );
  expect(worse).toContain('3001 ms (leader stopped), 1 above lease + 1 s');
  expect(worse).toContain('fault of one database: 20 ms (one standby lost), 0 above lease + 1 s');
  expect(worse).toMatch(/hurt: 1\ngaps in streams: 2$/);
  expect(proofOf([], { refusals: [], gaps: [] }, 2000)).toContain('fault of one node: none');
});

test('a call that a node refused which no fault hurt is one, and that of the hurt node is not', () => {
  const record = new RunRecord();
  const nodes = [node('node-1'), node('node-2')];
  for (const { name } of nodes) record.unanswered.push({ node: name, askedMs: 10, atMs: 30, reason: '503' });
  expect(refusalsOf(record, nodes, nodes[0], 5)).toEqual(['node-2 refused after 20 ms: 503']);
  expect(refusalsOf(record, nodes, nodes[0], 11)).toEqual([]);
  expect(refusalsOf(record, nodes, undefined, 5)).toEqual([]);
  expect(refusalsOf(record, nodes, NOBODY, 5)).toHaveLength(2);
});

test('the longest gap begins with the last acknowledgement before the fault', () => {
  const record = new RunRecord();
  for (const atMs of [0, 900, 1000, 1400, 1500]) record.acknowledged.push({ node: 'node-1', atMs });
  expect(longestGap(record, [node('node-1')], undefined, 1100)).toEqual({ startMs: 1000, endMs: 1400 });
});

test('by a fault of one node the longest gap is that of any other node, however often the rest answers', () => {
  const record = new RunRecord();
  const nodes = [node('node-1'), node('node-2'), node('node-3')];
  for (let atMs = 0; atMs < 5000; atMs += 10) record.acknowledged.push({ node: 'node-2', atMs });
  for (const name of ['node-1', 'node-3']) {
    for (const atMs of [1000, name === 'node-1' ? 4900 : 3200]) record.acknowledged.push({ node: name, atMs });
  }
  expect(longestGap(record, nodes, nodes[0], 1100)).toEqual({ startMs: 1000, endMs: 3200 });
  expect(longestGap(record, nodes, nodes[2], 1100)).toEqual({ startMs: 1000, endMs: 4900 });
});
