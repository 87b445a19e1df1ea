/** Why banks return debits, in the words of answers: `R01 - Insufficient funds`. */
const REASONS: Readonly<Record<string, string>> = {
  R01: 'Insufficient funds',
  R02: 'Account closed',
  R03: 'No account or unable to locate account',
  R04: 'Invalid account number',
  R05: 'Unauthorized debit to a consumer account',
  R06: 'Returned at the request of the originating bank',
  R07: 'Authorization revoked by the customer',
  R08: 'Payment stopped',
  R09: 'Uncollected funds',
  R10: 'Customer advises that the originator is not known or not authorized',
  R11: 'Customer advises that the entry is not in accordance with the authorization',
  R12: 'Account sold to another bank',
  R13: 'Invalid routing number',
  R14: 'Representative payee deceased or unable to continue',
  R15: 'Beneficiary or account holder deceased',
  R16: 'Account frozen',
  R17: 'Entry with invalid account number or under questionable circumstances',
  R20: 'Non-transaction account',
  R21: 'Invalid company identification',
  R22: 'Invalid individual identification number',
  R23: 'Credit refused by the receiver',
  R24: 'Duplicate entry',
  R29: 'Corporate customer advises not authorized',
  R31: 'Permissible return entry',
  R33: 'Return of a destroyed check entry',
};

/** The codes with a reason. */
export const RETURN_CODES: readonly string[] = Object.keys(REASONS);

/** Returns with which the payer says that there is no authorisation (any more). */
const UNAUTHORIZED: ReadonlySet<string> = new Set(['R05', 'R07', 'R08', 'R10', 'R11', 'R29']);

/** Returns of returns, which banks exchange with each other: they take nothing back from the originator. */
const BETWEEN_BANKS = /^R(6[1-9]|7[0-7])$/;

/** The code with its reason; an unknown code alone. */
export function returnText(code: string): string {
  const reason = REASONS[code];
  return reason === undefined ? code : `${code} - ${reason}`;
}

/** Whether the reason of a return begins with such a code: no further debit until somebody has looked into it. */
export function isUnauthorized(reason: string): boolean {
  return UNAUTHORIZED.has(/^\s*(R[0-9]{2})\b/i.exec(reason)?.[1]?.toUpperCase() ?? '');
}

/** Whether the code gives the money of a debit back. */
export function takesDebitBack(code: string): boolean {
  return !BETWEEN_BANKS.test(code);
}
