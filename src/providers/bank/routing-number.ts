/** Weights of the nine digits of a routing number of the American Bankers Association. */
const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Whether the text is nine digits. */
export function hasRoutingForm(text: string): boolean {
  return /^[0-9]{9}$/.test(text);
}

/**
 * First digits of the assigned numbers: of the government and the districts of the Federal Reserve, of thrifts, of
 * electronic transactions, and of traveler's checks.
 */
const PREFIX = /^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/;

/** Whether the text is nine digits with an assigned prefix, not all of them 0, of which the last checks the others. */
export function isRoutingNumber(text: string): boolean {
  if (!hasRoutingForm(text) || text === '000000000' || !PREFIX.test(text)) return false;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return sum % 10 === 0;
}
