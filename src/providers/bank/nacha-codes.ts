/** Second digits of the transaction codes of credits; the others are debits. */
const CREDIT_DIGITS = /^[2-5][0-4]$/;

/** Whether a transaction code is that of a credit, or of its return. */
export function isCredit(transactionCode: string): boolean {
  return CREDIT_DIGITS.test(transactionCode);
}
