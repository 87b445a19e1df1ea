/** When a venue closes because commits do not wait, and what its metrics say of its databases (J19, J20). */
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { TROUBLES } from '../../src/cluster/troubles.ts';
import type { Config } from '../../src/config.ts';
import { addClusterMetrics } from '../../src/service/metrics/venue-metrics.ts';
import { requiresStandby } from '../../src/service/venue/cluster-venue.ts';

test.each([
  ['production', false, true],
  ['production', true, true],
  ['sandbox', true, true],
  ['sandbox', false, false],
] as const)('in %s with JOURNAL_REQUIRE_STANDBY=%s: %s', (ENVIRONMENT, JOURNAL_REQUIRE_STANDBY, closes) => {
  expect(requiresStandby({ ENVIRONMENT, JOURNAL_REQUIRE_STANDBY } as Config)).toBe(closes);
});

test.each(TROUBLES)('a metric shows the trouble %s, and it alone', async (trouble) => {
  const registry = new Registry();
  const troubles = { standbys: null, has: (kind: string) => kind === trouble };
  const node = { serves: false, epoch: 3, lag: { groups: 2, ms: 500 }, clockMs: -30, troubles };
  addClusterMetrics(registry, node as never);
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('openats_'));
  expect(lines).toEqual([
    'openats_cluster_leader 0',
    'openats_cluster_epoch 3',
    'openats_cluster_synchronous_standbys -1',
    ...TROUBLES.map((kind) => `openats_cluster_trouble{kind="${kind}"} ${kind === trouble ? 1 : 0}`),
    'openats_cluster_lag_groups 2',
    'openats_cluster_lag_seconds 0.5',
    'openats_cluster_clock_ahead_seconds -0.03',
  ]);
});
