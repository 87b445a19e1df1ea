/**
 * PostgreSQL's codes (appendix A of its manual) for a deadlock and a serialization failure: the transaction was rolled
 * back and succeeds when it is repeated.
 */
const STATES: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** As many attempts as connections: of the conflicting transactions, one succeeds in each round. */
const ATTEMPTS_MAX = 10;

/** Runs the work of a transaction, and repeats it when a concurrent transaction caused a rollback. */
export async function againAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !STATES.has((error as { code?: unknown }).code)) throw error;
    }
  }
}
