import type { Figure } from '../support/results.ts';
import { quantile, spreadOf, spreadText } from '../support/statistics.ts';

/** Prints figures as they come, in groups, and keeps them for the file of results. */
export class StreamReport {
  readonly figures: Figure[] = [];
  #group = '';

  /** What the figures that follow are of. */
  group(name: string): void {
    this.#group = name;
    console.log(`\n${name}`);
  }

  /** The median of the values with the lowest and the highest. */
  add(name: string, unit: string, values: readonly number[], aim?: string): void {
    console.log(`  ${name.padEnd(44)} ${spreadText(values, figureText)} ${unit}`);
    this.figures.push({
      name: `${this.#group}: ${name}`,
      unit,
      ...spreadOf(values),
      ...(aim !== undefined && { aim }),
    });
  }

  /** p50 and p99 of each repetition's latencies, which are sorted. */
  addLatency(name: string, latencies_ms: readonly (readonly number[])[]): void {
    for (const [quantileName, share] of [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const) {
      const values = latencies_ms.map((sorted) => quantile(sorted, share));
      this.add(`${name}, ${quantileName}`, 'ms', values);
    }
  }
}

/** Three digits say enough. */
function figureText(figure: number): string {
  return Math.abs(figure) >= 1000 ? Math.round(figure).toLocaleString('en-US') : figure.toPrecision(3);
}
