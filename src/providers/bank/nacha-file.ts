/** Files of debits in the format of NACHA, as banks take them from those who originate payments. */
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

export interface DebitFile {
  readonly originator: Originator;
  /** YYYY-MM-DD. */
  readonly createdOn: string;
  /** HHMM. */
  readonly createdAt: string;
  /** A to Z, then 0 to 9: distinguishes the files of one date. */
  readonly modifier: string;
  readonly batches: readonly DebitBatch[];
}

export interface DebitBatch {
  /** WEB: authorised by a person over the internet; CCD: from the account of a company. */
  readonly entryClass: 'WEB' | 'CCD';
  readonly companyName: string;
  readonly discretionaryData: string;
  /** What the bank statement of the payer says, at most ten characters. */
  readonly entryDescription: string;
  /** YYYY-MM-DD: the bank business day on which the debits are to settle. */
  readonly effectiveOn: string;
  readonly debits: readonly Debit[];
}

export interface Debit {
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

/** Debits only. */
const SERVICE_CLASS = 225;
const DEBIT_OF = { Checking: 27, Savings: 37 } as const;
/** One payment, not a series. */
const SINGLE_PAYMENT = 'S';
/** What the debits of a file come to at most: its total has twelve digits. */
export const DEBITS_CENTS_MAX = 999_999_999_999n;
/** A hash is the end of a sum that may be longer. */
const HASH_MODULUS = 10n ** 10n;

interface Totals {
  readonly entries: number;
  readonly hash: bigint;
  readonly debits: bigint;
}

/** The file as text, lines ended by a line feed. Throws NachaFault where it has no entry or a number does not fit. */
export function writeDebitFile(file: DebitFile): string {
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
  lines.push(writeRecord(FILE_CONTROL, { batches: batches.length, blocks, ...totals, credits: 0 }));
  while (lines.length < blocks * BLOCK_RECORDS) lines.push(FILLER);
  return lines.map((line) => `${line}\n`).join('');
}

/** The fifteen digits that name an entry in the whole network. */
export function traceNumber({ originatingBank }: Pick<Originator, 'originatingBank'>, sequence: number): string {
  return `${originatingBank}${String(sequence).padStart(7, '0')}`;
}

function batchLines(batch: DebitBatch, batchNumber: number, originator: Originator) {
  if (batch.debits.length === 0) throw new NachaFault('a batch has at least one entry');
  const { companyId, originatingBank } = originator;
  const common = { serviceClass: SERVICE_CLASS, companyId, originatingBank, batchNumber };
  const header = writeRecord(BATCH_HEADER, {
    ...common,
    companyName: batch.companyName,
    discretionaryData: batch.discretionaryData,
    entryClass: batch.entryClass,
    entryDescription: batch.entryDescription,
    effectiveDate: shortDate(batch.effectiveOn),
  });
  const entries = batch.debits.map((debit) => entryLines(debit, batch, originator));
  const totals = sumOf(
    batch.debits.map((debit, index) => ({
      entries: entries[index]!.length,
      hash: BigInt(debit.routingNumber.slice(0, 8)),
      debits: debit.cents,
    })),
  );
  const control = writeRecord(BATCH_CONTROL, { ...common, ...totals, credits: 0 });
  return { lines: [header, ...entries.flat(), control], totals };
}

function entryLines(debit: Debit, { entryClass }: DebitBatch, originator: Originator): string[] {
  if (!/^\d{9}$/.test(debit.routingNumber)) throw new NachaFault('routingNumber must be nine digits');
  if (debit.accountNumber.length > 17) throw new NachaFault('accountNumber has more than 17 characters');
  const hasAddenda = debit.information === '' ? 0 : 1;
  const entry = writeRecord(ENTRY, {
    transactionCode: DEBIT_OF[debit.accountType],
    routingNumber: debit.routingNumber,
    accountNumber: debit.accountNumber,
    cents: debit.cents,
    identification: debit.identification,
    receiverName: debit.receiverName,
    discretionaryData: entryClass === 'WEB' ? SINGLE_PAYMENT : '',
    hasAddenda,
    traceNumber: traceNumber(originator, debit.sequence),
  });
  if (hasAddenda === 0) return [entry];
  const addenda = { information: debit.information, sequence: 1, entrySequence: debit.sequence };
  return [entry, writeRecord(PAYMENT_ADDENDA, addenda)];
}

function sumOf(parts: readonly Totals[]): Totals {
  return {
    entries: parts.reduce((sum, { entries }) => sum + entries, 0),
    hash: parts.reduce((sum, { hash }) => sum + hash, 0n) % HASH_MODULUS,
    debits: parts.reduce((sum, { debits }) => sum + debits, 0n),
  };
}

/** YYMMDD of YYYY-MM-DD. */
function shortDate(date: string): string {
  return date.replaceAll('-', '').slice(2);
}
