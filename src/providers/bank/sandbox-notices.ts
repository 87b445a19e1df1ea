/** Files of returns and notifications of change, as a bank makes them: the sandbox has no other bank. */
import type { CorrectedDetails } from './corrections.ts';

export interface Notice {
  /** R01 ... or C01 ... */
  readonly code: string;
  /** Of the debit, 15 digits. */
  readonly trace: string;
  readonly routingNumber: string;
  readonly cents: bigint;
  readonly identification: string;
  /** Of a change. */
  readonly corrected?: string;
}

const FILLER = '9'.repeat(94);

/** One batch with these entries. Of a change, the amount is 0. */
export function noticeFile(notices: readonly Notice[]): string {
  return bankFile(notices.map((notice, index) => entryLines(notice, index + 1)));
}

/** One batch with these entries, each its records; none: a file without batches. The totals are theirs. */
export function bankFile(entries: readonly (readonly string[])[], entryClass = 'WEB'): string {
  const records = entries.flat();
  const first = records.filter((record) => record.startsWith('6'));
  const hash = first.reduce((sum, record) => sum + BigInt(record.slice(3, 11)), 0n) % 10n ** 10n;
  const cents = (isCredit: boolean) =>
    first
      .filter((record) => /[0-4]/.test(record[2]!) === isCredit)
      .reduce((sum, record) => sum + BigInt(record.slice(29, 39)), 0n);
  const totals = `${digits(hash, 10)}${digits(cents(false), 12)}${digits(cents(true), 12)}`;
  const lines = ['101 123456780 1234567802611230600A094101EXAMPLE PLATFORM       EXAMPLE BANK                   '];
  if (entries.length > 0) {
    lines.push(
      `5200${'EXAMPLE'.padEnd(36)}1987654321${entryClass}INVESTMENT      261123   1123456780000001`,
      ...records,
      `8200${digits(records.length, 6)}${totals}1987654321${' '.repeat(25)}123456780000001`,
    );
  }
  const blocks = Math.ceil((lines.length + 1) / 10);
  const batches = digits(entries.length > 0 ? 1 : 0, 6);
  lines.push(`9${batches}${digits(blocks, 6)}${digits(records.length, 8)}${totals}${' '.repeat(39)}`);
  while (lines.length < blocks * 10) lines.push(FILLER);
  return lines.map((line) => `${line}\n`).join('');
}

/** The records of an entry that came back. */
export function entryLines(notice: Notice, sequence: number): string[] {
  const { code, trace, routingNumber, identification, corrected = '' } = notice;
  const own = `12345678${digits(sequence, 7)}`;
  const isChange = code.startsWith('C');
  const account = '12345'.padEnd(17);
  const payer = `${identification.padEnd(15)}${'First Last'.padEnd(22)}`;
  const entry = `626${routingNumber}${account}${digits(centsOf(notice), 10)}${payer}  1${own}`;
  const bank = routingNumber.slice(0, 8);
  const addenda = isChange
    ? `798${code}${trace}${' '.repeat(6)}${bank}${corrected.padEnd(44)}${own}`
    : `799${code}${trace}${' '.repeat(6)}${bank}${' '.repeat(44)}${own}`;
  return [entry, addenda];
}

function centsOf({ code, cents }: Notice): bigint {
  return code.startsWith('C') ? 0n : cents;
}

function digits(value: bigint | number, width: number): string {
  return String(value).padStart(width, '0');
}

/** Notifications of change whose data the sandbox writes, with the details that each corrects. */
export const CHANGES: Readonly<Record<string, readonly (keyof CorrectedDetails)[]>> = {
  C01: ['accountNumber'],
  C02: ['routingNumber'],
  C03: ['routingNumber', 'accountNumber'],
  C05: ['accountType'],
  C06: ['accountNumber', 'accountType'],
  C07: ['routingNumber', 'accountNumber', 'accountType'],
};

const TRANSACTION_CODES = { Checking: '27', Savings: '37' } as const;

/** The data of a notification of change, with the details of its code. */
export function correctedData({ routingNumber, accountNumber, accountType }: CorrectedDetails): string {
  const code = accountType === undefined ? undefined : TRANSACTION_CODES[accountType];
  return [routingNumber, accountNumber, code].filter((part) => part !== undefined).join(' ');
}
