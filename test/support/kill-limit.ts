/**
 * The time limit of a test that kills a process so many times, in milliseconds. A kill with its restart and review
 * takes 2 to 5 seconds on a machine of its own, and up to ten times as long on a busy one.
 */
export function killLimitMs(kills: number): number {
  return 240_000 + kills * 60_000;
}
