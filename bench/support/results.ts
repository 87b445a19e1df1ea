import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Spread } from './statistics.ts';

/** One figure of a benchmark: a spread with what it measures. */
export interface Figure extends Spread {
  readonly name: string;
  readonly unit: string;
  /** What it should be, in words, for example `at most 100`; absent where nothing was aimed at. */
  readonly aim?: string;
}

/** The file that `--json FILE` or `--json=FILE` names; undefined without it. Other arguments do not matter here. */
export function resultsFile(argv: readonly string[]): string | undefined {
  const { values } = parseArgs({ args: [...argv], options: { json: { type: 'string' } }, strict: false });
  if (values.json === undefined || (typeof values.json === 'string' && values.json !== '')) return values.json;
  throw new Error('--json wants the name of a file');
}

/** Writes the figures of a benchmark as JSON, with the machine that they belong to; nothing without a file. */
export function writeResults(file: string | undefined, bench: string, figures: readonly Figure[]): void {
  if (file === undefined) return;
  const processors = cpus();
  const machine = { cpu: processors[0]?.model ?? 'unknown', cores: processors.length, node: process.version };
  writeFileSync(file, `${JSON.stringify({ bench, machine, figures }, null, 2)}\n`);
}
