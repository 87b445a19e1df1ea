/** The bank details that a notification of change corrects, from the 29 characters that have them. */
import { isRoutingNumber } from './routing-number.ts';

/** Bank details as they are to be from now on; absent: as they were. */
export interface CorrectedDetails {
  readonly routingNumber?: string;
  readonly accountNumber?: string;
  readonly accountType?: 'Checking' | 'Savings';
}

/**
 * The fields of the data by code. Blanks separate them, however many; only a routing number, which has nine digits, and
 * an account number of all its 17 characters may touch the next field.
 */
const FORMS: Readonly<Record<string, RegExp>> = {
  C01: /^ *(?<accountNumber>\d{1,17}) *$/,
  C02: /^ *(?<routingNumber>\d{9}) *$/,
  C03: /^ *(?<routingNumber>\d{9}) +(?<accountNumber>\d{1,17}) *$/,
  C05: /^ *(?<transactionCode>\d\d) *$/,
  C06: /^ *(?:(?<accountNumber>\d{1,17}) +(?<transactionCode>\d\d)) *$/,
  C07: /^ *(?<routingNumber>\d{9})(?:(?<whole>\d{17})| *(?<accountNumber>\d{1,17}) +)(?<transactionCode>\d\d) *$/,
};

/** Codes of credits and debits, of prenotes and of remittances, by the kind of account. */
const ACCOUNT_TYPES: Readonly<Record<string, 'Checking' | 'Savings'>> = Object.fromEntries(
  ['2', '3'].flatMap((tens) =>
    ['2', '3', '4', '7', '8', '9'].map((ones) => [`${tens}${ones}`, tens === '2' ? 'Checking' : 'Savings']),
  ),
);

/**
 * What the code and its data correct; undefined where the code says nothing of bank details, or the data are not
 * certainly of their form: nothing is corrected then that nobody may enter.
 */
export function correctedBy(code: string, data: string): CorrectedDetails | undefined {
  const fields = FORMS[code]?.exec(data)?.groups;
  if (fields === undefined) return undefined;
  const { routingNumber, whole, accountNumber = whole, transactionCode } = fields;
  const accountType = transactionCode === undefined ? undefined : ACCOUNT_TYPES[transactionCode];
  if (routingNumber !== undefined && !isRoutingNumber(routingNumber)) return undefined;
  if (transactionCode !== undefined && accountType === undefined) return undefined;
  return {
    ...(routingNumber !== undefined && { routingNumber }),
    ...(accountNumber !== undefined && { accountNumber }),
    ...(accountType !== undefined && { accountType }),
  };
}
