import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Nothing is collected and nothing is compiled meanwhile, so each run allocates as much as the others. */
const FLAGS = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--no-opt', '--no-maglev'];
/** With iterators in the loops of events and in patterns it was 3,390. */
const BYTES_MAX = 2700;

test('an opening allocates little for each order, also before V8 has compiled anything', () => {
  const script = fileURLToPath(new URL('opening-bytes.ts', import.meta.url));
  const output = execFileSync(process.execPath, [...FLAGS, script], { encoding: 'utf8' });
  const { bytes, live } = JSON.parse(output);
  expect(live).toBe(0);
  expect(bytes).toBeLessThan(BYTES_MAX);
});
