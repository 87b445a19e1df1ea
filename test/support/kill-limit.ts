/**
 * The time limit of a test that kills a process this often, in milliseconds. A kill with its restart and review takes
 * 2 to 5 seconds on an idle machine, and up to ten times as long on a busy one.
 */
export function killLimitMs(kills: number): number {
  return 240_000 + kills * 60_000;
}
