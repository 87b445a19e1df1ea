/** The value below which a share of the sorted values lies (nearest rank). */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle of some figures with the lowest and the highest: what a run of repetitions says. */
export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

export function spreadOf(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
  return { median, lowest: sorted[0] ?? Number.NaN, highest: sorted.at(-1) ?? Number.NaN };
}

/** For example `0.512 (0.498 to 0.530)`. */
export function spreadText(figures: readonly number[], text: (figure: number) => string): string {
  const { median, lowest, highest } = spreadOf(figures);
  return `${text(median)} (${text(lowest)} to ${text(highest)})`;
}

/** A whole number with thousands apart. */
export function wholeText(figure: number): string {
  return Math.round(figure).toLocaleString('en-US');
}
