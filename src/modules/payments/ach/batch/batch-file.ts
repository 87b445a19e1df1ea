/** A file of debits as it goes to the bank: a batch for each offering and kind of payer, and for deposits (A13). */
import { Decimal } from 'decimal.js';
import { bankDayAfter } from '../../../../calendar/bank-days.ts';
import { easternDate } from '../../../../calendar/eastern-time.ts';
import { type DebitBatch, type DebitFile, type Originator, traceNumber } from '../../../../providers/bank/index.ts';
import type { OutgoingDebit } from './debit-rail.ts';

const CUT_OFF_TIME = '1800';
/** Trace numbers have seven digits of ours. */
const SEQUENCE_MODULUS = 10_000_000;

export interface FileParts {
  readonly originator: Originator;
  /** The bank business day of the batch, YYYY-MM-DD. */
  readonly day: string;
  readonly modifier: string;
  readonly debits: readonly OutgoingDebit[];
  readonly nowUs: number;
}

/** The file names the cut-off as its time, whenever it is made, so that day and modifier identify it. */
export function debitFile({ originator, day, modifier, debits, nowUs }: FileParts): DebitFile {
  const today = easternDate(nowUs);
  const effectiveOn = bankDayAfter(today > day ? today : day);
  const batches: DebitBatch[] = [];
  for (const group of Map.groupBy(debits, ({ key }) => key).values()) {
    const { heading } = group[0] as OutgoingDebit;
    batches.push({ ...heading, effectiveOn, debits: ascending(group).map(({ debit }) => debit) });
  }
  return { originator, createdOn: day, createdAt: CUT_OFF_TIME, modifier, batches };
}

/** The digits of ours in the trace number of a debit. */
export function sequenceOf(number: number): number {
  return number % SEQUENCE_MODULUS;
}

export function traceNumberOf(originator: Originator, number: number): string {
  return traceNumber(originator, sequenceOf(number));
}

/** Trace numbers rise within a batch, also where their seven digits restart. */
function ascending(debits: readonly OutgoingDebit[]): OutgoingDebit[] {
  return [...debits].sort((one, other) => one.debit.sequence - other.debit.sequence);
}

/** Of an amount in six-decimal text, which has no parts of cents. */
export function centsOf(amount: string): bigint {
  return BigInt(new Decimal(amount).times(100).toFixed(0));
}
