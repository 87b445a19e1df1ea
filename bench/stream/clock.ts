/**
 * Milliseconds of the machine's monotonic clock: the same in every process, where performance.now() counts from its
 * start.
 */
export function clock_ms(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
