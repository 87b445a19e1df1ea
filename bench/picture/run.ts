/**
 * Draws docs/benchmarks.svg and writes the table of README.md from the figures recorded in bench/results, which the
 * benchmarks write with --json. Nothing is measured here; a panel or row whose figures were not recorded is left out.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chart } from './chart.ts';
import { panelsOf } from './panels.ts';
import { withTable } from './readme-table.ts';
import { Recorded } from './recorded.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RESULTS = join(ROOT, 'bench/results');

function main(): void {
  const names = readdirSync(RESULTS).filter((name) => name.endsWith('.json'));
  const recorded = new Recorded(names.map((name) => JSON.parse(readFileSync(join(RESULTS, name), 'utf8'))));
  writeFileSync(join(ROOT, 'docs/benchmarks.svg'), chart('Figures of the benchmarks', panelsOf(recorded)));
  const readme = join(ROOT, 'README.md');
  writeFileSync(readme, withTable(readFileSync(readme, 'utf8'), recorded));
}

main();
