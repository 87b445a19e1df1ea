/** The middle one of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** How long a call takes, in milliseconds. */
export function elapsedMs(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
