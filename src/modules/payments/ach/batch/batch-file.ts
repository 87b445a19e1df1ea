/** A file as it goes to the bank: batches for each offering and kind of account, and for deposits (A13). */
import { Decimal } from 'decimal.js';
import { bankDayAfter } from '../../../../calendar/bank-days.ts';
import { easternDate } from '../../../../calendar/eastern-time.ts';
import { type EntryBatch, type EntryFile, type Originator, traceNumber } from '../../../../providers/bank/index.ts';
import type { OutgoingEntry } from './entry-rail.ts';

const CUT_OFF_TIME = '1800';
/** Trace numbers have seven digits of ours. */
const SEQUENCE_MODULUS = 10_000_000;

export interface FileParts {
  readonly originator: Originator;
  /** The bank business day of the batch, YYYY-MM-DD. */
  readonly day: string;
  readonly modifier: string;
  readonly entries: readonly OutgoingEntry[];
  readonly nowUs: number;
}

/** The file names the cut-off as its time, whenever it is made, so that day and modifier identify it. */
export function entryFile({ originator, day, modifier, entries, nowUs }: FileParts): EntryFile {
  const today = easternDate(nowUs);
  const effectiveOn = bankDayAfter(today > day ? today : day);
  const batches: EntryBatch[] = [];
  for (const group of Map.groupBy(entries, ({ key }) => key).values()) {
    const { heading } = group[0] as OutgoingEntry;
    batches.push({ ...heading, effectiveOn, entries: ascending(group).map(({ entry }) => entry) });
  }
  return { originator, createdOn: day, createdAt: CUT_OFF_TIME, modifier, batches };
}

/** The digits of ours in the trace number of an entry. */
export function sequenceOf(number: number): number {
  return number % SEQUENCE_MODULUS;
}

export function traceNumberOf(originator: Originator, number: number): string {
  return traceNumber(originator, sequenceOf(number));
}

/** Trace numbers rise within a batch, also where their seven digits restart. */
function ascending(entries: readonly OutgoingEntry[]): OutgoingEntry[] {
  return [...entries].sort((one, other) => one.entry.sequence - other.entry.sequence);
}

/** Of an amount in six-decimal text, which has no parts of cents. */
export function centsOf(amount: string): bigint {
  return BigInt(new Decimal(amount).times(100).toFixed(0));
}
