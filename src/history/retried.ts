import { setTimeout as delay } from 'node:timers/promises';

const DELAY_MS_MIN = 200;
const DELAY_MS_MAX = 1000;

/**
 * Repeats an action until it succeeds, with growing delays. Only for the order history: its transactions can be
 * repeated without storing an event twice, and no event may be lost while the database is unavailable. The signal ends
 * the waiting: one last attempt follows, whose error is thrown. Errors that a repetition cannot fix are thrown at once.
 */
export async function retried<T>(
  attempt: () => Promise<T>,
  note: (message: string) => void,
  signal: AbortSignal,
  isFinal: (error: unknown) => boolean,
): Promise<T> {
  for (let waitMs = DELAY_MS_MIN; ; waitMs = Math.min(waitMs * 2, DELAY_MS_MAX)) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || isFinal(error)) throw error;
      note(`the order history could not be written, next try in ${waitMs} ms: ${messageOf(error)}`);
      await delay(waitMs, undefined, { signal }).catch(() => {});
    }
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
