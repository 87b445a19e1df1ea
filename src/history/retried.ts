import { setTimeout as delay } from 'node:timers/promises';

const DELAY_MS_MIN = 200;
const DELAY_MS_MAX = 1000;

/**
 * Does a thing until it succeeds, waiting longer from time to time. Only for the order history: its transactions take
 * each event once however often they are tried, and a database that is away for a while must not cost any of them. The
 * signal ends the waiting: there is one last attempt, whose error is thrown, as the database may be back by then. An
 * error that is final, which no repetition mends, is thrown at once.
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
      const message = error instanceof Error ? error.message : String(error);
      if (signal.aborted || isFinal(error)) throw error;
      note(`the order history could not be written, next try in ${waitMs} ms: ${message}`);
      await delay(waitMs, undefined, { signal }).catch(() => {});
    }
  }
}
