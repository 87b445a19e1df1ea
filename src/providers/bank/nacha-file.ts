/** Files of debits and credits in the format of NACHA, as banks take them from those who originate payments. */
import {
  BATCH_CONTROL,
  BATCH_HEADER,
  BLOCK_RECORDS,
  ENTRY,
  FILE_CONTROL,
  FILE_HEADER,
  FILLER,
  NachaFault,
  PAYMENT_ADDENDA,
  writeRecord,
} from './nacha-layout.ts';

/** Who sends files, and to which bank. */
export interface Originator {
  /** Nine digits: the bank that takes the file. */
  readonly destination: string;
  readonly destinationName: string;
  /** Nine or ten digits, as the bank gave it out. */
  readonly origin: string;
  readonly originName: string;
  /** Ten characters at most, as the bank gave it out. */
  readonly companyId: string;
  /** The first eight digits of the routing number of the bank that originates. */
  readonly originatingBank: string;
}

export interface EntryFile {
  readonly originator: Originator;
  /** YYYY-MM-DD. */
  readonly createdOn: string;
  /** HHMM. */
  readonly createdAt: string;
  /** A to Z, then 0 to 9: distinguishes the files of one date. */
  readonly modifier: string;
  readonly batches: readonly EntryBatch[];
}

/** Debit: money comes from the account of the receiver; credit: it goes there. */
export type Direction = 'debit' | 'credit';

export interface EntryBatch {
  readonly direction: Direction;
  /**
   * WEB: a debit, authorised by a person over the internet; PPD: a credit to a person; CCD: from or to the account of a
   * company.
   */
  readonly entryClass: 'WEB' | 'PPD' | 'CCD';
  readonly companyName: string;
  readonly discretionaryData: string;
  /** What the bank statement of the receiver says, at most ten characters. */
  readonly entryDescription: string;
  /** YYYY-MM-DD: the bank business day on which the entries are to settle. */
  readonly effectiveOn: string;
  readonly entries: readonly Entry[];
}

/** A debit or a credit, as its batch says. */
export interface Entry {
  /** Nine digits. */
  readonly routingNumber: string;
  /** At most 17 characters. */
  readonly accountNumber: string;
  readonly accountType: 'Checking' | 'Savings';
  readonly cents: bigint;
  /** How the originator knows the payment again, at most 15 characters. */
  readonly identification: string;
  readonly receiverName: string;
  /** Ascending within a batch; the trace number has the bank's eight digits before it. */
  readonly sequence: number;
  /** What it is for: one addenda record, unless empty. */
  readonly information: string;
}

/** Batches of debits only, and of credits only. */
const SERVICE_CLASS = { debit: 225, credit: 220 } as const;
const TRANSACTION_CODE = {
  debit: { Checking: 27, Savings: 37 },
  credit: { Checking: 22, Savings: 32 },
} as const;
/** One payment, not a series. */
const SINGLE_PAYMENT = 'S';
/** What the entries of a file come to at most, in both directions together: a total has twelve digits. */
export const FILE_CENTS_MAX = 999_999_999_999n;
/** A hash is the end of a sum that may be longer. */
const HASH_MODULUS = 10n ** 10n;

interface Totals {
  readonly entries: number;
  readonly hash: bigint;
  readonly debits: bigint;
  readonly credits: bigint;
}

/** The file as text, lines ended by a line feed. Throws NachaFault where it has no entry or a number does not fit. */
export function writeEntryFile(file: EntryFile): string {
  const { originator } = file;
  if (file.batches.length === 0) throw new NachaFault('a file has at least one batch');
  const header = writeRecord(FILE_HEADER, {
    immediateDestination: originator.destination,
    immediateOrigin: originator.origin,
    creationDate: shortDate(file.createdOn),
    creationTime: file.createdAt,
    modifier: file.modifier,
    destinationName: originator.destinationName,
    originName: originator.originName,
  });
  const batches = file.batches.map((batch, index) => batchLines(batch, index + 1, originator));
  const lines = [header, ...batches.flatMap((batch) => batch.lines)];
  const blocks = Math.ceil((lines.length + 1) / BLOCK_RECORDS);
  const totals = sumOf(batches.map((batch) => batch.totals));
  lines.push(writeRecord(FILE_CONTROL, { batches: batches.length, blocks, ...totals }));
  while (lines.length < blocks * BLOCK_RECORDS) lines.push(FILLER);
  return lines.map((line) => `${line}\n`).join('');
}

/** The fifteen digits that name an entry in the whole network. */
export function traceNumber({ originatingBank }: Pick<Originator, 'originatingBank'>, sequence: number): string {
  return `${originatingBank}${String(sequence).padStart(7, '0')}`;
}

function batchLines(batch: EntryBatch, batchNumber: number, originator: Originator) {
  if (batch.entries.length === 0) throw new NachaFault('a batch has at least one entry');
  const { companyId, originatingBank } = originator;
  const common = { serviceClass: SERVICE_CLASS[batch.direction], companyId, originatingBank, batchNumber };
  const header = writeRecord(BATCH_HEADER, {
    ...common,
    companyName: batch.companyName,
    discretionaryData: batch.discretionaryData,
    entryClass: batch.entryClass,
    entryDescription: batch.entryDescription,
    effectiveDate: shortDate(batch.effectiveOn),
  });
  const lines = batch.entries.map((entry) => entryLines(entry, batch, originator));
  const isDebit = batch.direction === 'debit';
  const totals = sumOf(
    batch.entries.map(({ routingNumber, cents }, index) => ({
      entries: lines[index]!.length,
      hash: BigInt(routingNumber.slice(0, 8)),
      debits: isDebit ? cents : 0n,
      credits: isDebit ? 0n : cents,
    })),
  );
  const control = writeRecord(BATCH_CONTROL, { ...common, ...totals });
  return { lines: [header, ...lines.flat(), control], totals };
}

function entryLines(entry: Entry, { direction, entryClass }: EntryBatch, originator: Originator): string[] {
  if (!/^\d{9}$/.test(entry.routingNumber)) throw new NachaFault('routingNumber must be nine digits');
  if (entry.accountNumber.length > 17) throw new NachaFault('accountNumber has more than 17 characters');
  const hasAddenda = entry.information === '' ? 0 : 1;
  const record = writeRecord(ENTRY, {
    transactionCode: TRANSACTION_CODE[direction][entry.accountType],
    routingNumber: entry.routingNumber,
    accountNumber: entry.accountNumber,
    cents: entry.cents,
    identification: entry.identification,
    receiverName: entry.receiverName,
    discretionaryData: entryClass === 'WEB' ? SINGLE_PAYMENT : '',
    hasAddenda,
    traceNumber: traceNumber(originator, entry.sequence),
  });
  if (hasAddenda === 0) return [record];
  const addenda = { information: entry.information, sequence: 1, entrySequence: entry.sequence };
  return [record, writeRecord(PAYMENT_ADDENDA, addenda)];
}

function sumOf(parts: readonly Totals[]): Totals {
  return {
    entries: parts.reduce((sum, { entries }) => sum + entries, 0),
    hash: parts.reduce((sum, { hash }) => sum + hash, 0n) % HASH_MODULUS,
    debits: parts.reduce((sum, { debits }) => sum + debits, 0n),
    credits: parts.reduce((sum, { credits }) => sum + credits, 0n),
  };
}

/** YYMMDD of YYYY-MM-DD. */
function shortDate(date: string): string {
  return date.replaceAll('-', '').slice(2);
}
