import type { Figure } from './results.ts';
import { spreadOf } from './statistics.ts';

/** What one part of the benchmark found. */
export interface Section {
  /** Markdown, as bench/README.md shows it. */
  readonly text: string;
  readonly figures: readonly Figure[];
}

/** One figure of each block. */
export function figure<B>(name: string, unit: string, blocks: readonly B[], figureOf: (block: B) => number): Figure {
  return { name, unit, ...spreadOf(blocks.map(figureOf)) };
}
