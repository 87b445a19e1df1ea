/**
 * Of PostgreSQL (appendix A of its manual): a transaction waited for another that waited for it, or could not be put in
 * order with it. It was rolled back, and succeeds when it is made again.
 */
const STATES: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** As many may lose against each other at one moment as there are connections; each round one of them is done. */
const ATTEMPTS_MAX = 10;

/** Does the work of a transaction; again where it was rolled back because of others at the same time. */
export async function againAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !STATES.has((error as { code?: unknown }).code)) throw error;
    }
  }
}
