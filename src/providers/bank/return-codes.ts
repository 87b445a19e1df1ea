/** Why banks return debits and credits, in the words of answers: `R01 - Insufficient funds`. */
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
  R18: 'Improper effective entry date',
  R19: 'Amount field error',
  R20: 'Non-transaction account',
  R21: 'Invalid company identification',
  R22: 'Invalid individual identification number',
  R23: 'Credit refused by the receiver',
  R24: 'Duplicate entry',
  R25: 'Addenda error',
  R26: 'Mandatory field error',
  R27: 'Trace number error',
  R28: 'Check digit of the routing number is wrong',
  R29: 'Corporate customer advises not authorized',
  R30: 'Bank does not participate in check truncation',
  R31: 'Permissible return entry',
  R32: 'Bank cannot settle the entry',
  R33: 'Return of a destroyed check entry',
  R34: 'Limited participation of the bank',
  R35: 'Return of an improper debit entry',
  R36: 'Return of an improper credit entry',
  R37: 'Source document presented for payment',
  R38: 'Payment of the source document stopped',
  R39: 'Improper source document',
  R40: 'Enrollment returned by a federal agency',
  R41: 'Invalid transaction code of an enrollment',
  R42: 'Invalid routing number of an enrollment',
  R43: 'Invalid account number of an enrollment',
  R44: 'Invalid individual identification number of an enrollment',
  R45: 'Invalid name of an enrollment',
  R46: 'Invalid representative payee indicator of an enrollment',
  R47: 'Duplicate enrollment',
  R50: 'State law affects the acceptance of re-presented checks',
  R51: 'Item of a re-presented check is ineligible, or its notice or signature is not in order',
  R52: 'Payment of the item of a re-presented check stopped',
  R53: 'Item and re-presented check both presented for payment',
  R61: 'Misrouted return',
  R62: 'Return of an erroneous or reversing debit',
  R67: 'Duplicate return',
  R68: 'Untimely return',
  R69: 'Field error',
  R70: 'Permissible return entry not accepted, or return not requested by the originating bank',
  R71: 'Misrouted dishonored return',
  R72: 'Untimely dishonored return',
  R73: 'Timely original return',
  R74: 'Corrected return',
  R75: 'Return is not a duplicate',
  R76: 'No errors found',
  R77: 'Dishonored return with R62 not accepted',
  R80: 'Coding error of an international entry',
  R81: 'Bank does not participate in international entries',
  R82: 'Invalid identification of the foreign bank',
  R83: 'Foreign bank unable to settle',
  R84: 'Entry not processed by the gateway',
  R85: 'Incorrectly coded outbound international payment',
};

/** Every code of the network. */
export const ALL_RETURN_CODES: readonly string[] = Object.keys(REASONS);

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

/** Whether the code gives the money of a debit, or of a credit, back. */
export function takesEntryBack(code: string): boolean {
  return !BETWEEN_BANKS.test(code);
}

/** The codes with which a bank sends a debit or a credit back. */
export const RETURN_CODES: readonly string[] = ALL_RETURN_CODES.filter(takesEntryBack);
