/**
 * Files in which the bank sends entries back (R01 ...) or asks for other bank details (C01 ...). Each entry has its own
 * outcome: one that is odd keeps no other from being followed.
 */
import { type CorrectedDetails, correctedBy } from './corrections.ts';
import { isCredit } from './nacha-codes.ts';
import {
  BATCH_CONTROL,
  BLOCK_RECORDS,
  ENTRY_TOTALS,
  FILE_CONTROL,
  FILE_HEADER,
  FILLER,
  NachaFault,
  REASON_ADDENDA,
  RECORD_CHARACTERS,
  readRecord,
} from './nacha-layout.ts';
import { type FileRecord, recordsOf } from './nacha-lines.ts';

/** An entry that came back. */
export interface BankNotice {
  readonly kind: 'return' | 'change';
  /** R01 ... or C01 ..., or the text in its place; empty without one. */
  readonly code: string;
  /** The trace number that the entry was sent under, 15 digits; or the text in its place. */
  readonly originalTrace: string;
  readonly cents: bigint;
  /** Of a change: the details that are certain. */
  readonly corrected: CorrectedDetails;
  /** Why a person must look at it; undefined: it may be followed. */
  readonly problem: string | undefined;
  /** The line of the entry, from 1. */
  readonly line: number;
  /** Its records, the first ones, in lines. */
  readonly text: string;
}

interface Counted {
  entries: number;
  hash: bigint;
  debits: bigint;
  credits: bigint;
}

const HASH_MODULUS = 10n ** 10n;
/** International entries, with separate forms of records; we send none. */
const INTERNATIONAL = 'IAT';
/** Records of one entry that are kept. */
const KEPT_RECORDS = 10;

/**
 * The entries of a file of returns and notifications of change, or of several such files one after the other. Throws
 * NachaFault, naming the line, where a record is unknown or in the wrong place, a count, hash or total does not agree,
 * or the file is cut off: nobody knows then which of the entries are right.
 */
export function readBankNotices(content: Buffer): BankNotice[] {
  const records = recordsOf(content);
  const reader = new NoticeReader();
  for (const record of records) {
    try {
      reader.read(record);
    } catch (error) {
      if (error instanceof NachaFault) throw new NachaFault(`line ${record.line}: ${error.message}`);
      throw error;
    }
  }
  return reader.end();
}

type Place = 'start' | 'file' | 'batch' | 'end';

/** An entry under way: its record, and those after it that belong to it. */
interface OpenEntry {
  readonly entry: FileRecord;
  readonly addenda: string[];
  readonly cents: bigint;
  readonly entryClass: string;
}

class NoticeReader {
  #place: Place = 'start';
  #entry: OpenEntry | undefined;
  #entryClass = '';
  #batch = nothing();
  #file = { ...nothing(), batches: 0 };
  /** Of the file: those that it says, and the records that were read. */
  #blocks = 0;
  #records = 0;
  readonly #notices: BankNotice[] = [];

  read(record: FileRecord): void {
    const { text } = record;
    if (text.length !== RECORD_CHARACTERS) throw new NachaFault(`a record has ${RECORD_CHARACTERS} characters`);
    this.#records++;
    if (this.#place === 'end' && text === FILLER) return;
    if (text[0] !== '7') this.#endEntry();
    this.#readers[text[0] ?? '']?.(record) ?? refuse('there is no such record');
  }

  /** The notices. Throws NachaFault where the last file has no end. */
  end(): BankNotice[] {
    if (this.#place !== 'end') throw new NachaFault('the file has no file control record: it is cut off');
    this.#endFile();
    return this.#notices;
  }

  readonly #readers: Readonly<Record<string, (record: FileRecord) => true>> = {
    1: ({ text }) => {
      // Another file may follow the fillers of one.
      if (this.#place === 'end') this.#endFile(1);
      else this.#expect('start');
      readRecord(FILE_HEADER, text);
      this.#file = { ...nothing(), batches: 0 };
      this.#records = 1;
      return this.#enter('file');
    },
    5: ({ text }) => {
      this.#expect('file');
      // No other field matters here, and those of international batches are different.
      this.#entryClass = text.slice(50, 53);
      this.#batch = nothing();
      return this.#enter('batch');
    },
    6: (record) => {
      this.#expect('batch');
      const { cents = '', transactionCode = '', routingNumber = '' } = readRecord(ENTRY_TOTALS, record.text);
      const amount = BigInt(cents);
      const ofCredits = isCredit(transactionCode);
      const sides = { debits: ofCredits ? 0n : amount, credits: ofCredits ? amount : 0n };
      add(this.#batch, { entries: 1, hash: BigInt(routingNumber), ...sides });
      this.#entry = { entry: record, addenda: [], cents: amount, entryClass: this.#entryClass };
      return true;
    },
    7: ({ text }) => {
      if (this.#entry === undefined) throw new NachaFault('an addenda record belongs to an entry');
      this.#batch.entries++;
      this.#entry.addenda.push(text);
      return true;
    },
    8: ({ text }) => {
      this.#expect('batch');
      compare(readRecord(BATCH_CONTROL, text), this.#batch);
      this.#file.batches += 1;
      add(this.#file, this.#batch);
      return this.#enter('file');
    },
    9: ({ text }) => {
      this.#expect('file');
      const control = readRecord(FILE_CONTROL, text);
      if (Number(control.batches) !== this.#file.batches) throw new NachaFault('the number of batches does not agree');
      compare(control, this.#file);
      this.#blocks = Number(control.blocks);
      return this.#enter('end');
    },
  };

  /** `more`: records that were read after it. */
  #endFile(more = 0): void {
    const blocks = Math.ceil((this.#records - more) / BLOCK_RECORDS);
    if (blocks !== this.#blocks) throw new NachaFault('the number of blocks does not agree');
  }

  #endEntry(): void {
    if (this.#entry !== undefined) this.#notices.push(noticeOf(this.#entry));
    this.#entry = undefined;
  }

  #expect(place: Place): void {
    if (this.#place !== place) throw new NachaFault('the record does not belong here');
  }

  #enter(place: Place): true {
    this.#place = place;
    return true;
  }
}

/** Addenda 98 and 99: why an entry comes back, or what is to be written otherwise. */
const REASONS = /^7(98|99)/;

function noticeOf({ entry, addenda, cents, entryClass }: OpenEntry): BankNotice {
  const reasons = addenda.filter((record) => REASONS.test(record));
  const [reason] = reasons;
  const {
    code = '',
    originalTrace = '',
    information = '',
  } = reason === undefined ? {} : readRecord(REASON_ADDENDA, reason);
  const kind: BankNotice['kind'] = reason?.startsWith('798') ? 'change' : 'return';
  const corrected = kind === 'change' ? correctedBy(code, information) : {};
  const said = { kind, code, originalTrace, isCertain: corrected !== undefined, entryClass, reasons: reasons.length };
  const records = [entry.text, ...addenda].slice(0, KEPT_RECORDS).map((record) => record.trimEnd());
  return {
    ...{ kind, code, originalTrace, cents, corrected: corrected ?? {}, line: entry.line },
    ...{ problem: problemOf(said), text: records.join('\n') },
  };
}

interface Reasons extends Pick<BankNotice, 'kind' | 'code' | 'originalTrace'> {
  readonly isCertain: boolean;
  readonly entryClass: string;
  /** Addenda records that say why the entry is there. */
  readonly reasons: number;
}

/** The first reason for which nobody but a person may follow the entry. */
function problemOf({ kind, code, originalTrace, isCertain, entryClass, reasons }: Reasons): string | undefined {
  if (reasons === 0) return 'an entry that is neither a return nor a notification of change';
  if (reasons > 1) return 'an entry with more than one reason';
  if (entryClass === INTERNATIONAL) return 'an international entry';
  if (!(kind === 'change' ? /^C\d\d$/ : /^R\d\d$/).test(code)) return `there is no such code of a ${kind}`;
  if (!/^\d{15}$/.test(originalTrace)) return 'the original trace number is not 15 digits';
  return isCertain ? undefined : 'the corrected data are not certain, or say nothing of bank details';
}

function nothing(): Counted {
  return { entries: 0, hash: 0n, debits: 0n, credits: 0n };
}

function add(sum: Counted, part: Counted): void {
  sum.entries += part.entries;
  sum.hash += part.hash;
  sum.debits += part.debits;
  sum.credits += part.credits;
}

function compare(control: Readonly<Record<string, string>>, counted: Counted): void {
  if (BigInt(control.entries ?? '') !== BigInt(counted.entries)) refuse('the number of entries does not agree');
  if (BigInt(control.hash ?? '') !== counted.hash % HASH_MODULUS) refuse('the hash does not agree');
  if (BigInt(control.debits ?? '') !== counted.debits) refuse('the total of debits does not agree');
  if (BigInt(control.credits ?? '') !== counted.credits) refuse('the total of credits does not agree');
}

function refuse(problem: string): never {
  throw new NachaFault(problem);
}
