/**
 * An error of the program: a rule that every correct state keeps is broken. No input and no failure of a disk or a
 * database is the cause, so nothing is tried again: the state is not to be trusted.
 */
export class InvariantViolated extends Error {
  override readonly name = 'InvariantViolated';
}

/**
 * Throws InvariantViolated. A hot loop compares in place and calls it in the branch that is never taken, so that the
 * check costs a comparison.
 * @param rule as the pages of docs/ number it
 */
export function violated(rule: string, statement: string): never {
  throw new InvariantViolated(`${statement} (${rule})`);
}

/** Throws InvariantViolated unless the condition holds. @param rule as the pages of docs/ number it */
export function invariant(condition: boolean, rule: string, statement: string): asserts condition {
  if (!condition) violated(rule, statement);
}
