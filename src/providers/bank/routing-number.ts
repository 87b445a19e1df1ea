/** Weights of the nine digits of a routing number of the American Bankers Association. */
const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Whether the text is nine digits. */
export function hasRoutingForm(text: string): boolean {
  return /^[0-9]{9}$/.test(text);
}

/** Whether the text is nine digits, not all of them 0, of which the last checks the others. */
export function isRoutingNumber(text: string): boolean {
  if (!hasRoutingForm(text) || text === '000000000') return false;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return sum % 10 === 0;
}
