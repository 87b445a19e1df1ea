import { expect, test } from 'vitest';
import { CopyLag } from '../../src/cluster/copy-lag.ts';

test('a copy lags by the groups that it lacks, and by none where it has more than the node knows of', () => {
  let copied = 3;
  const lag = new CopyLag({ nowMs: () => 0 }, () => copied);
  lag.knownGroups = 7;
  expect(lag.groups).toBe(4);
  copied = 8;
  expect(lag.groups).toBe(0);
});
