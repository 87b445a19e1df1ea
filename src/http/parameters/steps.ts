/**
 * Work that its caller may interrupt: each step yields how much it did, counted in records (fields or entries of
 * lists), and the last one returns the result.
 */
export type Steps<T> = Generator<number, T, undefined>;

/** The result of work that is not interrupted. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
